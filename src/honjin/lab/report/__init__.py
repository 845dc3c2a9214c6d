"""Balance reports, and all plots."""
