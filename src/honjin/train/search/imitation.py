"""Learning what searches found and how games ended (Silver et al. 2018), in JAX."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from honjin.bots.net.network import forward
from honjin.train.config import SearchConfig
from honjin.train.ppo import FAR, Weights


class Lesson(NamedTuple):
    """Some decisions: each array has a row for each of them."""

    seen: Any
    mask: Any
    odds: Any
    result: Any


class Losses(NamedTuple):
    """Means over the decisions of a step; `missed` is the value's error for the seat that acts."""

    policy: Any
    value: Any
    entropy: Any
    ahead: Any
    missed: Any


class Imitation:
    """The compiled functions of one configuration."""

    def __init__(self, scale: Any, config: SearchConfig) -> None:
        self.scale, self.config = jnp.array(scale), config
        self.optimizer = optax.chain(
            optax.clip_by_global_norm(config.most_gradient),
            optax.adamw(config.learning_rate, weight_decay=config.decay),
        )
        self.learn = jax.jit(self._learn)

    def think(self, weights: Weights, seen: Any, mask: Any) -> tuple[Any, Any]:
        """Log probabilities of all actions, and the values for each seat."""
        whole = weights | {"scale": self.scale}
        logits, values = forward(jnp, whole, seen, len(self.config.hidden))
        return jax.nn.log_softmax(jnp.where(mask > 0, logits, FAR)), values

    def _learn(self, weights: Weights, state: Any, lesson: Lesson) -> tuple[Weights, Any, Losses]:
        """One step of the gradient."""
        slope = jax.grad(partial(self._loss, lesson=lesson), has_aux=True)
        gradient, losses = slope(weights)
        change, state = self.optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, change), state, losses

    def _loss(self, weights: Weights, lesson: Lesson) -> tuple[Any, Losses]:
        log_odds, values = self.think(weights, lesson.seen, lesson.mask)
        error = (values - lesson.result) ** 2
        cross = -_mean_of(lesson.odds, log_odds, lesson.mask)
        own = _mean_of(lesson.odds, jnp.log(jnp.maximum(lesson.odds, 1e-12)), lesson.mask)
        losses = Losses(
            policy=cross,
            value=jnp.mean(error),
            entropy=-_mean_of(jnp.exp(log_odds), log_odds, lesson.mask),
            ahead=cross + own,
            missed=jnp.mean(error[:, 0]),
        )
        return losses.policy + self.config.value_weight * losses.value, losses


def _mean_of(odds: Any, numbers: Any, mask: Any) -> Any:
    """The mean over decisions of the expected number of a legal action."""
    return jnp.mean(jnp.sum(jnp.where(mask > 0, odds * numbers, 0), axis=-1))
