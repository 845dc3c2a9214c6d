"""Tournaments: a fold over their own journals, and what comes next. No IO."""
