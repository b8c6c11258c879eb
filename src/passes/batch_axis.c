/* SPDX-License-Identifier: Apache-2.0
 *
 * Node by node, in order: a twin of each node in a new graph, with axes that params name moved by
 * one. That the twin means what it should follows from what its operator does with axes in front of
 * those that it names (`how`); its shape, which is inferred anew, must be the old one with or
 * without the axis. */
#include "passes/batch_axis.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "ops/gather.h"
#include "ops/ops.h"
#include "ops/pool.h"
#include "ops/structure.h"
#include "passes/batch_twin.h"

/* Operators that keep images apart, with axis 0 being none that their params name. */
typedef enum how {
    FIRST,     /* of its inputs, x alone may be batched: weights and references are shared */
    BROADCAST, /* operands are aligned at the last axis; axes in front are mapped over */
    ONTO_X,    /* the same, but to the shape of x, which must be batched */
    ALL,       /* every operand must be batched, but weights are shared */
    ANY,       /* each may be, as its params say which axes are the same */
} how;

static const struct rule {
    const sn_op *op;
    how how;
    int least; /* axes of an image that operands need */
} rules[] = {
    {&sn_op_conv, FIRST, 2},
    {&sn_op_conv_integer, FIRST, 2},
    {&sn_op_conv_transpose, FIRST, 2},
    {&sn_op_linear, FIRST, 1},
    {&sn_op_batch_normalization, FIRST, 1},
    {&sn_op_max_pool, FIRST, 2},
    {&sn_op_average_pool, FIRST, 2},
    {&sn_op_max_pool_gradient, ALL, 2},
    {&sn_op_average_pool_gradient, ALL, 2},
    {&sn_op_global_max_pool, FIRST, 2},
    {&sn_op_global_average_pool, FIRST, 2},
    {&sn_op_adaptive_max_pool, FIRST, 2},
    {&sn_op_adaptive_average_pool, FIRST, 2},
    {&sn_op_instance_normalization, FIRST, 1},
    {&sn_op_group_normalization, FIRST, 1},
    {&sn_op_layer_normalization, FIRST, 1},
    {&sn_op_rms_normalization, FIRST, 1},
    {&sn_op_lrn, FIRST, 1},
    {&sn_op_unfold, FIRST, 3},
    {&sn_op_fold, FIRST, 2},
    {&sn_op_softmax, FIRST, 1},
    {&sn_op_det, FIRST, 2},
    {&sn_op_cum_sum, FIRST, 1},
    {&sn_op_cum_prod, FIRST, 1},
    {&sn_op_glu, FIRST, 1},
    {&sn_op_reduce, FIRST, 1},
    {&sn_op_transpose, FIRST, 1},
    {&sn_op_flip, FIRST, 1},
    {&sn_op_tile, FIRST, 1},
    {&sn_op_pad, FIRST, 1},
    {&sn_op_slice, FIRST, 1},
    {&sn_op_split, FIRST, 1},
    {&sn_op_channel_shuffle, FIRST, 1},
    {&sn_op_depth_to_space, FIRST, 3},
    {&sn_op_space_to_depth, FIRST, 3},
    {&sn_op_cast, FIRST, 0},
    {&sn_op_bit_cast, FIRST, 0},
    {&sn_op_resize, FIRST, 1},
    {&sn_op_lp_normalization, FIRST, 1},
    {&sn_op_arg_max, FIRST, 1},
    {&sn_op_arg_min, FIRST, 1},
    {&sn_op_top_k, FIRST, 1},
    {&sn_op_trilu, FIRST, 2},
    {&sn_op_gather, FIRST, 1},
    {&sn_op_gather_elements, ALL, 1},
    {&sn_op_gather_nd, ALL, 1},
    {&sn_op_scatter_elements, ALL, 1},
    {&sn_op_concat, ALL, 1},
    {&sn_op_grid_sample, ALL, 2},
    {&sn_op_deform_conv, ALL, 2},
    {&sn_op_einsum, ANY, 0},
    {&sn_op_matmul, BROADCAST, 2},
    {&sn_op_attention, BROADCAST, 2},
    {&sn_op_prelu, ONTO_X, 0},
    {&sn_op_where, BROADCAST, 0},
    {&sn_op_sum, BROADCAST, 0},
};

static bool find_rule(const sn_node *n, struct rule *out)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].op != n->op) continue;
        *out = rules[i];
        return true;
    }
    *out = (struct rule){n->op, BROADCAST, 0};
    return n->op->expr != NULL && !n->op->dialect; /* element by element */
}

