/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes that are worked out by nodes. */
#include <stdlib.h>
#include <string.h>

#include "formats/onnx/out/export.h"
#include "ops/sizes.h"

/* An expression over sizes of inputs, as sn_dim_print_over writes it. */
typedef struct size_text {
    sn_onnx_export *e;
    const char *at;
} size_text;

static const char *put_sum(size_text *r);

/* A vector of one element. */
static const char *one_number(sn_onnx_export *e, int64_t n) { return sn_onnx_put_i64s(e, &n, 1); }

static const char *combine(sn_onnx_export *e, const char *type, const char *a, const char *b)
{
    return SN_ONNX_MADE(e, type, type[0] == 'M' && type[1] != 'u' ? 12 : 7, a, b);
}

/* Whether one Shape gives sizes of an input from an axis on: all of them, or since version 15 a
 * part. */
static bool is_one_shape(const sn_onnx_export *e, int slot, int64_t first, int n)
{
    return e->opset >= 15 || (first == 0 && n == sn_onnx_rank_in(e, (unsigned)slot));
}

/* Sizes of an input as a vector; its whole shape is asked for once. */
static const char *sizes_of(sn_onnx_export *e, int slot, const int64_t *axes, int n)
{
    bool in_order = true;
    for (int i = 1; i < n; i++) in_order = in_order && axes[i] == axes[0] + i;
    const bool one = in_order && is_one_shape(e, slot, axes[0], n);
    const bool whole = one && axes[0] == 0 && n == sn_onnx_rank_in(e, (unsigned)slot);
    if (one && !whole) {
        if (axes[0]) sn_onnx_attr_int(e, "start", axes[0]);
        sn_onnx_attr_int(e, "end", axes[0] + n);
        return SN_ONNX_MADE(e, "Shape", 15, e->in[slot]);
    }
    if (!e->shapes) e->shapes = sn_onnx_no_names(e->arena, e->n_in);
    if (!*e->shapes[slot]) e->shapes[slot] = SN_ONNX_MADE(e, "Shape", 1, e->in[slot]);
    if (whole) return e->shapes[slot];
    return SN_ONNX_MADE(e, "Gather", 1, e->shapes[slot], sn_onnx_put_i64s(e, axes, n));
}

static bool reads(size_text *r, const char *text)
{
    const size_t n = strlen(text);
    if (strncmp(r->at, text, n) != 0) return false;
    r->at += n;
    return true;
}

/* floor(a / b), whatever the signs: ONNX's Div of integers rounds towards 0. */
static const char *floor_of(sn_onnx_export *e, const char *a, const char *b)
{
    const char *rest = SN_ONNX_MADE(e, "Mod", 10, a, b);
    return combine(e, "Div", combine(e, "Sub", a, rest), b);
}

static const char *put_call(size_text *r, const char *name)
{
    sn_onnx_export *e = r->e;
    const char *a = put_sum(r);
    if (!reads(r, ",")) sn_onnx_cannot(e, "a size is worked out as ONNX cannot");
    const char *b = put_sum(r);
    if (!reads(r, ")")) sn_onnx_cannot(e, "a size is worked out as ONNX cannot");
    if (strcmp(name, "floordiv") == 0) return floor_of(e, a, b);
    if (strcmp(name, "max") == 0) return combine(e, "Max", a, b);
    if (strcmp(name, "min") == 0) return combine(e, "Min", a, b);
    sn_onnx_cannot(e, "a size is worked out as ONNX cannot");
    return "";
}

static const char *put_atom(size_text *r)
{
    sn_onnx_export *e = r->e;
    char *end;
    if (reads(r, "(")) {
        const char *v = put_sum(r);
        if (!reads(r, ")")) sn_onnx_cannot(e, "a size is worked out as ONNX cannot");
        return v;
    }
    if (sn_is_digit(*r->at)) {
        const int64_t n = strtoll(r->at, &end, 10);
        r->at = end;
        return one_number(e, n);
    }
    const char *from = r->at;
    while (sn_is_name_start(*r->at) || (r->at > from && sn_is_digit(*r->at))) r->at++;
    const sn_text word = {from, (size_t)(r->at - from)};
    if (reads(r, "(")) return put_call(r, sn_arena_strndup(e->arena, word.s, word.n));
    const int slot = word.n ? sn_size_slot(e->op, word) : -1;
    if (slot < 0 || slot >= e->n_in || !reads(r, ".")) {
        sn_onnx_cannot(e, "a size is worked out as ONNX cannot");
        return "";
    }
    const int64_t axis = strtoll(r->at, &end, 10);
    r->at = end;
    return sizes_of(e, slot, &axis, 1);
}

