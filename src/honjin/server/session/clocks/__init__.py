"""Time at a table: time controls, clocks, absences."""
