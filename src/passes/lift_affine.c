/* SPDX-License-Identifier: Apache-2.0
 *
 *   s * g(f(x, W), f'(x', W'), ..) + t   -->   g(f(x, sW), f'(x', s'W'), ..)
 *
 * An affine map moves up across operators that maps move across, to producers that take it into
 * their weights (H. Mishra and others, "To fold or not to fold", arXiv 2203.14646): through a
 * concat, where each part gets its own factors, pooling, shuffled channels, a sum, where the first
 * gets the shift, a relu where no factor is negative and there is no shift.
 *
 * Needs: every branch ends in weights or in another map that both together are one with; what is
 * mapped on the way is read by nobody else, or by all with the same map; each operator lets the map
 * through (sn_op.propagate). Else nothing is moved. What would end in another map goes the way that
 * leaves fewer factors, which may be down (sink_affine). */
#include "passes/affine_region.h"

static void tell(sn_pass_run *run, const sn_affine_region *r)
{
    if (!r->at || r->at == r->start || !r->why) return;
    if (r->n > 0 || r->at->op->propagate)
        sn_missed(run, r->at, r->start, "not moved up to the weights: %s", r->why);
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
        if (!sn_affine_region_find(run, n, true, place, n_places, &r))
            tell(run, &r);
        else if ((r.n > 1 ||
                  r.steps[0]->kind == SN_REGION_PROPAGATE) && /* else fold_affine, merge_affine */
                 !sn_affine_region_better_reversed(&r))
            SN_TRY(sn_affine_region_commit(&r));
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"recognise_attention", "a factor of scores that went into a projection is missing from the "
                            "pattern"},
    {"merge_duplicates",
     "two layers with equal weights are one as long as nothing was folded into them"},
    {NULL, NULL},
};

const sn_pass sn_pass_lift_affine = {
    .name = "lift_affine",
    .arrow = "s * g(f(x, W), ..) + t -> g(f(x, sW), ..)",
    .needs = "g lets the map through (concat, pooling, relu, ..), every branch ends in weights, "
             "nobody else reads it",
    .after = after,
    .visits = visits,
    .run = run,
};
