/* Retrograde analysis of Rokumon, Acts 2 and 3, in straightforward C: the yardstick for the solver.
 *
 *   cc -O3 -march=native -pthread -o yardstick yardstick.c
 *   ./yardstick ACT DEAL THREADS [FILE]
 *
 * prints: positions, the longest distance, seconds for the graph, seconds for the sweep, seconds of
 * processor time, peak memory in MB; and writes the table to FILE.
 *
 * The same analysis over the same families in the same order as honjin.solver, so both tables are
 * equal byte for byte; the rules are written out here once more, for boards of bricks only.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { CARDS = 7, PILES = 7, SHAPES = 823543, WIDTH = 720, LOSES = 128 };
enum { WON = -1, LOST = -2 };
enum { PLACED = 1, MOVED, RIVALS };

static const int LINES[3] = {0x07, 0x38, 0x70};
static const int LOW[PILES] = {-1, 0, 1, 0, 0, 1, 1}, HIGH[PILES] = {-1, -1, -1, 0, 1, 0, 1};
static const int COUNT[8] = {0, 2, 1, 1, 1, 2, 1, 1}, VALUE[8] = {0, 2, 4, 6, 1, 3, 5, 1};
static const int MOST[2] = {4, 5};

static int fights, unlike[CARDS];
static int nseq[2][6];
static uint8_t seq[2][6][60][5];

/* ---- growing arrays */

typedef struct { int32_t *at; size_t n, room; } Ints;

static void push(Ints *a, int32_t x) {
    if (a->n == a->room) {
        a->room = a->room ? 2 * a->room : 1 << 16;
        a->at = realloc(a->at, a->room * sizeof *a->at);
    }
    a->at[a->n++] = x;
}

/* ---- the values of the dice */

static void list_sequences(int seat, int length, int done, int *left, uint8_t *now) {
    if (done == length) {
        memcpy(seq[seat][length][nseq[seat][length]++], now, 5);
        return;
    }
    for (int kind = 1 + 3 * seat; kind < 4 + 4 * seat; kind++)
        if (left[kind]) {
            left[kind]--;
            now[done] = kind;
            list_sequences(seat, length, done + 1, left, now);
            now[done] = 0;
            left[kind]++;
        }
}

static int rank_of(int seat, int length, const uint8_t *dice) {
    for (int n = 0; n < nseq[seat][length]; n++)
        if (!memcmp(seq[seat][length][n], dice, length)) return n;
    return -1;
}

static int beats(int a, int b) {
    if (a == 7 && b == 3) return 1;
    if (a == 3 && b == 7) return 0;
    return VALUE[a] > VALUE[b];
}

static void drop(uint8_t *dice, int *length, int place) {
    for (int i = place; i + 1 < *length; i++) dice[i] = dice[i + 1];
    (*length)--;
}

static void insert(uint8_t *dice, int *length, int place, int kind) {
    for (int i = (*length)++; i > place; i--) dice[i] = dice[i - 1];
    dice[place] = kind;
}

/* The dice of each side after one of the ways to act. Returns 0 if it is not possible. */
static int change(int way, uint8_t dice[2][6], int length[2]) {
    int seat = way >> 3 & 1, a = way >> 4 & 7, b = way >> 7 & 7, kind = way >> 10 & 7;
    uint8_t *own = dice[seat];
    if ((way & 7) == PLACED) {
        int held = 0;
        for (int i = 0; i < length[seat]; i++) held += own[i] == kind;
        if (held == COUNT[kind]) return 0;
        insert(own, &length[seat], a, kind);
    } else if ((way & 7) == MOVED) {
        int moved = own[a];
        drop(own, &length[seat], a);
        insert(own, &length[seat], b, moved);
    } else {
        int place[2] = {a, b};
        if (!beats(own[place[seat]], dice[1 - seat][place[1 - seat]])) return 0;
        drop(dice[1 - seat], &length[1 - seat], place[1 - seat]);
    }
    return 1;
}

static int32_t way_number[1 << 19];
static int ways;
static int16_t (*maps)[WIDTH], (*inverse)[2][WIDTH];

