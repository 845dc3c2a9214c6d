"""Akiwado: merchants of Edo who split dice, bid in secret and lie, three to five of them."""
