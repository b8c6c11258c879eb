/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/agree.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "ref/distance.h"

/* Integers that are further apart than FEW_STEPS hang on something else than rounding to them. */
enum {
    FEW_STEPS = 2,
    STEPS_MANY = 4,
    STEPS_SHARE = 1000,
    DRAWS_AT_LEAST = 6,
    MOST_CHANNELS = 65536
};

/* A coarse type decides up to so many epsilons. */
enum { DECIDING_EPSILONS = 16 };

/* Types of so few digits are held to more than each element by itself: roundings do not make all
 * elements of a channel larger, or all smaller, if there are so many. */
#define COARSE 0x1p-12
enum { MANY = 16 };

#define HOPELESS 1e4 /* times what is allowed after these draws: no other makes up for that */

const char *sn_verdict_name(sn_verdict v)
{
    static const char *const names[] = {"same", "different", "inconclusive"};
    return names[v];
}

int64_t sn_channel_group(int64_t n) { return (n + MOST_CHANNELS - 1) / MOST_CHANNELS; }

/* ---- elements and channels ------------------------------------------------------------------- */

static inline double larger(double x, double y) { return x > y ? x : y; } /* fmax is a call */

/* Element i has index i / inner % size, and so many neighbours of these as `group` says make a
 * channel. Matrices have two such lists. */
typedef struct agreed_axis {
    int64_t size, group, n, inner, first; /* n: channels; first: where they begin among all */
} agreed_axis;

typedef struct agreed_axes {
    int n_axes;
    agreed_axis a[2];
    int64_t n_channels, n; /* n: elements */
} agreed_axes;

static void add_axis(agreed_axes *x, int64_t size, int64_t inner, bool all)
{
    const int64_t group = all ? 1 : sn_channel_group(size), n = (size + group - 1) / group;
    x->a[x->n_axes++] =
        (agreed_axis){.size = size, .group = group, .n = n, .inner = inner, .first = x->n_channels};
    x->n_channels += n;
}

static agreed_axes axes_of(const sn_tensor *t, sn_channels channels)
{
    const int rank = t->shape.rank;
    const bool rows = channels == SN_CHANNELS_ARE_ROWS;
    agreed_axes x = {.n = sn_tensor_count(t)};
    if (x.n == 0) return x;
    if (rows || rank > 1) {
        add_axis(&x, t->shape.d[0], x.n / t->shape.d[0], rows);
    } else {
        add_axis(&x, x.n, 1, false);
    }
    if (!rows && rank == 2) add_axis(&x, t->shape.d[1], 1, false);
    return x;
}

static int64_t elements_of(const agreed_axes *x, const agreed_axis *a, int64_t c)
{
    const int64_t from = (c - a->first) * a->group, left = a->size - from;
    return (left < a->group ? left : a->group) * (x->n / a->size);
}

/* Neighbours that are of one channel of each axis. */
typedef struct piece {
    int64_t from, to, c[2];
    int64_t row, column; /* of the next; of a matrix */
} piece;

/* The next of all, in order. Zeroed: the first is next. */
static bool next_piece(const agreed_axes *x, piece *p)
{
    const agreed_axis *a = &x->a[0], *b = &x->a[1];
    if (p->to == x->n) return false;
    p->from = p->to;
    if (x->n_axes == 2) {
        if (p->column == b->size) p->column = 0, p->row++;
        if (p->column == 0)
            p->c[0] = p->row / a->group, p->c[1] = b->first;
        else
            p->c[1]++;
        p->column = b->size - p->column > b->group ? p->column + b->group : b->size;
        p->to = p->row * b->size + p->column;
    } else {
        const int64_t length = a->inner * a->group;
        if (p->from) p->c[0]++;
        p->to = x->n - p->from > length ? p->from + length : x->n;
    }
    return true;
}

/* ---- gains ----------------------------------------------------------------------------------- */

