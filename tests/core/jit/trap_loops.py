"""Loops that show the known differences between interpreted and compiled code. A loop file."""

from typing import Any

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import apply_action, copy_state, loop, new_ints, new_table


@loop
def one_less(states: Any, i: int) -> int:
    return int(states[i].bank - 1)


@loop
def store(states: Any, i: int, value: int) -> int:
    states[i].bank = value
    return int(states[i].bank)


@loop
def quotient(a: int, b: int) -> int:
    return a // b


@loop
def remainder(a: int, b: int) -> int:
    return a % b


@loop
def beyond_the_list(states: Any, i: int, k: int, value: int) -> None:
    states[i].coins[k] = value


@loop
def assign_list(states: Any, i: int) -> None:
    states[i].bid = states[i].coins


@loop
def assign_into_list(states: Any, i: int) -> None:
    states[i].bid[:] = states[i].coins
    states[i].bid[0] += 1


@loop
def copy_by_method(states: Any, i: int) -> int:
    return int(states[i].copy().bank)


@loop
def copy_by_index(states: Any) -> None:
    copy_state(states, 1, 0)
    states[1].bank = 7


@loop
def given(states: Any, i: int) -> Any:
    return states[i]


@loop
def in_a_row(states: Any, i: int, seat: int) -> int:
    states[i].hand[seat][2] += 5
    return int(states[i].hand[seat][2])


@loop
def lowest(mask: int) -> int:
    return lowest_bit(mask)


@loop
def how_many(mask: int) -> int:
    return count_bits(mask)


@loop
def lowest_of_field(states: Any, i: int) -> int:
    return lowest_bit(states[i].alive) + 10 * count_bits(states[i].alive)


@loop
def throw(rng: Any, total: int, times: int) -> int:
    told = 0
    for _ in range(times):
        told = (told * 31 + draw(rng, total)) % 1_000_003
    return told


@loop
def allocate(n: int) -> int:
    row = new_ints(n)
    table = new_table(n, 3)
    row[n - 1] = 4
    table[n - 1][2] = 5
    return int(row[n - 1] + row[0] + table[n - 1][2] + table[0][2])


@loop
def bid_one(states: Any, i: int, seat: int) -> int:
    apply_action(states[i], seat, 1)
    return int(states[i].bid[seat])
