"""Tournaments: a fold over their own journals, and the next steps. No IO."""