static const char *put_product(size_text *r)
{
    const char *v = put_atom(r);
    while (!r->e->wrong && reads(r, "*")) v = combine(r->e, "Mul", v, put_atom(r));
    return v;
}

static const char *put_sum(size_text *r)
{
    const char *v =
        reads(r, "-") ? combine(r->e, "Sub", one_number(r->e, 0), put_product(r)) : put_product(r);
    while (!r->e->wrong) {
        if (reads(r, "+"))
            v = combine(r->e, "Add", v, put_product(r));
        else if (reads(r, "-"))
            v = combine(r->e, "Sub", v, put_product(r));
        else
            break;
    }
    return v;
}

const char *sn_onnx_put_size(sn_onnx_export *e, const char *entry)
{
    size_text r = {e, entry};
    const char *v = put_sum(&r);
    if (*r.at) sn_onnx_cannot(e, "a size is worked out as ONNX cannot");
    return v;
}

/* So many entries from the first on that are numbers, or sizes of one input (*slot). */
static int run_of_sizes(const sn_onnx_export *e, const char *const *entry, int n, int *slot,
                        int64_t *v)
{
    int count = 0;
    *slot = -1;
    while (count < n && sn_size_number(entry[count], &v[count])) count++;
    for (unsigned of; count < n && (!count || *slot >= 0); count++) {
        int axis;
        if (!sn_size_input(e->op, entry[count], &of, &axis) || of >= e->n_in) break;
        if (*slot >= 0 && (int)of != *slot) break;
        *slot = (int)of;
        v[count] = axis;
    }
    return count;
}

/* So many entries from the first on that are the sizes of one input from an axis on, one of them a
 * size that is open: others may be numbers that the input has there. */
static int window_of_sizes(const sn_onnx_export *e, const char *const *entry, int n, int *slot,
                           int64_t *first)
{
    int best = 0;
    for (uint16_t at = 0; at < e->n_in; at++) {
        const sn_shape *x = sn_onnx_shape_in(e, at);
        for (int from = 0; from < x->rank; from++) {
            bool is_open = false;
            int k = 0;
            for (; k < n && from + k < x->rank; k++) {
                int64_t number;
                unsigned of;
                int axis;
                if (sn_size_number(entry[k], &number)) {
                    if (x->d[from + k] != number) break;
                    continue;
                }
                if (!sn_size_input(e->op, entry[k], &of, &axis) || of != at || axis != from + k)
                    break;
                is_open = true;
            }
            if (!is_open || k <= best) continue;
            best = k;
            *slot = at;
            *first = from;
        }
    }
    return best;
}

/* Sizes of an input from an axis on. */
static const char *window_of(sn_onnx_export *e, int slot, int64_t first, int n)
{
    int64_t axes[SN_MAX_RANK];
    for (int i = 0; i < n; i++) axes[i] = first + i;
    return sizes_of(e, slot, axes, n);
}

const char *sn_onnx_put_sizes(sn_onnx_export *e, const sn_names *sizes)
{
    int64_t *v = SN_NEW_N(e->arena, int64_t, sizes->n);
    const char **parts = SN_NEW_N(e->arena, const char *, sizes->n);
    int n = 0, slot, of = 0;
    for (int i = 0, count; i < sizes->n; i += count) {
        int64_t first = 0;
        const int same = window_of_sizes(e, sizes->v + i, sizes->n - i, &of, &first);
        count = run_of_sizes(e, sizes->v + i, sizes->n - i, &slot, v);
        if (same >= count && same > 0 && is_one_shape(e, of, first, same)) {
            parts[n++] = window_of(e, of, first, same);
            count = same;
            continue;
        }
        parts[n++] = !count      ? sn_onnx_put_size(e, sizes->v[i])
                     : slot >= 0 ? sizes_of(e, slot, v, count)
                                 : sn_onnx_put_i64s(e, v, count);
        count = count ? count : 1;
    }
    if (n == 0) return sn_onnx_put_i64s(e, v, 0);
    if (n == 1) return parts[0];
    sn_onnx_attr_int(e, "axis", 0);
    return sn_onnx_made(e, "Concat", 4, n, parts);
}
