/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/agree.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

#define SMALLEST ((double)FLT_MIN) /* below it digits get lost without any rounding of a result showing it */

enum { STEPS_MANY = 4, STEPS_SHARE = 1000, DRAWS_AT_LEAST = 6 };

#define HOPELESS 1e4 /* times what is allowed after these draws: no other makes up for that */

const char *sn_verdict_name(sn_verdict v)
{
    static const char *const names[] = {"same", "different", "inconclusive"};
    return names[v];
}

/* ---- channels ----------------------------------------------------------------------------------------------- */

/* Elements of channel c: those i with i / inner % n == c. Matrices have two such lists. */
typedef struct axis {
    int64_t n, inner, first; /* first: where its channels begin among all */
} axis;

typedef struct axes {
    int n_axes;
    axis a[2];
    int64_t n_channels;
} axes;

static axes axes_of(const sn_tensor *t, sn_channels channels)
{
    const int64_t n = sn_tensor_count(t);
    const int rank = t->shape.rank;
    axes x = {.n_axes = 1};
    if (n == 0) return (axes){0};
    if (channels == SN_CHANNELS_ARE_ROWS || rank > 2) {
        x.a[0] = (axis){.n = t->shape.d[0], .inner = n / t->shape.d[0]};
    } else if (rank == 2) {
        x.n_axes = 2;
        x.a[0] = (axis){.n = t->shape.d[0], .inner = t->shape.d[1]};
        x.a[1] = (axis){.n = t->shape.d[1], .inner = 1, .first = t->shape.d[0]};
    } else {
        x.a[0] = (axis){.n = n, .inner = 1};
    }
    for (int k = 0; k < x.n_axes; k++) x.n_channels += x.a[k].n;
    return x;
}

/* Called for every element: divisions are what takes time here. */
static int64_t channel_of(const axis *a, int64_t i)
{
    if (a->inner > 1) i /= a->inner;
    return a->first + (i < a->n ? i : i % a->n);
}

/* ---- what rounding does --------------------------------------------------------------------------------------- */

void sn_spread_add(sn_spread *s, const sn_tensor *clean, const sn_tensor *noisy, sn_arena *arena)
{
    const axes x = axes_of(clean, s->channels);
    const int64_t n = sn_tensor_count(clean);
    if (!s->most) {
        s->n = n;
        s->most = SN_NEW_N(arena, float, n);
        s->square = SN_NEW_N(arena, double, x.n_channels);
    }
    s->n_draws++;
    if (!noisy || n != s->n || sn_tensor_count(noisy) != n) { /* sizes that hang on contents: nothing can be told */
        for (int64_t i = 0; i < s->n; i++) s->most[i] = INFINITY;
        return;
    }
    int64_t n_moved = 0;
    double scale = 0;
    for (int64_t i = 0; s->steps && i < n; i++) scale = fmax(scale, fabs(sn_tensor_at(clean, i)));
    for (int64_t i = 0; i < n; i++) {
        const double was = sn_tensor_at(clean, i), is = sn_tensor_at(noisy, i);
        if (was == is || (isnan(was) && isnan(is))) continue;
        const double d = fabs(was - is);
        if (!isfinite(d)) {
            s->most[i] = INFINITY;
            continue;
        }
        if (d > (double)s->most[i]) s->most[i] = (float)d;
        if (d > s->largest) s->largest = d;
        n_moved += d > scale * 0x1p-12;
        for (int k = 0; k < x.n_axes; k++) s->square[channel_of(&x.a[k], i)] += d * d;
    }
    if (s->steps && n_moved > s->n_moved) s->n_moved = n_moved;
}

