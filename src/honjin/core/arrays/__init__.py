"""Observations as arrays of small numbers: declarations for fields, and encoders made from them."""

from honjin.core.arrays.words import Shown, amount, bits, one_of, own, seat_number, seat_set

__all__ = ["Shown", "amount", "bits", "one_of", "own", "seat_number", "seat_set"]
