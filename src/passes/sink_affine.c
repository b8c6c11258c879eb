/* SPDX-License-Identifier: Apache-2.0
 *
 *   f(s * x + t, W)   -->   f(x, W s)      + W t in the bias
 *
 * An affine map goes into the weights of the linear operators that read it, by their input
 * channels, right behind it or across operators that maps move across. The factors always fit; the
 * shift does only where no tap reads padding, or the padding can hold what the map makes the old
 * padding: in a network that normalises before it convolves, the edges would be wrong otherwise.
 *
 * Needs: every reader takes it in or passes it on to such as do (sn_op.fold_in, propagate);
 * constant float weights. An activation in their slot is no matter: it comes behind. */
#include "passes/affine_region.h"

static void tell(sn_pass_run *run, const sn_affine_region *r)
{
    if (!r->at || r->at == r->start || !r->why) return;
    if (r->n > 0 || r->at->op->fold_in || r->at->op->propagate)
        sn_missed(run, r->start, r->at, "not moved down to the weights: %s", r->why);
}

static bool visits(const sn_op *op) { return op->affine != NULL; }

static sn_status run(sn_pass_run *run)
{
    uint32_t n_places;
    const int64_t *place = sn_node_places(run, &n_places);
    SN_EACH_NODE(n, run->g)
    {
        sn_affine_region r;
        if (!n->op->affine) continue;
        if (!sn_affine_region_find(run, n, false, place, n_places, &r))
            tell(run, &r);
        else if ((r.n > 1 || r.steps[0]->kind != SN_REGION_MERGE) && /* else merge_affine */
                 !sn_affine_region_better_reversed(&r))
            SN_TRY(sn_affine_region_commit(&r));
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"recognise_activation", "a factor that has moved away is missing from its pattern"},
    {"recognise_norm", "a factor that has moved away is missing from its pattern"},
    {NULL, NULL},
};

const sn_pass sn_pass_sink_affine = {
    .name = "sink_affine",
    .arrow = "f(s * x + t, W) -> f(x, W s)",
    .needs = "constant float weights, all readers take it in, no shift into padding",
    .after = after,
    .visits = visits,
    .run = run,
};
