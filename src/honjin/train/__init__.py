"""Learning to play by self-play: PPO with masks, over the environments (`honjin.envs`), in JAX.

    pip install 'honjin[train]'

    trainer = Trainer(load("rokumon"), {"act": "3"}, Config(seed=1))
    while trainer.decisions < 1_000_000:
        trainer.update()
    trainer.save(Path("rokumon.npz"))       # `net:rokumon.npz` can play at any table

config · curve     the settings, and the record of each update
parts · playing    games split into parts, each played in this process,
workers            or by other processes or on a Ray cluster
rollout · credit   decisions as they are made, and the credit of each for the seat that made it
ppo                the policy's arithmetic: acting, learning
trainer            the loop, and the file from which it can be resumed
session            a folder: training with matches along the way (`honjin train`)

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
