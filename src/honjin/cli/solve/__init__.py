"""Commands for exact values."""