static int number_of_way(int way) {
    if (way_number[way]) return way_number[way] - 1;
    maps = realloc(maps, (ways + 1) * sizeof *maps);
    inverse = realloc(inverse, (ways + 1) * sizeof *inverse);
    int16_t *map = maps[ways];
    memset(map, -1, sizeof *maps);
    memset(inverse[ways], -1, sizeof *inverse);
    if (!way) map[0] = 0;
    int red = way >> 13 & 7, black = way >> 16 & 7;
    for (int m = 0; way && m < nseq[0][red] * nseq[1][black]; m++) {
        uint8_t dice[2][6] = {{0}};
        int length[2] = {red, black};
        memcpy(dice[0], seq[0][red][m / nseq[1][black]], 5);
        memcpy(dice[1], seq[1][black][m % nseq[1][black]], 5);
        if (!change(way, dice, length)) continue;
        map[m] = rank_of(0, length[0], dice[0]) * nseq[1][length[1]] + rank_of(1, length[1], dice[1]);
    }
    for (int m = WIDTH - 1; m >= 0; m--)
        if (map[m] >= 0) {
            inverse[ways][1][m] = inverse[ways][0][map[m]];
            inverse[ways][0][map[m]] = m;
        }
    way_number[way] = ++ways;
    return ways - 1;
}

/* ---- families and their links */

typedef struct {
    int pile[CARDS], tops[2], pairs[2], count[2], size[CARDS];
} Board;

static int has_row(int tops) {
    for (int i = 0; i < 3; i++)
        if ((LINES[i] & ~tops) == 0) return 1;
    return 0;
}

static void read_board(Board *b, int number) {
    memset(b, 0, sizeof *b);
    for (int c = CARDS - 1; c >= 0; c--, number /= PILES) {
        int p = b->pile[c] = number % PILES;
        if (!p) continue;
        b->count[LOW[p]]++;
        b->size[c] = 1 + (p > 2);
        if (p > 2) b->count[HIGH[p]]++;
        b->tops[p > 2 ? HIGH[p] : LOW[p]] |= 1 << c;
        if (p > 2 && LOW[p] == HIGH[p]) b->pairs[LOW[p]] |= 1 << c;
    }
}

static int number_of_board(const int *pile) {
    int number = 0;
    for (int c = 0; c < CARDS; c++) number = PILES * number + pile[c];
    return number;
}

/* The number of dice of a side below a level of a card. */
static int place_of(const int *pile, int seat, int card, int level) {
    int n = 0;
    for (int c = 0; c < card; c++) n += (LOW[pile[c]] == seat) + (HIGH[pile[c]] == seat);
    return n + (level > 0 && LOW[pile[card]] == seat);
}

static int pile_of(int low, int high) {
    for (int p = 0; p < PILES; p++)
        if (LOW[p] == low && HIGH[p] == high) return p;
    return -1;
}

static int64_t *first;
static int32_t *place_in, *numbers;
static size_t families;
static Ints head, target, way_of;

static void add(const Board *b, int end, const int *pile, int turn, int way) {
    if (fights && end >= 0) way |= b->count[0] << 13 | b->count[1] << 16;
    push(&target, end < 0 ? end : place_in[2 * number_of_board(pile) + 1 - turn]);
    push(&way_of, number_of_way(fights ? way | b->count[0] << 13 | b->count[1] << 16 : 0));
}

static int tops_of(const int *pile, int seat) {
    int mask = 0;
    for (int c = 0; c < CARDS; c++)
        if (pile[c] && (pile[c] > 2 ? HIGH[pile[c]] : LOW[pile[c]]) == seat) mask |= 1 << c;
    return mask;
}

/* The result of an action for the side that acted; 0: the game continues. */
static int ending(const int *pile, int seat) {
    if (has_row(tops_of(pile, 1 - seat))) return LOST;
    return has_row(tops_of(pile, seat)) ? WON : 0;
}

static void list_places(const Board *b, int seat) {
    int pile[CARDS];
    if (b->count[seat] == MOST[seat]) return;
    for (int kind = 1 + 3 * seat; kind < (fights ? 4 + 4 * seat : 2 + 3 * seat); kind++)
        for (int c = 0; c < CARDS; c++) {
            if (b->pile[c]) continue;
            memcpy(pile, b->pile, sizeof pile);
            pile[c] = 1 + seat;
            int way = PLACED | seat << 3 | place_of(b->pile, seat, c, 0) << 4 | kind << 10;
            add(b, ending(pile, seat), pile, seat, way);
        }
}

