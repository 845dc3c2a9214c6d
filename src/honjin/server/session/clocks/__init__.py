"""Time at a table: controls, clocks, who is away."""
