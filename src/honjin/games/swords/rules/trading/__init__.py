"""Trade between clans: the offers and what they do (rule 25)."""