static const char *name_of(sn_twin *t, const sn_node *n)
{
    return n->name ? sn_escape(t->arena, n->name) : "?";
}

void sn_twin_refuse(sn_twin *t, const sn_node *n, const char *why)
{
    if (!t->why) t->why = sn_arena_printf(t->arena, "%s '%s': %s", n->op->name, name_of(t, n), why);
}

bool sn_twin_maps_first(sn_twin *t, const sn_node *n, bool *broadcasts)
{
    struct rule r;
    if (n->n_body || !find_rule(n, &r) || (r.how != FIRST && r.how != BROADCAST)) return false;
    if (n->op == &sn_op_slice || n->op == &sn_op_resize || sn_pool_indices_read(n)) return false;
    for (uint16_t i = 0; i < n->n_in; i++)
        if (sn_in(n, i) && t->rows[sn_in(n, i)->id] && sn_in(n, i)->shape.rank <= r.least)
            return false;
    *broadcasts = r.how == BROADCAST;
    void *params = sn_params_copy(n->op->params, n->op->params_bytes, n->params, t->arena);
    return sn_twin_params(t, n, params);
}

/* ---- values ---------------------------------------------------------------------------------- */

sn_shape sn_twin_moved(const sn_twin *t, const sn_shape *s, bool batched)
{
    sn_shape out = {.rank = (int8_t)(s->rank + t->by)};
    if (!batched) return *s;
    for (int i = 0; i < out.rank; i++) out.d[i] = i - t->by >= 0 ? s->d[i - t->by] : t->n;
    return out;
}

sn_value *sn_twin_reshaped(sn_twin *t, sn_value *v, const sn_shape *s)
{
    if (v->data && !v->def) {
        if (sn_shape_equal(&v->data->shape, s)) return v;
        const sn_tensor *data = sn_tensor_reshaped(t->to->ctx, v->data, s);
        sn_value *made = sn_value_const(t->to, data, v->name);
        sn_tensor_release(data);
        return made;
    }
    const sn_param *p = sn_param_find(sn_op_reshape.params, "shape");
    const char *entries[SN_MAX_RANK];
    char params[256];
    for (int i = 0; i < s->rank; i++) entries[i] = sn_arena_printf(t->arena, "%" PRId64, s->d[i]);
    sn_params_init(sn_op_reshape.params, params);
    *(sn_names *)(void *)(params + p->offset) = sn_names_of(t->arena, s->rank, entries);
    sn_node *n = sn_node_create(t->to, NULL, &sn_op_reshape, params, 1, &v, 1);
    return sn_out(n, 0);
}

sn_value *sn_twin_of(sn_twin *t, const sn_value *v)
{
    if (!t->value[v->id] && v->data) t->value[v->id] = sn_value_const(t->to, v->data, v->name);
    return t->value[v->id];
}

/* An operand of a broadcasting node, whose result has `rank` axes: what is batched gets all of
 * them, so that axis 0 meets axis 0; what is shared must not have an axis where the others have
 * images. */
static sn_value *broadcast_operand(sn_twin *t, const sn_node *n, const sn_value *v, int rank)
{
    sn_value *x = sn_twin_of(t, v);
    sn_shape s = v->shape;
    if (!x) return NULL;
    if (t->by > 0) {
        if (!t->batched[v->id] || s.rank == rank) return x;
        sn_shape wide = {.rank = (int8_t)(rank + 1)};
        for (int i = 0; i <= rank; i++)
            wide.d[i] = i == 0 ? t->n : i <= rank - s.rank ? 1 : s.d[i - 1 - (rank - s.rank)];
        return sn_twin_reshaped(t, x, &wide);
    }
    if (t->batched[v->id]) {
        if (s.rank != rank)
            sn_twin_refuse(t, n, "its operands have their images along different axes");
        return x;
    }
    if (s.rank < rank) return x;
    if (s.d[0] != 1) {
        sn_twin_refuse(t, n,
                       "an operand that is the same for all runs differs from image to image");
        return x;
    }
    sn_shape less = {.rank = (int8_t)(s.rank - 1)};
    memcpy(less.d, s.d + 1, (size_t)less.rank * sizeof *less.d);
    return sn_twin_reshaped(t, x, &less);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

bool sn_twin_any_batched(const sn_twin *t, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_in(n, i) && t->batched[sn_in(n, i)->id]) return true;
    }
    return false;
}