static bool has_gains(const sn_tensor *t, sn_channels channels)
{
    return channels == SN_CHANNELS_OF_SHAPE && !sn_type_is_integer(t->type) &&
           sn_type_epsilon(t->type) >= COARSE;
}

/* By channel, and of all behind them: g, as (1 + g) a is near to b: the weighted mean of (b - a) /
 * a in which elements count by |a| / (|a| + rms), so that neither small ones nor few large ones
 * make it; 0 where there are few elements, or none but 0. */
static double *gains_of(const agreed_axes *x, const sn_numbers *a, const sn_numbers *b,
                        sn_arena *arena)
{
    const int64_t all = x->n_channels;
    double *gain = SN_NEW_N(arena, double, all + 1), *square = SN_NEW_N(arena, double, all + 1),
           *weight = SN_NEW_N(arena, double, all + 1);
    int64_t *n = SN_NEW_N(arena, int64_t, all + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (piece p = {0}; next_piece(x, &p);) {
            for (int64_t i = p.from; i < p.to; i++) {
                const double v = sn_number(a, i), w = sn_number(b, i);
                if (v == 0 || !isfinite(v) || !isfinite(w)) continue;
                for (int k = 0; k <= x->n_axes; k++) {
                    const int64_t c = k < x->n_axes ? p.c[k] : all;
                    const double size = fabs(v) + (pass ? sqrt(square[c] / (double)n[c]) : 0);
                    if (pass) {
                        gain[c] += (v > 0 ? w - v : v - w) / size;
                        weight[c] += fabs(v) / size;
                    } else {
                        square[c] += v * v;
                        n[c]++;
                    }
                }
            }
        }
    }
    for (int64_t c = 0; c <= all; c++) gain[c] = n[c] >= MANY ? gain[c] / weight[c] : 0;
    return gain;
}

static void add_gains(sn_spread *s, const agreed_axes *x, const sn_numbers *clean,
                      const sn_numbers *noisy, sn_arena *arena)
{
    const double *gain = gains_of(x, clean, noisy, arena);
    if (!s->gain) s->gain = SN_NEW_N(arena, double, x->n_channels + 1);
    for (int64_t c = 0; c <= x->n_channels; c++) s->gain[c] = larger(fabs(gain[c]), s->gain[c]);
}

/* ---- what rounding does ---------------------------------------------------------------------- */

void sn_spread_add(sn_spread *s, const sn_tensor *clean, const sn_tensor *noisy, sn_arena *arena)
{
    const agreed_axes x = axes_of(clean, s->channels);
    if (!s->most) {
        s->n = x.n;
        s->most = SN_NEW_N(arena, double, x.n);
        s->square = SN_NEW_N(arena, double, x.n_channels);
        if (s->steps) s->step = SN_NEW_N(arena, double, x.n_channels);
    }
    s->n_draws++;
    if (!noisy || x.n != s->n ||
        sn_tensor_count(noisy) != x.n) { /* sizes that hang on contents: nothing can be decided */
        for (int64_t i = 0; i < s->n; i++) s->most[i] = INFINITY;
        return;
    }
    const sn_numbers before = sn_numbers_of(clean), after = sn_numbers_of(noisy);
    if (has_gains(clean, s->channels)) add_gains(s, &x, &before, &after, arena);
    const bool integers = sn_type_is_integer(clean->type); /* of which each step is one */
    const double jump = s->steps && !integers ? 0x1p-12 * sn_tensor_largest(clean) : 0;
    int64_t n_moved = 0;
    for (piece p = {0}; next_piece(&x, &p);) {
        double sum = 0, step = 0;
        for (int64_t i = p.from; i < p.to; i++) {
            const double was = sn_number(&before, i), is = sn_number(&after, i);
            if (was == is || (isnan(was) && isnan(is))) continue;
            const double d = fabs(was - is);
            if (!isfinite(d)) {
                s->most[i] = INFINITY;
                continue;
            }
            if (d > s->most[i]) s->most[i] = d;
            if (d > s->largest) s->largest = d;
            n_moved += d > jump;
            if (d > jump) step = larger(d, step);
            sum += d * d;
        }
        for (int k = 0; k < x.n_axes; k++) {
            s->square[p.c[k]] += sum;
            if (s->step) s->step[p.c[k]] = larger(step, s->step[p.c[k]]);
        }
    }
    if (s->steps && n_moved > s->n_moved) s->n_moved = n_moved;
}

