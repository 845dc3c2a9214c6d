"""How rules run compiled."""
