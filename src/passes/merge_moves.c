/* SPDX-License-Identifier: Apache-2.0
 *
 *   flip(flip(x, A), B)  -->  flip(x, axes in one of A and B), or x
 *   tile(tile(x, m), n)  -->  tile(x, m * n)  axis by axis
 *   pad(pad(x, a), b)    -->  pad(x, a + b)   a constant border of one value, or a replicated one;
 *                                             a reflected one
 *                                                         where no side is padded by both
 *   shuffle_channel(shuffle_channel(x))          -->  shuffle_channel(x), or x
 *   depth_to_space(space_to_depth(x)), and the other way round  -->  x
 *
 * A shuffle of C channels in G groups moves channel i to i * G mod (C - 1) (the last stays), so two
 * of them are the one with G1 * G2 mod (C - 1) groups, if that divides C; one with `reverse` has C
 * / group groups. Needs: what the rule reads of rank and sizes is proved; both pads have no values
 * per channel; the first has no other reader, unless the result is x. */
#include <string.h>

#include "ops/flip.h"
#include "ops/ops.h"
#include "ops/pad.h"
#include "ops/shuffle.h"
#include "ops/tile.h"
#include "passes/pass.h"

/* What two moves are together. */
typedef struct merged {
    bool ok, nothing; /* nothing: the result is x */
    const void *params;
    const char *why; /* not ok */
} merged;

static merged no(const char *why) { return (merged){.why = why}; }
static const merged is_x = {.ok = true, .nothing = true};

static merged flips(sn_pass_run *run, const sn_node *first, const sn_node *n)
{
    const unsigned both = sn_flip_axes(first->params) ^ sn_flip_axes(n->params);
    int32_t axes[SN_MAX_RANK], count = 0;
    if (!both) return is_x;
    for (int i = 0; i < SN_MAX_RANK; i++) {
        if (both >> i & 1) axes[count++] = i;
    }
    sn_flip_params *p = SN_NEW(run->arena, sn_flip_params);
    p->axes = sn_ints_of(run->arena, count, axes);
    return (merged){.ok = true, .params = p};
}

static merged tiles(sn_pass_run *run, const sn_node *first, const sn_node *n)
{
    const sn_ints *a = &((const sn_tile_params *)first->params)->repeats;
    const sn_ints *b = &((const sn_tile_params *)n->params)->repeats;
    int32_t times[SN_MAX_RANK];
    if (a->n != b->n) return no("they repeat different numbers of axes");
    for (int i = 0; i < a->n; i++) {
        const int64_t both = (int64_t)a->v[i] * b->v[i];
        if (both > INT32_MAX) return no("too many repetitions");
        times[i] = (int32_t)both;
    }
    sn_tile_params *p = SN_NEW(run->arena, sn_tile_params);
    p->repeats = sn_ints_of(run->arena, a->n, times);
    return (merged){.ok = true, .params = p};
}

static merged pads(sn_pass_run *run, const sn_node *first, const sn_node *n)
{
    const sn_pad_params *a = first->params, *b = n->params;
    const int n_pads = a->pads.n, rank = n_pads / 2;
    int32_t sum[2 * SN_MAX_RANK];
    bool apart = true;
    if (n_pads != b->pads.n) return no("borders of two ranks");
    for (int i = 0; i < n_pads; i++) {
        const int32_t from = a->pads.v[i], to = b->pads.v[i];
        if (from < 0 || to < 0) return no("elements that are cut off");
        if ((int64_t)from + to > INT32_MAX) return no("too large a border");
        sum[i] = from + to;
    }
    for (int i = 0; i < rank; i++)
        apart = apart && ((!sn_pad_begin(a, i) && !sn_pad_end(a, i)) ||
                          (!sn_pad_begin(b, i) && !sn_pad_end(b, i)));
    bool same = a->mode == b->mode && (a->mode != SN_BORDER_CONSTANT ||
                                       memcmp(&a->value, &b->value, sizeof a->value) == 0);
    if (!same) return no("borders of two kinds");
    if (a->mode == SN_BORDER_REFLECT && !apart) return no("what is reflected was reflected before");
    if (a->mode == SN_BORDER_WRAP && !apart) return no("what is wrapped was wrapped before");
    sn_pad_params *p = SN_NEW(run->arena, sn_pad_params);
    *p = (sn_pad_params){sn_ints_of(run->arena, n_pads, sum), a->mode, a->value};
    return (merged){.ok = true, .params = p};
}