sn_spread sn_spread_beside(const sn_spread *s, const sn_spread *x, const sn_spread *y,
                           const sn_tensor *clean, double most, sn_arena *arena)
{
    sn_spread sum = *s;
    const agreed_axes ax = axes_of(clean, s->channels);
    const double part = most / SN_TIMES_MEASURED;
    if (!s->most || !x->most || !y->most || x->n != s->n || y->n != s->n ||
        s->n != sn_tensor_count(clean))
        return sum;
    sum.most = SN_NEW_N(arena, double, s->n);
    sum.square = SN_NEW_N(arena, double, ax.n_channels);
    for (int64_t i = 0; i < s->n; i++) {
        const double both = fmin(part, fmin(x->most[i], y->most[i]));
        sum.most[i] = s->most[i] + both;
        if (isfinite(sum.most[i])) sum.largest = fmax(sum.largest, sum.most[i]);
    }
    for (int k = 0; k < ax.n_axes; k++) {
        for (int64_t c = ax.a[k].first; c < ax.a[k].first + ax.a[k].n; c++) {
            const double each = (double)elements_of(&ax, &ax.a[k], c) * s->n_draws;
            const double both = fmin(part * sqrt(each), sqrt(fmin(x->square[c], y->square[c]))),
                         root = sqrt(s->square[c]) + both;
            sum.square[c] = root * root;
        }
    }
    if (!s->gain || !x->gain || !y->gain) return sum;
    sum.gain = SN_NEW_N(arena, double, ax.n_channels + 1);
    for (int64_t c = 0; c <= ax.n_channels; c++)
        sum.gain[c] = s->gain[c] + fmin(x->gain[c], y->gain[c]);
    return sum;
}

/* ---- judging --------------------------------------------------------------------------------- */

typedef struct judge {
    sn_numbers a, b;
    sn_type type;
    bool integers;           /* which nothing rounds */
    double epsilon;          /* 0: of integers */
    double smallest, end;    /* normal number, and largest, of the type */
    double decides_up_to;    /* of an element's scale */
    const uint64_t *wide[2]; /* integers of 64 bits, of which a double may lose some; else NULL */
    const sn_spread *spread;
    agreed_axes x;
    double *scale;  /* by channel: largest |a| */
    double *rms;    /* by channel: of the noise */
    double largest; /* |a| */
} judge;

/* The largest absolute value of elements from..to that is less than `end`. */
static double largest_below(const sn_numbers *numbers, int64_t from, int64_t to, double end)
{
    double largest = 0;
    if (numbers->plain) return sn_largest_below(numbers->plain + from, to - from, end);
    for (int64_t i = from; i < to; i++) {
        const double v = fabs(sn_number(numbers, i));
        if (v < end && v > largest) largest = v;
    }
    return largest;
}

static void measure_channels(judge *j, sn_arena *arena)
{
    j->scale = SN_NEW_N(arena, double, j->x.n_channels);
    j->rms = SN_NEW_N(arena, double, j->x.n_channels);
    for (piece p = {0}; next_piece(&j->x, &p);) {
        /* the largest over padding alone is the lowest number there is */
        const double scale = largest_below(&j->a, p.from, p.to, j->end);
        j->largest = larger(scale, j->largest);
        for (int k = 0; k < j->x.n_axes; k++) j->scale[p.c[k]] = larger(scale, j->scale[p.c[k]]);
    }
    for (int k = 0; k < j->x.n_axes && j->spread->n_draws && j->spread->most; k++) {
        const agreed_axis *a = &j->x.a[k];
        for (int64_t c = a->first; c < a->first + a->n; c++)
            j->rms[c] = sqrt(j->spread->square[c] /
                             ((double)elements_of(&j->x, a, c) * j->spread->n_draws));
    }
}

