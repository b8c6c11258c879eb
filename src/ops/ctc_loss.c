/* SPDX-License-Identifier: Apache-2.0
 *
 * ctc_loss: connectionist temporal classification (Graves et al., ICML 2006): the probability that
 * a sequence of classes, one a step, becomes the target when what is repeated is merged and blanks
 * are left out, over all such sequences; -log of it over the number of labels, as PyTorch's mean
 * has it. A target that has no such sequence gives inf, and a gradient of 0. Sums of probabilities
 * are kept as logarithms. */
#include "ops/ctc_loss.h"

#include <math.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/gather.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"

/* ---- shapes ---------------------------------------------------------------------------------- */

static sn_status check(const sn_infer *in, unsigned x_slot)
{
    const sn_shape *x = &in->in_shape[x_slot], *target = &in->in_shape[x_slot + 1];
    SN_TRY(sn_shape_rule_rank(in, x_slot, 3, 3));
    SN_TRY(sn_shape_rule_rank(in, x_slot + 1, 2, 2));
    if (x->rank >= 0 && target->rank >= 0)
        SN_TRY(sn_shape_rule_size(in, "rows of target", target->d[0], x->d[1]));
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_CTC_X];
    SN_TRY(check(in, SN_CTC_X));
    in->out_shape[0] = SN_SHAPE(x->rank < 0 ? sn_shape_rule_symbol(in, 0, 0) : x->d[1]);
    return SN_OK;
}

static sn_status gradient_infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_CTC_GRADIENT_X], *dy = &in->in_shape[SN_CTC_GRADIENT_DY];
    SN_TRY(check(in, SN_CTC_GRADIENT_X));
    SN_TRY(sn_shape_rule_rank(in, SN_CTC_GRADIENT_DY, 1, 1));
    if (x->rank >= 0 && dy->rank >= 0)
        SN_TRY(sn_shape_rule_size(in, "size of dy", dy->d[0], x->d[1]));
    in->out_shape[0] = *x;
    return SN_OK;
}

/* ---- paths ----------------------------------------------------------------------------------- */

typedef struct ctc {
    sn_elems x, y, dy; /* dy: of the gradient, whose result is y */
    int64_t steps, batch, classes, room;
    int64_t *length;  /* [batch]: labels */
    int64_t *path;    /* [batch][2 * room + 1]: labels with blanks around each */
    double *forward;  /* [batch][steps][2 * room + 1]: log of the sum of all ways up to a place */
    double *backward; /* the same of all ways on from there; of the gradient */
} ctc;

static int64_t places_of(const ctc *c, int64_t n) { return 2 * c->length[n] + 1; }
static int64_t room_of(const ctc *c) { return 2 * c->room + 1; }

static double log_sum(double a, double b)
{
    const double most = a > b ? a : b;
    if (most == -INFINITY) return most;
    return most + log(exp(a - most) + exp(b - most));
}

static double at(const ctc *c, int64_t n, int64_t t, int64_t place)
{
    return sn_elems_at(c->x, (t * c->batch + n) * c->classes + c->path[n * room_of(c) + place]);
}

/* Whether a path may step over the blank in front of that place: between two labels that differ. */
static bool may_skip(const ctc *c, int64_t n, int64_t place)
{
    const int64_t *path = c->path + n * room_of(c);
    return place >= 2 && path[place] != 0 && path[place] != path[place - 2];
}

static void run_forward(const ctc *c, int64_t n)
{
    const int64_t places = places_of(c, n), room = room_of(c);
    double *row = c->forward + n * c->steps * room;
    for (int64_t t = 0; t < c->steps; t++, row += room)
        for (int64_t s = 0; s < places; s++) {
            double sum = t == 0 && s < 2 ? 0 : -INFINITY;
            if (t > 0) sum = row[s - room];
            if (t > 0 && s > 0) sum = log_sum(sum, row[s - 1 - room]);
            if (t > 0 && may_skip(c, n, s)) sum = log_sum(sum, row[s - 2 - room]);
            row[s] = sum + at(c, n, t, s);
        }
}

/* Without the element of the place itself. */
static void run_backward(const ctc *c, int64_t n)
{
    const int64_t places = places_of(c, n), room = room_of(c);
    for (int64_t t = c->steps; t-- > 0;) {
        double *row = c->backward + (n * c->steps + t) * room;
        for (int64_t s = 0; s < places; s++) {
            const bool last = t == c->steps - 1;
            double sum = last && s >= places - 2 ? 0 : -INFINITY;
            for (int64_t to = s; to < s + 3 && to < places && !last; to++)
                if (to < s + 2 || may_skip(c, n, to))
                    sum = log_sum(sum, row[room + to] + at(c, n, t + 1, to));
            row[s] = sum;
        }
    }
}

/* log of the probability of the target; of no step that of no label. */
static double total_of(const ctc *c, int64_t n)
{
    const int64_t places = places_of(c, n);
    if (c->steps == 0) return places == 1 ? 0 : -INFINITY;
    const double *last = c->forward + (n * c->steps + c->steps - 1) * room_of(c);
    return places == 1 ? last[0] : log_sum(last[places - 1], last[places - 2]);
}

