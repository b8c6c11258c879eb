/* SPDX-License-Identifier: Apache-2.0
 *
 * What a bound formula tells about itself: range by interval arithmetic, monotony by rules of
 * composition, and whether it is affine. Everything is one-sided: an answer is proved, "no" may
 * just mean not proved.
 *
 * A select on `x < k` (or <=, either way round) with x an input and k a number is looked at piece
 * by piece: each branch on its side of k, then the step between them. */
#include "ops/expr.h"

#include <math.h>

enum { MAX_INPUTS = 8 };

static const sn_interval real = {-INFINITY, INFINITY, false};
static const sn_interval anything = {-INFINITY, INFINITY, true};

/* ---- intervals ------------------------------------------------------------------------------- */

static sn_interval point(double v) { return isnan(v) ? anything : (sn_interval){v, v, false}; }

static bool is_point(sn_interval a) { return a.lo == a.hi && !a.nan; }

static bool bounded(sn_interval a) { return isfinite(a.lo) && isfinite(a.hi); }

/* Hull of corner values; a NaN corner (inf - inf, 0 * inf) gives up. */
static sn_interval corners(const double *v, int n, bool nan)
{
    sn_interval r = {v[0], v[0], nan};
    for (int i = 0; i < n; i++) {
        if (isnan(v[i])) return anything;
        r.lo = fmin(r.lo, v[i]);
        r.hi = fmax(r.hi, v[i]);
    }
    return r;
}

static sn_interval range_add(sn_interval a, sn_interval b)
{
    bool nan = a.nan || b.nan || (a.hi == INFINITY && b.lo == -INFINITY) ||
               (a.lo == -INFINITY && b.hi == INFINITY);
    double lo = a.lo + b.lo, hi = a.hi + b.hi;
    return (sn_interval){isnan(lo) ? -INFINITY : lo, isnan(hi) ? INFINITY : hi, nan};
}

static sn_interval range_neg(sn_interval a) { return (sn_interval){-a.hi, -a.lo, a.nan}; }

static double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

static sn_interval range_mul(sn_interval a, sn_interval b)
{
    double v[] = {product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo),
                  product(a.hi, b.hi)};
    bool zero_a = a.lo <= 0 && a.hi >= 0, zero_b = b.lo <= 0 && b.hi >= 0;
    bool nan = a.nan || b.nan || (zero_a && !bounded(b)) || (zero_b && !bounded(a));
    return corners(v, 4, nan);
}

static sn_interval range_div(sn_interval a, sn_interval b)
{
    if (b.lo <= 0 && b.hi >= 0) return anything;
    sn_interval inverse = {1 / b.hi, 1 / b.lo, b.nan};
    sn_interval r = range_mul(a, inverse);
    r.nan = a.nan || b.nan || (!bounded(a) && !bounded(b));
    return r;
}

/* Functions that do not decrease, and where they are numbers. */
static const struct {
    sn_fn fn;
    double from, to;
} rising[] = {
    {SN_FN_exp, -INFINITY, INFINITY},
    {SN_FN_expm1, -INFINITY, INFINITY},
    {SN_FN_tanh, -INFINITY, INFINITY},
    {SN_FN_erf, -INFINITY, INFINITY},
    {SN_FN_sinh, -INFINITY, INFINITY},
    {SN_FN_asinh, -INFINITY, INFINITY},
    {SN_FN_floor, -INFINITY, INFINITY},
    {SN_FN_ceil, -INFINITY, INFINITY},
    {SN_FN_trunc, -INFINITY, INFINITY},
    {SN_FN_nearbyint, -INFINITY, INFINITY},
    {SN_FN_atan, -INFINITY, INFINITY},
    {SN_FN_f32, -INFINITY, INFINITY},
    {SN_FN_sqrt, 0, INFINITY},
    {SN_FN_log, 0, INFINITY},
    {SN_FN_log10, 0, INFINITY},
    {SN_FN_log1p, -1, INFINITY},
    {SN_FN_acosh, 1, INFINITY},
    {SN_FN_asin, -1, 1},
    {SN_FN_atanh, -1, 1},
};

static int rising_index(sn_fn fn)
{
    for (int i = 0; i < (int)(sizeof rising / sizeof *rising); i++)
        if (rising[i].fn == fn) return i;
    return -1;
}

static sn_interval range_rising(int i, sn_interval a)
{
    bool outside = a.lo < rising[i].from || a.hi > rising[i].to;
    double lo = fmax(a.lo, rising[i].from), hi = fmin(a.hi, rising[i].to);
    if (lo > hi) return anything;
    return (sn_interval){sn_fn_apply(rising[i].fn, lo, 0, 0), sn_fn_apply(rising[i].fn, hi, 0, 0),
                         a.nan || outside};
}