/* Of the elements of a piece: their channel's scale, and what their channel is off by roundings
 * (nothing of integers, which move one by one); of a matrix, the smaller of row's and column's
 * noise (a small column says as little about the others as a small row), and the larger of the
 * scales. */
static void of_piece(const judge *j, const piece *p, double *scale, double *noise)
{
    *scale = j->scale[p->c[0]];
    *noise = j->integers ? 0 : j->rms[p->c[0]];
    if (j->x.n_axes < 2) return;
    *scale = fmax(*scale, j->scale[p->c[1]]);
    *noise = fmin(*noise, j->rms[p->c[1]]);
}

static double most_left(double epsilon, double scale, double largest)
{
    return SN_REST * epsilon * (scale > 0 ? scale : largest);
}

/* Of a matrix, the row or the column that has the larger element. */
static int64_t larger_channel(const judge *j, const piece *p)
{
    return p->c[j->x.n_axes == 2 && j->scale[p->c[1]] > j->scale[p->c[0]]];
}

/* Element i is 0 whatever roundings do (a window over padding alone): on the other side terms may
 * cancel but for their last bits d. *rest: so it may be here. False: they are more than can be left
 * of its channel in this run. */
static bool is_left(const judge *j, const piece *p, int64_t i, double d, bool *rest)
{
    const sn_spread *s = j->spread;
    *rest = !j->integers && s->n_draws && isfinite(d) && sn_number(&j->a, i) == 0 &&
            !(s->most && s->most[i] > 0);
    return *rest && d <= most_left(j->epsilon, j->scale[larger_channel(j, p)], j->largest);
}

/* Element i of both, x and y as doubles. */
static bool is_equal(const judge *j, int64_t i, double x, double y)
{
    return x == y && (!j->wide[0] || j->wide[0][i] == j->wide[1][i]);
}

/* How far apart elements i are, which are not the same; as doubles they may be. */
static double gap(const judge *j, int64_t i, double x, double y)
{
    if (x != y) return fabs(x - y);
    const uint64_t v = j->wide[0][i], w = j->wide[1][i], d = v - w;
    return (double)(d < UINT64_MAX / 2 ? d : w - v);
}

static double unit_of(const judge *j) { return fmax(j->largest, 1e-5); }
static double relative(const judge *j, double d) { return d / unit_of(j); }

/* Draws have shown steps as long as d where the element stands: in its channel; of a matrix, in its
 * row and in its column. */
static bool is_step(const judge *j, const piece *p, double d)
{
    for (int k = 0; k < j->x.n_axes; k++) {
        if (!(d <= 2 * j->spread->step[p->c[k]])) return false;
    }
    return true;
}

static const char *words(const judge *j, int64_t i, double allowed, sn_arena *arena)
{
    const double x = sn_number(&j->a, i), y = sn_number(&j->b, i);
    if (j->wide[0] && sn_type_is_signed(j->a.t->type))
        return sn_arena_printf(arena, "element %lld was %lld and became %lld", (long long)i,
                               (long long)j->wide[0][i], (long long)j->wide[1][i]);
    if (j->wide[0])
        return sn_arena_printf(arena, "element %lld was %llu and became %llu", (long long)i,
                               (unsigned long long)j->wide[0][i],
                               (unsigned long long)j->wide[1][i]);
    if (j->integers)
        return sn_arena_printf(arena, "element %lld was %.0f and became %.0f", (long long)i, x, y);
    if (!isfinite(x) || !isfinite(y))
        return sn_arena_printf(arena, "element %lld was %g and became %g", (long long)i, x, y);
    return sn_arena_printf(
        arena, "element %lld was %.9g and became %.9g (off by %.2g, rounding explains %.1g)",
        (long long)i, x, y, fabs(x - y), allowed);
}

