/* SPDX-License-Identifier: Apache-2.0
 *
 * Which element goes where, and the addresses that this gives; see index_map.h. */
#include "kernels/index_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ops/eval.h"
#include "ops/ops.h"

/* ---- the map --------------------------------------------------------------------------------- */

/* Of inputs and outputs together: each is worked out twice and looked at several times while a
 * network is planned, and takes 16 bytes then. */
enum { MOST_ELEMENTS = 1 << 28 };

bool sn_index_map_fits(const sn_node *node)
{
    if (!sn_op_has(node->op, SN_TRAIT_COPIES_BITS) || !node->op->eval) return false;
    for (unsigned i = 0; i < node->n_out; i++)
        if (sn_out(node, i)->type != sn_out(node, 0)->type) return false;
    int64_t total = 0;
    for (unsigned i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, i);
        if (!v) continue;
        if (!sn_shape_known(&v->shape)) return false;
        total += sn_shape_count(&v->shape);
    }
    for (unsigned i = 0; i < node->n_out; i++) {
        if (!sn_shape_known(&sn_out(node, i)->shape)) return false;
        total += sn_shape_count(&sn_out(node, i)->shape);
    }
    return total < MOST_ELEMENTS;
}

static bool is_f32(const sn_value *v)
{
    return v->type == SN_TYPE_f32 || v->type == SN_TYPE_UNKNOWN;
}

bool sn_index_map_moves(const sn_node *node, unsigned slot)
{
    const sn_value *v = sn_in(node, slot), *y = sn_out(node, 0);
    if (!v || v->type != y->type) return false;
    return is_f32(v) || slot == 0 || sn_op_slot(node->op, slot)->flags & SN_SLOT_VARIADIC ||
           node->op == &sn_op_slice_scatter;
}

/* Constants that are lists of sizes or the like are given as they are: their elements may be looked
 * at. */
static bool is_list(const sn_node *node, unsigned slot)
{
    enum { LONGEST_LIST = 16 };
    const sn_value *v = sn_in(node, slot);
    if (!sn_const_of(v)) return false;
    return !sn_index_map_moves(node, slot) ||
           (is_f32(v) && sn_shape_count(&v->shape) <= LONGEST_LIST);
}

/* Inputs whose elements are their numbers (`flip`: with all bits turned). */
static sn_status tagged(sn_ctx *ctx, sn_arena *scratch, const sn_node *node, const int64_t *base,
                        bool flip, const sn_tensor ***out)
{
    const sn_tensor **in = SN_NEW_N(scratch, const sn_tensor *, node->n_in);
    *out = in;
    for (unsigned s = 0; s < node->n_in; s++) {
        const sn_value *v = sn_in(node, s);
        if (!v) continue;
        if (is_list(node, s)) {
            in[s] = sn_const_of(v);
            sn_tensor_retain(in[s]);
            continue;
        }
        sn_tensor *t;
        void *data;
        SN_TRY(sn_tensor_create(ctx, SN_TYPE_f32, &v->shape, &t, &data));
        in[s] = t;
        for (int64_t i = 0; i < base[s + 1] - base[s]; i++) {
            const uint32_t tag = (uint32_t)(base[s] + i);
            ((uint32_t *)data)[i] = flip ? ~tag : tag;
        }
    }
    return SN_OK;
}

static sn_status evaluated(sn_ctx *ctx, sn_arena *scratch, const sn_node *node, const int64_t *base,
                           bool flip, const sn_tensor **out)
{
    const sn_tensor **in = NULL;
    sn_status status = tagged(ctx, scratch, node, base, flip, &in);
    if (status == SN_OK)
        status = sn_eval_node(ctx, scratch, sn_dims_create(scratch), node, in, out);
    sn_tensors_release(in, node->n_in);
    return status;
}

typedef struct value_list {
    SN_VEC(uint32_t) v;
} value_list;

