/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.align: an operand of a BinaryOp as it meets the other one, so that an operator that
 * broadcasts as numpy does computes what ncnn computes: add(align(a, b), align(b, a)).
 *
 * ncnn pairs axes by run-time shape. Ranks 2 and up are aligned from the front; a vector of length
 * n from the front where n equals the other's first size, else from the back. Where two other
 * numbers than 1 meet on any axis but the last, it repeats the last part of the smaller one:
 * exporters align to the right, ncnn to the left, and networks run with that unnoticed. On the
 * first axis it repeats blocks of channels where those are packed: the node is a boundary. On the
 * last axis it reads what is not there: an error. Sizes that are not known are taken to fit.
 *
 * It is nothing, or a view, once the shapes decide; where something is repeated it stays. */
#include "formats/ncnn/ops/ops.h"
#include "ops/binary.h"
#include "ops/move.h"
#include "ops/squeeze.h"

#include <string.h>

enum { OWN, OTHER };
enum { FAR = 6 }; /* sums of sums that are followed, both ways each */

static const sn_slot slots[] = {{"x", 0}, {"other", 0}, {NULL, 0}};

typedef enum pairing { PAIRS_UNKNOWN, PAIRS_FRONT, PAIRS_BACK } pairing;

/* Both have axes. */
static pairing pairing_of(const sn_infer *in)
{
    const sn_shape *a = &in->in_shape[OWN], *b = &in->in_shape[OTHER];
    if (a->rank == b->rank || (a->rank != 1 && b->rank != 1)) return PAIRS_FRONT;
    const sn_dim n = a->rank == 1 ? a->d[0] : b->d[0];
    const sn_dim first = a->rank == 1 ? b->d[0] : a->d[0];
    if (sn_dim_equal(n, first)) return PAIRS_FRONT;
    return n == 1 || sn_dim_differ(in->dims, n, first) ? PAIRS_BACK : PAIRS_UNKNOWN;
}

static sn_dim size_at(const sn_shape *s, int out_rank, pairing pairs, int k)
{
    const int own = k - (pairs == PAIRS_FRONT ? 0 : out_rank - s->rank);
    return own < 0 || own >= s->rank ? 1 : s->d[own];
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static const char *channels_differ(const sn_infer *in, sn_dim a, sn_dim b)
{
    return sn_arena_printf(in->arena,
                           "its operands have %s and %s channels, and which of them pair depends "
                           "on how the runtime packs channels",
                           sn_shape_rule_text(in, a), sn_shape_rule_text(in, b));
}

static sn_status infer_paired(sn_infer *in, pairing pairs)
{
    const sn_shape *a = &in->in_shape[OWN], *b = &in->in_shape[OTHER];
    sn_shape out = {.rank = a->rank > b->rank ? a->rank : b->rank};
    for (int k = 0; k < out.rank; k++) {
        bool ok = true;
        const sn_dim own = size_at(a, out.rank, pairs, k), other = size_at(b, out.rank, pairs, k);
        out.d[k] = sn_shape_rule_broadcast(in, own, other, &ok);
        /* Where the shorter one is repeated, whatever its size, one of two sizes proves nothing of
         * the other. */
        if (pairs == PAIRS_FRONT && k + 1 < out.rank && own && other) {
            out.d[k] = sn_dim_max(in->dims, own, other);
            if (k == 0 && own != other && own != 1 && other != 1 &&
                !(sn_dim_known(own) && sn_dim_known(other)))
                sn_infer_may_bound(in);
            if (!ok && k == 0) sn_infer_boundary(in, channels_differ(in, own, other));
            continue;
        }
        if (ok) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "operands are %s and %s: with axes paired from the %s, axis %d fits "
                            "neither way",
                            sn_shape_rule_shape_text(in, a), sn_shape_rule_shape_text(in, b),
                            pairs == PAIRS_FRONT ? "first" : "last", k);
    }
    sn_shape_rule_give(in, 0, out);
    return SN_OK;
}

/* A vector that goes along the first or the last axis: the result has the other's shape, but for a
 * last size that may be 1 and then repeated. */
static void infer_unpaired(sn_infer *in)
{
    const sn_shape *a = &in->in_shape[OWN], *b = &in->in_shape[OTHER];
    sn_shape out = a->rank > b->rank ? *a : *b;
    sn_dim *last = &out.d[out.rank - 1];
    if (!sn_dim_known(*last) || *last == 1) *last = sn_shape_rule_symbol(in, 0, out.rank - 1);
    sn_shape_rule_give(in, 0, out);
    sn_infer_may_bound(in);
}

