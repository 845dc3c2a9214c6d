"""The observation and the log of each seat."""
