"""Akebono: the dawn of Sekigahara, two armies on hexes."""
