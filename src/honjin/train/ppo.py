"""Proximal policy optimization (Schulman et al. 2017) with masks, in JAX.

Illegal actions have probability 0, in acting and in learning, so that they contribute no gradient.
The network is that of `bots.net.network`, whose `forward` runs here on JAX arrays.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from honjin.bots.net.network import forward, shapes_of
from honjin.train.config import Common, Config

Weights = dict[str, Any]

FAR = -1e9
"""The logit of an illegal action: its probability is 0, and so is its gradient."""


class Batch(NamedTuple):
    """All decisions of an update, flattened: each array has a row per decision."""

    seen: Any
    mask: Any
    action: Any
    log_odds: Any
    advantage: Any
    target: Any


class Losses(NamedTuple):
    """Means over the decisions of a step."""

    policy: Any
    value: Any
    entropy: Any
    drift: Any
    clipped: Any


def first_weights(places: int, actions: int, config: Common, values: int = 1) -> Weights:
    """Orthogonal weights (Saxe et al. 2014), small in the policy head: it begins near uniform."""
    rng = np.random.default_rng(config.seed)
    gain = {"policy_w": 0.01, "value_w": 1.0}
    weights: Weights = {}
    for name, shape in shapes_of(places, config.hidden, actions, values).items():
        if len(shape) == 2:
            weights[name] = jnp.array(_orthogonal(rng, shape, gain.get(name, 2**0.5)))
        elif name != "scale":
            weights[name] = jnp.zeros(shape, jnp.float32)
    return weights


def _orthogonal(rng: np.random.Generator, shape: tuple[int, ...], gain: float) -> Any:
    wide, narrow = max(shape), min(shape)
    q, r = np.linalg.qr(rng.normal(size=(wide, narrow)))
    q *= np.sign(np.diag(r))
    return (gain * (q if shape[0] == wide else q.T)).astype(np.float32)


class Ppo:
    """The compiled functions of one configuration."""

    def __init__(self, scale: Any, config: Config) -> None:
        self.scale, self.config = jnp.array(scale), config
        self.optimizer = optax.chain(
            optax.clip_by_global_norm(config.most_gradient),
            optax.adam(config.learning_rate, eps=1e-5),
        )
        self.act = jax.jit(self._act)
        self.learn = jax.jit(self._learn)

    def _act(
        self, weights: Weights, seen: Any, mask: Any, key: Any, first: Any
    ) -> tuple[Any, Any, Any]:
        """Actions drawn from the policy, their log probabilities, and values.

        The games are those starting with `first`; each has its own row of the random draws.
        """
        log_odds, value = self._think(weights, seen, mask)
        rising = jnp.cumsum(jnp.exp(log_odds), axis=-1)
        # In floating point too, a ticket is below the last sum: `uniform` is a multiple of 2**-23.
        drawn = jax.random.uniform(key, (self.config.parallel, 1))
        if len(seen) < len(drawn):
            drawn = jax.lax.dynamic_slice_in_dim(drawn, first, len(seen))
        ticket = drawn * rising[:, -1:]
        action = jnp.sum(rising <= ticket, axis=-1)
        return action, jnp.take_along_axis(log_odds, action[:, None], -1)[:, 0], value

    def _think(self, weights: Weights, seen: Any, mask: Any) -> tuple[Any, Any]:
        whole = weights | {"scale": self.scale}
        logits, values = forward(jnp, whole, seen, len(self.config.hidden))
        return jax.nn.log_softmax(jnp.where(mask > 0, logits, FAR)), values[..., 0]

    def _learn(
        self, weights: Weights, state: Any, batch: Batch, rows: Any, counts: Any
    ) -> tuple[Weights, Any, Losses]:
        """One step of the gradient on some rows; rows with a count of 0 are padding."""
        part = Batch(*(held[rows] for held in batch))
        gradient, losses = jax.grad(partial(self._loss, part=part, counts=counts), has_aux=True)(
            weights
        )
        change, state = self.optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, change), state, losses

    def _loss(self, weights: Weights, part: Batch, counts: Any) -> tuple[Any, Losses]:
        config = self.config
        log_odds, value = self._think(weights, part.seen, part.mask)
        chosen = jnp.take_along_axis(log_odds, part.action[:, None], -1)[:, 0]
        ratio = jnp.exp(chosen - part.log_odds)
        held = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
        gain = jnp.minimum(ratio * part.advantage, held * part.advantage)
        odds = jnp.exp(log_odds)

        def mean(values: Any) -> Any:
            return jnp.sum(values * counts) / jnp.sum(counts)

        losses = Losses(
            policy=-mean(gain),
            value=mean((value - part.target) ** 2),
            entropy=mean(-jnp.sum(jnp.where(part.mask > 0, odds * log_odds, 0), axis=-1)),
            drift=mean(ratio - 1 - jnp.log(ratio)),
            clipped=mean(jnp.abs(ratio - 1) > config.clip),
        )
        whole = losses.policy + config.value_weight * losses.value - config.entropy * losses.entropy
        return whole, losses


def _mixed(old: Weights, new: Weights, share: Any) -> Weights:
    """A mean of two sets of weights, with `share` of the old ones."""
    return {name: share * old[name] + (1 - share) * new[name] for name in old}


mixed: Any = jax.jit(_mixed)
