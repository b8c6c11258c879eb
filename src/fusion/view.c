/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators in order, and groups put together. All of it is linear in the uses. */
#include "fusion/view.h"

/* The first axis from `i` on that is not of size 1; the rank: none. */
static int next_axis(const sn_shape *s, int i)
{
    while (i < s->rank && s->d[i] == 1) i++;
    return i;
}

/* Another rank, where only axes of size 1 are more or fewer. */
static bool is_fitting(const sn_node *n)
{
    const sn_value *x = sn_in(n, 0);
    if (!sn_op_has(n->op, SN_TRAIT_VIEW) || n->n_out != 1 || !x) return false;
    const sn_shape *from = &x->shape, *to = &n->out[0]->shape;
    if (!sn_shape_known(from) || !sn_shape_known(to) || from->rank == to->rank) return false;
    int i = next_axis(from, 0), k = next_axis(to, 0);
    for (; i < from->rank && k < to->rank; i = next_axis(from, i + 1), k = next_axis(to, k + 1)) {
        if (from->d[i] != to->d[k]) return false;
    }
    return i == from->rank && k == to->rank;
}

/* Views that only fit a value to what it is broadcast to: all that read them give more elements. */
static bool is_transparent(const sn_node *n)
{
    if (!is_fitting(n)) return false;
    SN_EACH_USE(u, n->out[0])
    {
        if (sn_node_kind(u->node) > SN_FUSE_BROADCAST || u->node->n_out != 1 ||
            !sn_shape_known(&u->node->out[0]->shape) ||
            sn_shape_count(&u->node->out[0]->shape) == sn_shape_count(&n->out[0]->shape))
            return false;
    }
    return n->out[0]->n_uses > 0;
}

static bool is_frame(const sn_node *n)
{
    return sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT) ||
           (sn_op_has(n->op, SN_TRAIT_VIEW) && n->n_out == 1 && sn_value_is_const(n->out[0]));
}

static void find_readers(sn_fusion_view *v)
{
    const sn_graph *g = v->g;
    v->first_reader = SN_NEW_N(v->arena, uint32_t, g->n_ids + 2);
    for (int turn = 0; turn < 2; turn++) {
        SN_EACH_NODE(n, g)
        {
            if (v->is_transparent[n->id]) continue;
            for (uint16_t s = 0; s < n->n_in; s++) {
                const sn_value *value = sn_fusion_read(v, n, s);
                if (!value) continue;
                if (turn == 0)
                    v->first_reader[value->id + 2]++;
                else
                    v->reader[v->first_reader[value->id + 1]++] =
                        (sn_fusion_reader){n, v->index[n->id], s};
            }
        }
        if (turn > 0) return;
        for (uint32_t i = 0; i < g->n_ids; i++) v->first_reader[i + 2] += v->first_reader[i + 1];
        v->reader = SN_NEW_N(v->arena, sn_fusion_reader, v->first_reader[g->n_ids + 1] + 1);
    }
}

void sn_fusion_view_init(sn_fusion_view *v, const sn_graph *g, sn_arena *arena)
{
    *v = (sn_fusion_view){.g = g, .arena = arena, .remarks = SN_VEC_IN(arena)};
    v->node = SN_NEW_N(arena, sn_node *, g->n_nodes);
    v->index = SN_NEW_N(arena, uint32_t, g->n_ids);
    v->is_transparent = SN_NEW_N(arena, bool, g->n_ids);
    for (uint32_t i = 0; i < g->n_ids; i++) v->index[i] = SN_NOT_HERE;
    SN_EACH_NODE(n, g)
    {
        if (is_frame(n)) continue;
        v->is_transparent[n->id] = is_transparent(n);
        if (v->is_transparent[n->id]) continue;
        v->index[n->id] = v->n;
        v->node[v->n++] = n;
    }
    find_readers(v);
}

sn_value *sn_fusion_read(const sn_fusion_view *v, const sn_node *n, unsigned slot)
{
    sn_value *value = sn_in(n, slot);
    if (sn_node_reads_shape_only(n, slot)) return NULL;
    while (value && value->def && v->is_transparent[value->def->id]) value = sn_in(value->def, 0);
    return value && value->def && !sn_value_is_const(value) ? value : NULL;
}

uint32_t sn_fusion_maker(const sn_fusion_view *v, const sn_value *value)
{
    return value->def ? v->index[value->def->id] : SN_NOT_HERE;
}

double sn_fusion_bytes(const sn_value *value)
{
    if (!sn_shape_known(&value->shape)) return 0;
    size_t each = value->type == SN_TYPE_UNKNOWN ? 4 : sn_type_bytes(value->type);
    double n = (double)sn_shape_count(&value->shape);
    return n > 0 ? n * (double)each : 0;
}