sn_node *sn_twin_make(sn_twin *t, const sn_node *n, const void *params, uint16_t n_in,
                      sn_value **in)
{
    sn_node *made = sn_node_create(t->to, NULL, n->op, params, n_in, in, n->n_out);
    if (n->name) sn_node_set_name(t->to, made, n->name);
    made->features = n->features;
    for (uint16_t i = 0; i < n->n_body; i++) (void)sn_node_copy_body(made, n->body[i]);
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (sn_out(n, i)->name) sn_value_set_name(t->to, sn_out(made, i), sn_out(n, i)->name);
        t->value[sn_out(n, i)->id] = sn_out(made, i);
    }
    return made;
}

static bool is_of_images(const sn_twin *t, const sn_shape *s)
{
    return s->rank > 0 && s->d[0] == t->n;
}

/* With all images, of which those that there may be are taken apart at once. */
static void split_input(sn_twin *t, const sn_node *n)
{
    size_t index = 0;
    SN_EACH_NODE(other, t->from)
    {
        if (other == n) break;
        if (sn_op_has(other->op, SN_TRAIT_INPUT)) index += other->n_out;
    }
    sn_node *made = sn_twin_make(t, n, n->params, 0, NULL);
    for (uint16_t i = 0; i < n->n_out; i++) {
        const sn_value *v = sn_out(n, i);
        sn_out(made, i)->type = v->type;
        sn_value_set_shape(sn_out(made, i), &v->shape);
        sn_twin_split_input(t, v, sn_out(made, i),
                            index + i < t->n_split && is_of_images(t, &v->shape));
    }
}

static void input_twin(sn_twin *t, const sn_node *n)
{
    sn_input_params params = {.rank = -1};
    if (t->n_split) {
        split_input(t, n);
        return;
    }
    sn_node *made = sn_twin_make(t, n, &params, 0, NULL);
    for (uint16_t i = 0; i < n->n_out; i++) {
        const sn_value *v = sn_out(n, i);
        if (t->by < 0 && (v->shape.rank < 1 || v->shape.d[0] != t->n)) {
            t->why = sn_arena_printf(t->arena, "input '%s' has no axis of the batch in front",
                                     v->name ? sn_escape(t->arena, v->name) : "?");
            return;
        }
        if (t->by > 0 && v->shape.rank >= SN_MAX_RANK) {
            t->why = "an input has as many axes as there can be";
            return;
        }
        const sn_shape s = sn_twin_moved(t, &v->shape, true);
        sn_out(made, i)->type = v->type;
        sn_value_set_shape(sn_out(made, i), &s);
        t->batched[v->id] = true;
    }
}

/* What lies in memory as before under another shape; images stay what they are if each has as many
 * elements. */
void sn_twin_view(sn_twin *t, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out && !t->why; i++) {
        const sn_value *x = sn_twin_viewed(n, i);
        const sn_shape *y = &sn_out(n, i)->shape;
        if ((!t->batched[x->id] && !t->rows[x->id]) ||
            (t->by < 0 && !is_of_images(t, y) && !sn_twin_has_rows(t, y)))
            sn_twin_refuse(t, n, "it spreads an image over axes of others");
        else if (y->rank + t->by > SN_MAX_RANK)
            sn_twin_refuse(t, n, "its result has as many axes as there can be");
    }
    for (uint16_t i = 0; i < n->n_out && !t->why; i++) {
        const sn_value *y = sn_out(n, i);
        const bool rows = t->by < 0 && !is_of_images(t, &y->shape);
        const sn_shape s = rows ? sn_twin_rows(t, &y->shape) : sn_twin_moved(t, &y->shape, true);
        sn_value *v = sn_twin_reshaped(t, t->value[sn_twin_viewed(n, i)->id], &s);
        if (y->name) sn_value_set_name(t->to, v, y->name);
        if (n->name && i == 0) sn_node_set_name(t->to, v->def, n->name);
        t->value[y->id] = v;
        t->batched[y->id] = !rows;
        t->rows[y->id] = rows;
    }
}

/* References, which are not needed once their sizes are numbers. */
static bool reads_shape_only(const sn_node *n, uint16_t slot)
{
    return slot > 0 && (n->op == &sn_op_slice || n->op == &sn_op_resize);
}