static int32_t value_index(value_list *values, uint32_t bits)
{
    for (size_t i = values->v.n; i-- > 0;)
        if (values->v.v[i] == bits) return (int32_t)i;
    SN_PUSH(values->v, bits);
    return (int32_t)values->v.n - 1;
}

/* From what became of the tags, straight and turned. */
static sn_status read_tags(sn_ctx *ctx, const sn_node *node, const uint32_t *straight,
                           const uint32_t *turned, int64_t n, int64_t total, value_list *values,
                           int32_t *from)
{
    enum { MAX_VALUES = 4096 };
    for (int64_t i = 0; i < n; i++) {
        if (straight[i] == ~turned[i] && straight[i] < total) {
            from[i] = (int32_t)straight[i];
        } else if (straight[i] == turned[i] && values->v.n < MAX_VALUES) {
            from[i] = ~value_index(values, straight[i]);
        } else {
            return sn_node_fail(ctx, node, SN_E_UNSUPPORTED,
                                "more is done to its inputs than moving their elements");
        }
    }
    return SN_OK;
}

static sn_status fill_map(sn_ctx *ctx, sn_arena *lasting, sn_arena *scratch, const sn_node *node,
                          sn_index_map *map, const sn_tensor **straight, const sn_tensor **turned)
{
    int64_t *count = SN_NEW_N(lasting, int64_t, node->n_out);
    value_list values = {SN_VEC_IN(lasting)};
    SN_TRY(evaluated(ctx, scratch, node, map->base, false, straight));
    SN_TRY(evaluated(ctx, scratch, node, map->base, true, turned));
    for (unsigned o = 0; o < node->n_out; o++) {
        count[o] = sn_tensor_count(straight[o]);
        if (straight[o]->type != SN_TYPE_f32 ||
            !sn_shape_equal(&straight[o]->shape, &sn_out(node, o)->shape))
            return sn_node_fail(ctx, node, SN_E_UNSUPPORTED,
                                "the shape of output %u depends on what it is given", o);
        int32_t *from = SN_NEW_N(lasting, int32_t, count[o]);
        SN_TRY(read_tags(ctx, node, sn_tensor_data(straight[o]), sn_tensor_data(turned[o]),
                         count[o], map->base[node->n_in], &values, from));
        map->from[o] = from;
    }
    map->count = count;
    map->value = values.v.v;
    map->n_values = values.v.n;
    return SN_OK;
}

sn_status sn_index_map_of(sn_ctx *ctx, sn_arena *lasting, sn_arena *scratch, const sn_node *node,
                          sn_index_map **out)
{
    if (!sn_index_map_fits(node))
        return sn_node_fail(ctx, node, SN_E_UNSUPPORTED, "operator %s has no index map here",
                            node->op->name);
    sn_index_map *map = SN_NEW(lasting, sn_index_map);
    int64_t *base = SN_NEW_N(lasting, int64_t, node->n_in + 1);
    for (unsigned s = 0; s < node->n_in; s++)
        base[s + 1] = base[s] + (sn_in(node, s) ? sn_shape_count(&sn_in(node, s)->shape) : 0);
    *map = (sn_index_map){.n_in = node->n_in, .n_out = node->n_out, .base = base};
    map->from = SN_NEW_N(lasting, const int32_t *, node->n_out);
    const sn_tensor **straight = SN_NEW_N(scratch, const sn_tensor *, node->n_out);
    const sn_tensor **turned = SN_NEW_N(scratch, const sn_tensor *, node->n_out);
    sn_status status = fill_map(ctx, lasting, scratch, node, map, straight, turned);
    sn_tensors_release(straight, node->n_out);
    sn_tensors_release(turned, node->n_out);
    *out = map;
    return status;
}

