/* SPDX-License-Identifier: Apache-2.0
 *
 *   s2 * (s1 * x + t1) + t2   -->   (s1 s2) * x + s2 t1 + t2
 *
 * Two per-channel affine maps in a row become one, where none of them could go into a convolution.
 * Needs: the same axis (a map with one factor for all goes with any), and the first is read by the
 * second alone. Where both together are one factor, one summand or c - x for all elements they stay
 * a scalar operand, and where they are x they go; else the number of channels must be known.
 *
 * s * (x - t) of integers x and t, as bytes are dequantized, stays as it is: it is exactly 0 where
 * x = t, while s * x - s * t is what rounding leaves. */
#include "passes/affine.h"

typedef struct affine_chain {
    sn_node *a, *b;
    sn_affine first, second;
} affine_chain;

static bool find(sn_pass_run *run, sn_node *b, affine_chain *c)
{
    *c = (affine_chain){.b = b};
    if (sn_node_affine(b, run->arena, &c->second).is != SN_YES) return false;
    sn_value *x = sn_in(b, c->second.slot);
    c->a = x ? x->def : NULL;
    if (!c->a || sn_node_affine(c->a, run->arena, &c->first).is != SN_YES) return false;
    if (!sn_sole_producer(run, x, b, false)) return false;
    if (sn_affine_keeps_zeros(sn_in(c->a, c->first.slot), &c->first, &c->second)) {
        sn_missed(run, c->a, b, "not merged: integers less what is subtracted may be exactly 0");
        return false;
    }
    if (c->first.axis >= 0 && c->second.axis >= 0 &&
        (c->first.axis != c->second.axis || c->first.n != c->second.n)) {
        sn_missed(run, c->a, b, "not merged: the maps run along different axes");
        return false;
    }
    return true;
}

static sn_status merge(sn_pass_run *run, const affine_chain *c)
{
    sn_affine map;
    const char *why = NULL;
    sn_value *x = sn_in(c->a, c->first.slot), *y = NULL;
    if (!sn_affine_map_compose(run->arena, &c->first, &c->second, &map)) return SN_OK;
    if (!sn_affine_map_is_one_node(run, x, &map, &why)) {
        if (why) sn_missed(run, c->a, c->b, "not merged: %s", why);
        return SN_OK;
    }
    sn_rewrite_begin(run);
    SN_TRY(sn_affine_map_node(run, x, x, &map, c->b, c->a, &y));
    sn_rewrite rw = {.matched = {c->a, c->b},
                     .n_matched = 2,
                     .before = c->b->out[0],
                     .after = y,
                     .same_shape = true};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op->affine != NULL; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        affine_chain c;
        if (find(run, n, &c)) SN_TRY(merge(run, &c));
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"recognise_norm", "factors that are merged are missing from its pattern"},
    {"drop_identities", "a factor of one is nothing, a merged one is work"},
    {NULL, NULL},
};

const sn_pass sn_pass_merge_affine = {
    .name = "merge_affine",
    .arrow = "s2 * (s1 * x + t1) + t2 -> (s1 s2) * x + s2 t1 + t2",
    .needs = "same axis and channel count, sole reader; not a factor of a difference of integers",
    .covers = "fuse_batchnorm_scale",
    .after = after,
    .visits = visits,
    .run = run,
};