sn_fusion_kind sn_fusion_edge_kind(const sn_node *reader, const sn_value *value)
{
    sn_fusion_kind kind = sn_node_kind(reader);
    if (kind != SN_FUSE_BROADCAST || reader->n_out != 1) return kind;
    return sn_shape_equal(&value->shape, &reader->out[0]->shape) ? SN_FUSE_ELEMENTWISE : kind;
}

sn_fusion_role sn_fusion_role_of(sn_fusion_kind kind)
{
    return kind <= SN_FUSE_BROADCAST   ? SN_ROLE_POINT
           : kind == SN_FUSE_INJECTIVE ? SN_ROLE_MOVE
           : kind == SN_FUSE_REDUCTION ? SN_ROLE_REDUCE
                                       : SN_ROLE_ANCHOR;
}

/* ---- putting together ------------------------------------------------------------------------ */

typedef struct assembly {
    sn_fusion_view *v;
    const sn_fusion_result *r;
    sn_groups *out;
    uint32_t *seen; /* by value id: number of the group that has counted it, plus 1 */
} assembly;

static void number_groups(assembly *a)
{
    sn_fusion_view *v = a->v;
    uint32_t *size = SN_NEW_N(v->arena, uint32_t, v->n + 1),
             *at = SN_NEW_N(v->arena, uint32_t, v->n + 1);
    uint32_t *number = SN_NEW_N(v->arena, uint32_t, v->n + 1);
    for (uint32_t i = 0; i < v->n; i++) {
        size[a->r->group[i]]++;
        at[a->r->when[a->r->group[i]]] = a->r->group[i] + 1;
    }
    a->out->group = SN_NEW_N(v->arena, sn_group, v->n);
    for (uint32_t w = 0; w < v->n; w++) {
        if (!at[w]) continue;
        uint32_t group = at[w] - 1;
        sn_group *g = &a->out->group[a->out->n];
        *g = a->r->facts[group];
        g->nodes = SN_NEW_N(v->arena, sn_node *, size[group]);
        g->roles = SN_NEW_N(v->arena, sn_fusion_role, size[group]);
        g->n_nodes = 0;
        number[group] = (uint32_t)a->out->n++;
    }
    for (uint32_t i = 0; i < v->n; i++) {
        sn_group *g = &a->out->group[number[a->r->group[i]]];
        a->out->of_node[v->node[i]->id] = (int32_t)number[a->r->group[i]];
        g->roles[g->n_nodes] = a->r->roles[i];
        g->nodes[g->n_nodes++] = v->node[i];
    }
}

static void find_inputs(assembly *a, sn_group *g, int32_t number)
{
    SN_VEC(sn_value *) inputs = SN_VEC_IN(a->v->arena);
    for (size_t i = 0; i < g->n_nodes; i++) {
        for (unsigned s = 0; s < g->nodes[i]->n_in; s++) {
            sn_value *value = sn_fusion_read(a->v, g->nodes[i], s);
            if (!value || a->out->of_node[value->def->id] == number ||
                a->seen[value->id] == (uint32_t)number + 1)
                continue;
            a->seen[value->id] = (uint32_t)number + 1;
            SN_PUSH(inputs, value);
        }
    }
    g->inputs = inputs.v;
    g->n_inputs = inputs.n;
}

/* A value that stays inside saves being written and each being read; one that goes out, the reading
 * inside. Parts that are stored in their places save the copy. */
static void find_outputs(assembly *a, sn_group *g, int32_t number)
{
    SN_VEC(sn_value *) outputs = SN_VEC_IN(a->v->arena);
    for (size_t i = 0; i < g->n_nodes; i++) {
        for (uint16_t s = 0; s < g->nodes[i]->n_out; s++) {
            sn_value *value = g->nodes[i]->out[s];
            uint32_t inside = 0, outside = 0;
            SN_EACH_READER(r, a->v, value)
            {
                if (a->out->of_node[r->node->id] == number) {
                    inside++;
                } else {
                    outside++;
                }
            }
            if (outside) SN_PUSH(outputs, value);
            g->bytes_saved += sn_fusion_bytes(value) * (inside + (inside && !outside));
        }
    }
    for (size_t i = 0; g->in_slices && i < g->n_inputs; i++)
        g->bytes_saved += 2 * sn_fusion_bytes(g->inputs[i]);
    g->outputs = outputs.v;
    g->n_outputs = outputs.n;
}

void sn_fusion_assemble(sn_fusion_view *v, const sn_fusion_result *r, sn_groups *out)
{
    *out = (sn_groups){.of_node = SN_NEW_N(v->arena, int32_t, v->g->n_ids)};
    for (uint32_t i = 0; i < v->g->n_ids; i++) out->of_node[i] = -1;
    assembly a = {v, r, out, SN_NEW_N(v->arena, uint32_t, v->g->n_ids)};
    number_groups(&a);
    for (size_t i = 0; i < out->n; i++) {
        find_inputs(&a, &out->group[i], (int32_t)i);
        find_outputs(&a, &out->group[i], (int32_t)i);
    }
    out->remarks = v->remarks.v;
    out->n_remarks = v->remarks.n;
}
