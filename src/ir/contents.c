/* SPDX-License-Identifier: Apache-2.0
 *
 * Contents of small values: see contents.h. Sizes that may be negative or fractions, too. */
#include "ir/contents.h"

#include <math.h>
#include <string.h>

/* ---- one element ----------------------------------------------------------------------------- */

sn_size sn_size_of_number(sn_dims *dims, int64_t n)
{
    const bool has_negative = n != INT64_MIN;
    if (!has_negative) return (sn_size){.known = false};
    const sn_dim dim = n >= 0 ? n : sn_dim_sub(dims, 0, -n);
    return (sn_size){.known = true, .is_number = true, .number = n, .dim = dim};
}

sn_size sn_size_of_dim(sn_dims *dims, sn_dim d)
{
    const int64_t least = sn_dim_lower(dims, d);
    const bool is_number =
        least > -INT32_MAX && sn_dim_lower(dims, sn_dim_sub(dims, 0, d)) == -least;
    return (sn_size){.known = true, .is_number = is_number, .number = least, .dim = d};
}

bool sn_size_same(const sn_size *a, const sn_size *b)
{
    if (a->known != b->known || a->divisor != b->divisor || a->factor != b->factor) return false;
    return !sn_size_says(a) || sn_dim_equal(a->dim, b->dim);
}

bool sn_size_differ(sn_dims *dims, const sn_size *a, const sn_size *b)
{
    return a->known && b->known && sn_dim_differ(dims, a->dim, b->dim);
}

void sn_size_print(sn_dims *dims, const sn_size *s, sn_str *out)
{
    if (!sn_size_says(s)) {
        sn_str_add(out, "?");
        return;
    }
    if (s->known && s->is_number)
        sn_str_addf(out, "%lld", (long long)s->number);
    else
        sn_dim_print(dims, s->dim, out);
    if (s->known) return;
    if (s->divisor)
        sn_str_addf(out, "/%lld", (long long)s->divisor);
    else
        sn_str_addf(out, "*%g", s->factor);
}

static sn_size refreshed(sn_dims *dims, const sn_size *s)
{
    sn_size r = *s;
    if (!sn_size_says(s) || s->is_number) return r;
    const sn_dim dim = sn_dim_refresh(dims, s->dim);
    if (dim == s->dim) return r;
    if (s->known) return sn_size_of_dim(dims, dim);
    r.dim = dim;
    return r;
}

/* ---- all of them ----------------------------------------------------------------------------- */

sn_contents *sn_contents_create(sn_arena *arena, int n)
{
    sn_contents *c = sn_arena_alloc(arena, sizeof *c + (size_t)n * sizeof c->v[0]);
    memset(c, 0, sizeof *c + (size_t)n * sizeof c->v[0]);
    c->n = n;
    return c;
}

sn_contents *sn_contents_copy(sn_arena *arena, const sn_contents *c)
{
    if (!c) return NULL;
    sn_contents *copy = sn_contents_create(arena, c->n);
    memcpy(copy->v, c->v, (size_t)c->n * sizeof c->v[0]);
    return copy;
}

int sn_contents_count(sn_type type, const sn_shape *shape)
{
    if (type == SN_TYPE_UNKNOWN || shape->rank > 1 || !sn_shape_known(shape)) return -1;
    const int64_t n = sn_shape_count(shape);
    return n <= SN_MAX_CONTENTS ? (int)n : -1;
}

static sn_size element(sn_dims *dims, const sn_tensor *t, int64_t i)
{
    if (t->type == SN_TYPE_i64)
        return sn_size_of_number(dims, ((const int64_t *)sn_tensor_data(t))[i]);
    const double v = sn_tensor_at(t, i);
    if (v == trunc(v) && fabs(v) < 0x1p53) return sn_size_of_number(dims, (int64_t)v);
    if (!isfinite(v) || v == trunc(v)) return (sn_size){.known = false};
    return (sn_size){.dim = 1, .factor = v};
}

