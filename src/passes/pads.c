/* SPDX-License-Identifier: Apache-2.0
 *
 * Pads, and values that are no finite numbers: see pads.h. */
#include "passes/pads.h"

#include "base/map.h"
#include "base/vec.h"
#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/range.h"
#include "ops/window.h"

/* Whether the results of a window go along that axis: where one would have none, it is an error. */
static bool is_counted_by_window(const sn_node *n, int axis)
{
    if (n->op == &sn_op_conv) return axis > ((const sn_conv_params *)n->params)->axis;
    return sn_is_window_pool(n->op) &&
           axis >= sn_out(n, 0)->shape.rank - ((const sn_pool_params *)n->params)->nd;
}

/* An input of v's node that has as many entries along the axis; NULL: none is proved to. */
static const sn_value *of_same_size(const sn_value *v, int axis)
{
    for (uint16_t i = 0; i < v->def->n_in; i++) {
        const sn_value *x = sn_in(v->def, i);
        if (x && x->shape.rank == v->shape.rank &&
            sn_dim_equal(x->shape.d[axis], v->shape.d[axis]))
            return x;
    }
    return NULL;
}

/* Whether v is proved to have entries along that axis. */
static bool has_entries(sn_pass_run *run, const sn_value *v, int axis)
{
    enum { FAR = 64 };
    for (int k = 0; k < FAR && v; k++) {
        if (sn_dim_lower(run->g->dims, v->shape.d[axis]) > 0) return true;
        if (!v->def) return false;
        if (is_counted_by_window(v->def, axis)) return true;
        v = of_same_size(v, axis);
    }
    return false;
}

bool sn_spatial_pad_of(sn_pass_run *run, sn_node *reader, int axis, int nd, sn_spatial_pad *out)
{
    sn_node *pad = sn_in(reader, 0) ? sn_in(reader, 0)->def : NULL;
    if (!pad || pad->op != &sn_op_pad) return false;
    const sn_pad_params *p = pad->params;
    const sn_value *x = sn_in(pad, SN_PAD_X);
    const char *why = NULL;
    *out = (sn_spatial_pad){.node = pad, .value = p->value};
    if (p->mode != SN_BORDER_CONSTANT)
        why = "the border is made of elements, not of one number";
    else if (!isfinite(p->value))
        why = "the border is not finite";
    else if (x->type != SN_TYPE_f32)
        why = "its elements are not f32";
    else if (p->pads.n != 2 * (axis + 1 + nd))
        why = "the window works on other axes";
    if (why) {
        sn_missed(run, pad, reader, "the pad stays: %s", why);
        return false;
    }
    for (int i = 0; i <= axis + nd; i++) {
        const int32_t begin = sn_pad_begin(p, i), end = sn_pad_end(p, i);
        if (i > axis) {
            out->begin[i - axis - 1] = begin;
            out->end[i - axis - 1] = end;
        }
        if ((i > axis || (!begin && !end)) && begin >= 0 && end >= 0) continue;
        sn_missed(run, pad, reader, "the pad stays: it %s",
                  i > axis ? "cuts elements off" : "pads channels as well");
        return false;
    }
    for (int i = axis + 1; i < x->shape.rank; i++) {
        if (has_entries(run, x, i)) continue;
        sn_missed(run, pad, reader, "the pad stays: it may be all that the %s reads",
                  reader->op->name);
        return false;
    }
    return sn_sole_producer(run, sn_in(reader, 0), reader, false) != NULL;
}

bool sn_pads_add(int nd, const int64_t *a, const int64_t *b, int64_t *out)
{
    for (int i = 0; i < nd; i++) {
        if (a[i] + b[i] > INT32_MAX / 4) return false;
        out[i] = a[i] + b[i];
    }
    return true;
}

/* ---- NaN and infinities ---------------------------------------------------------------------- */

enum { MANY_NODES = 4096 }; /* that are looked at for one value */

static bool has_nan(sn_pass_run *run)
{
    if (run->looked_for_nan) return run->has_nan;
    run->looked_for_nan = true;
    SN_EACH_NODE(n, run->g)
    {
        const sn_arena_mark mark = sn_arena_save(run->arena);
        run->has_nan = run->has_nan || sn_node_makes_nan(n, run->arena);
        sn_arena_restore(run->arena, mark);
    }
    return run->has_nan;
}

/* Whether some node that v is computed from makes such a value. */
static bool comes_from(sn_pass_run *run, sn_value *v, bool (*makes)(sn_node *, sn_arena *))
{
    sn_map *seen = sn_map_create(run->arena);
    SN_VEC(sn_value *) todo = SN_VEC_IN(run->arena);
    SN_PUSH(todo, v);
    for (int n_nodes = 0; todo.n;) {
        sn_node *n = SN_POP(todo)->def;
        if (!n || sn_map_has_u64(seen, n->id)) continue;
        sn_map_put_u64(seen, n->id, run);
        if (++n_nodes > MANY_NODES || makes(n, run->arena)) return true;
        for (uint16_t i = 0; i < n->n_in; i++) {
            if (sn_in(n, i)) SN_PUSH(todo, sn_in(n, i));
        }
    }
    return false;
}

bool sn_may_be_nan(sn_pass_run *run, sn_value *v)
{
    return has_nan(run) && comes_from(run, v, sn_node_makes_nan);
}

bool sn_may_be_infinite(sn_pass_run *run, sn_value *v)
{
    return comes_from(run, v, sn_node_makes_infinity);
}