sn_spread sn_spread_beside(const sn_spread *s, const sn_spread *x, const sn_spread *y, const sn_tensor *clean, double most, sn_arena *arena)
{
    sn_spread sum = *s;
    const axes ax = axes_of(clean, s->channels);
    const double part = most / SN_TIMES_MEASURED;
    if (!s->most || !x->most || !y->most || x->n != s->n || y->n != s->n || s->n != sn_tensor_count(clean)) return sum;
    sum.most = SN_NEW_N(arena, float, s->n);
    sum.square = SN_NEW_N(arena, double, ax.n_channels);
    for (int64_t i = 0; i < s->n; i++) {
        const double both = fmin(part, fmin((double)x->most[i], (double)y->most[i]));
        sum.most[i] = (float)((double)s->most[i] + both);
        if (isfinite(sum.most[i])) sum.largest = fmax(sum.largest, (double)sum.most[i]);
    }
    for (int k = 0; k < ax.n_axes; k++) {
        const double each = (double)s->n / (double)ax.a[k].n * s->n_draws;
        for (int64_t c = ax.a[k].first; c < ax.a[k].first + ax.a[k].n; c++) {
            const double both = fmin(part * sqrt(each), sqrt(fmin(x->square[c], y->square[c]))), root = sqrt(s->square[c]) + both;
            sum.square[c] = root * root;
        }
    }
    return sum;
}

/* ---- judging -------------------------------------------------------------------------------------------------- */

typedef struct judge {
    const sn_tensor *a, *b;
    const sn_spread *spread;
    axes x;
    double *scale; /* by channel: largest |a| */
    double *rms;   /* by channel: of the noise */
    double largest; /* |a| */
} judge;

static void measure_channels(judge *j, sn_arena *arena)
{
    const int64_t n = sn_tensor_count(j->a);
    j->scale = SN_NEW_N(arena, double, j->x.n_channels);
    j->rms = SN_NEW_N(arena, double, j->x.n_channels);
    for (int64_t i = 0; i < n; i++) {
        const double v = fabs(sn_tensor_at(j->a, i));
        if (!(v < (double)FLT_MAX)) continue; /* the largest over padding alone is -FLT_MAX */
        if (v > j->largest) j->largest = v;
        for (int k = 0; k < j->x.n_axes; k++) {
            const int64_t c = channel_of(&j->x.a[k], i);
            if (v > j->scale[c]) j->scale[c] = v;
        }
    }
    for (int k = 0; k < j->x.n_axes && j->spread->n_draws && j->spread->most; k++) {
        const double each = (double)n / (double)j->x.a[k].n * j->spread->n_draws;
        for (int64_t c = j->x.a[k].first; c < j->x.a[k].first + j->x.a[k].n; c++) {
            j->rms[c] = sqrt(j->spread->square[c] / each);
        }
    }
}

/* Of element i: its channel's scale, and what its channel is off by roundings; of a matrix, the smaller of row's and column's noise
 * (a small column says as little about the others as a small row), and the larger of the scales. */
static void of_element(const judge *j, int64_t i, double *scale, double *noise)
{
    *scale = 0;
    *noise = INFINITY;
    for (int k = 0; k < j->x.n_axes; k++) {
        const int64_t c = channel_of(&j->x.a[k], i);
        *scale = fmax(*scale, j->scale[c]);
        *noise = fmin(*noise, j->rms[c]);
    }
    if (j->spread->most) *noise = fmax(*noise, (double)j->spread->most[i]);
}

static double most_left(double scale, double largest) { return SN_REST * (scale > 0 ? scale : largest); }

/* Element i is 0 whatever roundings do (a window over padding alone): on the other side terms may cancel but for their last bits d. *rest:
 * so it may be here. False: they are more than can be left of its channels in this run. */
static bool is_left(const judge *j, int64_t i, double d, bool *rest)
{
    const sn_spread *s = j->spread;
    bool is = true;
    *rest = s->n_draws && isfinite(d) && sn_tensor_at(j->a, i) == 0 && !(s->most && s->most[i] > 0);
    for (int k = 0; *rest && k < j->x.n_axes; k++) is = is && d <= most_left(j->scale[channel_of(&j->x.a[k], i)], j->largest);
    return *rest && is;
}

static void note_rest(const judge *j, int64_t i, double d, double *rests)
{
    for (int k = 0; k < j->x.n_axes; k++) {
        double *rest = &rests[channel_of(&j->x.a[k], i)];
        *rest = fmax(*rest, d);
    }
}

