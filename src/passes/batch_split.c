/* SPDX-License-Identifier: Apache-2.0
 *
 * Node by node: those that read nothing of an image are for all images; those that do are of one,
 * if their operator keeps images apart, and are for all else. A product of matrices with one row of
 * each image is for all: its weights are read once then. */
#include "passes/batch_split.h"

#include "ops/images.h"
#include "ops/ops.h"
#include "passes/batch_parts.h"
#include "passes/batch_twin.h"

/* Values of an image of so few axes are no picture, and cheap. */
enum { FEW_AXES = 1 };

/* Both in front of a node; NULL: at the end. */
static sn_value *each_of(sn_graph *g, sn_node *before, sn_value *x, bool apart)
{
    const sn_each_image_params p = {apart};
    return sn_out(sn_node_create(g, before, &sn_op_each_image, &p, 1, &x, 1), 0);
}

static sn_value *join_of(sn_graph *g, sn_node *before, sn_value *x, int64_t n_images)
{
    const sn_join_images_params p = {(int32_t)n_images};
    return sn_out(sn_node_create(g, before, &sn_op_join_images, &p, 1, &x, 1), 0);
}

void sn_twin_split_input(sn_twin *t, const sn_value *v, sn_value *input, bool has_images)
{
    t->value[v->id] = input;
    if (!has_images) return;
    t->joined[v->id] = input;
    t->value[v->id] = each_of(t->to, NULL, input, true);
    t->batched[v->id] = true;
}

void sn_twin_take_apart(sn_twin *t, const sn_value *v)
{
    t->joined[v->id] = t->value[v->id];
    t->value[v->id] = each_of(t->to, NULL, t->value[v->id], true);
    t->batched[v->id] = true;
}

sn_value *sn_twin_joined(sn_twin *t, const sn_value *v)
{
    if (!t->batched[v->id]) return sn_twin_of(t, v);
    if (!t->joined[v->id]) t->joined[v->id] = join_of(t->to, NULL, t->value[v->id], t->n);
    return t->joined[v->id];
}

/* The node for all images at once. */
static void for_all(sn_twin *t, const sn_node *n)
{
    sn_value **in = SN_NEW_N(t->arena, sn_value *, n->n_in + 1);
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_in(n, i)) in[i] = sn_twin_joined(t, sn_in(n, i));
        if (sn_in(n, i) && !in[i]) sn_twin_refuse(t, n, "an operand has no data");
    }
    if (!t->why) sn_twin_make(t, n, n->params, n->n_in, in);
}

/* Small things that are with all images already, or that are products of one row of each. */
static bool better_for_all(const sn_twin *t, const sn_node *n)
{
    if (sn_out(n, 0)->shape.rank > 1 + FEW_AXES) return false;
    if (n->op == &sn_op_linear || n->op == &sn_op_gemm || n->op == &sn_op_matmul) return true;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (v && v->kind == SN_RESULT && !t->batched[v->id] && v->shape.rank > 0 &&
            v->shape.d[0] == t->n)
            return true;
    }
    return false;
}

void sn_twin_split_node(sn_twin *t, const sn_node *n)
{
    if (!sn_twin_any_batched(t, n)) {
        sn_twin_same(t, n, false);
        return;
    }
    bool apart = n->n_out > 0 && !better_for_all(t, n);
    if (apart) sn_twin_by_rule(t, n);
    for (uint16_t i = 0; i < n->n_out && apart; i++)
        apart = !t->why && t->batched[sn_out(n, i)->id];
    if (apart) return;
    t->why = NULL;
    for (uint16_t i = 0; i < n->n_out; i++)
        t->batched[sn_out(n, i)->id] = t->rows[sn_out(n, i)->id] = false;
    for_all(t, n);
}

/* ---- what is put into a split graph ---------------------------------------------------------- */

sn_status sn_batch_each(sn_node *before, sn_value *v, bool apart, sn_value **out)
{
    *out = each_of(before->graph, before, v, apart);
    return sn_infer_node((*out)->def);
}

