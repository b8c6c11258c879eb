/* SPDX-License-Identifier: Apache-2.0
 *
 * What plans can do with groups, for fusion: epilogues as far as the kernel of the anchor takes
 * them, factors that go into weights, what is done to operands first, sums that are taken on the
 * way, moves behind moves, and concats whose parts lie one behind the other. */
#include "plan/capability.h"

#include "fusion/cost.h"
#include "kernels/index_map.h"
#include "kernels/sums.h"
#include "ops/concat.h"
#include "ops/images.h"
#include "ops/ops.h"
#include "ops/pool.h"
#include "plan/planner.h"

static bool takes_epilogue(const sn_kernel_ctx *k, const sn_node *anchor)
{
    sn_offer w;
    const sn_kernel *kernel = sn_kernel_find(k, anchor, &w);
    if (!kernel || anchor->n_out != 1) return false;
    return w.out[0] == SN_LAYOUT_PLAIN ? w.epilogue_on_plain : w.epilogue;
}

static bool takes_tail(const sn_kernel_ctx *k, const sn_node *anchor)
{
    sn_offer w;
    return sn_kernel_find(k, anchor, &w) && w.tail;
}

/* Bytes that others read, too, and that are stored so: they are made something wider where that is
 * read, in the group of its reader. */
static bool begins(void *user, const sn_node *node)
{
    const sn_value *x = sn_in(node, 0);
    (void)user;
    return sn_cast_in_lanes(node) && x->n_uses > 1 &&
           sn_type_bytes(x->type) < sn_type_bytes(sn_out(node, 0)->type);
}

static bool can_epilogue(void *user, const sn_node *anchor, const sn_node *node)
{
    if (anchor && !sn_is_elementwise(anchor) && !sn_node_is_f32(anchor) && takes_tail(user, anchor))
        return sn_cast_in_lanes(node) || sn_is_elementwise(node);
    if (sn_cast_in_lanes(node)) return !anchor || sn_is_elementwise(anchor);
    if (!sn_is_elementwise(node)) return false;
    if (anchor && !sn_is_elementwise(anchor) && !sn_node_is_f32(node)) return false;
    return !anchor || sn_is_elementwise(anchor) || takes_epilogue(user, anchor);
}

/* x * f, f being one number for each channel of x. */
static bool is_factor(const sn_kernel_ctx *k, const sn_node *mul)
{
    sn_formula f;
    const sn_shape *y = &sn_out(mul, 0)->shape;
    if (mul->boundary || !sn_node_is_f32(mul) || y->rank < 1 ||
        !sn_formula_of(k->ctx, k->arena, mul, &f) || f.n != 2 ||
        !sn_expr_is_call(f.expr, SN_FN_mul))
        return false;
    const int x = sn_shape_equal(&sn_in(mul, 0)->shape, y) ? 0 : 1;
    if (!sn_shape_equal(&sn_in(mul, x)->shape, y) || f.operand[x].value != sn_in(mul, x) ||
        f.operand[1 - x].value != sn_in(mul, 1 - x) ||
        sn_shape_count(&sn_in(mul, 1 - x)->shape) != y->d[0] || f.operand[1 - x].stride[0] != 1)
        return false;
    for (int i = 1; i < y->rank; i++)
        if (f.operand[1 - x].stride[i] != 0) return false;
    for (int i = 0; i < 2; i++) {
        const sn_expr *a = f.expr->arg[i];
        if (a->kind != SN_EXPR_INPUT || a->input == f.expr->arg[1 - i]->input) return false;
    }
    return !sn_value_is_const(sn_in(mul, 0)) && !sn_value_is_const(sn_in(mul, 1));
}

/* Seconds of so many multiplications by a factor, in what is read and written. */
static double scaling_seconds(const sn_kernel_ctx *k, double floats)
{
    sn_work w = {.vector = floats / k->machine->lanes};
    sn_work_stream(&w, 8 * floats, 8 * floats, false);
    return sn_work_seconds(k->machine, &w);
}

