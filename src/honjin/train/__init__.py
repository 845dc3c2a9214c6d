"""Learning to play by self-play, over the environments (`honjin.envs`), in JAX.

Two methods: proximal policy optimization (`Config`), and learning from a tree search that the
network guides, as AlphaZero does (`SearchConfig`).

    pip install 'honjin[train]'

    trainer = Trainer(load("rokumon"), {"act": "3"}, Config(seed=1))
    while trainer.decisions < 1_000_000:
        trainer.update()
    trainer.save(Path("rokumon.npz"))       # `net:rokumon.npz` can play at any table

config · curve     the settings, and the record of each update
parts · playing    games split into parts, each played in this process,
workers            or by other processes or on a Ray cluster
rows               the decisions of an update
methods            what the methods have in common
by_ppo             PPO: rollout and credit of the seat that decided, and the arithmetic (`ppo`)
search             learning from a search
trainer            the loop, and the file from which it can be resumed
session            a folder: training with matches along the way (`honjin train`)
generations        a folder of games and weights (`honjin learn`), for both of these
patterns           learning weights of patterns for alpha-beta
weights            learning the weights of an estimate by matches

JAX is imported when the first trainer is made; NoTraining says what to install.
"""

from honjin.train.config import (
    AnyConfig,
    BadTraining,
    Config,
    Limits,
    MethodKey,
    NoTraining,
    SearchConfig,
    Workers,
)
from honjin.train.curve import AnyRow, Row, Score, SearchRow
from honjin.train.patterns.config import PatternConfig
from honjin.train.session import Match, Session, Told
from honjin.train.trainer import Trainer
from honjin.train.weights.config import WeightConfig

__all__ = [
    "AnyConfig", "AnyRow", "BadTraining", "Config", "Limits", "Match", "MethodKey", "NoTraining",
    "PatternConfig", "Row", "Score", "SearchConfig", "SearchRow", "Session", "Told", "Trainer",
    "WeightConfig", "Workers",
]  # fmt: skip
