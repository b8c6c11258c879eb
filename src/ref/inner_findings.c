/* SPDX-License-Identifier: Apache-2.0
 *
 * What the values inside say once all sets of inputs ran. */
#include "ref/inner_values.h"

#include <string.h>

#include "base/text.h"

static const char *said(sn_arena *arena, const inner_seen *e)
{
    if (e->name) return sn_arena_printf(arena, "'%s'", sn_escape(arena, e->name));
    const sn_node *n = e->value->def;
    return sn_arena_printf(arena, "what '%s' makes",
                           sn_escape(arena, n->name ? n->name : n->op->name));
}

static int64_t n_off_of(const inner_pair *p)
{
    int64_t n = 0;
    for (int64_t c = 0; c < p->n_channels; c++) n += sn_inner_was_off_in(p, c);
    return n;
}

static void tell(const sn_inner *inner, const inner_pair *p, sn_arena *arena, sn_inner_finding *out)
{
    const int64_t n_off = n_off_of(p);
    const inner_seen *a = &inner->a.v[p->a], *b = &inner->b.v[p->b];
    out->name = b->name ? sn_arena_strdup(arena, b->name) : NULL;
    const bool matrix = p->n_first < p->n_channels;
    if (p->named) {
        out->words = sn_arena_printf(arena, "inside, %s differs in %lld of %lld %s", said(arena, b),
                                     (long long)n_off, (long long)p->n_channels,
                                     matrix ? "rows and columns" : "channels");
        return;
    }
    out->words = sn_arena_printf(
        arena, "inside, %s agrees with %s of the first network but in %lld of %lld %s",
        said(arena, b), said(arena, a), (long long)n_off, (long long)p->n_channels,
        matrix ? "rows and columns" : "channels");
}

static bool agrees(const sn_inner *inner, size_t b)
{
    for (size_t i = inner->first_pair[b]; i < inner->first_pair[b + 1]; i++) {
        const inner_pair *p = &inner->pairs.v[i];
        if (!p->gone && !sn_inner_was_off(p)) return true;
    }
    return false;
}

/* The only value that n moves elements of, where the first network has none like it: several layers
 * that were joined into one, before they are cut apart. */
static const sn_value *joined_before(const sn_inner *inner, const sn_node *n)
{
    const sn_value *only = NULL;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || v->kind != SN_RESULT || sn_value_is_const(v)) continue;
        if (only) return NULL;
        only = v;
    }
    const size_t index = only ? (size_t)(uintptr_t)sn_map_get_u64(inner->index[1], only->id) : 0;
    for (size_t i = index ? inner->first_pair[index - 1] : 0; index && i < inner->first_pair[index];
         i++) {
        if (!inner->pairs.v[i].gone) return NULL;
    }
    return index ? only : NULL;
}

/* The node of b computes, and all that it reads agrees with values of a: what is off in its result
 * came about in it. (A concat of what was not scaled yet is no mistake.) */
static bool starts_it(const sn_inner *inner, const sn_node *n)
{
    while (sn_op_has(n->op, SN_TRAIT_COPIES_BITS | SN_TRAIT_VIEW)) {
        const sn_value *joined = joined_before(inner, n);
        if (!joined) return false;
        n = joined->def;
    }
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        const size_t index = v ? (size_t)(uintptr_t)sn_map_get_u64(inner->index[1], v->id) : 0;
        if (index && !agrees(inner, index - 1)) return false;
    }
    return true;
}

/* A function of b's value alone makes value a of the first network: a clip, say, that changes few
 * elements. Then b's value is no a that went wrong. */
static bool becomes(const sn_inner *inner, const sn_value *b, size_t a)
{
    SN_EACH_USE(u, b)
    {
        const sn_node *n = u->node;
        if (!n->op->expr || n->n_out != 1) continue;
        bool alone = true;
        for (uint16_t i = 0; i < n->n_in; i++)
            alone = alone && (i == u->slot || !sn_in(n, i) || sn_value_is_const(sn_in(n, i)));
        const size_t index = (size_t)(uintptr_t)sn_map_get_u64(inner->index[1], n->out[0]->id);
        for (size_t i = index && alone ? inner->first_pair[index - 1] : 0;
             index && alone && i < inner->first_pair[index]; i++) {
            const inner_pair *p = &inner->pairs.v[i];
            if (p->a == a && !p->gone && !sn_inner_was_off(p)) return true;
        }
    }
    return false;
}

bool sn_inner_found(sn_inner *inner, bool by_name, sn_arena *arena, sn_inner_finding *out)
{
    for (size_t b = 0; inner->paired && b < inner->b.n; b++) {
        const inner_pair *closest = NULL;
        for (size_t i = inner->first_pair[b]; i < inner->first_pair[b + 1]; i++) {
            const inner_pair *p = &inner->pairs.v[i];
            if (p->gone || p->named != by_name || (closest && n_off_of(p) >= n_off_of(closest)))
                continue;
            if (by_name || !becomes(inner, inner->b.v[b].value, p->a)) closest = p;
        }
        if (!closest || agrees(inner, b) ||
            (!by_name && !starts_it(inner, inner->b.v[b].value->def)))
            continue;
        tell(inner, closest, arena, out);
        return true;
    }
    return false;
}