static merged shuffles(sn_pass_run *run, const sn_node *first, const sn_node *n)
{
    const sn_channel_shuffle_params *a = first->params, *b = n->params;
    const sn_shape *x = &sn_in(first, 0)->shape;
    if (a->axis != b->axis) return no("they shuffle along two axes");
    if (x->rank < 0 || !sn_dim_known(x->d[a->axis]))
        return no("the number of channels is not known");
    int64_t channels = x->d[a->axis];
    if (channels <= 2) return no("there are too few channels");
    int64_t groups = a->groups % (channels - 1) * (b->groups % (channels - 1)) % (channels - 1);
    if (groups == 1) return is_x;
    if (groups < 1 || channels % groups != 0) return no("together they are no shuffle");
    sn_channel_shuffle_params *p = SN_NEW(run->arena, sn_channel_shuffle_params);
    *p = (sn_channel_shuffle_params){(int32_t)groups, a->axis};
    return (merged){.ok = true, .params = p};
}

static merged pixels(sn_pass_run *run, const sn_node *first, const sn_node *n)
{
    const sn_block_params *a = first->params, *b = n->params;
    (void)run;
    if (a->blocksize != b->blocksize || a->mode != b->mode)
        return no("the factors or orders differ");
    if (!sn_shape_equal(&sn_in(first, 0)->shape, &n->out[0]->shape))
        return no("its sizes are not proved to be multiples of a block");
    return is_x;
}

static const struct {
    const sn_op *first, *second;
    merged (*rule)(sn_pass_run *run, const sn_node *first, const sn_node *n);
} rules[] = {
    {&sn_op_flip, &sn_op_flip, flips},
    {&sn_op_tile, &sn_op_tile, tiles},
    {&sn_op_pad, &sn_op_pad, pads},
    {&sn_op_channel_shuffle, &sn_op_channel_shuffle, shuffles},
    {&sn_op_depth_to_space, &sn_op_space_to_depth, pixels},
    {&sn_op_space_to_depth, &sn_op_depth_to_space, pixels},
};

static sn_status merge(sn_pass_run *run, sn_node *first, sn_node *n, const merged *m)
{
    sn_value *x = sn_in(first, 0);
    sn_rewrite rw = {
        .matched = {first, n}, .n_matched = 2, .before = n->out[0], .after = x, .same_shape = true};
    bool done;
    sn_rewrite_begin(run);
    if (m->nothing) return x->def ? sn_rewrite_commit(run, &rw, &done) : SN_OK;
    if (!sn_sole_producer(run, first->out[0], n, false)) return SN_OK;
    if (!sn_spelling_can(run->env->target, run->env->ctx, n->op, m->params, 1)) return SN_OK;
    sn_node *one = sn_node_create(run->g, n, n->op, m->params, 1, &x, 1);
    one->name = first->name;
    rw.after = one->out[0];
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (op == rules[i].second) return true;
    }
    return false;
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_NODE(n, run->g)
    {
        sn_node *first = sn_in(n, 0) ? sn_in(n, 0)->def : NULL;
        for (size_t i = 0; first && i < sizeof rules / sizeof *rules; i++) {
            if (first->op != rules[i].first || n->op != rules[i].second || !sn_in(first, 0))
                continue;
            merged m = rules[i].rule(run, first, n);
            if (m.ok)
                SN_TRY(merge(run, first, n, &m));
            else
                sn_missed(run, first, n, "not merged: %s", m.why);
            break;
        }
    }
    return SN_OK;
}

const sn_pass sn_pass_merge_moves = {
    .name = "merge_moves",
    .arrow =
        "flip(flip), tile(tile), pad(pad), shuffle(shuffle), depth_to_space(space_to_depth) -> "
        "one, or x",
    .needs = "both together are one of the kind, or nothing: proved; sole reader, unless it is x",
    .visits = visits,
    .run = run,
};
