/* SPDX-License-Identifier: Apache-2.0
 *
 *   flip(flip(x, A), B)  -->  flip(x, axes in one of A and B), or x
 *   tile(tile(x, m), n)  -->  tile(x, m * n)  axis by axis
 *   pad(pad(x, a), b)    -->  pad(x, a + b)   a constant border of one value, or a replicated one;
 *                                             a reflected one
 *                                                         where no side is padded by both
 *   shuffle_channel(shuffle_channel(x))          -->  shuffle_channel(x), or x
 *   pixel_shuffle(reorg(x)), reorg(pixel_shuffle(x))  -->  x
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
    unsigned a, b;
    int32_t axes[SN_MAX_RANK], count = 0;
    if (!sn_flip_axes(first, &a) || !sn_flip_axes(n, &b)) return no("the rank is not known");
    if (a == b) return is_x;
    for (int i = 0; i < SN_MAX_RANK; i++) {
        if ((a ^ b) >> i & 1) axes[count++] = i;
    }
    sn_flip_params *p = SN_NEW(run->arena, sn_flip_params);
    p->axes = sn_ints_of(run->arena, count, axes);
    return (merged){.ok = true, .params = p};
}

static merged tiles(sn_pass_run *run, const sn_node *first, const sn_node *n)
{
    int32_t a[SN_MAX_RANK], b[SN_MAX_RANK], repeated = 0;
    int rank = sn_in(first, 0)->shape.rank;
    if (!sn_tile_times(first, run->arena, a) || !sn_tile_times(n, run->arena, b))
        return no("the rank is not known, or changes");
    sn_tile_params *p = SN_NEW(run->arena, sn_tile_params);
    p->tiles = 1;
    for (int i = 0; i < rank; i++) {
        int64_t times = (int64_t)a[i] * b[i];
        if (times > INT32_MAX) return no("too many repetitions");
        a[i] = (int32_t)times;
        if (times == 1) continue;
        repeated++;
        p->axis = i;
        p->tiles = a[i];
    }
    if (repeated > 1) *p = (sn_tile_params){.tiles = 1, .repeats = sn_ints_of(run->arena, rank, a)};
    return (merged){.ok = true, .params = p};
}

static merged pads(sn_pass_run *run, const sn_node *first, const sn_node *n)
{
    const sn_pad_params *a = first->params, *b = n->params;
    const int32_t from[] = {a->top, a->bottom, a->left, a->right, a->front, a->behind};
    const int32_t to[] = {b->top, b->bottom, b->left, b->right, b->front, b->behind};
    int32_t sum[6];
    bool apart = true;
    for (int i = 0; i < 6; i++) {
        if ((int64_t)from[i] + to[i] > INT32_MAX) return no("too large a border");
        sum[i] = from[i] + to[i];
        apart = apart && (from[i] + from[i ^ 1] == 0 || to[i] + to[i ^ 1] == 0);
    }
    if (sn_in(first, SN_PAD_PER_CHANNEL) || sn_in(n, SN_PAD_PER_CHANNEL))
        return no("a border with values per channel");
    bool same = a->type == b->type && (a->type != SN_BORDER_CONSTANT ||
                                       memcmp(&a->value, &b->value, sizeof a->value) == 0);
    if (!same) return no("borders of two kinds");
    if (a->type == SN_BORDER_REFLECT && !apart) return no("what is reflected was reflected before");
    sn_pad_params *p = SN_NEW(run->arena, sn_pad_params);
    *p = (sn_pad_params){sum[0], sum[1], sum[2], sum[3], sum[4], sum[5], a->type, a->value};
    return (merged){.ok = true, .params = p};
}

static merged shuffles(sn_pass_run *run, const sn_node *first, const sn_node *n)
{
    const sn_shuffle_channel_params *a = first->params, *b = n->params;
    const sn_shape *x = &sn_in(first, 0)->shape;
    if (a->group == b->group && a->reverse != b->reverse) return is_x;
    if (x->rank < 3 || !sn_dim_known(x->d[0])) return no("the number of channels is not known");
    int64_t channels = x->d[0];
    if (channels <= 2) return no("there are too few channels");
    int64_t groups = (a->reverse ? channels / a->group : a->group) % (channels - 1);
    groups =
        groups * ((b->reverse ? channels / b->group : b->group) % (channels - 1)) % (channels - 1);
    if (groups == 1) return is_x;
    if (groups < 1 || channels % groups != 0) return no("together they are no shuffle");
    sn_shuffle_channel_params *p = SN_NEW(run->arena, sn_shuffle_channel_params);
    p->group = (int32_t)groups;
    return (merged){.ok = true, .params = p};
}

static merged pixels(sn_pass_run *run, const sn_node *first, const sn_node *n)
{
    const sn_pixel_shuffle_params *up = (first->op == &sn_op_reorg ? n : first)->params;
    const sn_reorg_params *down = (first->op == &sn_op_reorg ? first : n)->params;
    (void)run;
    if (up->upscale_factor != down->stride || up->mode != down->mode)
        return no("the factors or orders differ");
    if (!sn_shape_equal(&sn_in(first, 0)->shape, &n->out[0]->shape))
        return no("a remainder may be cut off in between");
    return is_x;
}

static const struct {
    const sn_op *first, *second;
    merged (*rule)(sn_pass_run *run, const sn_node *first, const sn_node *n);
} rules[] = {
    {&sn_op_flip, &sn_op_flip, flips},
    {&sn_op_tile, &sn_op_tile, tiles},
    {&sn_op_pad, &sn_op_pad, pads},
    {&sn_op_shuffle_channel, &sn_op_shuffle_channel, shuffles},
    {&sn_op_pixel_shuffle, &sn_op_reorg, pixels},
    {&sn_op_reorg, &sn_op_pixel_shuffle, pixels},
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
    if (!sn_target_can(run->env->target, run->env->ctx, n->op, m->params, 1)) return SN_OK;
    sn_node *one = sn_node_create(run->g, n, n->op, m->params, 1, &x, 1);
    one->name = first->name;
    one->features = first->features | n->features;
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
        "flip(flip), tile(tile), pad(pad), shuffle(shuffle), pixel_shuffle(reorg) -> one, or x",
    .needs = "both together are one of the kind, or nothing: proved; sole reader, unless it is x",
    .visits = visits,
    .run = run,
};
