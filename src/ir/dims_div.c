/* SPDX-License-Identifier: Apache-2.0
 *
 * Symbolic sizes: division, maximum, minimum, scaling, and the bounds that decide them.
 *
 * floordiv is brought to a normal form by identities that hold for all integers (a, b > 0):
 *     floor((g*p + k) / (g*b))     = floor((p + floor(k/g)) / b)   g divides all coefficients but k
 *     floor((b*q + r) / b)         = q + floor(r/b)
 *     floor((floor(p/a) + r) / b)  = floor((p + a*r) / (a*b))      (Graham, Knuth, Patashnik, 3.11)
 * so nested strides of a network become one division. */
#include "ir/dims_inner.h"

#include <math.h>

int64_t sn_floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* ---- bounds ---------------------------------------------------------------------------------- */

static const sn_range everything = {INT64_MIN, INT64_MAX};

static int64_t saturated_mul(int64_t a, int64_t b) /* both >= 0; INT64_MAX is infinite */
{
    int64_t r;
    return __builtin_mul_overflow(a, b, &r) ? INT64_MAX : r;
}

static sn_range mono_range(const sn_dims *dims, const sn_mono *m)
{
    sn_range r = {1, 1};
    for (uint32_t i = 0; i < m->n; i++) {
        const sn_atom *a = &dims->atoms.v[m->atoms[i]];
        if (m->n == 1) return (sn_range){a->lo, a->hi};
        if (a->lo < 0) return everything;
        r.lo = saturated_mul(r.lo, a->lo);
        r.hi = saturated_mul(r.hi, a->hi);
    }
    if (r.lo == INT64_MAX) r.lo--; /* finite, if out of reach */
    return r;
}

/* Bounds of coef * x; an end that leaves int64 becomes "no bound". */
static sn_range scaled_range(sn_range r, int64_t coef)
{
    int64_t lo = coef > 0 ? r.lo : r.hi, hi = coef > 0 ? r.hi : r.lo;
    bool no_lo = lo == INT64_MIN || lo == INT64_MAX, no_hi = hi == INT64_MIN || hi == INT64_MAX;
    if (no_lo || __builtin_mul_overflow(lo, coef, &lo)) lo = INT64_MIN;
    if (no_hi || __builtin_mul_overflow(hi, coef, &hi)) hi = INT64_MAX;
    return (sn_range){lo, hi};
}

static sn_range poly_range(const sn_dims *dims, const sn_poly *p)
{
    sn_range sum = {0, 0};
    for (uint32_t i = 0; i < p->n; i++) {
        sn_range r =
            scaled_range(mono_range(dims, &dims->monos.v[p->terms[i].mono]), p->terms[i].coef);
        if (sum.lo == INT64_MIN || r.lo == INT64_MIN ||
            __builtin_add_overflow(sum.lo, r.lo, &sum.lo)) {
            sum.lo = INT64_MIN;
        }
        if (sum.hi == INT64_MAX || r.hi == INT64_MAX ||
            __builtin_add_overflow(sum.hi, r.hi, &sum.hi)) {
            sum.hi = INT64_MAX;
        }
    }
    return sum;
}

sn_range sn_dim_range(const sn_dims *dims, sn_dim d)
{
    sn_poly p;
    if (d >= 0) return (sn_range){d, d};
    sn_poly_load(dims, d, &p);
    return poly_range(dims, &p);
}

/* p += q * factor */
static bool poly_add_scaled(sn_poly *p, const sn_poly *q, int64_t factor)
{
    for (uint32_t i = 0; i < q->n; i++) {
        int64_t coef;
        if (__builtin_mul_overflow(q->terms[i].coef, factor, &coef)) return false;
        if (!sn_poly_add(p, q->terms[i].mono, coef)) return false;
    }
    return true;
}

/* A lower bound of p. Where the plain one is infinite: -c*floordiv(q, b) >= -c*q/b, so b*p has the
 * lower bound of b*(p without that term) - c*q, in which q may cancel against the rest (x -
 * floordiv(x,2) >= x/2). */
