"""Every planted fault, as (name of the check, what is wrong, the game with it)."""

from testing import (
    faults_of_arrays,
    faults_of_desks,
    faults_of_facts,
    faults_of_rulebook,
    faults_of_rules,
    faults_of_search,
    faults_of_sight,
    faults_of_table,
    faults_of_themes,
)
from testing.planting import FAULTS

PARTS = (faults_of_rules, faults_of_sight, faults_of_arrays, faults_of_table,
         faults_of_search, faults_of_facts, faults_of_desks, faults_of_rulebook,
         faults_of_themes)  # fmt: skip

__all__ = ["FAULTS", "PARTS"]