static double share_of(const ctc *c, int64_t n)
{
    return 1 / (double)(c->length[n] > 0 ? c->length[n] : 1);
}

static void one_loss(void *user, int64_t n)
{
    const ctc *c = user;
    run_forward(c, n);
    sn_elems_put(c->y, n, -total_of(c, n) * share_of(c, n));
}

/* By the log-probability of a class at a step: minus the share of the paths that take it then. */
static void one_gradient(void *user, int64_t n)
{
    const ctc *c = user;
    const int64_t room = room_of(c);
    run_forward(c, n);
    run_backward(c, n);
    const double total = total_of(c, n), factor = sn_elems_at(c->dy, n) * share_of(c, n);
    for (int64_t t = 0; t < c->steps; t++) {
        const int64_t row = (t * c->batch + n) * c->classes;
        double *sums = c->forward + (n * c->steps + t) * room;
        const double *behind = c->backward + (n * c->steps + t) * room;
        for (int64_t s = 0; s < places_of(c, n); s++)
            sums[s] = total == -INFINITY ? 0 : exp(sums[s] + behind[s] - total);
        for (int64_t s = 0; s < places_of(c, n); s++) {
            double all = 0;
            for (int64_t k = 0; k < places_of(c, n); k++)
                if (c->path[n * room + k] == c->path[n * room + s]) all += sums[k];
            sn_elems_put(c->y, row + c->path[n * room + s], -factor * all);
        }
    }
}

static sn_status begin(sn_eval *e, unsigned x_slot, ctc *c)
{
    const sn_shape *x = &e->in_shape[x_slot];
    const sn_tensor *target = e->in[x_slot + 1];
    SN_TRY(sn_eval_ready(e));
    *c = (ctc){.x = sn_eval_elems(e, x_slot),
               .y = sn_eval_out_elems(e, 0),
               .steps = x->d[0],
               .batch = x->d[1],
               .classes = x->d[2],
               .room = e->in_shape[x_slot + 1].d[1]};
    const int64_t room = room_of(c);
    c->length = SN_NEW_N(e->arena, int64_t, c->batch);
    c->path = SN_NEW_N(e->arena, int64_t, c->batch * room);
    c->forward = SN_NEW_N(e->arena, double, c->batch * c->steps * room);
    for (int64_t n = 0; n < c->batch; n++) {
        int64_t *length = &c->length[n];
        for (; *length < c->room; (*length)++) {
            const int64_t label = sn_index_at(target, n * c->room + *length);
            if (label <= 0) break;
            if (label >= c->classes)
                return sn_node_fail(e->ctx, e->node, SN_E_SHAPE,
                                    "label %lld, %lld at most expected", (long long)label,
                                    (long long)c->classes - 1);
            c->path[n * room + 2 * *length + 1] = label;
        }
    }
    SN_CHECK(e->ctx, c->classes > 0, SN_E_SHAPE, "there is no class, not even a blank");
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    ctc c;
    SN_TRY(begin(e, SN_CTC_X, &c));
    sn_parallel_for(e->ctx, c.batch, one_loss, &c);
    return SN_OK;
}

static sn_status gradient_eval(sn_eval *e)
{
    ctc c;
    SN_TRY(begin(e, SN_CTC_GRADIENT_X, &c));
    c.dy = sn_eval_elems(e, SN_CTC_GRADIENT_DY);
    c.backward = SN_NEW_N(e->arena, double, c.batch *c.steps *room_of(&c));
    for (int64_t i = 0; i < sn_shape_count(&e->out_shape[0]); i++) sn_elems_put(c.y, i, 0);
    sn_parallel_for(e->ctx, c.batch, one_gradient, &c);
    return SN_OK;
}

/* ---- operators ------------------------------------------------------------------------------- */

static bool wants(const sn_node *node, unsigned slot, unsigned x_slot, int64_t *limit)
{
    *limit = sn_index_limit(sn_in(node, x_slot), 2, 1);
    return slot == x_slot + 1;
}

static bool loss_wants(const sn_node *node, unsigned slot, int64_t *limit)
{
    return wants(node, slot, SN_CTC_X, limit);
}

static bool gradient_wants(const sn_node *node, unsigned slot, int64_t *limit)
{
    return wants(node, slot, SN_CTC_GRADIENT_X, limit);
}

static const sn_slot slots[] = {{"x", 0}, {"target", 0}, {NULL, 0}};
static const sn_slot gradient_slots[] = {{"dy", 0}, {"x", 0}, {"target", 0}, {NULL, 0}};

const sn_op sn_op_ctc_loss = {
    .name = "ctc_loss",
    .synopsis = "y = -log of the probability that steps x spell a target, over its labels",
    .slots = slots,
    .types = "float,int->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_ctc_loss,
    .wants_integers = loss_wants,
};

const sn_op sn_op_ctc_loss_gradient = {
    .name = "ctc_loss_gradient",
    .synopsis = "gradient by x of a ctc_loss, of that by its result",
    .slots = gradient_slots,
    .types = "float,float,int->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .infer = gradient_infer,
    .eval = gradient_eval,
    .wants_integers = gradient_wants,
};