static void list_moves(const Board *b, int seat) {
    int air[CARDS], pile[CARDS];
    for (int c = 0; c < CARDS; c++) {
        if (!(b->tops[seat] >> c & 1)) continue;
        memcpy(air, b->pile, sizeof air);
        air[c] = b->size[c] == 2 ? 1 + LOW[b->pile[c]] : 0;
        int from = place_of(b->pile, seat, c, b->size[c] - 1), revealed = has_row(tops_of(air, 1 - seat));
        for (int t = 0; t < CARDS; t++) {
            if (!(unlike[c] >> t & 1) || (b->size[t] == 2 && !(b->pairs[seat] >> t & 1))) continue;
            int way = MOVED | seat << 3 | from << 4 | place_of(air, seat, t, b->size[t]) << 7;
            if (b->size[t] == 2) {
                add(b, revealed ? LOST : WON, air, seat, way);
                continue;
            }
            memcpy(pile, air, sizeof pile);
            pile[t] = b->size[t] ? pile_of(LOW[air[t]], seat) : 1 + seat;
            add(b, revealed ? LOST : ending(pile, seat), pile, seat, way);
        }
    }
}

static void list_fights(const Board *b, int seat) {
    int pile[CARDS];
    for (int c = 0; fights && c < CARDS; c++) {
        if (b->size[c] != 2 || (b->pairs[0] | b->pairs[1]) >> c & 1) continue;
        int low = LOW[b->pile[c]];
        memcpy(pile, b->pile, sizeof pile);
        int red = place_of(b->pile, 0, c, low == 0 ? 0 : 1), black = place_of(b->pile, 1, c, low == 1 ? 0 : 1);
        for (int winner = 0; winner < 2; winner++) {
            pile[c] = 1 + winner;
            add(b, ending(pile, seat), pile, seat, RIVALS | winner << 3 | red << 4 | black << 7);
        }
    }
}

static void number_families(void) {
    Board b;
    place_in = malloc(2 * SHAPES * sizeof *place_in);
    numbers = malloc(2 * SHAPES * sizeof *numbers);
    first = malloc((2 * SHAPES + 1) * sizeof *first);
    first[0] = 0;
    for (int shape = 0; shape < SHAPES; shape++) {
        read_board(&b, shape);
        int is_there = b.count[0] <= 4 && b.count[1] <= 5 && !has_row(b.tops[0]) && !has_row(b.tops[1]);
        for (int turn = 0; turn < 2; turn++) {
            place_in[2 * shape + turn] = is_there ? (int)families : -9;
            if (!is_there) continue;
            numbers[families] = 2 * shape + turn;
            first[families + 1] = first[families] + (fights ? nseq[0][b.count[0]] * nseq[1][b.count[1]] : 1);
            families++;
        }
    }
}

static void list_links(void) {
    Board b;
    for (int f = 0; f < (int)families; f++) {
        push(&head, target.n);
        read_board(&b, numbers[f] >> 1);
        list_places(&b, numbers[f] & 1);
        list_moves(&b, numbers[f] & 1);
        list_fights(&b, numbers[f] & 1);
    }
    push(&head, target.n);
}

static int32_t *back_head, *source, *back;

static void turn_round(void) {
    back_head = calloc(families + 2, sizeof *back_head);
    for (size_t k = 0; k < target.n; k++)
        if (target.at[k] >= 0) back_head[target.at[k] + 2]++;
    for (int f = 0; f < (int)families; f++) back_head[f + 2] += back_head[f + 1];
    source = malloc(target.n * sizeof *source);
    back = malloc(target.n * sizeof *back);
    for (int f = 0; f < (int)families; f++)
        for (int k = head.at[f]; k < head.at[f + 1]; k++)
            if (target.at[k] >= 0) {
                int at = back_head[target.at[k] + 1]++;
                source[at] = f;
                back[at] = way_of.at[k];
            }
}

/* ---- the sweep */

static uint8_t *table, *left, *fresh[2];
static int threads, depth;
static int cuts[65];
static long news[64];

static void *prepare(void *which) {
    int part = (int)(intptr_t)which;
    for (int f = cuts[part]; f < cuts[part + 1]; f++) {
        int64_t base = first[f];
        int count = first[f + 1] - base;
        for (int k = head.at[f]; k < head.at[f + 1]; k++) {
            int to = target.at[k];
            const int16_t *map = maps[way_of.at[k]];
            if (to == WON) {
                for (int m = 0; m < count; m++)
                    if (map[m] >= 0) table[base + m] = 1;
            } else if (to >= 0) {
                for (int m = 0; m < count; m++) left[base + m] += map[m] >= 0;
            }
        }
        for (int m = 0; m < count; m++)
            if (!left[base + m] && !table[base + m]) table[base + m] = LOSES + 1;
    }
    return 0;
}