static const char *why_no_factor(void *user, const sn_node *anchor, const sn_node *mul)
{
    const sn_kernel_ctx *k = user;
    sn_offer w;
    if (anchor->boundary || !sn_kernel_find(k, anchor, &w) || !w.takes_factor || !is_factor(k, mul))
        return "no kernel multiplies weights instead";
    /* Each thread multiplies all weights, but only its part of the map. */
    const double map = scaling_seconds(k, (double)sn_shape_count(&sn_out(mul, 0)->shape)),
                 weights = scaling_seconds(k, (double)sn_shape_count(&sn_in(anchor, 1)->shape)) -
                           k->machine->core->start;
    if (weights * k->n_threads < map) return NULL;
    return sn_arena_printf(k->arena,
                           "multiplying the weights takes %.3g us, and the value itself %.3g",
                           1e6 * weights * k->n_threads, 1e6 * map);
}

/* What is done to a value first, as far as it has been looked at. */
typedef struct prologue_facts {
    const sn_shape *x;   /* the shape of the value, and of all that is made of it */
    int n_operands;      /* numbers, or one for each channel */
    double most;         /* calls that the formula can come to */
    double instructions; /* of vectors, for each vector of the value */
} prologue_facts;

/* One number for each channel, or one for all: constants, or values that are computed before. */
static bool is_by_channel(const sn_formula *f, int i, const sn_shape *x)
{
    const sn_value *v = f->operand[i].value;
    for (int a = 0; a < x->rank; a++) {
        const int64_t stride = x->d[a] > 1 ? f->operand[i].stride[a] : 0;
        if (stride != 0 && (a > 0 || stride != 1)) return false;
    }
    return !v || sn_value_is_const(v) || sn_shape_count(&v->shape) == 1 ||
           (sn_shape_count(&v->shape) == x->d[0] && v->shape.d[0] == x->d[0]);
}

/* A formula of values of that shape and of operands by channel. */
static bool goes_by_channel(const sn_kernel_ctx *k, const sn_node *n, prologue_facts *p)
{
    sn_formula f;
    uint16_t slot = 0;
    if (n->boundary || !sn_node_is_f32(n) || p->x->rank < 2 ||
        !sn_shape_equal(&sn_out(n, 0)->shape, p->x) || sn_op_has(n->op, SN_TRAIT_VIEW) ||
        (n->op->identity && n->op->identity(n, k->arena, &slot).is == SN_YES) ||
        !sn_formula_of(k->ctx, k->arena, n, &f))
        return false;
    for (int i = 0; i < f.n; i++) {
        const sn_value *v = f.operand[i].value;
        if (v && !sn_value_is_const(v) && sn_shape_equal(&v->shape, p->x)) continue;
        if (!is_by_channel(&f, i, p->x)) return false;
        p->n_operands++;
    }
    p->most *= 2 * sn_formula_calls(f.expr, NULL) + 2;
    p->instructions += sn_fusion_formula_work(f.expr);
    return true;
}

static bool is_made_by(sn_node *const *nodes, size_t n, const sn_value *v)
{
    for (size_t i = 0; i < n; i++)
        if (sn_out(nodes[i], 0) == v) return true;
    return false;
}

/* Of a prologue: each operand is an argument of the function that does it. */
enum { MOST_OPERANDS = 8, MOST_CALLS = 2000 };

static bool takes_prologue(void *user, const sn_node *anchor)
{
    sn_offer w;
    return !anchor->boundary && sn_kernel_find(user, anchor, &w) && w.prologue_times > 0;
}

/* Of a step that does so many vector instructions to each vector of x. */
static double sweep_seconds(const sn_kernel_ctx *k, double floats, double formula)
{
    sn_work w = {.vector = formula * floats / k->machine->lanes};
    sn_copy_work(k, &w, floats);
    sn_work_stream(&w, 4 * floats, 8 * floats, false);
    return sn_work_seconds(k->machine, &w);
}

/* NULL, or that the kernel takes longer to do so much to each vector of x, again where windows
 * overlap, than a sweep over x before. */
