/* SPDX-License-Identifier: Apache-2.0
 *
 * From what a record says to nodes: in the graph that is read, or in one of its own, where it is
 * seen what the layer means at some shapes. */
#include "formats/ncnn/map.h"

#include "ops/structure.h"

static sn_value *taken(sn_graph *g, const sn_tensor *t)
{
    sn_value *v = sn_value_const(g, t, NULL);
    sn_tensor_release(t);
    return v;
}

static sn_node *build(sn_graph *g, const sn_ncnn_import *im, const sn_ncnn_reads *reads,
                      const sn_op *op, const void *params, int n_in, sn_value *const *in, int n_out)
{
    sn_node *n = sn_node_create(g, NULL, op, params, (uint16_t)n_in, in, (uint16_t)n_out);
    const sn_ncnn_arg *features = sn_ncnn_record_arg(im->record, SN_NCNN_FEATURES);
    if (features && features->value.form == SN_NCNN_SCALAR) n->features = features->value.word;
    sn_node_set_name(g, n, im->record->name);
    n->origin = reads->origin;
    return n;
}

static sn_value *adapted(sn_graph *g, const sn_ncnn_import *im, const sn_ncnn_slot *s,
                         const sn_ncnn_reads *reads)
{
    const sn_ncnn_adapter *a = s->through;
    sn_value *in[2] = {reads->bottoms[s->index]};
    for (int i = 0; i < a->n_others; i++) in[1 + i] = reads->bottoms[a->others[i]];
    sn_node *n = build(g, im, reads, a->op, a->params, 1 + a->n_others, in, 1);
    n->implied = true;
    return n->out[0];
}

static sn_value *input_of(sn_graph *g, const sn_ncnn_import *im, const sn_ncnn_slot *s,
                          const sn_ncnn_reads *reads)
{
    switch (s->from) {
    case SN_FROM_BOTTOM:
        return s->through ? adapted(g, im, s, reads) : reads->bottoms[s->index];
    case SN_FROM_WEIGHT:
        return reads->weights[s->index];
    case SN_FROM_SCALAR:
        return taken(g, sn_tensor_scalar(g->ctx, SN_TYPE_f32, (double)s->scalar));
    case SN_FROM_VOID: {
        const sn_shape one = SN_SHAPE(1);
        return taken(g, sn_tensor_undefined(g->ctx, SN_TYPE_f32, &one));
    }
    case SN_FROM_NOTHING:
        break;
    }
    return NULL;
}

sn_node *sn_ncnn_build(sn_graph *g, const sn_ncnn_import *im, const sn_ncnn_reads *reads)
{
    sn_value **in = SN_NEW_N(im->arena, sn_value *, im->n_slots);
    for (int i = 0; i < im->n_slots; i++) in[i] = input_of(g, im, &im->slots[i], reads);
    return build(g, im, reads, im->op, im->params, im->n_slots, in, im->record->n_tops);
}

static sn_status expand(sn_graph *g, const sn_ncnn_import *im, const sn_type *types,
                        const sn_shape *const *shapes, sn_boundaries boundaries)
{
    const int n_bottoms = im->record->n_bottoms;
    sn_node *fed = sn_node_create(g, NULL, &sn_op_input, NULL, 0, NULL, (uint16_t)n_bottoms);
    SN_TRY(sn_infer_node(fed));
    for (int i = 0; i < n_bottoms; i++) {
        fed->out[i]->type = types[i];
        if (shapes[i]) sn_value_set_shape(fed->out[i], shapes[i]);
    }
    sn_value **weights = SN_NEW_N(im->arena, sn_value *, im->loads.n);
    for (size_t i = 0; i < im->loads.n; i++) {
        const sn_ncnn_weight *load = &im->loads.v[i];
        const sn_type type = load->int8 ? SN_TYPE_i8 : SN_TYPE_f32;
        weights[i] = taken(g, sn_tensor_undefined(g->ctx, type, &load->shape));
    }
    const sn_node *n = sn_ncnn_build(g, im, &(sn_ncnn_reads){fed->out, weights, NULL});
    for (uint16_t i = 0; i < n->n_out; i++) sn_graph_add_output(g, &sn_op_output, n->out[i], NULL);
    SN_EACH_NODE(m, g)
    {
        bool gone;
        if (sn_op_has(m->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT)) continue;
        SN_TRY(sn_infer_node(m));
        SN_TRY(sn_node_resolve(m, boundaries, &gone));
    }
    return SN_OK;
}

sn_status sn_ncnn_expand(const sn_ncnn_import *im, sn_dims *dims, uint32_t first_id,
                         const sn_type *types, const sn_shape *const *shapes, sn_ncnn_fit fit,
                         sn_graph **out)
{
    sn_graph *g = sn_graph_create(im->ctx);
    g->dims = dims;
    g->n_ids = first_id; /* symbols are known by ids of values */
    (void)sn_dims_freeze(dims, true);
    if (fit == SN_NCNN_IN_DOUBT) sn_dims_put_off(dims);
    const sn_status status = expand(
        g, im, types, shapes, fit == SN_NCNN_FITS ? SN_BOUNDARIES_NONE : SN_BOUNDARIES_PROVED);
    if (fit == SN_NCNN_IN_DOUBT) (void)sn_dims_end_put_off(dims);
    (void)sn_dims_freeze(dims, false);
    if (status == SN_OK)
        *out = g;
    else
        sn_graph_destroy(g);
    return status;
}