static int64_t poly_lower(const sn_dims *dims, const sn_poly *p, int depth)
{
    int64_t best = poly_range(dims, p).lo;
    for (uint32_t i = 0; i < p->n && best == INT64_MIN && depth > 0; i++) {
        const sn_mono *m = &dims->monos.v[p->terms[i].mono];
        const sn_atom *a = m->n == 1 ? &dims->atoms.v[m->atoms[0]] : NULL;
        if (!a || a->kind != ATOM_FLOORDIV || p->terms[i].coef > 0) continue;
        sn_poly inner, sum = {.n = 0}, rest = *p;
        sn_poly_load(dims, a->a, &inner);
        if (p->terms[i].coef == INT64_MIN ||
            !sn_poly_add(&rest, p->terms[i].mono, -p->terms[i].coef) ||
            !poly_add_scaled(&sum, &rest, a->divisor) ||
            !poly_add_scaled(&sum, &inner, p->terms[i].coef)) {
            continue;
        }
        int64_t lower = poly_lower(dims, &sum, depth - 1);
        if (lower == INT64_MIN) continue;
        best = sn_floor_div(lower, a->divisor) +
               (lower % a->divisor != 0); /* rounded up: p is an integer */
    }
    return best;
}

int64_t sn_dim_lower(sn_dims *dims, sn_dim d)
{
    sn_poly p;
    sn_poly_load(dims, d, &p);
    return poly_lower(dims, &p, 3);
}

/* ---- maximum and minimum --------------------------------------------------------------------- */

/* Whether d is max(number, inner) + by, or the same with min. */
static bool with_number(sn_dims *dims, sn_dim d, sn_atom_kind kind, int64_t *number, sn_dim *inner,
                        int64_t *by)
{
    sn_poly p;
    sn_poly_load(dims, d, &p);
    *by = sn_poly_constant(&p);
    const sn_atom *atom = sn_dim_atom(dims, sn_dim_sub(dims, d, sn_dim_number(dims, *by)));
    if (!atom || atom->kind != kind) return false;
    *inner = atom->b;
    if (sn_dim_is_number(dims, atom->a, number)) return true;
    *inner = atom->a;
    return sn_dim_is_number(dims, atom->b, number);
}

static sn_dim extreme(sn_dims *dims, sn_dim a, sn_dim b, sn_atom_kind kind);

/* Of a number and max(number, inner) + by: one maximum. d itself, where it is no such. */
static bool joined(sn_dims *dims, sn_dim a, sn_dim b, sn_atom_kind kind, sn_dim *out)
{
    int64_t n, number, by;
    sn_dim inner;
    if (!sn_dim_is_number(dims, a, &n) || !with_number(dims, b, kind, &number, &inner, &by) ||
        __builtin_add_overflow(number, by, &number))
        return false;
    const int64_t both = (kind == ATOM_MAX) == (n > number) ? n : number;
    *out = extreme(dims, sn_dim_number(dims, both),
                   sn_dim_add(dims, inner, sn_dim_number(dims, by)), kind);
    return true;
}

static sn_dim extreme(sn_dims *dims, sn_dim a, sn_dim b, sn_atom_kind kind)
{
    sn_dim one;
    if (a == b) return a;
    if (joined(dims, a, b, kind, &one) || joined(dims, b, a, kind, &one)) return one;
    sn_dim larger = a, smaller = b;
    if (sn_dim_lower(dims, sn_dim_sub(dims, a, b)) < 0) {
        if (sn_dim_lower(dims, sn_dim_sub(dims, b, a)) < 0) {
            return sn_dim_of_atom(dims,
                                  (sn_atom){.kind = kind, .a = a < b ? a : b, .b = a < b ? b : a});
        }
        larger = b;
        smaller = a;
    }
    return kind == ATOM_MAX ? larger : smaller;
}

sn_dim sn_dim_max(sn_dims *dims, sn_dim a, sn_dim b) { return extreme(dims, a, b, ATOM_MAX); }
sn_dim sn_dim_min(sn_dims *dims, sn_dim a, sn_dim b) { return extreme(dims, a, b, ATOM_MIN); }

sn_dim sn_dim_unclamped(sn_dims *dims, sn_dim d)
{
    int64_t number, by;
    sn_dim inner;
    return with_number(dims, d, ATOM_MAX, &number, &inner, &by) && number == 0 && by == 0 ? inner
                                                                                          : d;
}

/* ---- floordiv -------------------------------------------------------------------------------- */

static int64_t gcd(int64_t a, int64_t b) /* b > 0; of the magnitudes */
{
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = (uint64_t)b;
    while (x) {
        uint64_t rest = y % x;
        y = x;
        x = rest;
    }
    return (int64_t)y;
}

