"""One address may ask for much: the others have their turn."""