/* That of the result of both, where both ranks are known. */
static sn_status infer(sn_infer *in)
{
    const sn_shape *a = &in->in_shape[OWN], *b = &in->in_shape[OTHER];
    sn_shape_rule_give(in, 0, sn_shape_unknown());
    if (a->rank == 0 || b->rank == 0) {
        sn_shape_rule_give(in, 0, *a);
        return SN_OK;
    }
    if (a->rank < 0 || b->rank < 0) return SN_OK;
    const pairing pairs = pairing_of(in);
    if (pairs != PAIRS_UNKNOWN) return infer_paired(in, pairs);
    infer_unpaired(in);
    return SN_OK;
}

/* ---- what it resolves to --------------------------------------------------------------------- */

static const sn_value *shape_source(const sn_value *v, int depth);

/* The input whose shape the result of n has, known or not; -1: none of which that is sure. Operands
 * that broadcast have to be of one shape, but for scalars. */
static int shape_from(const sn_node *n, int depth)
{
    const sn_value *source = NULL;
    int from = -1;
    const bool one = n->n_out == 1 && !n->boundary && !n->op->resolve;
    if (!one || sn_node_kind(n) > SN_FUSE_BROADCAST) return -1;
    if (n->op->shaped_as_first) return 0;
    if (n->n_in > 1 && !n->op->expr) return -1;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v || (v->shape.rank == 0 && n->n_in > 1)) continue;
        const sn_value *other = shape_source(v, depth);
        if (source && other != source) return -1;
        if (!source) from = i;
        source = other;
    }
    return from;
}

/* The value whose shape v has. */
static const sn_value *shape_source(const sn_value *v, int depth)
{
    for (int i; v->def && depth > 0 && (i = shape_from(v->def, depth - 1)) >= 0;)
        v = sn_in(v->def, (unsigned)i);
    return v;
}

bool sn_ncnn_same_source(const sn_value *a, const sn_value *b)
{
    return shape_source(a, FAR) == shape_source(b, FAR);
}

/* Whether the last part is repeated somewhere: on no axis but the last may it be shorter. */
static sn_answer repeats(const sn_infer *in, pairing pairs, int rank)
{
    const sn_shape *a = &in->in_shape[OWN], *b = &in->in_shape[OTHER];
    bool unknown = false;
    for (int k = 0; k + 1 < rank; k++) {
        const sn_dim own = size_at(a, rank, pairs, k), other = size_at(b, rank, pairs, k);
        if (own == 1 || other == 1 || sn_dim_at_most(in->dims, other, own)) continue;
        if (sn_dim_known(own) && sn_dim_known(other)) return SN_ANSWER_YES;
        unknown = true;
    }
    return unknown ? SN_ANSWER_UNKNOWN("its operands are not proved to have the same sizes")
                   : SN_ANSWER_NO("its operands fit");
}

static bool is_one_element(const sn_shape *s) { return s->rank == 1 && s->d[0] == 1; }

static sn_answer resolve(sn_resolve *r)
{
    const sn_shape *a = &r->in.in_shape[OWN], *b = &r->in.in_shape[OTHER];
    sn_value *x = sn_in(r->node, OWN);
    r->made[0] = x;
    if (a->rank == 0 || b->rank == 0 || is_one_element(a) || is_one_element(b) ||
        sn_ncnn_same_source(x, sn_in(r->node, OTHER)))
        return SN_ANSWER_YES;
    if (a->rank < 0 || b->rank < 0)
        return SN_ANSWER_UNKNOWN("the rank of one of its operands is not known");
    const pairing pairs = pairing_of(&r->in);
    if (pairs == PAIRS_UNKNOWN)
        return SN_ANSWER_UNKNOWN("whether its vector goes along the first or the last axis of the "
                                 "other operand depends on a size that is not known");
    const int rank = a->rank > b->rank ? a->rank : b->rank;
    const sn_answer repeated = repeats(&r->in, pairs, rank);
    if (repeated.is == SN_YES) return SN_ANSWER_NO("its last part is repeated");
    if (repeated.is == SN_UNKNOWN && r->boundaries != SN_BOUNDARIES_NONE) return repeated;
    if (pairs == PAIRS_BACK || a->rank == rank) return SN_ANSWER_YES;
    int32_t axes[SN_MAX_RANK];
    for (int k = a->rank; k < rank; k++) axes[k - a->rank] = k;
    const sn_unsqueeze_params p = {.axes = sn_ints_of(r->in.arena, rank - a->rank, axes)};
    r->made[0] = sn_resolve_node(r, &sn_op_unsqueeze, &p, 1, &x);
    return SN_ANSWER_YES;
}

