/* SPDX-License-Identifier: Apache-2.0
 *
 * Sequences whose elements are known where they are read: an element is a value, or a part of one.
 * What makes a sequence stays a call until all that read it have become something else. */
#include <string.h>

#include "base/vec.h"
#include "formats/onnx/onnx.h"
#include "formats/onnx/ops/parts.h"

/* v, or from `from` up to `to` along an axis of it, which goes where `drops`. */
typedef struct element {
    sn_value *v;
    int axis; /* -1: v */
    int64_t from, to;
    bool drops;
} element;

typedef SN_VEC(element) element_list;

enum { MOST_ELEMENTS = 1 << 16 };

static sn_value *made_of(sn_onnx_call *c, const element *e)
{
    if (e->axis < 0) return e->v;
    sn_value *v = sn_onnx_slice(c, e->v, e->axis, e->from, e->to);
    return e->drops ? sn_onnx_squeeze(c, v, &e->axis, 1) : v;
}

/* A single number that is known beforehand. */
static bool known_number(const sn_value *v, int64_t *out)
{
    const sn_tensor *t = v ? sn_const_of(v) : NULL;
    if (!t || sn_tensor_count(t) != 1) return false;
    *out = (int64_t)sn_tensor_at(t, 0);
    return true;
}

/* Sizes of parts of a whole size: those that are listed, or all of one, the last being smaller. */
static bool sizes_of_parts(const sn_value *split, int64_t size, sn_arena *arena, int64_t **out,
                           int64_t *n)
{
    const sn_tensor *t = split ? sn_const_of(split) : NULL;
    if (split && !t) return false;
    const bool listed = t && t->shape.rank == 1;
    const int64_t each = t && !listed ? (int64_t)sn_tensor_at(t, 0) : 1;
    if (each < 1) return false;
    *n = listed ? sn_tensor_count(t) : (size + each - 1) / each;
    if (*n > MOST_ELEMENTS) return false;
    *out = SN_NEW_N(arena, int64_t, *n);
    int64_t left = size;
    for (int64_t i = 0; i < *n; i++) {
        (*out)[i] = listed ? (int64_t)sn_tensor_at(t, i) : left < each ? left : each;
        if ((*out)[i] < 0) return false;
        left -= (*out)[i];
    }
    return left == 0;
}

static const sn_onnx_node *call_record(const sn_node *n)
{
    return n && n->op == &sn_onnx_op_call ? sn_onnx_record_of(n) : NULL;
}

static int64_t int_of(const sn_onnx_node *r, const char *name, int64_t def)
{
    const sn_onnx_attr *a = sn_onnx_attr_named(r, name);
    return a ? a->i : def;
}

static sn_answer elements_of(sn_onnx_call *c, const sn_value *sequence, element_list *out);

static sn_answer split(sn_onnx_call *c, const sn_node *n, const sn_onnx_node *r, element_list *out)
{
    sn_value *x = sn_in(n, 0);
    const sn_value *sizes = sn_in(n, 1);
    if (!x || x->shape.rank < 0) return SN_ONNX_LATER("the rank of what is split is not known");
    const int axis = sn_onnx_axis(int_of(r, "axis", 0), x->shape.rank);
    if (axis < 0) return SN_ONNX_NEVER("what is split has no such axis");
    int64_t *part, count, at = 0;
    if (!sn_dim_known(x->shape.d[axis]))
        return SN_ONNX_LATER("the size that is split is not known");
    if (!sizes_of_parts(sizes, x->shape.d[axis], c->r->in.arena, &part, &count))
        return SN_ONNX_NEVER("the parts that it is split into are not known, or do not fit");
    for (int64_t i = 0; i < count; i++) {
        const bool drops = !sizes && int_of(r, "keepdims", 1) == 0;
        SN_PUSH(*out, ((element){x, axis, at, at + part[i], drops}));
        at += part[i];
    }
    return SN_ONNX_YES;
}

/* The place that an input says, counted from the front; `last` where it is left out. */
static bool place_of(const sn_value *v, int64_t n, int64_t last, int64_t *out)
{
    *out = last;
    if (v && !known_number(v, out)) return false;
    if (*out < 0) *out += n;
    return *out >= 0 && *out <= last;
}

static sn_answer changed(sn_onnx_call *c, const sn_node *n, bool inserts, element_list *out)
{
    static const char where[] = "a place in a sequence is not known, or there is no such";
    element_list before = {.arena = c->r->in.arena};
    const sn_answer is = elements_of(c, sn_in(n, 0), &before);
    const int64_t count = (int64_t)before.n;
    int64_t at;
    if (is.is != SN_YES) return is;
    if (!place_of(sn_in(n, inserts ? 2 : 1), count, inserts ? count : count - 1, &at))
        return SN_ONNX_NEVER(where);
    for (int64_t i = 0; i < count + inserts; i++) {
        if (inserts && i == at) SN_PUSH(*out, ((element){.v = sn_in(n, 1), .axis = -1}));
        if (i < count && (inserts || i != at)) SN_PUSH(*out, before.v[i]);
    }
    return SN_ONNX_YES;
}