/* What was found of all elements so far. */
typedef struct agreed {
    double worst_allowed, furthest, noise, distance;
    int64_t n_beyond, n_rests;
    int64_t n_hidden; /* far off, and not a number when off by roundings */
    int64_t n_steps;  /* of those beyond: where draws have shown such steps */
} agreed;

/* Draws have moved twice as many integers as are beyond what is allowed of each, by steps as long:
 * those that roundings may tip over are known by then. */
static bool are_shown_integers(const judge *j, const agreed *f)
{
    int64_t n = 0;
    double longest = 0;
    for (int64_t i = 0; i < j->spread->n; i++) {
        const double moved = j->spread->most[i];
        if (!(moved > 0 && moved <= 2 * f->furthest)) continue;
        longest = larger(moved, longest);
        n++;
    }
    return 2 * f->n_beyond <= n && f->furthest <= 2 * longest;
}

/* A value that jumps is off by whole steps, elsewhere in each run. Few elements may be, if draws
 * have shown that some are: elements of the same channels; of a matrix most of them, and of a
 * vector any, since a single element seldom jumps. As few that no draw would show them tell
 * nothing. */
static bool may_be_steps(const judge *j, const agreed *f, bool *shown)
{
    const sn_spread *s = j->spread;
    if (!s->steps || !s->n_draws) return false;
    const int rank = j->a.t->shape.rank;
    const bool there = s->channels == SN_CHANNELS_ARE_ROWS || rank < 2 ||
                       (rank == 2 ? 2 * f->n_steps >= f->n_beyond : f->n_steps == f->n_beyond);
    *shown = there && (j->integers ? are_shown_integers(j, f)
                                   : f->n_beyond <= STEPS_MANY * s->n_moved &&
                                         f->furthest <= 2 * s->largest);
    return *shown || f->n_beyond <= 1 + s->n / STEPS_SHARE;
}

/* Below it an element of a piece is off by no more than its last bits, or than digits that get lost
 * below the smallest number without any rounding of a result showing it. */
static double least_of(const judge *j, double scale)
{
    const double few = j->spread->least;
    const double beside = few > 0 && j->a.t->shape.rank < 2 ? j->largest : scale;
    return larger((few > 0 ? few : 1) * SN_LAST_BITS * j->epsilon * beside, j->smallest);
}

/* Of element i, which is off by d. True: it decides something. */
static bool judge_element(const judge *j, const piece *p, int64_t i, double d, double scale,
                          double noise, agreed *f, sn_agreement *out)
{
    const double least = least_of(j, scale), measured = SN_TIMES_MEASURED * noise,
                 allowed = larger(measured, least);
    const bool decides =
        !j->integers && (d <= least || (d <= allowed && measured <= j->decides_up_to * scale));
    bool rest;
    if (isfinite(d)) f->distance = larger(d, f->distance);
    if (d <= allowed || isinf(noise) || is_left(j, p, i, d, &rest)) {
        if (d > 0 && isfinite(d) && allowed > 0 && d / allowed > out->share && !(out->share > 1)) {
            out->share = d / allowed;
            out->at = i;
            f->worst_allowed = allowed;
        }
        out->loose = out->loose || (j->integers && d > FEW_STEPS);
        f->n_hidden +=
            !j->integers && isinf(noise) && !(d <= j->decides_up_to * larger(scale, least));
        return decides;
    }
    f->n_beyond++;
    f->n_rests += rest;
    f->n_steps += j->spread->steps && j->spread->n_draws && is_step(j, p, d);
    for (int k = 0; k < j->x.n_axes; k++) out->off[p->c[k]] = true;
    double *largest_rest = &out->rest[larger_channel(j, p)];
    if (rest) *largest_rest = larger(d, *largest_rest);
    if (!(d <= f->furthest)) f->furthest = d;
    const double share = allowed > 0 && isfinite(d) ? d / allowed : INFINITY;
    if (f->n_beyond > 1 && !(share > out->share)) return decides;
    out->share = share;
    out->at = i;
    f->worst_allowed = allowed;
    return decides;
}

