"""Order in the house: what was asked of it is done at the tables."""
