"""Japanese Swords: clans at war over castles, each with an army of cards."""
