"""Learning to play by self-play: PPO with masks, over the environments (`honjin.envs`), in JAX.

    pip install 'honjin[train]'

    trainer = Trainer(load("rokumon"), {"act": "3"}, Config(seed=1))
    while trainer.decisions < 1_000_000:
        trainer.update()
    trainer.save(Path("rokumon.npz"))       # `net:rokumon.npz` sits down at any table

config · curve     what can be set, and what is written down of each update
parts · playing    games split into parts, each played here
workers            or by processes and on a Ray cluster
rollout · credit   decisions as they are made, and what came of each for the seat that made it
ppo                the policy's arithmetic: acting, learning
trainer · files    the loop, and the file that it can be gone on with
session            a folder: training with matches on the way (`honjin train`)

JAX is imported when the first trainer is made; NoTraining says what to install.
"""

from honjin.train.config import BadTraining, Config, Limits, NoTraining, Workers
from honjin.train.curve import Row, Score
from honjin.train.session import Match, Session, Told
from honjin.train.trainer import Trainer

__all__ = [
    "BadTraining", "Config", "Limits", "Match", "NoTraining", "Row", "Score", "Session", "Told",
    "Trainer", "Workers",
]  # fmt: skip