/* Divides divisor and coefficients by what they share. */
static void cancel_common(sn_poly *p, int64_t *divisor)
{
    int64_t g = *divisor, k = sn_poly_constant(p);
    for (uint32_t i = 0; i < p->n && g > 1; i++) {
        if (p->terms[i].mono) g = gcd(p->terms[i].coef, g);
    }
    if (g <= 1) return;
    sn_poly q = {.n = 0};
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->terms[i].mono)
            q.terms[q.n++] = (sn_dim_term){p->terms[i].mono, p->terms[i].coef / g};
    }
    *p = q;
    (void)sn_poly_add(p, 0, sn_floor_div(k, g)); /* fits: it was there, or is 0 */
    *divisor /= g;
}

/* Moves whole multiples of the divisor from p to `whole`. Coefficients keep their sign (a floordiv
 * times a negative number would lose its lower bound), the constant becomes 0..divisor-1. */
static bool pull_out(sn_poly *p, int64_t divisor, sn_poly *whole)
{
    sn_poly rest = {.n = 0};
    for (uint32_t i = 0; i < p->n; i++) {
        sn_dim_term t = p->terms[i];
        int64_t q = t.mono ? t.coef / divisor : sn_floor_div(t.coef, divisor);
        if (!sn_poly_add(whole, t.mono, q)) return false;
        if (t.coef != q * divisor)
            rest.terms[rest.n++] = (sn_dim_term){t.mono, t.coef - q * divisor};
    }
    *p = rest;
    return true;
}

/* p = floordiv(q, a) + r with a single such term: p = q + a*r, divisor *= a. False when it is not
 * so (or would overflow); p and divisor are as they were then. */
static bool merge_nested(const sn_dims *dims, sn_poly *p, int64_t *divisor)
{
    const sn_atom *inner = NULL;
    uint32_t mono = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const sn_mono *m = &dims->monos.v[p->terms[i].mono];
        const sn_atom *a = m->n == 1 ? &dims->atoms.v[m->atoms[0]] : NULL;
        if (!a || a->kind != ATOM_FLOORDIV || p->terms[i].coef != 1) continue;
        if (inner) return false;
        inner = a;
        mono = p->terms[i].mono;
    }
    int64_t product;
    if (!inner || __builtin_mul_overflow(*divisor, inner->divisor, &product)) return false;
    sn_poly sum, rest = *p;
    (void)sn_poly_add(&rest, mono, -1);
    sn_poly_load(dims, inner->a, &sum);
    if (!poly_add_scaled(&sum, &rest, inner->divisor)) return false;
    *p = sum;
    *divisor = product;
    return true;
}

static sn_dim floordiv_number(sn_dims *dims, int64_t a, int64_t b)
{
    return sn_dim_number(dims, sn_floor_div(a, b));
}

sn_dim sn_dim_floordiv(sn_dims *dims, sn_dim a, int64_t b)
{
    const sn_atom what = {.divisor = b};
    if (b <= 0) return sn_dim_opaque(dims, LARGE_FLOORDIV, a, what);
    if (b == 1) return a;
    if (a >= 0) return a / b;
    sn_poly p, whole = {.n = 0};
    sn_poly_load(dims, a, &p);
    do {
        cancel_common(&p, &b);
        if (!pull_out(&p, b, &whole)) return sn_dim_opaque(dims, LARGE_FLOORDIV, a, what);
    } while (merge_nested(dims, &p, &b));
    sn_dim rest = sn_poly_intern(dims, &p);
    int64_t n;
    if (sn_dim_is_number(dims, rest, &n)) {
        rest = floordiv_number(dims, n, b);
    } else if (b != 1) {
        sn_range r = poly_range(dims, &p);
        if (r.lo >= 0 && r.hi < b)
            rest = 0;
        else
            rest = sn_dim_of_atom(dims, (sn_atom){.kind = ATOM_FLOORDIV, .a = rest, .divisor = b});
    }
    return sn_dim_add(dims, sn_poly_intern(dims, &whole), rest);
}

sn_dim sn_dim_ceildiv(sn_dims *dims, sn_dim a, int64_t b)
{
    if (b <= 0) return sn_dim_opaque(dims, LARGE_FLOORDIV, a, (sn_atom){.divisor = b});
    if (a >= 0) return a / b + (a % b != 0);
    return sn_dim_floordiv(dims, sn_dim_add(dims, a, b - 1), b);
}

/* ---- exact division -------------------------------------------------------------------------- */