sn_status sn_batch_join(sn_value *v, int64_t n_images, sn_value **out)
{
    SN_EACH_USE(u, v)
    {
        if (u->node->op != &sn_op_join_images) continue;
        *out = sn_out(u->node, 0);
        sn_node_move_before(u->node, v->def->next); /* it costs nothing there */
        return SN_OK;
    }
    *out = join_of(v->def->graph, v->def->next, v, n_images);
    return sn_infer_node((*out)->def);
}

void sn_batch_remove_unread(sn_node *n)
{
    while (n && !sn_node_is_read(n)) {
        const sn_value *x = sn_in(n, 0);
        sn_node_remove(n);
        n = x->def && sn_is_image_view(x->def) ? x->def : NULL;
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

/* What is the same for all images goes to those of one through each_image: nothing is fused over
 * it. */
static void mark_ways(sn_twin *t)
{
    const bool *is = sn_values_of_images(t->to, t->arena);
    const uint32_t n_ids = t->to->n_ids;
    sn_value **each = SN_NEW_N(t->arena, sn_value *, n_ids + 1);
    SN_EACH_NODE(n, t->to)
    {
        if (n->n_out == 0 || n->op == &sn_op_each_image || n->id >= n_ids || !is[sn_out(n, 0)->id])
            continue;
        for (uint16_t i = 0; i < n->n_in; i++) {
            sn_value *v = sn_in(n, i);
            if (!v || !v->def || v->id >= n_ids || is[v->id]) continue;
            if (!each[v->id]) each[v->id] = each_of(t->to, v->def->next, v, false);
            sn_node_set_input(n, i, each[v->id]);
        }
    }
}

static bool gains(const sn_graph *g, sn_arena *arena)
{
    const bool *is = sn_values_of_images(g, arena);
    SN_EACH_NODE(n, g)
    {
        if ((n->op == &sn_op_conv || n->op == &sn_op_conv_transpose || n->op == &sn_op_max_pool ||
             n->op == &sn_op_average_pool) &&
            is[sn_out(n, 0)->id])
            return true;
    }
    return false;
}

const char *sn_restructuring_name(sn_restructuring r)
{
    static const char *const names[] = {"fused", "split", "plain"};
    return names[r];
}

static sn_status restructure(sn_graph *g, sn_restructuring how, sn_batch_memory *memory,
                             sn_arena *arena)
{
    if (how == SN_RESTRUCTURE_FUSED) SN_TRY(sn_batch_sums(g));
    sn_batch_order(g, arena);
    if (how == SN_RESTRUCTURE_FUSED) SN_TRY(sn_batch_recompute(g, arena));
    return memory ? sn_batch_checkpoint(g, memory, arena, &memory->n) : SN_OK;
}

sn_status sn_batch_split(const sn_graph *g, size_t n_inputs, sn_restructuring how,
                         sn_batch_memory *memory, sn_arena *arena, sn_graph **out, const char **why)
{
    const sn_node *input = sn_graph_input(g);
    const sn_shape *x = input && input->n_out ? &sn_out(input, 0)->shape : NULL;
    *why = "the first input has no axis of the batch in front";
    if (n_inputs == 0 || !x || x->rank < 2 || !sn_dim_known(x->d[0]) || x->d[0] < 2) return SN_OK;
    sn_twin t = {.from = g, .arena = arena, .by = -1, .n = x->d[0], .n_split = n_inputs};
    sn_graph *made = NULL;
    SN_TRY(sn_twin_run(&t, &made, why));
    if (!made) return SN_OK;
    mark_ways(&t);
    if (gains(made, arena)) {
        *out = made;
        SN_TRY(sn_infer_graph(made));
        SN_TRY(restructure(made, how, memory, arena));
        return sn_graph_verify(made);
    }
    *why = "no convolution and no pooling is of one image";
    sn_graph_destroy(made);
    return SN_OK;
}
