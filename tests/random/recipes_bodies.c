/* SPDX-License-Identifier: Apache-2.0
 *
 * Recipes with bodies: an if on a size or a constant, a loop and a scan of a few trips. */
#include <string.h>

#include "random/gen.h"

enum { MAX_STEPS = 3 };

/* What is in a body, drawn before it is made twice: elementwise functions of a value, and what it
 * meets of the others. */
typedef struct steps {
    int n;
    const sn_op *op[MAX_STEPS];
    bool binary[MAX_STEPS];
} steps;

typedef struct plan {
    steps then, other;
    bool body_constant; /* what is met is a constant of the body */
    const sn_tensor *k;
} plan;

static steps some_steps(gen *t, bool bounded)
{
    static const sn_op *const unary[] = {&sn_op_relu, &sn_op_neg, &sn_op_sigmoid, &sn_op_tanh,
                                         &sn_op_abs};
    static const sn_op *const binary[] = {&sn_op_add, &sn_op_sub, &sn_op_mul};
    steps s = {.n = (int)roll(t, bounded, MAX_STEPS)};
    for (int i = 0; i < s.n; i++) {
        s.binary[i] = chance(t, 40);
        s.op[i] = s.binary[i] ? binary[roll(t, 0, 2)] : unary[roll(t, 0, 4)];
    }
    if (bounded) {
        s.binary[s.n - 1] = false;
        s.op[s.n - 1] = chance(t, 50) ? &sn_op_tanh : &sn_op_sigmoid;
    }
    return s;
}

static sn_value *fed(sn_graph *body)
{
    return sn_out(sn_node_create(body, NULL, &sn_op_input, NULL, 0, NULL, 1), 0);
}

static sn_value *apply(const plan *p, sn_graph *body, const steps *s, sn_value *x, sn_value *met)
{
    sn_value *in[2] = {x, met};
    if (p->body_constant) in[1] = sn_value_const(body, p->k, NULL);
    for (int i = 0; i < s->n; i++) {
        const uint16_t n_in = s->binary[i] ? 2 : 1;
        in[0] = sn_out(sn_node_create(body, NULL, s->op[i], NULL, n_in, in, 1), 0);
    }
    return in[0];
}

static void give(sn_graph *body, sn_value *v) { sn_graph_add_output(body, &sn_op_output, v, NULL); }

/* Something that is the same each time the network is run with inputs of these sizes. */
static item *inner(gen *t, const sn_op *op, const char *params, int n_in, item *const *x)
{
    item *y = put(t, op, params, n_in, x);
    if (y) t->items.n--;
    return y;
}

static item *number(gen *t, sn_type type, int64_t v)
{
    sn_tensor *made = NULL;
    void *data = NULL;
    const sn_shape shape = sn_shape_scalar();
    if (sn_tensor_create(t->ctx, type, &shape, &made, &data) != SN_OK) return NULL;
    if (type == SN_TYPE_bool)
        *(uint8_t *)data = v != 0;
    else
        memcpy(data, &v, sizeof v);
    return constant_of(t, made);
}

static item *condition(gen *t, item *x)
{
    if (chance(t, 35)) return number(t, SN_TYPE_bool, roll(t, 0, 1));
    item *sizes = inner(t, &sn_op_shape, NULL, 1, &x);
    item *axis = number(t, SN_TYPE_i64, roll(t, 0, shape_of(x)->rank - 1));
    item *limit = number(t, SN_TYPE_i64, roll(t, 1, 8));
    if (!sizes || !axis || !limit) return NULL;
    item *size = inner(t, &sn_op_gather, "{axis=0}", 2, (item *[]){sizes, axis});
    return size ? inner(t, &sn_op_greater, NULL, 2, (item *[]){size, limit}) : NULL;
}

/* ---- if -------------------------------------------------------------------------------------- */

static void fill_if(void *user, sn_node *n)
{
    const plan *p = user;
    for (int i = 0; i < 2; i++) {
        sn_graph *body = sn_node_add_body(n);
        sn_value *x = fed(body), *y = fed(body);
        give(body, apply(p, body, i ? &p->other : &p->then, x, y));
    }
}

static void choose(gen *t, item *x, item *y, plan *p)
{
    item *c = condition(t, x);
    if (c) put_with(t, &sn_op_if, NULL, 3, (item *[]){c, x, y}, 1, fill_if, p);
}

/* ---- loop ------------------------------------------------------------------------------------ */

static void fill_loop(void *user, sn_node *n)
{
    const plan *p = user;
    sn_graph *body = sn_node_add_body(n);
    (void)fed(body);
    sn_value *cond = fed(body), *a = fed(body), *y = fed(body);
    give(body, cond);
    give(body, apply(p, body, &p->then, a, y));
    if (n->n_out > 1) give(body, apply(p, body, &p->other, a, y));
}

static void repeat(gen *t, item *x, item *y, plan *p)
{
    item *trips = number(t, SN_TYPE_i64, chance(t, 30) ? 9 : roll(t, 1, 4));
    item *in[4] = {trips, NULL, x, y};
    if (trips) put_with(t, &sn_op_loop, "{carried=1}", 4, in, chance(t, 40) ? 2 : 1, fill_loop, p);
}

/* ---- scan ------------------------------------------------------------------------------------ */

static void fill_scan(void *user, sn_node *n)
{
    const plan *p = user;
    sn_graph *body = sn_node_add_body(n);
    sn_value *slice = fed(body), *k = fed(body);
    give(body, apply(p, body, &p->then, slice, k));
}

static void walk_along(gen *t, item *x, plan *p)
{
    const int rank = shape_of(x)->rank;
    item *k = constant(t, sn_shape_scalar(), (spread){false, -1, 1});
    const char *params =
        text(t,
             "{inputs=1, input_axes=[%d], input_directions=[%d], output_axes=[%d], "
             "output_directions=[%d]}",
             (int)roll(t, -rank, rank - 1), (int)roll(t, 0, 1), (int)roll(t, -rank, rank - 1),
             (int)roll(t, 0, 1));
    if (k) put_with(t, &sn_op_scan, params, 2, (item *[]){x, k}, 1, fill_scan, p);
}

void rand_bodies(gen *t, item *x)
{
    const int kind = (int)roll(t, 0, 2);
    plan p = {.then = some_steps(t, kind == 1), .other = some_steps(t, false)};
    item *y = chance(t, 60) ? like(t, x) : NULL;
    item *k = constant(t, sn_shape_scalar(), (spread){false, -1, 1});
    if (!k || shape_of(x)->rank == 0) return;
    p.k = k->sized->data;
    p.body_constant = chance(t, 30);
    if (!y) y = k;
    if (kind == 0)
        choose(t, x, y, &p);
    else if (kind == 1)
        repeat(t, x, y, &p);
    else
        walk_along(t, x, &p);
}