/* The largest difference of n numbers each; infinite where some are not finite, as differences.
 * Nothing is skipped where numbers are equal, which nobody can foretell. */
static double furthest_of(const float *x, const float *y, int64_t n)
{
    enum { SIDE_BY_SIDE = 4 };
    double most[SIDE_BY_SIDE] = {0};
    int beyond = 0;
    for (int64_t i = 0; i < n; i += SIDE_BY_SIDE) {
        const int64_t left = n - i < SIDE_BY_SIDE ? n - i : SIDE_BY_SIDE;
        for (int64_t k = 0; k < left; k++) {
            const double d = fabs((double)x[i + k] - (double)y[i + k]);
            beyond |= !(d <= DBL_MAX);
            most[k] = larger(d, most[k]);
        }
    }
    return beyond ? INFINITY : larger(larger(most[0], most[1]), larger(most[2], most[3]));
}

/* A piece that is off by last bits alone, of which no noise was measured: all that judge_element
 * would find. False: it is to be asked. */
static bool judge_last_bits(const judge *j, const piece *p, double scale, double rms, agreed *f,
                            sn_agreement *out)
{
    if (j->integers || j->spread->most || rms != 0 || !j->a.plain || !j->b.plain) return false;
    const float *x = j->a.plain, *y = j->b.plain;
    const double least = least_of(j, scale),
                 d = furthest_of(x + p->from, y + p->from, p->to - p->from);
    if (!(d <= least)) return false;
    f->distance = larger(d, f->distance);
    if (!(d > 0 && d / least > out->share) || out->share > 1) return true;
    int64_t at = p->from;
    while (fabs((double)x[at] - (double)y[at]) != d) at++;
    out->share = d / least;
    out->at = at;
    f->worst_allowed = least;
    return true;
}

static agreed judge_pieces(const judge *j, sn_agreement *out)
{
    const double *most = j->spread->most;
    agreed f = {0};
    for (piece p = {0}; next_piece(&j->x, &p);) {
        double scale, rms;
        of_piece(j, &p, &scale, &rms);
        const bool last_bits = judge_last_bits(j, &p, scale, rms, &f, out);
        bool decides = last_bits;
        for (int64_t i = p.from; i < p.to && !last_bits; i++) {
            const double x = sn_number(&j->a, i), y = sn_number(&j->b, i),
                         noise = most ? larger(most[i], rms) : rms;
            if (noise > f.noise && noise < INFINITY) f.noise = noise;
            if (is_equal(j, i, x, y))
                decides = true;
            else if (isnan(x) && isnan(y))
                continue; /* which decides nothing, and is no difference */
            else if (judge_element(j, &p, i, gap(j, i, x, y), scale, noise, &f, out))
                decides = true;
        }
        for (int k = 0; decides && k < j->x.n_axes; k++) out->decides[p.c[k]] = true;
    }
    return f;
}

