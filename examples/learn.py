"""Self-play PPO in one file, for Act 3 of Rokumon: python examples/learn.py [updates].

`honjin train` does the same for every game, with more care.
"""

import sys
from itertools import pairwise

import jax
import jax.numpy as jnp
import numpy as np
import optax

from honjin.envs.vector import make_vec

GAMES, STEPS = 256, 64
envs = make_vec("rokumon", GAMES, preset="act3")
seen, _ = envs.reset(seed=1)
sizes = (seen["observation"].shape[1], 128, 128, seen["action_mask"].shape[1] + 1)
rng, adam = np.random.default_rng(1), optax.adam(1e-3)
weights = [(jnp.array(rng.normal(0, a**-0.5, (a, b))), jnp.zeros(b)) for a, b in pairwise(sizes)]
state = adam.init(weights)


@jax.jit
def think(weights, seen, mask):
    """The log probabilities of the actions, and the values."""
    *layers, (head, bias) = weights
    x = seen.astype(jnp.float32)
    for w, b in layers:
        x = jax.nn.relu(x @ w + b)
    x = x @ head + bias  # the last column is the value
    return jax.nn.log_softmax(jnp.where(mask > 0, x[:, :-1], -1e9)), x[:, -1]


@jax.jit
def learn(weights, state, batch):
    """One gradient step."""
    seen, mask, action, old, target, gain = batch

    def loss(weights):
        logs, value = think(weights, seen, mask)
        ratio = jnp.exp(jnp.take_along_axis(logs, action[:, None], 1)[:, 0] - old)
        policy = jnp.minimum(ratio * gain, jnp.clip(ratio, 0.8, 1.2) * gain)
        entropy = -jnp.sum(jnp.exp(logs) * logs, axis=1)
        return jnp.mean((value - target) ** 2 / 2 - policy - 0.01 * entropy)

    change, state = adam.update(jax.grad(loss)(weights), state)
    return optax.apply_updates(weights, change), state


for update in range(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
    rows, ends, targets, got = [], [], [], None
    for _ in range(STEPS):
        logs, value = map(np.asarray, think(weights, seen["observation"], seen["action_mask"]))
        action = (logs + rng.gumbel(size=logs.shape)).argmax(1)  # a draw from the policy
        rows.append((*seen.values(), action, logs[np.arange(GAMES), action], value))
        seen, _, over, _, infos = envs.step(action)
        ends.append((over, infos["rewards"]))
    for (_, _, seat, *_, value), (over, rewards) in zip(rows[::-1], ends[::-1], strict=True):
        if got is None:  # zero sum: the other seat loses what the last one expects to win
            got = np.where(np.arange(2) == seat[:, None], value[:, None], -value[:, None])
        got = np.where(over[:, None], rewards, got)
        targets.append(got[np.arange(GAMES), seat])
    flat = [np.concatenate(column) for column in zip(*rows, strict=True)]
    target, value = np.concatenate(targets[::-1]), flat.pop()
    del flat[2]  # the seats
    gain = (target - value) / (target - value).std()
    for part in np.array_split(rng.permutation(len(target)), 8):
        weights, state = learn(weights, state, [column[part] for column in (*flat, target, gain)])
    print(f"update {update}: {sum(over.sum() for over, _ in ends)} games ended")