static sn_interval range_abs(sn_interval a)
{
    if (a.lo >= 0) return a;
    if (a.hi <= 0) return range_neg(a);
    return (sn_interval){0, fmax(-a.lo, a.hi), a.nan};
}

static sn_interval range_sign(sn_interval a)
{
    return (sn_interval){sn_fn_apply(SN_FN_sign, a.lo, 0, 0), sn_fn_apply(SN_FN_sign, a.hi, 0, 0),
                         a.nan};
}

static sn_interval range_pow(sn_interval a, sn_interval b)
{
    if (a.lo < 0) {
        /* An even whole power is that of |a|; an odd one rises. Other powers of negative numbers
         * are NaN. */
        if (!is_point(b) || !isfinite(b.lo) || b.lo != trunc(b.lo) || b.lo < 0) return anything;
        if (fmod(b.lo, 2) == 0) return range_pow(range_abs(a), b);
        return (sn_interval){pow(a.lo, b.lo), pow(a.hi, b.lo), a.nan};
    }
    double v[] = {pow(a.lo, b.lo), pow(a.lo, b.hi), pow(a.hi, b.lo), pow(a.hi, b.hi), 1};
    bool through_one = a.lo < 1 && a.hi > 1 && !is_point(b);
    return corners(v, through_one ? 5 : 4, a.nan || b.nan);
}

static sn_interval range_select(const sn_interval *v)
{
    if (v[0].lo > 0 || v[0].hi < 0) return v[1];
    return is_point(v[0]) ? v[2] : sn_interval_hull(v[1], v[2]);
}

static sn_interval range_less(sn_interval a, sn_interval b, bool or_equal)
{
    if (a.nan || b.nan) return (sn_interval){0, 1, false};
    if (or_equal ? a.hi <= b.lo : a.hi < b.lo) return point(1);
    if (or_equal ? a.lo > b.hi : a.lo >= b.hi) return point(0);
    return (sn_interval){0, 1, false};
}

static sn_interval range_min(sn_interval a, sn_interval b)
{
    return (sn_interval){fmin(a.lo, b.lo), fmin(a.hi, b.hi), a.nan || b.nan};
}

static sn_interval range_call(sn_fn fn, const sn_interval *v)
{
    int i = rising_index(fn);
    if (i >= 0) return range_rising(i, v[0]);
    bool nan = v[0].nan || !bounded(v[0]);
    switch (fn) {
    case SN_FN_add:
        return range_add(v[0], v[1]);
    case SN_FN_sub:
        return range_add(v[0], range_neg(v[1]));
    case SN_FN_mul:
        return range_mul(v[0], v[1]);
    case SN_FN_div:
        return range_div(v[0], v[1]);
    case SN_FN_neg:
        return range_neg(v[0]);
    case SN_FN_lt:
        return range_less(v[0], v[1], false);
    case SN_FN_le:
        return range_less(v[0], v[1], true);
    case SN_FN_select:
        return range_select(v);
    case SN_FN_min:
        return range_min(v[0], v[1]);
    case SN_FN_max:
        return range_neg(range_min(range_neg(v[0]), range_neg(v[1])));
    case SN_FN_abs:
        return range_abs(v[0]);
    case SN_FN_sign:
        return range_sign(v[0]);
    case SN_FN_pow:
        return range_pow(v[0], v[1]);
    case SN_FN_cosh: {
        sn_interval a = range_abs(v[0]);
        return (sn_interval){cosh(a.lo), cosh(a.hi), a.nan};
    }
    case SN_FN_acos:
        return (sn_interval){0, 3.2, v[0].nan || v[0].lo < -1 || v[0].hi > 1};
    case SN_FN_sin:
    case SN_FN_cos:
        return (sn_interval){-1, 1, nan};
    case SN_FN_atan2:
        return (sn_interval){-3.2, 3.2, v[0].nan || v[1].nan};
    default:
        return anything;
    }
}

/* A select on `x < k`, x an input and k a number: the branches on either side of k, and which of
 * them is for the false comparison, where a NaN goes. */
typedef struct split_at {
    uint16_t slot;
    double at;
    const sn_expr *below, *above;
    bool nan_below;
} split_at;