static void mark(const judge *j, int64_t i, bool *channels)
{
    for (int k = 0; k < j->x.n_axes; k++) channels[channel_of(&j->x.a[k], i)] = true;
}

static double relative(const judge *j, double d) { return d / fmax(j->largest, 1e-5); }

/* A value that jumps is off by whole steps, elsewhere in each run. Few elements may be, if draws have shown that some are; as few that no
 * draw would show them tell nothing. */
static bool may_be_steps(const judge *j, int64_t n_beyond, double furthest, bool *shown)
{
    const sn_spread *s = j->spread;
    if (!s->steps || !s->n_draws) return false;
    *shown = n_beyond <= STEPS_MANY * s->n_moved && furthest <= 2 * s->largest;
    return *shown || n_beyond <= 1 + s->n / STEPS_SHARE;
}

static const char *words(const judge *j, int64_t at, double allowed, sn_arena *arena)
{
    const double x = sn_tensor_at(j->a, at), y = sn_tensor_at(j->b, at);
    if (!isfinite(x) || !isfinite(y))
        return sn_arena_printf(arena, "element %lld was %g and became %g", (long long)at, x, y);
    return sn_arena_printf(arena, "element %lld was %.9g and became %.9g (off by %.2g, rounding explains %.1g)", (long long)at, x, y,
                           fabs(x - y), allowed);
}

static void judge_elements(judge *j, sn_arena *arena, sn_agreement *out)
{
    const int64_t n = sn_tensor_count(j->a);
    double worst_allowed = 0, furthest = 0;
    int64_t n_beyond = 0, n_rests = 0;
    for (int64_t i = 0; i < n; i++) {
        const double x = sn_tensor_at(j->a, i), y = sn_tensor_at(j->b, i);
        bool rest;
        double scale, noise, d = x == y || (isnan(x) && isnan(y)) ? 0 : fabs(x - y);
        of_element(j, i, &scale, &noise);
        if (isfinite(d) && relative(j, d) > out->distance) out->distance = relative(j, d);
        if (isfinite(noise) && relative(j, noise) > out->noise) out->noise = relative(j, noise);
        const double measured = SN_TIMES_MEASURED * noise, least = fmax(SN_LAST_BITS * scale, SMALLEST);
        const double allowed = fmax(measured, least);
        if (d <= least || (d <= allowed && measured <= SN_TELLS_UP_TO * scale)) mark(j, i, out->tells);
        if (d <= allowed || isinf(noise) || is_left(j, i, d, &rest)) {
            if (d > 0 && isfinite(d) && allowed > 0 && d / allowed > out->share && !(out->share > 1)) {
                out->share = d / allowed;
                out->at = i;
                worst_allowed = allowed;
            }
            continue;
        }
        n_beyond++;
        n_rests += rest;
        if (rest) note_rest(j, i, d, out->rest);
        mark(j, i, out->off);
        if (!(d <= furthest)) furthest = d;
        const double share = allowed > 0 && isfinite(d) ? d / allowed : INFINITY;
        if (n_beyond > 1 && !(share > out->share)) continue;
        out->share = share;
        out->at = i;
        worst_allowed = allowed;
    }
    out->allowed = relative(j, worst_allowed);
    out->only_rests = n_beyond && n_rests == n_beyond;
    bool shown = false;
    if (n_beyond && !may_be_steps(j, n_beyond, furthest, &shown)) {
        out->verdict = SN_DIFFERENT;
        out->why = words(j, out->at, worst_allowed, arena);
    } else if (n_beyond && !shown) {
        out->excused = true;
        memset(out->tells, 0, (size_t)out->n_channels * sizeof *out->tells);
        memset(out->off, 0, (size_t)out->n_channels * sizeof *out->off);
    }
    if (n_beyond && out->verdict == SN_DIFFERENT && !isfinite(furthest)) out->distance = INFINITY;
    const bool hopeless = j->spread->n_draws >= DRAWS_AT_LEAST && out->share > HOPELESS;
    out->open = n_beyond && !shown && !hopeless && j->spread->n_draws < SN_MEASUREMENTS;
}