static const char *why_no_gain(const sn_kernel_ctx *k, const sn_node *anchor, double formula)
{
    const double floats = (double)sn_shape_count(&sn_in(anchor, 0)->shape),
                 start = k->machine->core->start, threads = k->n_threads;
    sn_offer offer;
    sn_work w = {.vector = 0};
    if (!sn_kernel_find(k, anchor, &offer)) return "no kernel computes what reads it";
    sn_prologue_work(k, &offer, formula, floats, &w);
    const double together = (sn_work_seconds(k->machine, &w) - start) / threads,
                 apart = (sweep_seconds(k, floats, formula) - start) / threads + start +
                         sn_barrier_seconds(k->machine, k->n_threads);
    if (together < apart) return NULL;
    return sn_arena_printf(k->arena,
                           "done as its elements are read, %.3g times each, it takes %.3g us, and "
                           "before that %.3g",
                           offer.prologue_times, 1e6 * together, 1e6 * apart);
}

static const char *why_no_prologue(void *user, const sn_node *anchor, sn_node *const *nodes,
                                   size_t n)
{
    const sn_kernel_ctx *k = user;
    const sn_value *x = NULL, *image = sn_image_of(sn_in(anchor, 0));
    prologue_facts p = {.x = image ? &image->shape : &sn_in(anchor, 0)->shape, .most = 1};
    for (size_t i = 0; i < n; i++) {
        if (!goes_by_channel(k, nodes[i], &p))
            return "it is not done by numbers of the channels alone";
        if (p.n_operands > MOST_OPERANDS || p.most > MOST_CALLS)
            return "it would be too much for one formula";
        for (uint16_t s = 0; s < nodes[i]->n_in; s++) {
            const sn_value *v = sn_in(nodes[i], s);
            if (!v || sn_value_is_const(v) || v == x || is_made_by(nodes, n, v) ||
                !sn_shape_equal(&v->shape, p.x))
                continue;
            if (x) return "it is made of several values";
            x = v;
        }
    }
    return x ? why_no_gain(k, anchor, p.instructions) : "it is a constant";
}

static bool can_sum(void *user, const sn_node *anchor, const sn_node *sums)
{
    const sn_kernel_ctx *k = user;
    const sn_sums_kind kind = sn_sums_kind_of(sums);
    sn_offer w;
    if (kind == SN_SUMS_NONE || !sn_node_is_f32(sums) || sums->boundary) return false;
    if (!anchor) return kind != SN_SUMS_MEAN;
    return !anchor->boundary && sn_kernel_find(k, anchor, &w) && w.sums >> kind & 1;
}

static bool can_slice(void *user, const sn_node *move)
{
    const sn_kernel_ctx *k = user;
    const int lanes = k->machine->lanes;
    if (move->op == &sn_op_split)
        return sn_plan_splits_in_place(move, SN_LAYOUT_BLOCKED, lanes) ||
               sn_plan_splits_in_place(move, SN_LAYOUT_PLAIN, lanes);
    const sn_concat_params *p = move->params;
    const sn_shape *y = &sn_out(move, 0)->shape;
    if (!sn_shape_known(y) || p->axis < 0) return false;
    for (int i = 0; i < p->axis; i++) {
        if (y->d[i] != 1) return false;
    }
    for (uint16_t i = 0; i + 1 < move->n_in && y->rank > 1 && p->axis == 0; i++) {
        if (sn_in(move, i)->shape.d[0] % lanes != 0) return false;
    }
    return true;
}

static bool can_move_on(void *user, const sn_node *move)
{
    const sn_value *x = sn_in(move, 0);
    (void)user;
    for (uint16_t i = 1; i < move->n_in; i++) {
        if (sn_in(move, i)) return false;
    }
    return x && x->def && x->def->n_out == 1 && sn_index_map_fits(x->def) &&
           sn_index_map_fits(move);
}

/* Values that are read both within the group and outside are stored by a step of their own in it.
 */
static bool can_store_more(void *user, const sn_node *anchor, size_t n)
{
    (void)user;
    (void)anchor;
    return n < 4;
}

sn_capability sn_plan_capability(const sn_kernel_ctx *k)
{
    return (sn_capability){
        .user = (void *)(uintptr_t)k,
        .can_epilogue = can_epilogue,
        .begins = begins,
        .can_store_more = can_store_more,
        .why_no_factor = why_no_factor,
        .takes_prologue = takes_prologue,
        .why_no_prologue = why_no_prologue,
        .can_sum = can_sum,
        .can_move_on = can_move_on,
        .can_slice = can_slice,
    };
}
