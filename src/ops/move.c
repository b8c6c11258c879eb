/* SPDX-License-Identifier: Apache-2.0
 *
 * Moving elements; see move.h. A copy is brought to as few axes as possible (axes of size 1 go,
 * neighbours that are contiguous on both sides become one) and then runs row by row, a row being
 * the last axis. */
#include "ops/move.h"

#include "base/parallel.h"

#include <string.h>

/* ---- strided copies -------------------------------------------------------------------------- */

void sn_move_axis(sn_move *m, int64_t size, int64_t from, int64_t to)
{
    m->size[m->n] = size;
    m->from[m->n] = from;
    m->to[m->n] = to;
    m->n++;
}

static sn_move simplified(const sn_move *m)
{
    sn_move s = {.elem = m->elem};
    for (int i = 0; i < m->n; i++) {
        int last = s.n - 1;
        if (m->size[i] == 1) continue;
        if (last >= 0 && s.from[last] == m->from[i] * m->size[i] &&
            s.to[last] == m->to[i] * m->size[i]) {
            s.size[last] *= m->size[i];
            s.from[last] = m->from[i];
            s.to[last] = m->to[i];
        } else {
            sn_move_axis(&s, m->size[i], m->from[i], m->to[i]);
        }
    }
    if (s.n == 0) sn_move_axis(&s, 1, 1, 1);
    return s;
}

#define COPY_ROW(T)                                                                                \
    for (int64_t i = 0; i < n; i++) {                                                              \
        memcpy(to + i * to_step * (int64_t)sizeof(T), from + i * from_step * (int64_t)sizeof(T),   \
               sizeof(T));                                                                         \
    }

static void copy_row(size_t elem, int64_t n, const char *from, int64_t from_step, char *to,
                     int64_t to_step)
{
    if (from_step == 1 && to_step == 1) {
        memcpy(to, from, (size_t)n * elem);
    } else if (elem == 4) {
        COPY_ROW(uint32_t)
    } else if (elem == 1) {
        COPY_ROW(uint8_t)
    } else if (elem == 2) {
        COPY_ROW(uint16_t)
    } else {
        COPY_ROW(uint64_t)
    }
}

typedef struct move_job {
    const sn_move *m;
    const char *from;
    char *to;
    int64_t rows, per_block;
} move_job;

static void move_block(void *user, int64_t block)
{
    const move_job *job = user;
    const sn_move *m = job->m;
    int64_t first = block * job->per_block, end = first + job->per_block;
    if (end > job->rows) end = job->rows;
    int64_t at[SN_MOVE_AXES] = {0}, from = 0, to = 0, rest = first;
    int outer = m->n - 1, elem = (int)m->elem;
    for (int k = outer - 1; k >= 0; k--) {
        at[k] = rest % m->size[k];
        rest /= m->size[k];
        from += at[k] * m->from[k];
        to += at[k] * m->to[k];
    }
    for (int64_t row = first; row < end; row++) {
        copy_row(m->elem, m->size[outer], job->from + from * elem, m->from[outer],
                 job->to + to * elem, m->to[outer]);
        for (int k = outer - 1; k >= 0; k--) {
            from += m->from[k];
            to += m->to[k];
            if (++at[k] < m->size[k]) break;
            from -= m->from[k] * m->size[k];
            to -= m->to[k] * m->size[k];
            at[k] = 0;
        }
    }
}

void sn_move_run(sn_ctx *ctx, const sn_move *m, const void *from, void *to)
{
    sn_move s = simplified(m);
    int64_t rows = 1;
    for (int k = 0; k < s.n - 1; k++) rows *= s.size[k];
    if (rows <= 0 || s.size[s.n - 1] <= 0) return;
    int64_t row_bytes = s.size[s.n - 1] * (int64_t)s.elem;
    /* A block moves some 64 KiB, so that small copies stay on this thread. */
    move_job job = {&s, from, to, rows, row_bytes < 65536 ? 65536 / row_bytes : 1};
    sn_parallel_for(ctx, (rows + job.per_block - 1) / job.per_block, move_block, &job);
}

void sn_strides(const sn_shape *s, int64_t stride[SN_MAX_RANK])
{
    int64_t step = 1;
    for (int i = s->rank - 1; i >= 0; i--) {
        stride[i] = step;
        step *= s->d[i];
    }
}

static void move_box(sn_ctx *ctx, size_t elem, const sn_shape *box, const sn_shape *from_shape,
                     const int64_t *from_offset, const char *from, const sn_shape *to_shape,
                     const int64_t *to_offset, char *to)
{
    int64_t from_stride[SN_MAX_RANK], to_stride[SN_MAX_RANK];
    sn_move m = {.elem = elem};
    sn_strides(from_shape, from_stride);
    sn_strides(to_shape, to_stride);
    for (int i = 0; i < box->rank; i++) {
        sn_move_axis(&m, box->d[i], from_stride[i], to_stride[i]);
        if (from_offset) from += from_offset[i] * from_stride[i] * (int64_t)elem;
        if (to_offset) to += to_offset[i] * to_stride[i] * (int64_t)elem;
    }
    sn_move_run(ctx, &m, from, to);
}

