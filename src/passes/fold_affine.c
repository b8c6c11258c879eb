/* SPDX-License-Identifier: Apache-2.0
 *
 * Folds a per-channel affine map into the weights of the linear operator before it:
 *
 *   s * (W x + b) + t   -->   (s W) x + (s b + t)
 *
 * For batch normalisation s = gamma / sqrt(var + eps), t = beta - s * mean (Jacob et al., CVPR
 * 2018, section 3.2), a denominator of 0 being what its param says. The map may be a batch norm,
 * scale, bias, dropout with a scale, or add, sub, mul, div by a constant on either side; the
 * producer anything that takes such a map into its weights (convolutions, deconvolutions, inner
 * product) and is no such map itself.
 *
 * Needs: the map runs along the axis on which the producer's weights are ordered, with as many
 * channels; the producer's weights are constant floats and its activation slot is free; nobody else
 * reads its output. */
#include "passes/affine.h"

typedef struct match {
    sn_node *f, *n; /* producer, map */
    sn_fold_out fold_out;
    sn_affine map;
} match;

/* Where n is no map: its input that a producer might compute, if n looks like a map: it has
 * weights, or a constant. */
static sn_value *would_be_mapped(const sn_node *n)
{
    sn_value *x = NULL;
    bool looks_like_one = false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_value *v = sn_before_adapters(sn_in(n, i));
        bool given = v && (!v->def || sn_value_is_const(v));
        looks_like_one = looks_like_one || given;
        if (v && !given && !x) x = v;
    }
    return looks_like_one ? x : NULL;
}

/* Two maps in a row are merge_affine's. */
static bool is_map(sn_pass_run *run, const sn_node *f)
{
    sn_affine map;
    return sn_node_affine(f, run->arena, &map).is == SN_YES;
}

static bool find(sn_pass_run *run, sn_node *n, match *m)
{
    *m = (match){.n = n};
    if (sn_node_boundary(n)) return false;
    sn_answer a = sn_node_affine(n, run->arena, &m->map);
    sn_value *x = a.is == SN_YES ? sn_in(n, m->map.slot) : would_be_mapped(n);
    m->f = x ? x->def : NULL;
    if (!m->f) return false;
    if (sn_op_has(m->f->op, SN_TRAIT_INTEGER) && m->f->op->has_act) {
        sn_missed(run, m->f, n, "not folded: an int8 layer is never rewritten");
        return false;
    }
    if (!m->f->op->fold_out || is_map(run, m->f)) return false;
    if (a.is != SN_YES) {
        sn_missed(run, n, NULL, "the %s is not folded: %s", n->op->name, a.why);
        return false;
    }
    sn_answer can = sn_node_fold_out(m->f, run->arena, &m->fold_out);
    if (can.is != SN_YES) {
        sn_missed(run, m->f, n, "not folded into the %s: %s", m->f->op->name, can.why);
        return false;
    }
    if (!sn_sole_producer(run, x, n, false)) return false;
    m->map = sn_affine_map_simple(&m->map);
    const char *why = sn_affine_map_misfit(run->arena, m->f, &m->fold_out, &m->map);
    if (why) sn_missed(run, m->f, n, "not folded into the %s: %s", m->f->op->name, why);
    return !why;
}

static sn_status fold(sn_pass_run *run, const match *m)
{
    sn_rewrite_begin(run);
    sn_node *g = sn_rewrite_clone(run, m->f, m->n);
    sn_status status = sn_affine_map_into_output(run, g, &m->fold_out, &m->map);
    if (sn_missed_unsupported(run, status, m->f, m->n, "not folded")) {
        sn_node_remove(g);
        return SN_OK;
    }
    SN_TRY(status);
    sn_rewrite rw = {.matched = {m->f, m->n},
                     .n_matched = 2,
                     .before = m->n->out[0],
                     .after = g->out[0],
                     .same_shape = true};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op->affine != NULL; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        match m;
        if (n->op->affine && find(run, n, &m)) SN_TRY(fold(run, &m));
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"recognise_attention", "a scale that went into a projection is missing from the pattern"},
    {"merge_duplicates",
     "two layers into which different maps are folded share all their work without them"},
    {NULL, NULL},
};

const sn_pass sn_pass_fold_affine = {
    .name = "fold_affine",
    .arrow = "s * f(x, W, b) + t -> f(x, sW, sb + t)",
    .needs = "same axis and channel count, constant float weights, no activation yet, sole reader",
    .covers = "fuse_{convolution,convolutiondepthwise,deconvolution}_{batchnorm,mul,add}, "
              "fuse_deconvolutiondepthwise_batchnorm, fuse_innerproduct_{batchnorm,add,dropout}",
    .visits = visits,
    .after = after,
    .run = run,
};