static void check_operands(sn_twin *t, const sn_node *n, const struct rule *r)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v) continue;
        const bool batched = t->batched[v->id];
        if (batched && v->shape.rank - (t->by < 0) < r->least)
            sn_twin_refuse(t, n, "an image of its operand has too few axes");
        if (r->how == FIRST && batched != (i == 0) && v->kind == SN_RESULT &&
            !reads_shape_only(n, i))
            sn_twin_refuse(t, n,
                           batched ? "a weight or a reference differs from image to image"
                                   : "its operand is the same for all images, another is not");
        const bool weight = sn_op_slot(n->op, i)->flags & SN_SLOT_WEIGHT;
        if (r->how == ALL && batched && weight)
            sn_twin_refuse(t, n, "a weight or a reference differs from image to image");
        if (!batched && ((r->how == ALL && !weight) || (r->how == ONTO_X && i == 0)))
            sn_twin_refuse(t, n,
                           "some of its operands are the same for all images, others are not");
    }
}

/* Axes of what the operands are broadcast to. The product with a vector loses an axis afterwards.
 */
static int broadcast_rank(const sn_node *n)
{
    int rank = sn_out(n, 0)->shape.rank;
    for (uint16_t i = 0; n->op == &sn_op_matmul && i < n->n_in; i++)
        rank = sn_in(n, i)->shape.rank > rank ? sn_in(n, i)->shape.rank : rank;
    return rank;
}

/* Operands that have images as those of the result, but are the same for all so far. */
static void take_operands_apart(sn_twin *t, const sn_node *n, const struct rule *r)
{
    for (uint16_t i = 0; i < n->n_in && r->how != FIRST && r->how != ANY; i++) {
        const sn_value *v = sn_in(n, i);
        if (v && v->kind == SN_RESULT && !t->batched[v->id] && is_of_images(t, &v->shape) &&
            v->shape.rank == sn_out(n, 0)->shape.rank)
            sn_twin_take_apart(t, v);
    }
}

static void node_twin(sn_twin *t, const sn_node *n)
{
    struct rule r;
    if (!find_rule(n, &r)) {
        sn_twin_refuse(t, n, "images are not known to stay apart in it");
        return;
    }
    if (t->n_split) take_operands_apart(t, n, &r);
    check_operands(t, n, &r);
    if (t->why) return;
    sn_value **in = SN_NEW_N(t->arena, sn_value *, n->n_in + 1);
    const uint16_t n_in = reads_shape_only(n, 1) ? 1 : n->n_in;
    const bool broadcasts = r.how == BROADCAST || r.how == ONTO_X;
    for (uint16_t i = 0; i < n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v) continue;
        in[i] = broadcasts ? broadcast_operand(t, n, v, broadcast_rank(n)) : sn_twin_of(t, v);
        if (!in[i]) sn_twin_refuse(t, n, "an operand has no data");
    }
    void *params = sn_params_copy(n->op->params, n->op->params_bytes, n->params, t->arena);
    if (!sn_twin_params(t, n, params)) sn_twin_refuse(t, n, "it works along the axis of the batch");
    if (t->why) return;
    sn_twin_make(t, n, params, n_in, in);
    for (uint16_t i = 0; i < n->n_out; i++) t->batched[sn_out(n, i)->id] = true;
}

void sn_twin_same(sn_twin *t, const sn_node *n, bool batched)
{
    sn_value **in = SN_NEW_N(t->arena, sn_value *, n->n_in + 1);
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_in(n, i)) in[i] = sn_twin_of(t, sn_in(n, i));
        if (sn_in(n, i) && !in[i]) sn_twin_refuse(t, n, "an operand has no data");
    }
    if (!t->why) sn_twin_make(t, n, n->params, n->n_in, in);
    for (uint16_t i = 0; i < n->n_out; i++) t->batched[sn_out(n, i)->id] = batched;
}

/* Rows of a table that is the same for all images: those that an image's indices name are its. */
static bool looks_up_rows(const sn_twin *t, const sn_node *n)
{
    return n->op == &sn_op_gather && ((const sn_gather_params *)n->params)->axis == 0 &&
           !t->batched[sn_in(n, SN_GATHER_X)->id] && t->batched[sn_in(n, SN_GATHER_INDICES)->id];
}

/* Places that count through all images are others than those in each. */
static bool counts_images(const sn_node *n) { return sn_pool_indices_read(n); }

static bool copies_images(const sn_twin *t, const sn_node *n)
{
    bool all = n->op == &sn_op_identity;
    for (uint16_t i = 0; i < n->n_in && all; i++) all = t->batched[sn_in(n, i)->id];
    return all;
}