static void *spread(void *which) {
    int part = (int)(intptr_t)which, won[WIDTH], lost[WIDTH];
    long decided = 0;
    for (int f = 0; f < (int)families; f++) {
        if (!fresh[depth & 1][f]) continue;
        int wins = 0, losses = 0, count = first[f + 1] - first[f];
        const uint8_t *row = table + first[f];
        for (int m = 0; m < count; m++) {
            if (row[m] == depth) won[wins++] = m;
            if (row[m] == LOSES + depth) lost[losses++] = m;
        }
        if (!wins && !losses) continue;
        for (int k = back_head[f]; k < back_head[f + 1]; k++) {
            int to = source[k];
            if (to < cuts[part] || to >= cuts[part + 1]) continue;
            uint8_t *there = table + first[to], *hope = left + first[to];
            int16_t(*turned)[WIDTH] = inverse[back[k]];
            long before = decided;
            for (int i = 0; i < losses; i++)
                for (int m = turned[0][lost[i]]; m >= 0; m = turned[1][m])
                    if (!there[m]) there[m] = depth + 1, decided++;
            for (int i = 0; i < wins; i++)
                for (int m = turned[0][won[i]]; m >= 0; m = turned[1][m])
                    if (!there[m] && --hope[m] == 0) there[m] = LOSES + depth + 1, decided++;
            if (decided > before) fresh[1 - (depth & 1)][to] = 1;
        }
    }
    news[part] = decided;
    return 0;
}

static void in_parallel(void *(*work)(void *)) {
    pthread_t thread[64];
    for (int n = 0; n < threads; n++) pthread_create(&thread[n], 0, work, (void *)(intptr_t)n);
    for (int n = 0; n < threads; n++) pthread_join(thread[n], 0);
}

static void share_out(void) {
    int64_t total = 0, sum = 0;
    for (int f = 0; f < (int)families; f++) total += (first[f + 1] - first[f]) * (1 + head.at[f + 1] - head.at[f]);
    int part = 1;
    for (int f = 0; f < (int)families && part < threads; f++) {
        sum += (first[f + 1] - first[f]) * (1 + head.at[f + 1] - head.at[f]);
        if (sum >= total * part / threads) cuts[part++] = f;
    }
    cuts[threads] = families;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/* getrusage would include the program that started this one. */
static long peak_megabytes(void) {
    char line[256];
    long kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %ld", &kilobytes);
    if (file) fclose(file);
    return kilobytes / 1024;
}

int main(int n, char **given) {
    if (n < 4 || n > 5) return 2;
    double begun = now();
    fights = given[1][0] == '3';
    threads = atoi(given[3]);
    for (int c = 0; c < CARDS; c++)
        for (int d = 0; d < CARDS; d++)
            if (given[2][c] != given[2][d]) unlike[c] |= 1 << d;
    for (int seat = 0; seat < 2; seat++)
        for (int length = 0; length <= MOST[seat]; length++) {
            int held[8];
            uint8_t now_[6] = {0};
            memcpy(held, COUNT, sizeof held);
            list_sequences(seat, length, 0, held, now_);
        }
    number_families();
    list_links();
    turn_round();
    int64_t positions = first[families];
    table = calloc(positions, 1);
    left = calloc(positions, 1);
    for (int i = 0; i < 2; i++) fresh[i] = malloc(families);
    memset(fresh[1], 1, families);
    share_out();
    double built = now();
    in_parallel(prepare);
    for (depth = 1;; depth++) {
        memset(fresh[1 - (depth & 1)], 0, families);
        in_parallel(spread);
        long sum = 0;
        for (int i = 0; i < threads; i++) sum += news[i];
        if (!sum) break;
    }
    double swept = now();
    if (n == 5) {
        FILE *file = fopen(given[4], "wb");
        if (!file || fwrite(table, 1, positions, file) != (size_t)positions || fclose(file)) return 1;
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double seconds = used.ru_utime.tv_sec + used.ru_utime.tv_usec / 1e6;
    printf("%lld %d %.4f %.4f %.4f %ld\n", (long long)positions, depth, (built - begun) / 1e3,
           (swept - built) / 1e3, seconds, peak_megabytes());
    return 0;
}
