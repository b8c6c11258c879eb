/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/distance.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

double sn_tensor_distance(const sn_tensor *a, const sn_tensor *b, sn_arena *arena, const char **why,
                          int64_t *where)
{
    *why = NULL;
    *where = 0;
    if (a->type != b->type) {
        *why = sn_arena_printf(arena, "type %s became %s", sn_type_name(a->type),
                               sn_type_name(b->type));
        return INFINITY;
    }
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
    const int64_t n = sn_tensor_count(a);
    const sn_numbers va = sn_numbers_of(a), vb = sn_numbers_of(b);
    for (int64_t i = 0; i < n; i++) {
        const double x = sn_number(&va, i), y = sn_number(&vb, i);
        if (isfinite(x) && isfinite(y)) {
            if (fabs(x) > scale) scale = fabs(x);
            if (fabs(x - y) > largest) {
                largest = fabs(x - y);
                *where = i;
            }
        } else if (!(isnan(x) && isnan(y)) && x != y) {
            *why = sn_arena_printf(arena, "element %lld was %g and became %g", (long long)i, x, y);
            *where = i;
            return INFINITY;
        }
    }
    return largest / scale;
}

/* Bits of an infinity; those of what is not a number are more, but for its sign. */
#define INFINITE 0x7f800000

/* Some element is not a number, or an infinity. */
static bool has_single(const float *v, int64_t n, bool nan)
{
    enum { BLOCK = 1024 };
    for (int64_t from = 0; from < n; from += BLOCK) {
        const int64_t to = n - from < BLOCK ? n : from + BLOCK;
        int32_t most = 0, is = 0; /* bits of what is largest; of infinities */
        for (int64_t i = from; i < to; i++) {
            int32_t bits;
            memcpy(&bits, &v[i], sizeof bits);
            bits &= INT32_MAX;
            most = bits > most ? bits : most;
            is |= bits == INFINITE;
        }
        if (nan ? most > INFINITE : is) return true;
    }
    return false;
}

static bool has_float(const sn_tensor *t, bool nan)
{
    if (!sn_type_is_float(t->type) || t->coding != SN_PLAIN || !t->buf) return false;
    const sn_numbers all = sn_numbers_of(t);
    if (all.plain) return has_single(all.plain, sn_tensor_count(t), nan);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        const double v = sn_number(&all, i);
        if (nan ? isnan(v) : isinf(v)) return true;
    }
    return false;
}

bool sn_is_infinite(const sn_tensor *t) { return has_float(t, false); }
bool sn_is_nan_somewhere(const sn_tensor *t) { return has_float(t, true); }
