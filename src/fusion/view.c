/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators in order, and groups put together. All of it is linear in the uses. */
#include "fusion/view.h"

void sn_fusion_view_init(sn_fusion_view *v, const sn_graph *g, sn_arena *arena)
{
    *v = (sn_fusion_view){.g = g, .arena = arena, .remarks = SN_VEC_IN(arena)};
    v->node = SN_NEW_N(arena, sn_node *, g->n_nodes);
    v->index = SN_NEW_N(arena, uint32_t, g->n_ids);
    for (uint32_t i = 0; i < g->n_ids; i++) v->index[i] = SN_NOT_HERE;
    SN_EACH_NODE(n, g)
    {
        if (sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT)) continue;
        v->index[n->id] = v->n;
        v->node[v->n++] = n;
    }
}

static bool is_read(const sn_node *n, unsigned slot, const sn_value *value)
{
    if (!value || !value->def || sn_op_has(value->def->op, SN_TRAIT_CONSTANT)) return false;
    return !(n->op->reads_shape_only && n->op->reads_shape_only(n, slot));
}

sn_value *sn_fusion_read(const sn_node *n, unsigned slot)
{
    sn_value *value = sn_in(n, slot);
    return is_read(n, slot, value) ? value : NULL;
}

bool sn_fusion_is_read(const sn_use *use) { return is_read(use->node, use->slot, use->value); }

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
            sn_value *value = sn_fusion_read(g->nodes[i], s);
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
            SN_EACH_USE(u, value)
            {
                if (!sn_fusion_is_read(u)) continue;
                if (a->out->of_node[u->node->id] == number) {
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
