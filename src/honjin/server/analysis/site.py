"""The parts of a site that analyse positions and games."""

from __future__ import annotations

from honjin.server.analysis.coach import Coach
from honjin.server.analysis.review import Reviewer
from honjin.server.analysis.scheduler import AnalysisScheduler
from honjin.server.tables.site import TableSite


class AnalysisSite(TableSite):
    """A site with analysts."""

    analysis: AnalysisScheduler
    coach: Coach
    reviewer: Reviewer
