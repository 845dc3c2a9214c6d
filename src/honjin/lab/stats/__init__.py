"""Statistics: intervals, sequential tests, standings."""
