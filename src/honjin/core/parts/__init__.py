"""Parts of the contract that a game may leave out: lessons, maps, desks, facts, reference."""