/* Of what they read beside x they know how it pairs with x. */
static bool same(const sn_node *a, const sn_node *b)
{
    const sn_shape of_a[] = {sn_in(a, OWN)->shape, sn_in(a, OTHER)->shape};
    const sn_shape of_b[] = {sn_in(b, OWN)->shape, sn_in(b, OTHER)->shape};
    for (int i = OWN; i <= OTHER; i++)
        if (of_a[i].rank < 1 || of_b[i].rank < 1) return false;
    const sn_infer in_a = {.dims = a->graph->dims, .in_shape = of_a};
    const sn_infer in_b = {.dims = a->graph->dims, .in_shape = of_b};
    const pairing pairs_a = pairing_of(&in_a), pairs_b = pairing_of(&in_b);
    const int rank = sn_out(a, 0)->shape.rank;
    bool alike =
        pairs_a != PAIRS_UNKNOWN && pairs_b != PAIRS_UNKNOWN && rank == sn_out(b, 0)->shape.rank;
    for (int i = OWN; i <= OTHER && alike; i++)
        for (int k = 0; k < rank && alike; k++)
            alike = sn_dim_equal(size_at(&of_a[i], rank, pairs_a, k),
                                 size_at(&of_b[i], rank, pairs_b, k));
    return alike;
}

sn_answer sn_ncnn_align_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_value *other = sn_in(reader, 1 - slot);
    while (other->def && other->def->implied) other = sn_in(other->def, 0);
    const sn_shape shapes[] = {sn_in(view, 0)->shape, other->shape};
    const sn_infer in = {.dims = reader->graph->dims, .in_shape = shapes};
    const sn_shape *x = &in.in_shape[OWN], *y = &in.in_shape[OTHER], *as = &view->out[0]->shape;
    if (x->rank < 1 || y->rank < 1)
        return SN_ANSWER_UNKNOWN("the rank of one of the operands is not known");
    const pairing pairs = pairing_of(&in);
    if (x->rank >= as->rank || as->rank != y->rank)
        return SN_ANSWER_NO("its other operand is not proved to have the rank of the view");
    if (pairs == PAIRS_UNKNOWN || repeats(&in, pairs, y->rank).is != SN_NO)
        return SN_ANSWER_UNKNOWN("how ncnn would pair the axes of the operands is not known");
    for (int k = 0; k < as->rank; k++) {
        if (!sn_dim_equal(as->d[k], size_at(x, as->rank, pairs, k)))
            return SN_ANSWER_NO("ncnn would pair its axes with others");
    }
    return SN_ANSWER_YES;
}

/* ---- maps ------------------------------------------------------------------------------------ */

/* Along an axis that x has in full: what is repeated is repeated along others. */
static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_infer in = sn_node_as_infer(node, arena);
    const sn_shape *x = &in.in_shape[OWN], *y = &sn_out(node, 0)->shape;
    const sn_affine *m = &c->given[0];
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (x->rank < 1 || in.in_shape[OTHER].rank < 1 || y->rank < 1)
        return SN_ANSWER_UNKNOWN("ranks are not known");
    const pairing pairs = pairing_of(&in);
    if (pairs == PAIRS_UNKNOWN && x->rank != y->rank)
        return SN_ANSWER_UNKNOWN(
            "which axes of its operands pair depends on a size that is not known");
    const int first = x->rank == y->rank || pairs == PAIRS_FRONT ? 0 : y->rank - x->rank;
    const int own = c->up ? m->axis - first : m->axis, whole = own + first;
    if (own < 0 || own >= x->rank || whole >= y->rank || !sn_dim_equal(x->d[own], y->d[whole]))
        return SN_ANSWER_NO("one of its operands is the same for all channels");
    c->made[0].axis = c->up ? own : whole;
    return SN_ANSWER_YES;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Element i0, i1, .. is the one at the same place, or at the last where there are no more. */
static sn_status eval(sn_eval *e)
{
    const sn_shape *x = &e->in_shape[OWN], *y = &e->out_shape[0];
    size_t elem;
    SN_TRY(sn_eval_elem(e, OWN, &elem));
    const sn_infer in = sn_eval_as_infer(e);
    const int first =
        x->rank && e->in_shape[OTHER].rank && pairing_of(&in) == PAIRS_BACK ? y->rank - x->rank : 0;
    const unsigned char *from = sn_tensor_data(e->in[OWN]);
    unsigned char *to = e->out_data[0];
    const int64_t count = sn_shape_count(y);
    for (int64_t i = 0; i < count; i++) {
        int64_t rest = i, at = 0, stride = 1;
        for (int k = y->rank - 1; k >= 0; k--) {
            const int64_t index = rest % y->d[k];
            rest /= y->d[k];
            if (k < first || k - first >= x->rank) continue;
            const int64_t last = x->d[k - first] - 1;
            at += (index < last ? index : last) * stride;
            stride *= x->d[k - first];
        }
        memcpy(to + (size_t)i * elem, from + (size_t)at * elem, elem);
    }
    return SN_OK;
}

const sn_op sn_ncnn_op_align = {
    .name = "ncnn.align",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x with the axes that it has beside `other` in a BinaryOp",
    .slots = slots,
    .types = "any,any2->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .same = same,
    .resolve = resolve,
    .adapts = true,
    .gives_axes = true,
    .infer = infer,
    .eval = eval,
    .propagate = propagate,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = sn_cost_none,
};