static bool split_of(const sn_expr *e, split_at *out)
{
    const sn_expr *cond = e->arg[0];
    if (e->fn != SN_FN_select || cond->kind != SN_EXPR_CALL) return false;
    if (cond->fn != SN_FN_lt && cond->fn != SN_FN_le) return false;
    bool swapped = cond->arg[0]->kind == SN_EXPR_NUMBER;
    const sn_expr *x = cond->arg[swapped], *k = cond->arg[!swapped];
    if (x->kind != SN_EXPR_INPUT || x->input >= MAX_INPUTS) return false;
    if (k->kind != SN_EXPR_NUMBER || isnan(k->number)) return false;
    *out = (split_at){.slot = x->input,
                      .at = k->number,
                      .below = e->arg[swapped ? 2 : 1],
                      .above = e->arg[swapped ? 1 : 2],
                      .nan_below = swapped};
    return true;
}

/* The part of a that goes below or above; empty where there is none. */
static sn_interval below_of(const split_at *s, sn_interval a)
{
    return (sn_interval){a.lo, fmin(a.hi, s->at), a.nan && s->nan_below};
}

static sn_interval above_of(const split_at *s, sn_interval a)
{
    return (sn_interval){fmax(a.lo, s->at), a.hi, a.nan && !s->nan_below};
}

static sn_interval range_square(sn_interval a)
{
    sn_interval b = range_abs(a);
    return (sn_interval){product(b.lo, b.lo), product(b.hi, b.hi), b.nan};
}

static sn_interval range_of(const sn_expr *e, const sn_interval *inputs);

static sn_interval range_split(const split_at *s, const sn_interval *inputs)
{
    sn_interval side[MAX_INPUTS];
    for (int i = 0; i < MAX_INPUTS; i++) side[i] = inputs[i];
    const sn_interval x = inputs[s->slot], low = below_of(s, x), high = above_of(s, x);
    const bool no_below = low.lo > low.hi, no_above = high.lo > high.hi;
    if ((no_below && (no_above || low.nan)) || (no_above && high.nan))
        return sn_interval_hull(range_of(s->below, inputs), range_of(s->above, inputs));
    side[s->slot] = low;
    const sn_interval below = no_below ? low : range_of(s->below, side);
    side[s->slot] = high;
    const sn_interval above = no_above ? high : range_of(s->above, side);
    return no_below ? above : no_above ? below : sn_interval_hull(below, above);
}

static sn_interval range_of(const sn_expr *e, const sn_interval *inputs)
{
    split_at split;
    if (e->kind == SN_EXPR_NUMBER) return point(e->number);
    if (e->kind == SN_EXPR_INPUT) return e->input < MAX_INPUTS ? inputs[e->input] : anything;
    if (e->kind == SN_EXPR_PARAM) return anything;
    if (split_of(e, &split)) return range_split(&split, inputs);
    sn_interval v[3] = {{0}};
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) v[i] = range_of(e->arg[i], inputs);
    if (e->fn == SN_FN_mul && sn_expr_equal(e->arg[0], e->arg[1])) return range_square(v[0]);
    return range_call(e->fn, v);
}

/* The intervals of the inputs that e reads, for any array that goes as far as those. */
static void gather(const sn_expr *e, const sn_interval *inputs, sn_interval *out)
{
    for (uint16_t i = 0; i < MAX_INPUTS; i++)
        out[i] = inputs && sn_expr_reads(e, i) ? inputs[i] : real;
}

sn_interval sn_expr_range(const sn_expr *e, const sn_interval *inputs)
{
    sn_interval all[MAX_INPUTS];
    gather(e, inputs, all);
    return range_of(e, all);
}

/* ---- monotony -------------------------------------------------------------------------------- */

/* A result that is NaN asks for no rule. But where a NaN inside makes a number again (min, max,
 * sign, comparisons) the rules hold without it only. */
typedef struct facts_question {
    uint16_t slot;
    sn_interval inputs[MAX_INPUTS];
} facts_question;

static sn_monotony monotone(const sn_expr *e, const facts_question *q);

static sn_monotony opposite(sn_monotony m)
{
    return m == SN_MONOTONE_UP ? SN_MONOTONE_DOWN : m == SN_MONOTONE_DOWN ? SN_MONOTONE_UP : m;
}

static sn_monotony both(sn_monotony a, sn_monotony b)
{
    if (a == SN_MONOTONE_FLAT) return b;
    if (b == SN_MONOTONE_FLAT) return a;
    return a == b ? a : SN_MONOTONE_NO;
}

/* A factor of `sign`'s sign beside something that goes `m`. */
static sn_monotony times(sn_monotony m, sn_interval factor)
{
    if (m == SN_MONOTONE_FLAT) return m;
    if (factor.lo >= 0) return m;
    return factor.hi <= 0 ? opposite(m) : SN_MONOTONE_NO;
}