/* Graded order, ties by atoms: kept by multiplication, as division needs. */
static bool mono_leads(const sn_dims *dims, uint32_t a, uint32_t b)
{
    const sn_mono *x = &dims->monos.v[a], *y = &dims->monos.v[b];
    if (x->n != y->n) return x->n > y->n;
    for (uint32_t i = 0; i < x->n; i++) {
        if (x->atoms[i] != y->atoms[i]) return x->atoms[i] < y->atoms[i];
    }
    return false;
}

static sn_dim_term leading(const sn_dims *dims, const sn_poly *p)
{
    sn_dim_term best = p->terms[0];
    for (uint32_t i = 1; i < p->n; i++) {
        if (mono_leads(dims, p->terms[i].mono, best.mono)) best = p->terms[i];
    }
    return best;
}

static bool mono_div(sn_dims *dims, uint32_t a, uint32_t b, uint32_t *out)
{
    sn_mono x = dims->monos.v[a], y = dims->monos.v[b];
    uint32_t atoms[DIM_MAX_DEGREE], n = 0, k = 0;
    for (uint32_t i = 0; i < x.n; i++) {
        if (k < y.n && x.atoms[i] == y.atoms[k])
            k++;
        else
            atoms[n++] = x.atoms[i];
    }
    *out = k == y.n ? sn_mono_of(dims, n, atoms) : 0;
    return k == y.n;
}

/* Long division of polynomials: true when b (not 0) divides a over the integers. */
static bool poly_div(sn_dims *dims, sn_poly a, const sn_poly *b, sn_poly *out)
{
    sn_dim_term lead = leading(dims, b);
    out->n = 0;
    for (int steps = 0; a.n; steps++) {
        sn_dim_term top = leading(dims, &a), q;
        if (steps > 2 * DIM_MAX_TERMS || (lead.coef == -1 && top.coef == INT64_MIN)) return false;
        if (top.coef % lead.coef != 0 || !mono_div(dims, top.mono, lead.mono, &q.mono))
            return false;
        q.coef = top.coef / lead.coef;
        if (q.coef == INT64_MIN || !sn_poly_add(out, q.mono, q.coef)) return false;
        for (uint32_t i = 0; i < b->n; i++) {
            uint32_t mono;
            int64_t coef;
            if (!sn_mono_mul(dims, b->terms[i].mono, q.mono, &mono) ||
                __builtin_mul_overflow(b->terms[i].coef, -q.coef, &coef) ||
                !sn_poly_add(&a, mono, coef)) {
                return false;
            }
        }
    }
    return true;
}

sn_dim sn_dim_exactdiv(sn_dims *dims, sn_dim a, sn_dim b)
{
    sn_poly p, q, r;
    if (b == 1 || (a == 0 && b != 0)) return a;
    if (b > 0 && (a < 0 || a % b == 0)) return sn_dim_floordiv(dims, a, b);
    if (a == b && b != 0) return 1;
    sn_poly_load(dims, a, &p);
    sn_poly_load(dims, b, &q);
    if (b != 0 && poly_div(dims, p, &q, &r)) return sn_poly_intern(dims, &r);
    return sn_dim_of_atom(dims, (sn_atom){.kind = ATOM_QUOTIENT, .a = a, .b = b});
}

/* ---- scaling --------------------------------------------------------------------------------- */

sn_dim sn_dim_scale(sn_dims *dims, sn_dim a, double scale)
{
    int exponent;
    const sn_atom what = {.factor = scale};
    if (a >= 0) {
        double r = trunc((double)a * scale); /* negated tests: NaN fails them */
        if (!(r > -9e18 && r < 9e18)) return sn_dim_opaque(dims, LARGE_SCALE, a, what);
        return sn_dim_number(dims, (int64_t)r);
    }
    if (scale == trunc(scale) && scale >= 0 && scale < 9e15)
        return sn_dim_mul(dims, a, (int64_t)scale);
    if (scale > 0 && scale < 1 && frexp(scale, &exponent) == 0.5 && exponent > -60 &&
        sn_dim_lower(dims, a) >= 0) {
        return sn_dim_floordiv(dims, a, (int64_t)1 << (1 - exponent));
    }
    int64_t n;
    if (!isfinite(scale)) return sn_dim_opaque(dims, LARGE_SCALE, a, what);
    if (sn_dim_is_number(dims, a, &n)) {
        double r = trunc((double)n * scale);
        return r > -9e18 && r < 9e18 ? sn_dim_number(dims, (int64_t)r)
                                     : sn_dim_opaque(dims, LARGE_SCALE, a, what);
    }
    return sn_dim_of_atom(dims, (sn_atom){.kind = ATOM_SCALE, .a = a, .factor = scale});
}