void sn_twin_by_rule(sn_twin *t, const sn_node *n)
{
    if (n->n_body)
        sn_twin_refuse(t, n, "its bodies compute one image");
    else if (copies_images(t, n))
        sn_twin_same(t, n, true);
    else if (sn_op_has(n->op, SN_TRAIT_VIEW) && !n->op->dialect)
        sn_twin_view(t, n);
    else if (counts_images(n))
        sn_twin_refuse(t, n, "its indices count through all images");
    else if (looks_up_rows(t, n))
        sn_twin_same(t, n, true);
    else if (!sn_twin_by_slots(t, n))
        node_twin(t, n);
}

/* By what its operator does with images, or else without knowing it. */
static void batched_twin(sn_twin *t, const sn_node *n)
{
    sn_twin_by_rule(t, n);
    if (!t->why || (t->by < 0 && t->n > 1)) return;
    t->why = NULL;
    if (t->by > 0)
        sn_twin_copies(t, n);
    else
        sn_twin_as_it_is(t, n);
}

/* A constant that stands for itself, and need not be a node without the axis: what reads it can be
 * of a format whose layers own their weights. */
static bool is_own_constant(const sn_twin *t, const sn_node *n)
{
    if (t->by > 0 || !sn_op_has(n->op, SN_TRAIT_CONSTANT) || !sn_in(n, 0)->data->buf) return false;
    SN_EACH_USE(u, sn_out(n, 0))
    if (sn_op_has(u->node->op, SN_TRAIT_OUTPUT)) return false;
    return true;
}

static bool makes_open(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out; i++)
        if (!sn_shape_known(&sn_out(n, i)->shape)) return true;
    return false;
}

static bool reads_open(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++)
        if (sn_in(n, i) && !sn_shape_known(&sn_in(n, i)->shape)) return true;
    return false;
}

static void twin_of(sn_twin *t, const sn_node *n)
{
    const bool open = makes_open(n);
    if (open && (!t->keeps_open || t->n > 1 || sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OPAQUE)))
        sn_twin_refuse(t, n, "a size of its result is not known");
    if (n->boundary) sn_twin_refuse(t, n, "what it computes depends on how it is run");
    if (t->why) return;
    if (sn_op_has(n->op, SN_TRAIT_INPUT))
        input_twin(t, n);
    else if (is_own_constant(t, n))
        t->value[sn_out(n, 0)->id] = sn_twin_of(t, sn_in(n, 0));
    else if (t->n_split)
        sn_twin_split_node(t, n);
    else if (open || reads_open(n))
        sn_twin_as_it_is(t, n);
    else if (sn_twin_of_one_image(t, n))
        return;
    else if (sn_twin_by_rows(t, n))
        return;
    else if (!sn_twin_any_batched(t, n))
        sn_twin_same(t, n, false);
    else
        batched_twin(t, n);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* A result that has not the axis: of one image, it is what the network makes of that. */
static sn_value *bare_result(sn_twin *t, const sn_value *v)
{
    sn_value *w = sn_twin_of(t, v);
    if (t->by > 0 || t->n > 1) {
        t->why = t->image[v->id] || t->rows[v->id] ? "a result has no axis of the batch in front"
                                                   : "a result is the same for all images";
        return NULL;
    }
    if (!w) t->why = "a result has no data";
    if (t->image[v->id] && !sn_shape_equal(&t->shape[v->id], &v->shape))
        w = sn_twin_reshaped(t, w, &v->shape);
    return w;
}

static void outputs(sn_twin *t)
{
    const sn_node *output = sn_graph_output(t->from);
    for (uint16_t i = 0; output && i < output->n_in && !t->why; i++) {
        const sn_value *v = sn_in(output, i);
        sn_value *w = t->n_split          ? sn_twin_joined(t, v)
                      : t->batched[v->id] ? t->value[v->id]
                                          : bare_result(t, v);
        if (w) sn_graph_add_output(t->to, output->op, w, sn_output_name(output, i));
    }
}

/* As far as both are known, which may be in different graphs. */
static bool agree(const sn_shape *a, const sn_shape *b)
{
    bool is = a->rank < 0 || b->rank < 0 || a->rank == b->rank;
    for (int i = 0; is && i < a->rank && i < b->rank; i++)
        is = a->d[i] == b->d[i] || !sn_dim_known(a->d[i]) || !sn_dim_known(b->d[i]);
    return is;
}