static void judge_elements(const judge *j, sn_agreement *out)
{
    const agreed f = judge_pieces(j, out);
    const int64_t n_beyond = f.n_beyond, n_rests = f.n_rests;
    out->distance = relative(j, f.distance);
    out->noise = relative(j, f.noise);
    out->allowed = relative(j, f.worst_allowed);
    out->only_rests = n_beyond && n_rests == n_beyond;
    bool shown = false;
    if (n_beyond && !may_be_steps(j, &f, &shown)) {
        out->verdict = SN_DIFFERENT;
    } else if (n_beyond && !shown) {
        out->excused = true;
        memset(out->decides, 0, (size_t)out->n_channels * sizeof *out->decides);
        memset(out->off, 0, (size_t)out->n_channels * sizeof *out->off);
    }
    out->unmeasured = f.n_hidden > 0 && out->verdict == SN_SAME;
    if (out->unmeasured) memset(out->decides, 0, (size_t)out->n_channels * sizeof *out->decides);
    if (n_beyond && out->verdict == SN_DIFFERENT && !isfinite(f.furthest)) out->distance = INFINITY;
    const bool hopeless = j->spread->n_draws >= DRAWS_AT_LEAST && out->share > HOPELESS;
    out->open = n_beyond && !shown && !hopeless && j->spread->n_draws < SN_MEASUREMENTS;
}

/* Elements agree one by one: whether they do together. */
static void judge_gains(const judge *j, sn_agreement *out, sn_arena *arena)
{
    const sn_spread *s = j->spread;
    if (out->verdict != SN_SAME || out->excused || out->unmeasured || s->steps ||
        (s->n_draws && !s->gain) || !has_gains(j->a.t, s->channels))
        return;
    const double *gain = gains_of(&j->x, &j->a, &j->b, arena);
    for (int64_t c = 0; c <= out->n_channels; c++) {
        const double measured = s->gain ? SN_TIMES_MEASURED * s->gain[c] : 0,
                     allowed = larger(measured, SN_LAST_BITS * j->epsilon),
                     share = fabs(gain[c]) / allowed;
        if (!(share > 1) || share <= out->share) continue;
        out->verdict = SN_DIFFERENT;
        out->share = share;
        out->gain = gain[c];
        out->allowed_gain = allowed;
        out->open = s->n_draws < SN_MEASUREMENTS;
        if (c < out->n_channels) out->off[c] = true;
    }
}

static judge judge_of(const sn_tensor *expected, const sn_tensor *got)
{
    judge j = {.a = sn_numbers_of(expected),
               .b = sn_numbers_of(got),
               .type = expected->type,
               .integers = sn_type_is_integer(expected->type),
               .epsilon = sn_type_epsilon(expected->type),
               .smallest = sn_type_smallest(expected->type),
               .end = sn_type_largest(expected->type)};
    j.decides_up_to = fmax(SN_DECIDES_UP_TO, DECIDING_EPSILONS * j.epsilon);
    if (j.integers && sn_type_bytes(expected->type) == 8 && expected->coding == SN_PLAIN &&
        got->coding == SN_PLAIN) {
        j.wide[0] = sn_tensor_data(expected);
        j.wide[1] = sn_tensor_data(got);
    }
    return j;
}

const char *sn_agreement_why(const sn_agreement *r, const sn_tensor *expected, const sn_tensor *got,
                             sn_arena *arena)
{
    if (r->why || r->verdict != SN_DIFFERENT) return sn_arena_strdup(arena, r->why);
    judge j = judge_of(expected, got);
    j.largest = r->largest;
    if (r->gain != 0)
        return sn_arena_printf(arena,
                               "elements are %.6g times what they were, taken together (rounding "
                               "explains up to %.6g times)",
                               1 + r->gain, 1 + (r->gain < 0 ? -r->allowed_gain : r->allowed_gain));
    return words(&j, r->at, r->allowed * unit_of(&j), arena);
}

