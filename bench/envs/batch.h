/* A batch of games in straightforward C: a step applies an action in each game, gives rewards,
 * begins again what has ended, and fills observations and masks. A game defines State, PLACES,
 * WIDE, `first` and `prepare` before it includes this file, and the functions declared here.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int mover(const State *s);
static int is_over(const State *s);
static int winner_of(const State *s); /* 2: nobody */
static void act(State *s, int number);
static void observe(const State *s, int me, int8_t *seen);    /* into zeros */
static void mark_legal(const State *s, int8_t *mask);         /* the same, while it is not over */

typedef struct {
    int8_t *seen, *legal, *last_seen, *last_legal;
    float *reward, *rewards;
    uint8_t *terminated;
} Tables;

static State *games;
static int count;

static void look(const State *s, int me, int8_t *seen, int8_t *mask) {
    memset(seen, 0, PLACES);
    observe(s, me, seen);
    memset(mask, 0, WIDE);
    if (!is_over(s)) mark_legal(s, mask);
}

void begin(int many, Tables t) {
    prepare();
    count = many;
    games = realloc(games, many * sizeof *games);
    if (!games) abort();
    for (int i = 0; i < many; i++) {
        games[i] = first;
        look(&first, mover(&first), t.seen + i * PLACES, t.legal + i * WIDE);
    }
}

/* The first game whose action is not legal, or -1 after a step of all. */
int step(const int64_t *actions, Tables t) {
    for (int i = 0; i < count; i++)
        if (actions[i] < 0 || actions[i] >= WIDE || !t.legal[i * WIDE + actions[i]]) return i;
    for (int i = 0; i < count; i++) {
        State *s = &games[i];
        int seat = mover(s);
        act(s, actions[i]);
        t.terminated[i] = is_over(s);
        int has_winner = is_over(s) && winner_of(s) < 2;
        for (int j = 0; j < 2; j++)
            t.rewards[2 * i + j] = has_winner * (winner_of(s) == j ? 1 : -1);
        t.reward[i] = t.rewards[2 * i + seat];
        if (is_over(s)) {
            look(s, seat, t.last_seen + i * PLACES, t.last_legal + i * WIDE);
            *s = first;
        }
        look(s, mover(s), t.seen + i * PLACES, t.legal + i * WIDE);
    }
    return -1;
}
