"""Monte Carlo tree search over observations."""
