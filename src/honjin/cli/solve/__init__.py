"""Commands around exact values."""
