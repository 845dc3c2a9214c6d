/* Rokumon, Act 3, with the observations of honjin.games.rokumon.info.arrays. */
#define RULES_ONLY
#include "../rokumon/yardstick.c"

enum { PAIRS = CARDS * CARDS, WIDE = 2 * PAIRS + CARDS };
enum { COLOUR = 1, DICE = 71, SUPPLY = 239, CELLS = 247, TURN = 492, SURPRISED = 494 };
enum { BARRED = 496, PLY = 503, PLACES = 504 };

static const char DEAL[] = "gggjjjj";
static State first;
static int codes[WIDE], numbers[SURPRISE];

static int code_of(int number) {
    int a = number % PAIRS / CARDS, b = number % CARDS;
    if (number < PAIRS) return a << 3 | (b + 1);
    return number < 2 * PAIRS ? MOVE + (a << 3) + b : FIGHT + b;
}

static void prepare(void) {
    setup(&first, 3, DEAL);
    for (int n = 0; n < WIDE; n++) numbers[codes[n] = code_of(n)] = n;
}

#include "batch.h"

static int mover(const State *s) { return s->turn; }
static int is_over(const State *s) { return s->outcome != RUNNING; }
static int winner_of(const State *s) { return s->winner; }
static void act(State *s, int number) { apply(s, codes[number]); }

static int place_of(int kind, int me) {
    int side = kind >> 2;
    return kind - 1 - 3 * side + 4 * (side ^ me);
}

static void observe(const State *s, int me, int8_t *seen) {
    for (int c = 0; c < CARDS; c++) {
        seen[COLOUR + 3 * c + (DEAL[c] == 'j')] = 1;
        for (int level = 0; level < s->height[c]; level++)
            seen[DICE + 8 * (3 * c + level) + place_of(s->pile[c][level], me)] = 1;
        seen[CELLS + 35 * c + s->cell[c]] = 1;
        seen[BARRED + c] = s->barred >> c & 1;
    }
    for (int kind = 1; kind < 8; kind++) seen[SUPPLY + place_of(kind, me)] = s->supply[kind];
    seen[TURN + (s->turn ^ me)] = 1;
    for (int j = 0; j < 2; j++) seen[SURPRISED + j] = s->surprised >> (me ^ j) & 1;
    seen[PLY] = s->ply / 2;
}

static void mark_legal(const State *s, int8_t *mask) {
    int out[256];
    for (int n = legal(s, out); n--;) mask[numbers[out[n]]] = 1;
}