/* The shapes that inference gives are those that were meant. */
static void check_shapes(sn_twin *t)
{
    SN_EACH_NODE(n, t->from)
    {
        for (uint16_t i = 0; i < n->n_out && !t->why; i++) {
            const sn_value *v = sn_out(n, i), *w = t->value[v->id];
            const sn_shape s = t->image[v->id]  ? t->shape[v->id]
                               : t->rows[v->id] ? sn_twin_rows(t, &v->shape)
                                                : sn_twin_moved(t, &v->shape, t->batched[v->id]);
            const bool same =
                !w || (sn_shape_known(&s) ? sn_shape_equal(&w->shape, &s) : agree(&w->shape, &s));
            if (w && (!same || w->type != v->type))
                sn_twin_refuse(t, n, "its result would have another shape");
        }
    }
}

/* By id of a value: some result hangs on it. What was computed of sizes that are numbers now stands
 * in the way of nothing. */
static bool *needed_values(const sn_twin *t)
{
    bool *needed = SN_NEW_N(t->arena, bool, t->from->n_ids + 1);
    for (const sn_node *n = t->from->last; n; n = n->prev) {
        bool is = sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT);
        for (uint16_t i = 0; i < n->n_out; i++) is = is || needed[n->out[i]->id];
        for (uint16_t i = 0; i < n->n_in && is; i++)
            if (sn_in(n, i)) needed[sn_in(n, i)->id] = true;
    }
    return needed;
}

static bool is_needed(const bool *needed, const sn_node *n)
{
    bool is = sn_op_has(n->op, SN_TRAIT_INPUT);
    for (uint16_t i = 0; i < n->n_out; i++) is = is || needed[n->out[i]->id];
    return is;
}

static sn_status build(sn_twin *t)
{
    sn_ctx *ctx = t->from->ctx;
    const bool *needed = needed_values(t);
    t->value = SN_NEW_N(t->arena, sn_value *, t->from->n_ids + 1);
    t->batched = SN_NEW_N(t->arena, bool, t->from->n_ids + 1);
    t->rows = SN_NEW_N(t->arena, bool, t->from->n_ids + 1);
    t->image = SN_NEW_N(t->arena, int64_t, t->from->n_ids + 1);
    t->shape = SN_NEW_N(t->arena, sn_shape, t->from->n_ids + 1);
    t->joined = SN_NEW_N(t->arena, sn_value *, t->from->n_ids + 1);
    t->to->name = t->from->name;
    SN_EACH_NODE(n, t->from)
    {
        if (t->why) return SN_OK;
        if (is_needed(needed, n)) twin_of(t, n);
    }
    if (!t->why) outputs(t);
    if (t->why) return SN_OK;
    if (sn_infer_graph(t->to) != SN_OK) {
        t->why = sn_arena_strdup(t->arena, sn_ctx_error(ctx));
        sn_ctx_clear_error(ctx);
        return SN_OK;
    }
    check_shapes(t);
    sn_twin_sweep(t);
    return t->why ? SN_OK : sn_graph_verify(t->to);
}

sn_status sn_twin_run(sn_twin *t, sn_graph **out, const char **why)
{
    t->to = sn_graph_create(t->from->ctx);
    sn_status status = build(t);
    *why = t->why;
    if (status == SN_OK && !t->why)
        *out = t->to;
    else
        sn_graph_destroy(t->to);
    return status;
}

sn_status sn_batch_add(const sn_graph *g, int64_t n, sn_arena *arena, sn_graph **out,
                       const char **why)
{
    sn_twin t = {.from = g, .arena = arena, .by = 1, .n = n};
    return sn_twin_run(&t, out, why);
}

sn_status sn_batch_drop(const sn_graph *g, bool keeps_open, sn_arena *arena, sn_graph **out,
                        int64_t *n, const char **why)
{
    const sn_node *input = sn_graph_input(g);
    const sn_shape *x = input && input->n_out ? &sn_out(input, 0)->shape : NULL;
    sn_twin t = {.from = g, .arena = arena, .by = -1, .keeps_open = keeps_open};
    if (!x || x->rank < 1 || !sn_dim_known(x->d[0]) || x->d[0] < 1) {
        *why = "the first input has no axis of the batch in front";
        return SN_OK;
    }
    *n = t.n = x->d[0];
    return sn_twin_run(&t, out, why);
}

bool sn_batch_is_in_front(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        if (n->op != &sn_op_conv && n->op != &sn_op_conv_integer && n->op != &sn_op_conv_transpose)
            continue;
        const sn_param *p = sn_param_find(n->op->params, "axis");
        if (*(const int32_t *)(const void *)((const char *)n->params + p->offset) == 1) return true;
    }
    return false;
}