void sn_move_into(sn_ctx *ctx, size_t elem, const sn_shape *from_shape, const void *from,
                  const sn_shape *to_shape, const int64_t *offset, void *to)
{
    move_box(ctx, elem, from_shape, from_shape, NULL, from, to_shape, offset, to);
}

void sn_move_out_of(sn_ctx *ctx, size_t elem, const sn_shape *from_shape, const int64_t *offset,
                    const void *from, const sn_shape *to_shape, void *to)
{
    move_box(ctx, elem, to_shape, from_shape, offset, from, to_shape, NULL, to);
}

sn_infer sn_eval_as_infer(sn_eval *e)
{
    bool *present = SN_NEW_N(e->arena, bool, e->n_in);
    sn_type *type = SN_NEW_N(e->arena, sn_type, e->n_in);
    for (unsigned i = 0; i < e->n_in; i++) {
        present[i] = e->in[i] != NULL;
        if (present[i]) type[i] = e->in[i]->type;
    }
    return (sn_infer){
        .ctx = e->ctx,
        .arena = e->arena,
        .dims = sn_dims_create(e->arena),
        .node = e->node,
        .params = e->params,
        .n_in = e->n_in,
        .n_out = e->n_out,
        .in_shape = e->in_shape,
        .in_type = type,
        .present = present,
        .in_data = e->in,
        .out_shape = e->out_shape,
        .out_type = e->out_type,
    };
}

sn_infer sn_node_as_infer(const sn_node *node, sn_arena *arena)
{
    bool *present = SN_NEW_N(arena, bool, node->n_in);
    sn_type *type = SN_NEW_N(arena, sn_type, node->n_in);
    sn_shape *shape = SN_NEW_N(arena, sn_shape, node->n_in);
    for (unsigned i = 0; i < node->n_in; i++) {
        const sn_value *v = node->in[i].value;
        shape[i] = v ? v->shape : sn_shape_unknown();
        if (!v) continue;
        present[i] = true;
        type[i] = v->type;
    }
    return (sn_infer){
        .ctx = node->graph->ctx,
        .arena = arena,
        .dims = node->graph->dims,
        .node = node,
        .params = node->params,
        .n_in = node->n_in,
        .n_out = node->n_out,
        .in_shape = shape,
        .in_type = type,
        .present = present,
    };
}

sn_status sn_eval_elem(const sn_eval *e, unsigned slot, size_t *bytes)
{
    *bytes = sn_type_bytes(e->in[slot]->type);
    for (unsigned i = 0; i < e->n_out; i++) {
        if (e->out_data[i]) continue;
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "the size of output %u is not known", i);
    }
    for (unsigned i = 0; i < e->n_out; i++) {
        if (sn_type_bytes(e->out_type[i]) == *bytes) continue;
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "elements of input %u are %s, %s expected",
                            slot, sn_type_name(e->in[slot]->type), sn_type_name(e->out_type[i]));
    }
    return SN_OK;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

bool sn_dim_at_most(sn_dims *dims, sn_dim a, sn_dim b)
{
    return sn_dim_lower(dims, sn_dim_sub(dims, b, a)) >= 0;
}

sn_status sn_move_give(sn_infer *in, unsigned slot, const sn_shape *shape)
{
    const bool may_be_empty = !in->node->op->dialect;
    for (int i = 0; i < shape->rank; i++) {
        if (may_be_empty && shape->d[i] == 0) continue;
        bool small = sn_dim_at_most(in->dims, shape->d[i], 0);
        if (!small && sn_dim_at_most(in->dims, shape->d[i], INT32_MAX)) continue;
        if (!small && sn_dim_lower(in->dims, shape->d[i]) <= INT32_MAX) continue; /* not known */
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "axis %d of output %u would have size %s, 1 to %d expected", i, slot,
                            sn_shape_rule_text(in, shape->d[i]), INT32_MAX);
    }
    in->out_shape[slot] = *shape;
    in->out_type[slot] = in->in_type[0];
    return SN_OK;
}

sn_status sn_move_give_rank(sn_infer *in, unsigned slot, int rank)
{
    sn_shape shape = sn_shape_unknown();
    shape.rank = (int8_t)rank;
    for (int i = 0; i < rank; i++) shape.d[i] = sn_shape_rule_symbol(in, slot, i);
    return sn_move_give(in, slot, &shape);
}

/* ---- facts ----------------------------------------------------------------------------------- */

sn_answer sn_identity_by_shape(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    *slot = 0;
    const sn_shape *x = &node->in[0].value->shape, *y = &node->out[0]->shape;
    if (sn_shape_equal(x, y)) return SN_ANSWER_YES;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (y->rank < 0) return SN_ANSWER_UNKNOWN("the output's rank is not known");
    if (x->rank != y->rank) return SN_ANSWER_NO("the output has another rank than the input");
    if (sn_shape_differ(node->graph->dims, x, y)) {
        return SN_ANSWER_NO("the output has another shape than the input");
    }
    return SN_ANSWER_UNKNOWN("the output's sizes are not proved equal to the input's");
}

bool sn_reads_all_but_first_by_shape(const sn_node *node, unsigned slot)
{
    (void)node;
    return slot > 0;
}

void sn_cost_none(const sn_infer *in, sn_cost *out)
{
    (void)in;
    *out = (sn_cost){0};
}