static sn_monotony monotone_div(const sn_expr *e, const facts_question *q, sn_monotony a,
                                sn_monotony b)
{
    sn_interval num = range_of(e->arg[0], q->inputs), den = range_of(e->arg[1], q->inputs);
    if (den.lo <= 0 && den.hi >= 0) return SN_MONOTONE_NO; /* the sign of a zero would decide */
    return both(times(a, den), times(opposite(b), num));
}

static sn_monotony monotone_pow(const sn_expr *e, const facts_question *q, sn_monotony a,
                                sn_monotony b)
{
    sn_interval base = range_of(e->arg[0], q->inputs), power = range_of(e->arg[1], q->inputs);
    if (b == SN_MONOTONE_FLAT) {
        if (base.lo > 0 || (base.lo == 0 && power.lo >= 0)) return times(a, power);
        bool odd = is_point(power) && power.lo > 0 && fmod(power.lo, 2) == 1;
        if (odd) return a;
        bool even = is_point(power) && power.lo > 0 && fmod(power.lo, 2) == 0;
        return even && base.hi <= 0 ? opposite(a) : SN_MONOTONE_NO;
    }
    if (a != SN_MONOTONE_FLAT || base.lo <= 0) return SN_MONOTONE_NO;
    return base.lo >= 1 ? b : base.hi <= 1 ? opposite(b) : SN_MONOTONE_NO;
}

/* One side of a threshold: `e` where the input lies in [lo, hi]. */
static sn_monotony on_side(const sn_expr *e, const facts_question *q, double lo, double hi,
                           double at, double *value)
{
    facts_question side = *q;
    side.inputs[q->slot].lo = fmax(lo, q->inputs[q->slot].lo);
    side.inputs[q->slot].hi = fmin(hi, q->inputs[q->slot].hi);
    sn_monotony m = monotone(e, &side);
    side.inputs[q->slot] = point(at);
    sn_interval r = range_of(e, side.inputs);
    *value = is_point(r) ? r.lo : NAN;
    return m;
}

static sn_monotony monotone_select(const sn_expr *e, const facts_question *q)
{
    split_at s;
    if (!sn_expr_reads(e->arg[0], q->slot))
        return both(monotone(e->arg[1], q), monotone(e->arg[2], q));
    if (!split_of(e, &s) || s.slot != q->slot) return SN_MONOTONE_NO;
    const sn_interval *in = &q->inputs[q->slot];
    if (in->hi < s.at) return monotone(s.below, q);
    if (in->lo > s.at) return monotone(s.above, q);

    double end = NAN, start = NAN;
    sn_monotony m = both(on_side(s.below, q, -INFINITY, s.at, s.at, &end),
                         on_side(s.above, q, s.at, INFINITY, s.at, &start));
    /* Both branches are compared at k itself, where each is at the end of its side. */
    if (m == SN_MONOTONE_FLAT) m = end <= start ? SN_MONOTONE_UP : SN_MONOTONE_DOWN;
    if (m == SN_MONOTONE_UP && end <= start) return m;
    return m == SN_MONOTONE_DOWN && end >= start ? m : SN_MONOTONE_NO;
}

static sn_monotony monotone(const sn_expr *e, const facts_question *q)
{
    if (!sn_expr_reads(e, q->slot)) return SN_MONOTONE_FLAT;
    if (e->kind == SN_EXPR_INPUT) return SN_MONOTONE_UP;
    if (e->fn == SN_FN_select) return monotone_select(e, q);

    sn_monotony a = monotone(e->arg[0], q);
    sn_monotony b = sn_fn_n_args(e->fn) > 1 ? monotone(e->arg[1], q) : SN_MONOTONE_FLAT;
    if (rising_index(e->fn) >= 0) return a;
    sn_interval first = range_of(e->arg[0], q->inputs);
    switch (e->fn) {
    case SN_FN_add:
        return both(a, b);
    case SN_FN_min:
    case SN_FN_max:
        return both(a, b);
    case SN_FN_sign:
        return a;
    case SN_FN_sub:
        return both(a, opposite(b));
    case SN_FN_neg:
    case SN_FN_acos:
        return opposite(a);
    case SN_FN_lt:
    case SN_FN_le:
        if (first.nan || range_of(e->arg[1], q->inputs).nan) return SN_MONOTONE_NO;
        return both(opposite(a), b);
    case SN_FN_mul:
        return both(times(a, range_of(e->arg[1], q->inputs)), times(b, first));
    case SN_FN_div:
        return monotone_div(e, q, a, b);
    case SN_FN_pow:
        return monotone_pow(e, q, a, b);
    case SN_FN_abs:
    case SN_FN_cosh:
        return times(a, first);
    default:
        return SN_MONOTONE_NO;
    }
}

