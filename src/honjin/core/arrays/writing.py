"""What generated encoders call."""

from honjin.core.jit.rule import rule


@rule
def turned(seat: int, seats: int) -> int:
    """A seat below 2 * `seats`, counted again from 0 after the last one."""
    return seat - seats if seat >= seats else seat