static sn_answer elements_of(sn_onnx_call *c, const sn_value *sequence, element_list *out)
{
    const sn_node *n = sequence ? sequence->def : NULL;
    const sn_onnx_node *r = call_record(n);
    if (!r) return SN_ONNX_NEVER("the elements of its sequence are not known");
    if (strcmp(r->type, "SequenceEmpty") == 0) return SN_ONNX_YES;
    if (strcmp(r->type, "SequenceConstruct") == 0) {
        for (uint16_t i = 0; i < n->n_in; i++)
            SN_PUSH(*out, ((element){.v = sn_in(n, i), .axis = -1}));
        return SN_ONNX_YES;
    }
    if (strcmp(r->type, "SplitToSequence") == 0) return split(c, n, r, out);
    const bool inserts = strcmp(r->type, "SequenceInsert") == 0;
    if (inserts || strcmp(r->type, "SequenceErase") == 0) return changed(c, n, inserts, out);
    return SN_ONNX_NEVER("the elements of its sequence are not known");
}

/* ---- what reads sequences -------------------------------------------------------------------- */

/* Whether all have one shape, which is known. */
static bool are_alike(const element_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const element *e = &list->v[i], *first = &list->v[0];
        if (!sn_shape_known(&e->v->shape) || e->axis != first->axis) return false;
        if (e->to - e->from != first->to - first->from) return false;
        if (e->v->shape.rank != first->v->shape.rank) return false;
        for (int k = 0; k < e->v->shape.rank; k++)
            if (k != e->axis && e->v->shape.d[k] != first->v->shape.d[k]) return false;
    }
    return list->n > 0;
}

static sn_value *joined(sn_onnx_call *c, const element_list *list, int axis, bool stacks)
{
    sn_value **v = SN_NEW_N(c->r->in.arena, sn_value *, list->n);
    for (size_t i = 0; i < list->n; i++) {
        v[i] = made_of(c, &list->v[i]);
        if (stacks) v[i] = sn_onnx_unsqueeze(c, v[i], &axis, 1);
    }
    return list->n == 1 ? v[0] : sn_onnx_concat(c, axis, v, (int)list->n);
}

/* Where the place is data, elements of one shape are stacked, and one of them is gathered. */
sn_answer sn_onnx_import_sequence_at(sn_onnx_call *c)
{
    element_list list = {.arena = c->r->in.arena};
    const sn_answer is = elements_of(c, sn_onnx_in(c, 0), &list);
    int64_t at;
    if (is.is != SN_YES) return is;
    const int64_t n = (int64_t)list.n;
    if (known_number(sn_onnx_in(c, 1), &at)) {
        if (at < -n || at >= n) return SN_ONNX_NEVER("its sequence has no such element");
        sn_onnx_give(c, 0, made_of(c, &list.v[at < 0 ? at + n : at]));
        return SN_ONNX_YES;
    }
    if (!are_alike(&list) || n > INT16_MAX)
        return SN_ONNX_NEVER("which element it takes is data, and these have several shapes");
    sn_value *place = sn_onnx_reshape(c, sn_onnx_in(c, 1), NULL, 0);
    sn_onnx_give(c, 0, SN_ONNX_DO(c, gather, joined(c, &list, 0, true), place));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_sequence_length(sn_onnx_call *c)
{
    element_list list = {.arena = c->r->in.arena};
    const sn_value *sequence = sn_onnx_in(c, 0);
    const sn_node *maker = sequence ? sequence->def : NULL;
    const sn_onnx_node *r = call_record(maker);
    const sn_value *sizes = r && strcmp(r->type, "SplitToSequence") == 0 ? sn_in(maker, 1) : NULL;
    if (sizes && sizes->shape.rank == 1 && sn_dim_known(sizes->shape.d[0])) {
        sn_onnx_give(c, 0, sn_onnx_number(c, SN_TYPE_i64, (double)sizes->shape.d[0]));
        return SN_ONNX_YES;
    }
    const sn_answer is = elements_of(c, sequence, &list);
    if (is.is == SN_YES) sn_onnx_give(c, 0, sn_onnx_number(c, SN_TYPE_i64, (double)list.n));
    return is;
}

sn_answer sn_onnx_import_concat_from_sequence(sn_onnx_call *c)
{
    element_list list = {.arena = c->r->in.arena};
    const bool stacks = sn_onnx_int(c, "new_axis", 0) != 0;
    const int64_t given = sn_onnx_int(c, "axis", 0);
    const sn_answer is = elements_of(c, sn_onnx_in(c, 0), &list);
    if (is.is != SN_YES) return is;
    if (list.n == 0 || list.n > INT16_MAX)
        return SN_ONNX_NEVER("its sequence is empty, or too long");
    const element *first = &list.v[0];
    if (first->v->shape.rank < 0) return SN_ONNX_LATER("the rank of an element is not known");
    const int axis = sn_onnx_axis(given, first->v->shape.rank - first->drops + stacks);
    if (axis < 0) return SN_ONNX_NEVER("its elements have no such axis");
    sn_onnx_give(c, 0, joined(c, &list, axis, stacks));
    return SN_ONNX_YES;
}

/* ---- what makes them ------------------------------------------------------------------------- */

/* Nothing once nobody reads it any more. */
sn_answer sn_onnx_import_sequence(sn_onnx_call *c)
{
    const sn_value *made = sn_out(c->r->node, 0);
    sn_onnx_ignore(c, "axis");
    sn_onnx_ignore(c, "keepdims");
    sn_onnx_ignore(c, "dtype");
    SN_EACH_USE(u, made)
    {
        if (u->node->op != &sn_onnx_op_call || u->node->boundary)
            return SN_ONNX_NEVER("what reads its sequence does not take it apart");
    }
    if (made->n_uses) return SN_ONNX_LATER("what reads its sequence is not known");
    sn_onnx_give_nothing(c, 0);
    return SN_ONNX_YES;
}