sn_monotony sn_expr_monotone(const sn_expr *e, uint16_t slot, const sn_interval *inputs)
{
    if (slot >= MAX_INPUTS) return SN_MONOTONE_NO;
    facts_question q = {.slot = slot};
    gather(e, inputs, q.inputs);
    return monotone(e, &q);
}

/* ---- affine ---------------------------------------------------------------------------------- */

bool sn_expr_linear(const sn_expr *e, uint16_t slot, const double *inputs, double *scale,
                    double *shift)
{
    if (e->kind == SN_EXPR_PARAM) return false;
    if (e->kind == SN_EXPR_INPUT && e->input != slot && !inputs) return false;
    if (e->kind != SN_EXPR_CALL) {
        *scale = e->kind == SN_EXPR_INPUT && e->input == slot;
        *shift = e->kind == SN_EXPR_NUMBER ? e->number : e->input == slot ? 0 : inputs[e->input];
        return isfinite(*shift);
    }
    if (e->fn != SN_FN_add && e->fn != SN_FN_sub && e->fn != SN_FN_mul && e->fn != SN_FN_div &&
        e->fn != SN_FN_neg)
        return false;
    double s[2] = {0}, t[2] = {0};
    for (int i = 0; i < sn_fn_n_args(e->fn); i++)
        if (!sn_expr_linear(e->arg[i], slot, inputs, &s[i], &t[i])) return false;
    switch (e->fn) {
    case SN_FN_add:
        *scale = s[0] + s[1], *shift = t[0] + t[1];
        break;
    case SN_FN_sub:
        *scale = s[0] - s[1], *shift = t[0] - t[1];
        break;
    case SN_FN_neg:
        *scale = -s[0], *shift = -t[0];
        break;
    case SN_FN_mul:
        if (s[0] != 0 && s[1] != 0) return false;
        *scale = s[0] * t[1] + s[1] * t[0], *shift = t[0] * t[1];
        break;
    default:
        if (s[1] != 0 || t[1] == 0) return false;
        *scale = s[0] / t[1], *shift = t[0] / t[1];
        break;
    }
    return isfinite(*scale) && isfinite(*shift);
}

/* ---- identity -------------------------------------------------------------------------------- */

static bool keeps_split(const split_at *s, uint16_t slot, sn_interval x, bool whole)
{
    double inputs[MAX_INPUTS] = {0};
    inputs[slot] = s->at;
    const sn_interval low = below_of(s, x), high = above_of(s, x);
    bool below = (x.lo >= s->at && !low.nan) || sn_expr_keeps(s->below, slot, low, whole);
    bool above = (x.hi <= s->at && !high.nan) || sn_expr_keeps(s->above, slot, high, whole);
    bool meets = x.lo <= s->at && x.hi >= s->at; /* which branch that takes is not known */
    return s->slot == slot && below && above &&
           (!meets ||
            (sn_expr_at(s->below, inputs) == s->at && sn_expr_at(s->above, inputs) == s->at));
}

bool sn_expr_keeps(const sn_expr *e, uint16_t slot, sn_interval x, bool whole)
{
    split_at split;
    double scale, shift;
    if (e->kind == SN_EXPR_INPUT) return e->input == slot;
    if (e->kind != SN_EXPR_CALL || slot >= MAX_INPUTS) return false;
    if (split_of(e, &split)) return keeps_split(&split, slot, x, whole);
    bool first = sn_expr_keeps(e->arg[0], slot, x, whole);
    bool second = sn_fn_n_args(e->fn) > 1 && sn_expr_keeps(e->arg[1], slot, x, whole);
    sn_interval in[MAX_INPUTS];
    for (int i = 0; i < MAX_INPUTS; i++) in[i] = x;
    sn_interval other =
        first || second ? range_of(e->arg[first && sn_fn_n_args(e->fn) > 1 ? 1 : 0], in) : anything;
    const bool one = first || second;
    switch (e->fn) {
    case SN_FN_f32:
        return first;
    case SN_FN_floor:
    case SN_FN_ceil:
    case SN_FN_trunc:
    case SN_FN_nearbyint:
        return first && whole;
    case SN_FN_abs:
        return first && x.lo >= 0;
    case SN_FN_max:
        return (first && second) || (one && !other.nan && other.hi <= x.lo);
    case SN_FN_min:
        return (first && second) || (one && !other.nan && other.lo >= x.hi);
    default:
        return sn_expr_linear(e, slot, NULL, &scale, &shift) && scale == 1 && shift == 0;
    }
}