void sn_agree(const sn_tensor *expected, const sn_tensor *got, const sn_spread *spread, sn_arena *arena, sn_agreement *out)
{
    *out = (sn_agreement){0};
    judge j = {.a = expected, .b = got, .spread = spread};
    if (!sn_shape_equal(&expected->shape, &got->shape)) {
        out->verdict = SN_DIFFERENT;
        out->distance = sn_tensor_distance(expected, got, arena, &out->why, &out->at);
        out->share = INFINITY;
        return;
    }
    j.x = axes_of(expected, spread->channels);
    out->n_channels = j.x.n_channels;
    out->tells = SN_NEW_N(arena, bool, j.x.n_channels + 1);
    out->off = SN_NEW_N(arena, bool, j.x.n_channels + 1);
    out->rest = SN_NEW_N(arena, double, j.x.n_channels + 1);
    measure_channels(&j, arena);
    out->scale = j.scale;
    out->largest = j.largest;
    judge_elements(&j, arena, out);
    bool any = !out->n_channels;
    for (int64_t c = 0; c < out->n_channels && !any; c++) any = out->tells[c];
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
    for (int64_t c = 0; c < s->n; c++) {
        s->scale[c] = fmax(s->scale[c], r->scale[c]);
        if (r->only_rests) s->rest[c] = fmax(s->rest[c], r->rest[c]);
    }
}

bool sn_rest_is_off(const sn_rests *s, const sn_agreement *now, int64_t c)
{
    double rest = 0, scale = 0, largest = s->largest;
    if (c < s->n) rest = s->rest[c], scale = s->scale[c];
    if (now && now->scale && c < now->n_channels) {
        if (now->only_rests) rest = fmax(rest, now->rest[c]);
        scale = fmax(scale, now->scale[c]);
        largest = fmax(largest, now->largest);
    }
    return rest > most_left(scale, largest > 0 ? largest : 1);
}

bool sn_rests_decide(const sn_rests *s)
{
    bool any = false;
    for (int64_t c = 0; c < s->n; c++) any = any || s->rest[c] > 0;
    return !any || s->largest > 0;
}

bool sn_has_unmarked_channel(const sn_tensor *t, const bool *marks, sn_arena *scratch)
{
    const axes x = axes_of(t, SN_CHANNELS_OF_SHAPE);
    bool *marked = SN_NEW_N(scratch, bool, x.n_channels + 1);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        for (int k = 0; marks[i] && k < x.n_axes; k++) marked[channel_of(&x.a[k], i)] = true;
    }
    for (int64_t c = 0; c < x.n_channels; c++) {
        if (!marked[c]) return true;
    }
    return false;
}

/* ---- plain distance ------------------------------------------------------------------------------------------- */

double sn_tensor_distance(const sn_tensor *a, const sn_tensor *b, sn_arena *arena, const char **why, int64_t *at)
{
    *why = NULL;
    *at = 0;
    if (!sn_shape_equal(&a->shape, &b->shape)) {
        sn_str s;
        sn_str_init(&s, arena);
        sn_str_add(&s, "shape ");
        sn_shape_print(NULL, &a->shape, &s);
        sn_str_add(&s, " became ");
        sn_shape_print(NULL, &b->shape, &s);
        *why = s.s;
        return INFINITY;
    }
    double largest = 0, scale = 1e-5;
    int64_t n = sn_tensor_count(a);
    for (int64_t i = 0; i < n; i++) {
        double x = sn_tensor_at(a, i), y = sn_tensor_at(b, i);
        if (isfinite(x) && isfinite(y)) {
            if (fabs(x) > scale) scale = fabs(x);
            if (fabs(x - y) > largest) {
                largest = fabs(x - y);
                *at = i;
            }
        } else if (!(isnan(x) && isnan(y)) && x != y) {
            *why = sn_arena_printf(arena, "element %lld was %g and became %g", (long long)i, x, y);
            *at = i;
            return INFINITY;
        }
    }
    return largest / scale;
}