bool sn_inner_is_complete(const sn_inner *inner)
{
    for (size_t b = 0; inner->paired && b < inner->b.n; b++) {
        bool complete = false;
        for (size_t i = inner->first_pair[b]; i < inner->first_pair[b + 1]; i++) {
            const inner_pair *p = &inner->pairs.v[i];
            complete = complete || (!p->gone && !sn_inner_was_off(p) && sn_rests_decide(&p->rests));
        }
        if (!complete) return false;
    }
    return inner->paired;
}

bool sn_inner_read_nothing(const sn_inner *inner, const sn_node *n)
{
    bool any = false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || v->kind != SN_RESULT || sn_value_is_const(v)) continue;
        const size_t index = (size_t)(uintptr_t)sn_map_get_u64(inner->index[1], v->id);
        if (!index || inner->b.v[index - 1].was_some) return false;
        any = true;
    }
    return any;
}

static const sn_value *partner_of_a(const sn_inner *inner, const sn_value *of, size_t k)
{
    const size_t a = (size_t)(uintptr_t)sn_map_get_u64(inner->index[0], of->id);
    if (!a) return inner_whole_partner(inner, 0, of, k);
    for (size_t i = 0; inner->paired && i < inner->pairs.n; i++) {
        const inner_pair *p = &inner->pairs.v[i];
        if (p->a == a - 1 && !p->gone && !sn_inner_was_off(p) && k-- == 0)
            return inner->b.v[p->b].value;
    }
    return NULL;
}

const sn_value *sn_inner_partner(const sn_inner *inner, sn_inner_side side, const sn_value *of,
                                 size_t k)
{
    if (side == SN_INNER_A) return partner_of_a(inner, of, k);
    const size_t b = (size_t)(uintptr_t)sn_map_get_u64(inner->index[1], of->id);
    if (!b) return inner_whole_partner(inner, 1, of, k);
    for (size_t i = inner->paired ? inner->first_pair[b - 1] : 0;
         inner->paired && i < inner->first_pair[b]; i++) {
        const inner_pair *p = &inner->pairs.v[i];
        if (!p->gone && !sn_inner_was_off(p) && k-- == 0) return inner->a.v[p->a].value;
    }
    return NULL;
}

static bool is_same_bytes(const sn_tensor *a, const sn_tensor *b)
{
    return a && b && sn_tensor_same_bytes(a, b);
}

bool sn_inner_agree(const sn_inner *inner, const sn_value *of_a, const sn_value *of_b)
{
    if (inner_is_whole(inner, of_b)) return inner_wholes_agree(inner, of_a, of_b);
    const sn_tensor *own = sn_inner_sketch_of(inner, 0, of_a);
    const sn_value *p;
    for (size_t k = 0; (p = sn_inner_partner(inner, SN_INNER_B, of_b, k)) != NULL; k++) {
        if (p == of_a || (is_same_bytes(own, sn_inner_sketch_of(inner, 0, p)))) return true;
    }
    if (!inner_is_fed(of_b)) return false;
    while (of_a->def && of_a->def->n_in == 1 && sn_op_has(of_a->def->op, SN_TRAIT_COPIES_BITS))
        of_a = sn_in(of_a->def, 0);
    return inner_is_fed(of_a) && of_a->name && of_b->name && strcmp(of_a->name, of_b->name) == 0;
}

bool sn_inner_passes_on(const sn_inner *inner, sn_inner_side side, const sn_value *v,
                        uint16_t *slot, sn_shape *shape)
{
    const int b = side == SN_INNER_B;
    const size_t index = (size_t)(uintptr_t)sn_map_get_u64(inner->index[b], v->id);
    const inner_seen *e = !index ? NULL : b ? &inner->b.v[index - 1] : &inner->a.v[index - 1];
    const inner_whole *w = e ? NULL : sn_map_get_u64(inner->whole[b], v->id);
    if (!e && !w) return false;
    *shape = e ? e->shape : w->shape;
    for (*slot = 0; *slot < INNER_OPERANDS; ++*slot) {
        if ((e ? e->passed_on : w->passed_on) >> *slot & 1) return true;
    }
    return false;
}

const char *sn_inner_first_beyond(sn_inner *inner, double bound, double *distance)
{
    for (size_t i = 0; i < inner->pairs.n; i++) {
        const inner_pair *p = &inner->pairs.v[i];
        if (!p->named || !sn_inner_was_off(p) || p->distance <= bound) continue;
        *distance = p->distance;
        return inner->b.v[p->b].name;
    }
    return NULL;
}
