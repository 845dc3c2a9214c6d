/* Random playouts of Rokumon, Acts 3 and 4, in straightforward C: the yardstick for the rules.
 *
 *   cc -O3 -march=native -o yardstick yardstick.c
 *   ./yardstick ACT DEAL GAMES SEED      prints: actions  nanoseconds  red  black  draws
 *
 * The same rules in the same order of actions as honjin.games.rokumon.rules, and the generator of
 * honjin.core.jit.rng: from the same generator state both play the same games.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CARDS = 7, ALL = 127, LIMIT = 200, WIDTH = 7 };
enum { MOVE = 64, FIGHT = 128, SURPRISE = 192 };
enum { RUNNING, ROW, STACK, SUBMISSION, RESIGNED, REPETITION, LENGTH };

typedef struct {
    uint8_t pile[CARDS][3], height[CARDS], supply[8], cell[CARDS];
    uint8_t unlike[CARDS], high[4], tops[2], pairs[2], row[8];
    int rows, turn, surprised, barred, ply, outcome, winner, surprises, past;
    uint64_t occupied, key, history[LIMIT];
} State;

static const int VALUE[8] = {0, 2, 4, 6, 1, 3, 5, 1};
static const uint8_t COUNT[8] = {0, 2, 1, 1, 1, 2, 1, 1};
static const int STEP[3] = {1, WIDTH, WIDTH - 1};
static const int HOME[CARDS] = {9, 10, 11, 15, 16, 17, 18};
static uint64_t frame;
static uint64_t rng;

static inline int lowest(uint64_t mask) { return __builtin_ctzll(mask); }

static inline int draw(int total) {
    uint32_t x = (uint32_t)rng;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    rng = x;
    return (int)((uint64_t)x * (uint64_t)total >> 32);
}

static void settle_board(State *s) {
    s->occupied = 0;
    for (int c = 0; c < CARDS; c++) s->occupied |= 1ull << s->cell[c];
    s->rows = 0;
    for (int d = 0; d < 3; d++) {
        uint64_t o = s->occupied, starts = o & o >> STEP[d] & o >> 2 * STEP[d];
        for (; starts; starts &= starts - 1) {
            int a = lowest(starts);
            uint64_t line = 1ull << a | 1ull << (a + STEP[d]) | 1ull << (a + 2 * STEP[d]);
            int cards = 0;
            for (int c = 0; c < CARDS; c++)
                if (line >> s->cell[c] & 1) cards |= 1 << c;
            s->row[s->rows++] = cards;
        }
    }
}

static void setup(State *s, int act, const char *deal) {
    frame = 0;
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 6; x++) frame |= 1ull << (WIDTH * y + x);
    memset(s, 0, sizeof *s);
    memcpy(s->supply, COUNT, sizeof COUNT);
    for (int c = 0; c < CARDS; c++) {
        s->cell[c] = HOME[c];
        for (int d = 0; d < CARDS; d++)
            if (deal[c] != deal[d]) s->unlike[c] |= 1 << d;
    }
    s->high[0] = ALL;
    s->surprises = act == 4;
    s->surprised = act == 4 ? 0 : 3;
    settle_board(s);
    s->history[s->past++] = s->key;
}

static void put(State *s, int c, int kind) {
    int level = s->height[c]++, bit = 1 << c, seat = kind >> 2;
    s->pile[c][level] = kind;
    s->key |= (uint64_t)kind << (9 * c + 3 * level);
    s->high[level] &= ~bit;
    s->high[level + 1] |= bit;
    if (level == 1 && s->tops[seat] & bit) s->pairs[seat] |= bit;
    s->tops[seat] |= bit;
    s->tops[!seat] &= ~bit;
}

static int lift(State *s, int c) {
    int level = --s->height[c], bit = 1 << c, kind = s->pile[c][level];
    s->pile[c][level] = 0;
    s->key &= ~(7ull << (9 * c + 3 * level));
    s->high[level + 1] &= ~bit;
    s->high[level] |= bit;
    s->tops[kind >> 2] &= ~bit;
    if (level == 1) {
        s->pairs[kind >> 2] &= ~bit;
        s->tops[s->pile[c][0] >> 2] |= bit;
    }
    return kind;
}

static int has_row(const State *s, int tops) {
    for (int i = 0; i < s->rows; i++)
        if ((tops & s->row[i]) == s->row[i]) return 1;
    return 0;
}

static uint64_t surprise_places(const State *s, int c) {
    uint64_t others = s->occupied ^ 1ull << s->cell[c], once = 0, twice = 0;
    for (int d = 0; d < 3; d++) {
        uint64_t near = others << STEP[d];
        twice |= once & near;
        once |= near;
        near = others >> STEP[d];
        twice |= once & near;
        once |= near;
    }
    return twice & ~s->occupied & frame;
}

static inline int move_targets(const State *s, int seat, int c) {
    return s->unlike[c] & (s->high[0] | s->high[1] | s->pairs[seat]);
}

static int legal(const State *s, int *out) {
    int n = 0, seat = s->turn;
    for (int kind = 1 + 3 * seat; kind < 4 + 4 * seat; kind++)
        if (s->supply[kind])
            for (int m = s->high[0]; m; m &= m - 1) out[n++] = lowest(m) << 3 | kind;
    for (int m = s->tops[seat]; m; m &= m - 1) {
        int c = lowest(m);
        for (int t = move_targets(s, seat, c); t; t &= t - 1)
            out[n++] = MOVE + (c << 3) + lowest(t);
    }
    for (int m = s->high[2] & ~(s->pairs[0] | s->pairs[1]); m; m &= m - 1) out[n++] = FIGHT + lowest(m);
    if (s->surprises && !(s->surprised >> seat & 1))
        for (int m = ALL & ~s->barred; m; m &= m - 1) {
            int c = lowest(m);
            for (uint64_t t = surprise_places(s, c); t; t &= t - 1)
                out[n++] = SURPRISE + (c << 6) + lowest(t);
        }
    return n;
}

static int has_action(const State *s, int seat) {
    if (s->high[0])
        for (int kind = 1 + 3 * seat; kind < 4 + 4 * seat; kind++)
            if (s->supply[kind]) return 1;
    if (s->high[2] & ~s->pairs[!seat]) return 1;
    for (int m = s->tops[seat]; m; m &= m - 1)
        if (move_targets(s, seat, lowest(m))) return 1;
    if (s->surprises && !(s->surprised >> seat & 1))
        for (int m = ALL & ~s->barred; m; m &= m - 1)
            if (surprise_places(s, lowest(m))) return 1;
    return 0;
}

static void end(State *s, int reason, int winner) {
    s->outcome = reason;
    s->winner = winner;
}

static void remember(State *s) {
    if (s->barred) return;
    int before = 0;
    for (int i = s->past & 1; i < s->past; i += 2) before += s->history[i] == s->key;
    s->history[s->past++] = s->key;
    if (before >= 2) end(s, REPETITION, 2);
}

static void close_action(State *s, int moved_card, int revealed) {
    int me = s->turn, rival = !me;
    s->turn = rival;
    s->ply++;
    s->barred = moved_card;
    if (revealed || has_row(s, s->tops[rival])) end(s, ROW, rival);
    else if (s->high[3]) end(s, STACK, me);
    else if (has_row(s, s->tops[me])) end(s, ROW, me);
    else if (!has_action(s, rival)) end(s, SUBMISSION, me);
    else if (s->ply >= LIMIT) end(s, LENGTH, 2);
    else remember(s);
}

static void apply(State *s, int action) {
    if (action < MOVE) {
        s->supply[action & 7]--;
        put(s, action >> 3, action & 7);
        close_action(s, 0, 0);
    } else if (action < FIGHT) {
        int kind = lift(s, (action - MOVE) >> 3);
        int revealed = has_row(s, s->tops[!s->turn]);
        put(s, action & 7, kind);
        close_action(s, 0, revealed);
    } else if (action < SURPRISE) {
        int c = action - FIGHT, bottom = s->pile[c][0], top = s->pile[c][1];
        int top_wins = VALUE[top] > VALUE[bottom];
        if (bottom == 7 && top == 3) top_wins = 0;
        if (bottom == 3 && top == 7) top_wins = 1;
        lift(s, c);
        if (top_wins) {
            lift(s, c);
            put(s, c, top);
        }
        s->supply[top_wins ? bottom : top]++;
        close_action(s, 0, 0);
    } else {
        int c = (action - SURPRISE) >> 6;
        s->cell[c] = action & 63;
        settle_board(s);
        s->surprised |= 1 << s->turn;
        s->past = 0;
        close_action(s, 1 << c, 0);
    }
}

#ifndef RULES_ONLY
int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: yardstick ACT DEAL GAMES SEED\n");
        return 2;
    }
    static State start, s;
    setup(&start, atoi(argv[1]), argv[2]);
    long games = atol(argv[3]), actions = 0, wins[3] = {0, 0, 0};
    rng = strtoull(argv[4], NULL, 10);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    int out[256];
    for (long g = 0; g < games; g++) {
        s = start;
        while (s.outcome == RUNNING) {
            int n = legal(&s, out);
            apply(&s, out[draw(n)]);
            actions++;
        }
        wins[s.winner]++;
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    long long ns = (b.tv_sec - a.tv_sec) * 1000000000LL + (b.tv_nsec - a.tv_nsec);
    printf("%ld %lld %ld %ld %ld\n", actions, ns, wins[0], wins[1], wins[2]);
    return 0;
}
#endif
