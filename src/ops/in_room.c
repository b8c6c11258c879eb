/* SPDX-License-Identifier: Apache-2.0
 *
 * What operators that have a room share; see in_room.h. */
#include "ops/in_room.h"

#include <string.h>

#include "ops/rule.h"

/* The axis whose size is not known; -1: there is none, -2: there are several. */
static int open_axis(const sn_shape *s)
{
    int axis = -1;
    for (int i = 0; i < s->rank; i++)
        if (!sn_dim_known(s->d[i])) axis = axis == -1 ? i : -2;
    return axis;
}

sn_status sn_in_room_infer(sn_infer *in, const sn_op *finds, int32_t room)
{
    SN_TRY(finds->infer(in));
    for (unsigned i = 0; i + 1 < in->n_out; i++) {
        const int axis = open_axis(&in->out_shape[i]);
        if (axis == -2) in->out_shape[i] = sn_shape_unknown(); /* sizes of x are not known */
        if (axis >= 0) in->out_shape[i].d[axis] = room;
    }
    in->out_shape[in->n_out - 1] = sn_shape_scalar();
    return SN_OK;
}

/* Output i has what was found; then it has the room, too. */
static sn_status widen(sn_eval *e, unsigned i, const sn_shape *room, int fill)
{
    sn_tensor *found = e->out[i];
    const sn_shape shape = found->shape;
    int axis = -1;
    for (int k = 0; k < room->rank; k++)
        if (shape.d[k] != room->d[k]) axis = k;
    if (axis < 0) return SN_OK;
    if (shape.d[axis] > room->d[axis])
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE,
                            "%lld are found, and there is room for "
                            "%lld",
                            (long long)shape.d[axis], (long long)room->d[axis]);
    const sn_span from = sn_span_of(&shape, axis), to = sn_span_of(room, axis);
    const size_t each = sn_type_bytes(found->type) * (size_t)from.inner;
    e->out[i] = NULL;
    sn_status status = sn_eval_alloc(e, i, found->type, room);
    if (status == SN_OK) {
        char *all = e->out_data[i];
        memset(all, fill, (size_t)(to.outer * to.n) * each);
        for (int64_t o = 0; o < to.outer && from.n > 0; o++)
            memcpy(all + (size_t)(o * to.n) * each,
                   (const char *)sn_tensor_data(found) + (size_t)(o * from.n) * each,
                   (size_t)from.n * each);
    }
    sn_tensor_release(found);
    return status;
}

sn_status sn_in_room_eval(sn_eval *e, const sn_op *finds, int32_t room, bool has_elements)
{
    const unsigned last = e->n_out - 1;
    const sn_shape *rooms = sn_arena_copy(e->arena, e->out_shape, e->n_out * sizeof *e->out_shape);
    int64_t *n = e->out_data[last];
    *n = room;
    for (unsigned i = 0; i < last; i++) e->out_data[i] = NULL; /* it is made by what finds */
    SN_TRY(finds->eval(e));
    for (int k = 0; k < rooms->rank; k++)
        if (e->out_shape[0].d[k] != rooms->d[k]) *n = e->out_shape[0].d[k];
    for (unsigned i = 0; i < last; i++)
        SN_TRY(widen(e, i, &rooms[i], has_elements && i == 0 ? 0 : 0xff));
    return SN_OK;
}