const sn_contents *sn_contents_of_elements(sn_arena *arena, sn_dims *dims, const sn_tensor *t)
{
    const bool plain = t->coding == SN_PLAIN && t->buf && t->type != SN_TYPE_UNKNOWN;
    const int64_t n = plain ? sn_tensor_count(t) : -1;
    if (n < 0 || n > SN_MAX_CONTENTS) return NULL;
    sn_contents *c = sn_contents_create(arena, (int)n);
    for (int i = 0; i < n; i++) c->v[i] = element(dims, t, i);
    return c;
}

const sn_contents *sn_contents_of_tensor(sn_arena *arena, sn_dims *dims, const sn_tensor *t)
{
    return t->shape.rank > 1 ? NULL : sn_contents_of_elements(arena, dims, t);
}

const sn_contents *sn_contents_refresh(sn_arena *arena, sn_dims *dims, const sn_contents *c)
{
    bool changed = false;
    for (int i = 0; c && i < c->n && !changed; i++) {
        const sn_size now = refreshed(dims, &c->v[i]);
        changed = !sn_size_same(&now, &c->v[i]);
    }
    if (!changed) return c;
    sn_contents *r = sn_contents_create(arena, c->n);
    for (int i = 0; i < c->n; i++) r->v[i] = refreshed(dims, &c->v[i]);
    return r;
}

const sn_contents *sn_contents_if_any(const sn_contents *c)
{
    bool any = c && c->n == 0;
    for (int i = 0; c && i < c->n; i++) any = any || sn_size_says(&c->v[i]);
    return any ? c : NULL;
}

const sn_contents *sn_contents_merge(sn_arena *arena, const sn_contents *a, const sn_contents *b)
{
    bool adds = false;
    if (!a || !b || a->n != b->n) return a ? a : b;
    for (int i = 0; i < a->n; i++)
        adds = adds || (!sn_size_says(&a->v[i]) && sn_size_says(&b->v[i]));
    if (!adds) return a;
    sn_contents *r = sn_contents_create(arena, a->n);
    for (int i = 0; i < a->n; i++) r->v[i] = sn_size_says(&a->v[i]) ? a->v[i] : b->v[i];
    return r;
}

bool sn_contents_same(const sn_contents *a, const sn_contents *b)
{
    if (!a || !b) return a == b;
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++) same = sn_size_same(&a->v[i], &b->v[i]);
    return same;
}

int sn_contents_differ(sn_dims *dims, const sn_contents *a, const sn_contents *b)
{
    if (!a || !b || a->n != b->n) return -1;
    for (int i = 0; i < a->n; i++)
        if (sn_size_differ(dims, &a->v[i], &b->v[i])) return i;
    return -1;
}

bool sn_contents_known(const sn_contents *c)
{
    bool known = c != NULL;
    for (int i = 0; known && i < c->n; i++) known = c->v[i].known && c->v[i].is_number;
    return known;
}

void sn_contents_print(sn_dims *dims, const sn_contents *c, bool scalar, sn_str *out)
{
    if (!scalar) sn_str_add(out, "[");
    for (int i = 0; i < c->n; i++) {
        if (i) sn_str_add(out, ",");
        sn_size_print(dims, &c->v[i], out);
    }
    if (!scalar) sn_str_add(out, "]");
}

/* ---- in inference ---------------------------------------------------------------------------- */

const sn_contents *sn_infer_contents(const sn_infer *in, unsigned slot)
{
    if (slot >= in->n_in || !in->present[slot]) return NULL;
    if (sn_contents_count(in->in_type[slot], &in->in_shape[slot]) < 0) return NULL;
    if (in->in_contents && in->in_contents[slot]) return in->in_contents[slot];
    const sn_tensor *data = sn_infer_data(in, slot);
    return data ? sn_contents_of_tensor(in->arena, in->dims, data) : NULL;
}

sn_contents *sn_infer_give_contents(sn_infer *in, unsigned slot)
{
    if (!in->out_contents || slot >= in->n_out) return NULL;
    const int n = sn_contents_count(in->out_type[slot], &in->out_shape[slot]);
    if (n < 0) return NULL;
    sn_contents *c = sn_contents_create(in->arena, n);
    in->out_contents[slot] = c;
    return c;
}
