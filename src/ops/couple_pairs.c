/* SPDX-License-Identifier: Apache-2.0
 *
 * couple_pairs: probabilities of n classes from those of their pairs, (0, 1), (0, 2), .. (n - 2,
 * n - 1), that it is the first of the two (Wu, Lin and Weng, Probability estimates for multi-class
 * classification by pairwise coupling, 2004, the second method). As ai.onnx.ml's SVMClassifier,
 * pairs are taken to be between 1e-7 and 1 - 1e-7; from equal probabilities on, each has its turn,
 * until no element of Q p is 0.005 / n or more away from p Q p, or all had it a hundred times. In
 * double. */
#include "ops/couple_pairs.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/ops.h"
#include "ops/rule.h"

int64_t sn_couple_classes(int64_t pairs)
{
    const int64_t n = (int64_t)((1 + sqrt(1 + 8 * (double)pairs)) / 2);
    return n > 1 && n * (n - 1) / 2 == pairs ? n : 0;
}

static sn_status infer(sn_infer *in)
{
    sn_shape y = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, 1, SN_MAX_RANK));
    if (y.rank > 0 && sn_dim_known(y.d[y.rank - 1])) {
        const int64_t pairs = y.d[y.rank - 1];
        y.d[y.rank - 1] = sn_couple_classes(pairs);
        if (!y.d[y.rank - 1])
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "the last size of x is %lld, which is no number of pairs",
                                (long long)pairs);
    } else if (y.rank > 0) {
        y.d[y.rank - 1] = sn_shape_rule_symbol(in, 0, y.rank - 1);
    }
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

enum { AT_ONCE = 64 }; /* rows that have scratch memory */

typedef struct coupling {
    sn_elems x, y;
    int64_t n, pairs, first; /* first: of the rows at hand */
    double *scratch;         /* of each of them: Q [n][n], Q p, p */
} coupling;

/* Pairs are not surer than that: certain ones would have no answer. */
static double between(double r)
{
    return r < SN_COUPLE_LEAST       ? SN_COUPLE_LEAST
           : r > 1 - SN_COUPLE_LEAST ? 1 - SN_COUPLE_LEAST
                                     : r;
}

static void quadratic_form(const coupling *w, sn_elems x, double *q)
{
    const int64_t n = w->n;
    int64_t pair = 0;
    memset(q, 0, (size_t)(n * n) * sizeof *q);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t k = i + 1; k < n; k++, pair++) {
            const double r = between(sn_elems_at(x, pair)), rest = 1 - r;
            q[i * n + i] += rest * rest;
            q[k * n + k] += r * r;
            q[i * n + k] = q[k * n + i] = -r * rest;
        }
    }
}

/* Q p; p Q p. */
static double multiply(const double *q, const double *p, int64_t n, double *qp)
{
    double pqp = 0;
    for (int64_t i = 0; i < n; i++) {
        qp[i] = 0;
        for (int64_t k = 0; k < n; k++) qp[i] += q[i * n + k] * p[k];
        pqp += p[i] * qp[i];
    }
    return pqp;
}

static void sweep(const double *q, double *p, int64_t n, double *qp, double pqp)
{
    for (int64_t i = 0; i < n; i++) {
        const double step = (pqp - qp[i]) / q[i * n + i], whole = 1 + step;
        p[i] += step;
        pqp = (pqp + step * (step * q[i * n + i] + 2 * qp[i])) / whole / whole;
        for (int64_t k = 0; k < n; k++) {
            qp[k] = (qp[k] + step * q[i * n + k]) / whole;
            p[k] /= whole;
        }
    }
}

static void one_row(void *user, int64_t at)
{
    const coupling *w = user;
    const int64_t n = w->n, row = w->first + at;
    double *q = w->scratch + at * n * (n + 2), *qp = q + n * n, *p = qp + n;
    quadratic_form(w, sn_elems_from(w->x, row * w->pairs), q);
    for (int64_t i = 0; i < n; i++) p[i] = 1 / (double)n;
    for (int turn = 0; turn < SN_COUPLE_SWEEPS; turn++) {
        const double pqp = multiply(q, p, n, qp);
        double off = 0;
        for (int64_t i = 0; i < n; i++) off = fabs(qp[i] - pqp) > off ? fabs(qp[i] - pqp) : off;
        if (off < SN_COUPLE_CLOSE / (double)n) break;
        sweep(q, p, n, qp, pqp);
    }
    for (int64_t i = 0; i < n; i++) sn_elems_put(w->y, row * n + i, p[i]);
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_shape *x = &e->in_shape[0], *y = &e->out_shape[0];
    const int last = x->rank - 1;
    const int64_t rows = sn_span_count(y, 0, last), n = y->d[last],
                  at_once = rows < AT_ONCE ? rows : AT_ONCE;
    coupling w = {.x = sn_eval_elems(e, 0),
                  .y = sn_eval_out_elems(e, 0),
                  .n = n,
                  .pairs = x->d[last],
                  .scratch = SN_NEW_N(e->arena, double, at_once *n *(n + 2))};
    for (; w.first < rows; w.first += at_once)
        sn_parallel_for(e->ctx, rows - w.first < at_once ? rows - w.first : at_once, one_row, &w);
    return SN_OK;
}

/* Two or three sweeps are what it mostly takes. */
static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape *y = &in->out_shape[0];
    const double n = y->rank > 0 && sn_dim_known(y->d[y->rank - 1]) ? (double)y->d[y->rank - 1] : 1;
    out->flops = 24 * n * sn_shape_elements(y);
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

const sn_op sn_op_couple_pairs = {
    .name = "couple_pairs",
    .synopsis = "y = probabilities of classes from those of their pairs",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
