"""The record of training: a row for each update, one for each match."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec


class Row(NamedTuple):
    """An update. `seconds` is the processor time since the beginning.

    `games` is the number of games that ended, `length` their mean number of decisions, `drawn` the
    share of them without a winner. `explained` is the share of the variance of returns that the
    values predicted. `drift` is the change of the policy (the mean of ratio - 1 - log ratio),
    `clipped` the share of decisions whose ratio was clipped.
    """

    update: int
    decisions: int
    seconds: float
    games: int
    length: float
    drawn: float
    policy_loss: float
    value_loss: float
    entropy: float
    explained: float
    drift: float
    clipped: float


class SearchRow(NamedTuple):
    """An update of learning from a search. The first columns and `explained` are as in `Row`.

    `policy_loss` is the cross entropy of the policy to the search's odds, `entropy` that of the
    policy. `ahead` is how far the search is from the policy that guided it (the divergence of
    Kullback and Leibler), `kept` the number of decisions in the buffer. Without a step of the
    gradient the losses are 0.
    """

    update: int
    decisions: int
    seconds: float
    games: int
    length: float
    drawn: float
    policy_loss: float
    value_loss: float
    entropy: float
    explained: float
    ahead: float
    kept: int


AnyRow = Row | SearchRow


class Score(msgspec.Struct, frozen=True):
    """A match against another bot: its score, from 0 to 1, with the 95 % interval."""

    update: int
    decisions: int
    seconds: float
    against: str
    games: int
    score: float
    low: float
    high: float


def as_csv(columns: Sequence[str], rows: Iterable[Iterable[Any]]) -> bytes:
    """A table as CSV."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row])
    return out.getvalue().encode()
