/* Connect four, with the rules and observations of bench.search.connect_four. */
#include <stdint.h>

enum { COLUMNS = 7, ROWS = 6, WIDE = COLUMNS, HALF = COLUMNS * ROWS, PLACES = 2 * HALF };

typedef struct {
    uint64_t men[2];
    uint8_t height[COLUMNS], turn, filled, winner;
} State;

static State first;

static void prepare(void) { first = (State){.winner = 2}; }

#include "batch.h"

static int mover(const State *s) { return s->turn; }
static int is_over(const State *s) { return s->winner < 2 || s->filled == HALF; }
static int winner_of(const State *s) { return s->winner; }

static int has_line(uint64_t men) {
    static const int shifts[] = {1, 7, 6, 8};
    for (int d = 0; d < 4; d++) {
        uint64_t pairs = men & men >> shifts[d];
        if (pairs & pairs >> 2 * shifts[d]) return 1;
    }
    return 0;
}

static void act(State *s, int column) {
    int seat = s->turn;
    s->men[seat] |= 1ull << (7 * column + s->height[column]++);
    s->filled++;
    s->turn = !seat;
    if (has_line(s->men[seat])) s->winner = seat;
}

static void observe(const State *s, int me, int8_t *seen) {
    for (int side = 0; side < 2; side++)
        for (int column = 0; column < COLUMNS; column++)
            for (int row = 0; row < s->height[column]; row++)
                seen[HALF * side + ROWS * column + row] = s->men[me ^ side] >> (7 * column + row) & 1;
}

static void mark_legal(const State *s, int8_t *mask) {
    for (int column = 0; column < COLUMNS; column++) mask[column] = s->height[column] < ROWS;
}