void sn_agree(const sn_tensor *expected, const sn_tensor *got, const sn_spread *spread,
              sn_arena *arena, sn_agreement *out)
{
    *out = (sn_agreement){0};
    judge j = judge_of(expected, got);
    j.spread = spread;
    j.epsilon = fmax(j.epsilon, spread->epsilon);
    j.decides_up_to = fmax(j.decides_up_to, DECIDING_EPSILONS * j.epsilon);
    if (expected->type != got->type || !sn_shape_equal(&expected->shape, &got->shape)) {
        out->verdict = SN_DIFFERENT;
        out->distance = sn_tensor_distance(expected, got, arena, &out->why, &out->at);
        out->share = INFINITY;
        return;
    }
    j.x = axes_of(expected, spread->channels);
    out->n_channels = j.x.n_channels;
    out->decides = SN_NEW_N(arena, bool, j.x.n_channels + 1);
    out->off = SN_NEW_N(arena, bool, j.x.n_channels + 1);
    out->rest = SN_NEW_N(arena, double, j.x.n_channels + 1);
    measure_channels(&j, arena);
    out->scale = j.scale;
    out->largest = j.largest;
    out->epsilon = j.epsilon;
    judge_elements(&j, out);
    judge_gains(&j, out, arena);
    bool any = !out->n_channels;
    for (int64_t c = 0; c < out->n_channels && !any; c++) any = out->decides[c];
    if (!any && out->verdict == SN_SAME) out->verdict = SN_INCONCLUSIVE;
}

void sn_rests_add(sn_rests *s, const sn_agreement *r, sn_arena *arena)
{
    if (!r->scale || (s->scale && s->n != r->n_channels)) return;
    if (!s->scale) {
        s->n = r->n_channels;
        s->rest = SN_NEW_N(arena, double, s->n + 1);
        s->scale = SN_NEW_N(arena, double, s->n + 1);
    }
    s->largest = fmax(s->largest, r->largest);
    s->epsilon = r->epsilon;
    for (int64_t c = 0; c < s->n; c++) {
        s->scale[c] = fmax(s->scale[c], r->scale[c]);
        if (r->only_rests) s->rest[c] = fmax(s->rest[c], r->rest[c]);
    }
}

bool sn_rest_is_off(const sn_rests *s, const sn_agreement *now, int64_t c)
{
    double rest = 0, scale = 0, largest = s->largest;
    const double epsilon = now && now->scale ? now->epsilon : s->epsilon;
    if (c < s->n) rest = s->rest[c], scale = s->scale[c];
    if (now && now->scale && c < now->n_channels) {
        if (now->only_rests) rest = fmax(rest, now->rest[c]);
        scale = fmax(scale, now->scale[c]);
        largest = fmax(largest, now->largest);
    }
    return rest > most_left(epsilon, s->of_all ? largest : scale, largest > 0 ? largest : 1);
}

bool sn_rests_decide(const sn_rests *s)
{
    bool any = false;
    for (int64_t c = 0; c < s->n; c++) any = any || s->rest[c] > 0;
    return !any || s->largest > 0;
}

/* By channel: some element of it is marked. */
static const bool *marked_channels(const agreed_axes *x, const bool *marks, sn_arena *scratch)
{
    bool *marked = SN_NEW_N(scratch, bool, x->n_channels + 1);
    for (piece p = {0}; next_piece(x, &p);) {
        bool any = false;
        for (int64_t i = p.from; i < p.to && !any; i++) any = marks[i];
        for (int k = 0; any && k < x->n_axes; k++) marked[p.c[k]] = true;
    }
    return marked;
}

bool sn_channel_is_marked(const sn_tensor *t, const bool *marks, int64_t c, sn_arena *scratch)
{
    const agreed_axes x = axes_of(t, SN_CHANNELS_OF_SHAPE);
    return c < x.n_channels && marked_channels(&x, marks, scratch)[c];
}

bool sn_has_unmarked_channel(const sn_tensor *t, const bool *marks, sn_arena *scratch)
{
    const agreed_axes x = axes_of(t, SN_CHANNELS_OF_SHAPE);
    const bool *marked = marked_channels(&x, marks, scratch);
    for (int64_t c = 0; c < x.n_channels; c++) {
        if (!marked[c]) return true;
    }
    return false;
}