sn_index_map *sn_index_map_then(sn_arena *arena, const sn_index_map *first,
                                const sn_index_map *next)
{
    sn_index_map *map = SN_NEW(arena, sn_index_map);
    uint32_t *value = SN_NEW_N(arena, uint32_t, first->n_values + next->n_values + 1);
    for (size_t i = 0; i < first->n_values; i++) value[i] = first->value[i];
    for (size_t i = 0; i < next->n_values; i++) value[first->n_values + i] = next->value[i];
    *map = (sn_index_map){.n_in = first->n_in, .n_out = next->n_out, .count = next->count};
    map->base = sn_arena_copy(arena, first->base, (first->n_in + 1u) * sizeof *first->base);
    map->value = value;
    map->n_values = first->n_values + next->n_values;
    map->from = SN_NEW_N(arena, const int32_t *, next->n_out);
    for (uint16_t o = 0; o < next->n_out; o++) {
        int32_t *from = SN_NEW_N(arena, int32_t, next->count[o]);
        for (int64_t i = 0; i < next->count[o]; i++) {
            const int32_t k = next->from[o] ? next->from[o][i] : (int32_t)i;
            if (k >= 0)
                from[i] = first->from[0] ? first->from[0][k] : k;
            else
                from[i] = k - (int32_t)first->n_values;
        }
        map->from[o] = from;
    }
    return map;
}

sn_status sn_index_map_of_chain(sn_ctx *ctx, sn_arena *arena, const sn_node *const *nodes, size_t n,
                                sn_index_map **out)
{
    SN_TRY(sn_index_map_of(ctx, arena, arena, nodes[0], out));
    for (size_t i = 1; i < n; i++) {
        sn_index_map *next = NULL;
        SN_TRY(sn_index_map_of(ctx, arena, arena, nodes[i], &next));
        *out = sn_index_map_then(arena, *out, next);
    }
    return SN_OK;
}

sn_index_map *sn_index_map_same(sn_arena *arena, int64_t count)
{
    sn_index_map *map = SN_NEW(arena, sn_index_map);
    int64_t *base = SN_NEW_N(arena, int64_t, 2), *counts = SN_NEW_N(arena, int64_t, 1);
    base[1] = counts[0] = count;
    *map = (sn_index_map){.n_in = 1, .n_out = 1, .base = base, .count = counts};
    map->from = SN_NEW_N(arena, const int32_t *, 1);
    return map;
}

/* ---- addresses ------------------------------------------------------------------------------- */

static int64_t address_of(const sn_layout *l, int64_t i, int lanes)
{
    if (l->kind == SN_LAYOUT_PLAIN) return i;
    const int64_t c = i / l->pixels, p = i % l->pixels;
    return c / lanes * l->plane + p * lanes + c % lanes;
}

typedef struct source {
    int in; /* or SN_INDEX_VALUE */
    int64_t at;
} source;

static source source_of(const sn_index_map *map, const sn_place *const *in, uint16_t o, int64_t i,
                        int lanes)
{
    const int64_t number = map->from[o] ? map->from[o][i] : i;
    if (number < 0) return (source){SN_INDEX_VALUE, map->value[~number]};
    int s = 0;
    while (number >= map->base[s + 1]) s++;
    const int64_t at = number - map->base[s];
    return (source){s, in[s] ? address_of(&in[s]->layout, at, lanes) : at};
}

bool sn_index_each(const sn_index_map *map, const sn_place *const *in, const sn_place *const *out,
                   uint16_t o, int lanes, sn_index_visit *visit, void *user)
{
    const sn_layout *l = &out[o]->layout;
    if (l->kind == SN_LAYOUT_PLAIN) {
        for (int64_t i = 0; i < map->count[o]; i++) {
            const source s = source_of(map, in, o, i, lanes);
            if (!visit(user, i, s.in, s.at)) return false;
        }
        return true;
    }
    const int64_t blocks = sn_layout_blocks(l, lanes);
    for (int64_t b = 0; b < blocks; b++)
        for (int64_t p = 0; p < l->pixels; p++)
            for (int k = 0; k < lanes; k++) {
                const int64_t c = b * lanes + k;
                source s = {SN_INDEX_VALUE, 0};
                if (c < l->channels) s = source_of(map, in, o, c * l->pixels + p, lanes);
                if (!visit(user, b * l->plane + p * lanes + k, s.in, s.at)) return false;
            }
    return true;
}
