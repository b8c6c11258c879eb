/* SPDX-License-Identifier: Apache-2.0
 *
 * Hooks of single layers whose params are shaped differently from the operator's. */
#include "formats/ncnn/writer.h"

#include "formats/ncnn/ops/equation.h"
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/order.h"
#include "formats/ncnn/ops/parts.h"
#include "formats/ncnn/ops/reduction.h"
#include "formats/ncnn/ops/sizes.h"
#include "ops/pad.h"
#include "ops/slice_scatter.h"
#include "ops/activation.h"
#include "ops/binary.h"
#include "ops/range.h"
#include "ops/einsum.h"
#include "ops/transpose.h"
#include "ops/reduce.h"
#include "ops/reshape.h"
#include "ops/slice.h"
#include "ops/split.h"
#include "ops/squeeze.h"
#include "ops/structure.h"
#include "ops/tile.h"

#include <string.h>

/* ---- Input, MemoryData ----------------------------------------------------------------------- */

/* Sizes of a blob as ncnn names them, in IR order; returns the rank, -1 when there are none. */
static int sizes_of(const sn_ncnn_values *v, int32_t d[4])
{
    int32_t w = sn_ncnn_get(v, "w"), h = sn_ncnn_get(v, "h");
    int32_t depth = sn_ncnn_get(v, "d"), c = sn_ncnn_get(v, "c");
    int32_t all[4] = {c, depth, h, w};
    if (c && depth) {
        memcpy(d, all, sizeof all);
        return 4;
    }
    if (c) {
        d[0] = c, d[1] = h, d[2] = w;
        return 3;
    }
    if (h) {
        d[0] = h, d[1] = w;
        return 2;
    }
    d[0] = w;
    return w ? 1 : -1;
}

static void put_sizes(sn_ncnn_export *ex, int rank, const int32_t *d)
{
    if (rank < 1 || rank > 4) return;
    sn_ncnn_put_int(ex, "w", d[rank - 1]);
    if (rank > 1) sn_ncnn_put_int(ex, "h", d[rank - 2]);
    if (rank > 3) sn_ncnn_put_int(ex, "d", d[1]);
    if (rank > 2) sn_ncnn_put_int(ex, "c", d[0]);
}

/* An Input with several results says nothing certain about each of them. */
static sn_status import_input(sn_ncnn_import *im)
{
    sn_input_params *p = im->params;
    int32_t d[4];
    int rank = sizes_of(&im->v, d);
    p->rank = im->record->n_tops == 1 ? rank : -1;
    if (rank > 0) p->hint = sn_ints_of(im->arena, rank, d);
    return SN_OK;
}

/* 0 stands for a size that is not known; the axes that are there are known by the sizes of the
 * outer ones. */
static bool tells_rank(const sn_ints *hint)
{
    return hint->n > 0 && hint->v[0] > 0 && (hint->n < 4 || hint->v[1] > 0);
}

static void export_input(sn_ncnn_export *ex)
{
    const sn_input_params *p = ex->params;
    if (p->hint.n > 4) SN_DECLINE(ex, "it has %d axes, ncnn has 4 at most", p->hint.n);
    bool known = ex->n_out == 1 && ex->out_shape && sn_shape_known(ex->out_shape);
    if (ex->origin || !known) {
        if (tells_rank(&p->hint) || ex->origin) put_sizes(ex, p->hint.n, p->hint.v);
        return;
    }
    /* From elsewhere: sizes that are known are worth saying, as they give the rank. */
    int32_t d[SN_MAX_RANK];
    for (int i = 0; i < ex->out_shape->rank; i++) {
        if (ex->out_shape->d[i] > INT32_MAX) return;
        if (!ex->out_shape->d[i])
            SN_DECLINE(ex, "it has no elements; ncnn takes a size of 0 for one that is not known");
        d[i] = (int32_t)ex->out_shape->d[i];
    }
    put_sizes(ex, ex->out_shape->rank, d);
}

static sn_status import_constant(sn_ncnn_import *im)
{
    if (im->loads.n == 0) im->slots[0] = (sn_ncnn_slot){.from = SN_FROM_VOID, .index = 0};
    return SN_OK;
}

static bool is_void(const sn_ncnn_record *origin)
{
    sn_ncnn_values v;
    int32_t d[4];
    if (!origin) return false;
    sn_ncnn_record_values(origin, &v);
    return sizes_of(&v, d) < 0;
}

static void export_constant(sn_ncnn_export *ex)
{
    const sn_ncnn_input *in = &ex->in[0];
    if (ex->asking) return;
    bool undefined = !in->data || !in->data->buf;
    if (undefined && is_void(ex->origin) && sn_shape_count(&in->shape) == 1) {
        ex->absorbed[0] = true;
        return;
    }
    if (!sn_shape_known(&in->shape) || in->shape.rank > 4) {
        SN_DECLINE(ex, "a constant of rank %d, ncnn has 4 axes at most", in->shape.rank);
        return;
    }
    int32_t d[4] = {1};
    for (int i = 0; i < in->shape.rank; i++) {
        if (in->shape.d[i] > INT32_MAX || in->shape.d[i] < 1)
            SN_DECLINE(ex, "a constant with a size of %lld", (long long)in->shape.d[i]);
        d[i] = (int32_t)in->shape.d[i];
    }
    put_sizes(ex, in->shape.rank ? in->shape.rank : 1, d);
    int32_t load_type = 1;
    if (ex->origin) {
        sn_ncnn_values v;
        sn_ncnn_record_values(ex->origin, &v);
        load_type = sn_ncnn_get(&v, "load_type");
    }
    if (in->data && (in->data->coding != SN_PLAIN || sn_type_bytes(in->data->type) < 4))
        load_type = 0;
    sn_ncnn_put_int(ex, "load_type", load_type);
}

const sn_ncnn_hooks sn_ncnn_hooks_input = {.import = import_input, .export = export_input};
const sn_ncnn_hooks sn_ncnn_hooks_constant = {.import = import_constant, .export = export_constant};

/* ---- Split, DeepCopy, Noop ------------------------------------------------------------------- */

static sn_status import_copy(sn_ncnn_import *im)
{
    if (im->record->n_bottoms != 1) SN_DECLINE(im, "it has %d inputs", im->record->n_bottoms);
    return SN_OK;
}

static void export_copy(sn_ncnn_export *ex)
{
    if (ex->n_in != 1) SN_DECLINE(ex, "%s has one input", ex->row->type);
}

static sn_status import_noop(sn_ncnn_import *im)
{
    if (im->record->n_tops > im->record->n_bottoms) SN_DECLINE(im, "it has too few inputs");
    return SN_OK;
}

static void export_noop(sn_ncnn_export *ex)
{
    if (ex->n_out > ex->n_in) SN_DECLINE(ex, "Noop has an input for each result");
}

const sn_ncnn_hooks sn_ncnn_hooks_copy = {.import = import_copy, .export = export_copy};
const sn_ncnn_hooks sn_ncnn_hooks_noop = {.import = import_noop, .export = export_noop};

/* ---- BinaryOp -------------------------------------------------------------------------------- */

static sn_status import_binary(sn_ncnn_import *im)
{
    int first = im->row->swapped ? SN_BINARY_B : SN_BINARY_A, second = 1 - first;
    bool scalar = sn_ncnn_get(&im->v, "with_scalar") != 0;
    if (im->record->n_bottoms != (scalar ? 1 : 2)) {
        SN_DECLINE(im, "it has %d inputs", im->record->n_bottoms);
        return SN_OK;
    }
    im->n_slots = 2;
    im->slots[first] = (sn_ncnn_slot){.from = SN_FROM_BOTTOM, .index = 0};
    im->slots[second] = (sn_ncnn_slot){.from = SN_FROM_BOTTOM, .index = 1};
    if (scalar) {
        const sn_ncnn_param *b = sn_ncnn_param_named(im->v.layer, "b");
        im->slots[second] =
            (sn_ncnn_slot){.from = SN_FROM_SCALAR, .scalar = sn_ncnn_float(&im->v, b->id)};
        return SN_OK;
    }
    for (int i = 0; i < 2; i++) {
        sn_ncnn_adapter *a = SN_NEW(im->arena, sn_ncnn_adapter);
        *a = (sn_ncnn_adapter){.op = &sn_ncnn_op_align, .n_others = 1, .others = {1 - i}};
        im->slots[i == 0 ? first : second].through = a;
    }
    return SN_OK;
}

/* ncnn's BinaryOp takes powers of a number below 0 for NaN and those of 0 for 2.4e38, wherever four
 * numbers are computed at once; Power does not. */
static bool is_unsafe_power(const sn_ncnn_export *ex)
{
    const sn_ncnn_input *base = &ex->in[SN_BINARY_A];
    if (ex->op != &sn_op_pow || ex->origin) return false;
    if (base->is_scalar) return !(base->scalar > 0);
    sn_value *v = (sn_value *)(uintptr_t)base->identity;
    return !(sn_value_range_proof(v, ex->arena).range.lo > 0);
}

static void export_binary(sn_ncnn_export *ex)
{
    int first = ex->row->swapped ? SN_BINARY_B : SN_BINARY_A, second = 1 - first;
    if (ex->asking) return;
    if (is_unsafe_power(ex))
        SN_DECLINE(ex, "ncnn has no powers of 0 and below by exponents that are no constant");
    if (ex->in[first].is_scalar && !ex->in[second].is_scalar &&
        sn_op_has(ex->op, SN_TRAIT_COMMUTES))
        first = second, second = 1 - first;
    if (ex->in[first].is_scalar) {
        SN_DECLINE(ex, "the operand that is a number stands on the other side");
        return;
    }
    ex->bottoms[ex->n_bottoms++] = first;
    ex->bottoms_are_set = true;
    if (!ex->in[second].is_scalar) {
        ex->bottoms[ex->n_bottoms++] = second;
        return;
    }
    ex->absorbed[second] = true;
    sn_ncnn_put_int(ex, "with_scalar", 1);
    sn_ncnn_put(ex, "b", sn_ncnn_of_float(ex->in[second].scalar));
}

const sn_ncnn_hooks sn_ncnn_hooks_binary = {.import = import_binary, .export = export_binary};

/* ---- Reshape, Permute ------------------------------------------------------------------------ */

static sn_status import_reshape(sn_ncnn_import *im)
{
    sn_ints *dims = sn_ncnn_field(im->op, im->params, "dims");
    const char **expr = sn_ncnn_field(im->op, im->params, "expr");
    int32_t w = sn_ncnn_get(&im->v, "w"), h = sn_ncnn_get(&im->v, "h");
    int32_t d = sn_ncnn_get(&im->v, "d"), c = sn_ncnn_get(&im->v, "c");
    if (sn_ncnn_get(&im->v, "input_batch_axis") != 233 ||
        sn_ncnn_get(&im->v, "output_batch_axis") != 233)
        SN_DECLINE(im, "it moves an axis to or from the batch");
    *expr = im->v.v[sn_ncnn_param_named(im->v.layer, "shape_expr")->id].s;
    if (!*expr) *expr = "";
    if ((*expr)[0] || im->declined) return SN_OK;
    enum { NONE = -233 };
    int rank = w == NONE ? 0 : h == NONE ? 1 : c == NONE ? 2 : d == NONE ? 3 : 4;
    if (rank == 0) SN_DECLINE(im, "it has no sizes");
    int32_t all[4][4] = {{w}, {h, w}, {c, h, w}, {c, d, h, w}};
    if (rank > 0) *dims = sn_ints_of(im->arena, rank, all[rank - 1]);
    return SN_OK;
}

/* A size that a plain param says: a number, or 0, the input's size of that letter. False where only
 * an expression does. */
static bool plain_size(const sn_ncnn_export *ex, const char *entry, int at, int rank, int32_t *out)
{
    const int x_rank = ex->in[0].shape.rank;
    int64_t n;
    unsigned slot;
    int axis;
    *out = 0;
    if (sn_size_number(entry, &n)) {
        *out = (int32_t)n;
        return n >= INT32_MIN && n <= INT32_MAX;
    }
    if (!sn_size_input(ex->op, entry, &slot, &axis) || slot != 0) return false;
    if (x_rank < 0) return ex->asking;
    return x_rank <= 4 && axis < x_rank && sn_ncnn_letter(axis, x_rank) == sn_ncnn_letter(at, rank);
}

static void put_shape_expr(sn_ncnn_export *ex, const sn_names *shape)
{
    const char *text = "";
    for (int i = shape->n - 1; i >= 0; i--) {
        const char *term = sn_ncnn_term(ex, shape->v[i]);
        if (!term) {
            SN_DECLINE(ex, "ncnn has no expression for \"%s\"", shape->v[i]);
            return;
        }
        text = sn_arena_printf(ex->arena, "%s%s%s", text, *text ? "," : "", term);
    }
    sn_ncnn_put(ex, "shape_expr", sn_ncnn_of_str(text));
}

/* Whether it is seen that both have the same number of elements: sizes that are no numbers pair. */
static bool same_elements(const sn_shape *x, const sn_shape *y)
{
    bool paired[SN_MAX_RANK] = {false};
    double left = 1, right = 1;
    if (!y || x->rank < 0 || y->rank < 0) return false;
    for (int i = 0; i < x->rank; i++) {
        int k = 0;
        while (k < y->rank && (paired[k] || !sn_dim_equal(x->d[i], y->d[k]))) k++;
        if (k < y->rank)
            paired[k] = true;
        else if (sn_dim_known(x->d[i]))
            left *= (double)x->d[i];
        else
            return false;
    }
    for (int k = 0; k < y->rank; k++) {
        if (paired[k]) continue;
        if (!sn_dim_known(y->d[k])) return false;
        right *= (double)y->d[k];
    }
    return left == right;
}

/* One size that no plain param says is what is left, where that is the same; else all are
 * expressions. */
static void put_shape(sn_ncnn_export *ex, const sn_names *shape)
{
    int32_t sizes[4];
    bool has_rest = false;
    int other = -1, n_others = 0;
    if (shape->n < 1 || shape->n > 4) {
        SN_DECLINE(ex, "a reshape to %d axes, ncnn has 1 to 4", shape->n);
        return;
    }
    for (int i = 0; i < shape->n; i++) {
        const bool plain = plain_size(ex, shape->v[i], i, shape->n, &sizes[i]);
        has_rest = has_rest || (plain && sizes[i] == SN_RESHAPE_REST);
        if (!plain) other = i;
        n_others += !plain;
    }
    if (n_others == 1 && !has_rest && same_elements(&ex->in[0].shape, ex->out_shape)) {
        sizes[other] = SN_RESHAPE_REST;
        n_others = 0;
    }
    if (n_others)
        put_shape_expr(ex, shape);
    else
        put_sizes(ex, shape->n, sizes);
}

static void export_reshape(sn_ncnn_export *ex)
{
    const sn_ints *dims = sn_ncnn_field(ex->op, ex->params, "dims");
    const char *const *expr = sn_ncnn_field(ex->op, ex->params, "expr");
    if (!dims)
        put_shape(ex, &((const sn_reshape_params *)ex->params)->shape);
    else if ((*expr)[0])
        sn_ncnn_put(ex, "shape_expr", sn_ncnn_of_str(*expr));
    else
        put_sizes(ex, dims->n, dims->v);
}

/* ---- Flatten --------------------------------------------------------------------------------- */

static sn_status import_flatten(sn_ncnn_import *im)
{
    static const char *const rest[] = {"-1"};
    ((sn_reshape_params *)im->params)->shape = (sn_names){1, rest};
    return SN_OK;
}

static void export_flatten(sn_ncnn_export *ex)
{
    const sn_names *shape = &((const sn_reshape_params *)ex->params)->shape;
    if (shape->n != 1 || strcmp(shape->v[0], "-1") != 0 || ex->n_in > 1)
        SN_DECLINE(ex, "Flatten gives one axis");
}

const sn_ncnn_hooks sn_ncnn_hooks_flatten = {.import = import_flatten, .export = export_flatten};

static sn_status import_permute(sn_ncnn_import *im)
{
    *(int32_t *)sn_ncnn_field(im->op, im->params, "order_type") = sn_ncnn_get(&im->v, "order_type");
    return SN_OK;
}

static void export_permute(sn_ncnn_export *ex)
{
    const sn_transpose_params *p = ex->params;
    const int32_t *own = sn_ncnn_field(ex->op, ex->params, "order_type");
    const int32_t code = own ? *own : sn_ncnn_permute_encode(p->perm.n, p->perm.v);
    if (!own && code < 0)
        SN_DECLINE(ex, "ncnn has no code for this permutation of %d axes", p->perm.n);
    sn_ncnn_put_int(ex, "order_type", code);
}

/* As sizes where what is left comes last; else as where each part but the last ends. */
static void export_slice(sn_ncnn_export *ex)
{
    const sn_ints *slices = sn_ncnn_field(ex->op, ex->params, "slices");
    const sn_ints *indices = sn_ncnn_field(ex->op, ex->params, "indices");
    if (slices) {
        sn_ncnn_put(ex, "slices", sn_ncnn_of_ints(ex->arena, slices->n, slices->v));
        sn_ncnn_put(ex, "indices", sn_ncnn_of_ints(ex->arena, indices->n, indices->v));
        return;
    }
    const sn_ints *sizes = &((const sn_split_params *)ex->params)->sizes;
    const int n = sizes->n ? sizes->n : ex->n_out;
    int rest = 0;
    int32_t *v = SN_NEW_N(ex->arena, int32_t, n);
    for (int i = 0; i < n; i++) v[i] = sizes->n ? sizes->v[i] : SN_NCNN_SHARE;
    while (rest < n && v[rest] != SN_SPLIT_REST) rest++;
    if (rest + 1 >= n) {
        if (rest < n) v[rest] = SN_NCNN_SHARE;
        sn_ncnn_put(ex, "slices", sn_ncnn_of_ints(ex->arena, n, v));
        return;
    }
    for (int i = 1; i < rest; i++) v[i] += v[i - 1];
    for (int i = n - 2, left = 0; i >= rest; i--) {
        left -= sizes->v[i + 1];
        v[i] = left;
    }
    sn_ncnn_put(ex, "indices", sn_ncnn_of_ints(ex->arena, n - 1, v));
}

static sn_status import_slice(sn_ncnn_import *im)
{
    static const char *const lists[] = {"slices", "indices"};
    for (int i = 0; i < 2; i++) {
        const sn_ncnn_value *v = &im->v.v[sn_ncnn_param_named(im->v.layer, lists[i])->id];
        *(sn_ints *)sn_ncnn_field(im->op, im->params, lists[i]) =
            sn_ints_of(im->arena, v->n, (const int32_t *)v->words);
    }
    return SN_OK;
}

const sn_ncnn_hooks sn_ncnn_hooks_slice = {.import = import_slice, .export = export_slice};
const sn_ncnn_hooks sn_ncnn_hooks_reshape = {.import = import_reshape, .export = export_reshape};
const sn_ncnn_hooks sn_ncnn_hooks_permute = {.import = import_permute, .export = export_permute};

/* ---- Squeeze, Tile --------------------------------------------------------------------------- */

/* Where none are named they are all those of size 1. */
static void export_squeeze(sn_ncnn_export *ex)
{
    const sn_squeeze_params *p = ex->params;
    const sn_shape *x = &ex->in[0].shape;
    int32_t axes[SN_MAX_RANK];
    int n = 0;
    if (ex->op != &sn_op_squeeze || p->axes.n || ex->asking) return;
    if (x->rank < 0) SN_DECLINE(ex, "which axes have size 1 is not known");
    for (int i = 0; i < x->rank; i++)
        if (x->d[i] == 1) axes[n++] = i;
    sn_ncnn_put(ex, "axes", sn_ncnn_of_ints(ex->arena, n, axes));
}

/* Repeats of one axis in the old words. */
static void export_tile(sn_ncnn_export *ex)
{
    const sn_tile_params *p = ex->params;
    sn_ncnn_values was;
    int at = 0, n = 0;
    if (ex->op != &sn_op_tile) return;
    if (p->repeats.n > 4) SN_DECLINE(ex, "%d axes, ncnn has 4 at most", p->repeats.n);
    for (int i = 0; i < p->repeats.n; i++) {
        if (p->repeats.v[i] == 1) continue;
        if (p->repeats.v[i] == 0) SN_DECLINE(ex, "axis %d is repeated 0 times", i);
        at = i;
        n++;
    }
    const int rank = ex->in[0].shape.rank;
    if (ex->origin) sn_ncnn_record_values(ex->origin, &was);
    const bool by_letters =
        ex->origin && was.v[sn_ncnn_param_named(was.layer, "repeats")->id].n > 0;
    if (n > 1 || by_letters || (rank >= 0 && rank != p->repeats.n)) return;
    sn_ncnn_put(ex, "repeats", (sn_ncnn_value){.form = SN_NCNN_ABSENT});
    sn_ncnn_put_int(ex, "axis", at);
    sn_ncnn_put_int(ex, "tiles", n ? p->repeats.v[at] : 1);
}

const sn_ncnn_hooks sn_ncnn_hooks_tile = {.export = export_tile};
const sn_ncnn_hooks sn_ncnn_hooks_squeeze = {.export = export_squeeze};

/* ---- Crop ------------------------------------------------------------------------------------ */

enum { CROP_ALL = -233 };

/* A place in ncnn's words: 0 from the back is the end, and -233 is all. */
static bool crop_place(const char *entry, bool is_end, int32_t *out)
{
    int64_t n;
    *out = 0;
    if (!sn_size_number(entry, &n)) return false;
    *out = is_end && n >= SN_SLICE_ALL ? CROP_ALL : (int32_t)n;
    return (is_end && n >= SN_SLICE_ALL) ||
           (n != CROP_ALL && n >= INT32_MIN && n < SN_SLICE_ALL && !(is_end && n == 0));
}

static void put_places(sn_ncnn_export *ex, const char *name, const sn_names *list)
{
    int32_t *v = SN_NEW_N(ex->arena, int32_t, list->n);
    for (int i = 0; i < list->n; i++)
        if (!crop_place(list->v[i], name[0] == 'e', &v[i]))
            SN_DECLINE(ex, "ncnn takes a box that %s at %s for another",
                       name[0] == 'e' ? "ends" : "begins", list->v[i]);
    sn_ncnn_put(ex, name, sn_ncnn_of_ints(ex->arena, list->n, v));
}

static void put_place_expr(sn_ncnn_export *ex, const char *name, const sn_names *list)
{
    const char *text = "";
    for (int i = 0; i < list->n; i++) {
        int32_t n;
        const char *term = crop_place(list->v[i], name[0] == 'e', &n)
                               ? sn_arena_printf(ex->arena, "%d", n)
                               : sn_ncnn_term(ex, list->v[i]);
        if (!term) SN_DECLINE(ex, "ncnn has no expression for \"%s\"", list->v[i]);
        text = sn_arena_printf(ex->arena, "%s%s%s", text, i ? "," : "", term ? term : "");
    }
    sn_ncnn_put(ex, name, sn_ncnn_of_str(text));
}

static void export_slice_op(sn_ncnn_export *ex)
{
    const sn_slice_params *p = ex->params;
    int64_t n;
    bool numbers = true;
    for (int i = 0; i < p->steps.n; i++)
        if (p->steps.v[i] != 1) SN_DECLINE(ex, "ncnn has no steps");
    for (int i = 0; i < p->starts.n; i++)
        numbers = numbers && sn_size_number(p->starts.v[i], &n) && sn_size_number(p->ends.v[i], &n);
    if (p->starts.n == 0) SN_DECLINE(ex, "nothing is cut");
    if (numbers) {
        put_places(ex, "starts", &p->starts);
        put_places(ex, "ends", &p->ends);
        sn_ncnn_put(ex, "axes", sn_ncnn_of_ints(ex->arena, p->axes.n, p->axes.v));
        return;
    }
    const char *text = "";
    put_place_expr(ex, "starts_expr", &p->starts);
    put_place_expr(ex, "ends_expr", &p->ends);
    for (int i = 0; i < p->axes.n; i++)
        text = sn_arena_printf(ex->arena, "%s%s%d", text, i ? "," : "", p->axes.v[i]);
    sn_ncnn_put(ex, "axes_expr", sn_ncnn_of_str(text));
}

static const char *const crop_lists[] = {"starts", "ends", "axes"};
static const char *const crop_exprs[] = {"starts_expr", "ends_expr", "axes_expr"};

static sn_status import_crop(sn_ncnn_import *im)
{
    for (int i = 0; i < 3; i++) {
        const sn_ncnn_value *list = &im->v.v[sn_ncnn_param_named(im->v.layer, crop_lists[i])->id];
        const char *text = im->v.v[sn_ncnn_param_named(im->v.layer, crop_exprs[i])->id].s;
        *(sn_ints *)sn_ncnn_field(im->op, im->params, crop_lists[i]) =
            sn_ints_of(im->arena, list->n, (const int32_t *)list->words);
        *(const char **)sn_ncnn_field(im->op, im->params, crop_exprs[i]) = text ? text : "";
    }
    return SN_OK;
}

static void export_crop(sn_ncnn_export *ex)
{
    if (ex->op == &sn_op_slice) {
        export_slice_op(ex);
        return;
    }
    for (int i = 0; i < 3; i++) {
        const sn_ints *list = sn_ncnn_field(ex->op, ex->params, crop_lists[i]);
        const char *const *text = sn_ncnn_field(ex->op, ex->params, crop_exprs[i]);
        sn_ncnn_put(ex, crop_lists[i], sn_ncnn_of_ints(ex->arena, list->n, list->v));
        sn_ncnn_put(ex, crop_exprs[i], sn_ncnn_of_str(*text));
    }
}

const sn_ncnn_hooks sn_ncnn_hooks_crop = {.import = import_crop, .export = export_crop};

/* ---- files of old versions ------------------------------------------------------------------- */

/* These two changed their meaning once; ncnn refuses lines that do not say they are of the new
 * kind. */
static sn_status import_reduction(sn_ncnn_import *im)
{
    bool old = !sn_ncnn_get(&im->v, "fixbug0") &&
               im->v.v[sn_ncnn_param_named(im->v.layer, "axes")->id].n > 0;
    return old ? sn_fail(im->ctx, SN_E_FORMAT, "%s: axes without 5=1: the file is too old for ncnn",
                         sn_ncnn_import_where(im))
               : SN_OK;
}

static sn_status import_softmax(sn_ncnn_import *im)
{
    bool old = !sn_ncnn_get(&im->v, "fixbug0") && sn_ncnn_get(&im->v, "axis") != 0;
    return old ? sn_fail(im->ctx, SN_E_FORMAT,
                         "%s: an axis without 1=1: the file is too old for ncnn",
                         sn_ncnn_import_where(im))
               : SN_OK;
}

const sn_ncnn_hooks sn_ncnn_hooks_reduction = {.import = import_reduction};
const sn_ncnn_hooks sn_ncnn_hooks_softmax = {.import = import_softmax};

/* ---- Reduction ------------------------------------------------------------------------------- */

/* A result without axes becomes a vector of one element, then all is multiplied by a number. */
static void put_behind(sn_ncnn_export *ex)
{
    int k = 0, at = ex->n_in;
    if (k < ex->n_behind && sn_op_has(ex->behind[k]->op, SN_TRAIT_VIEW)) k++;
    if (k < ex->n_behind && ex->behind[k]->op == &sn_op_mul && ex->in[at].is_scalar) {
        sn_ncnn_put(ex, "coeff", sn_ncnn_of_float(ex->in[at].scalar));
        ex->absorbed[at] = true;
        k++;
    }
    ex->n_said = k;
}

static void export_reduce(sn_ncnn_export *ex)
{
    const sn_reduce_params *p = ex->params;
    sn_ncnn_put_int(ex, "operation", sn_ncnn_reduction_of(p->op));
    sn_ncnn_put_int(ex, "reduce_all", p->axes.n == 0);
    if (p->axes.n == 0 && p->noop_with_empty_axes) SN_DECLINE(ex, "it reduces no axis");
    if (!ex->asking) put_behind(ex);
}

const sn_ncnn_hooks sn_ncnn_hooks_reduce = {
    .export = export_reduce, .max_behind = 2, .joins = true};

/* ---- the rest -------------------------------------------------------------------------------- */

static const char *const variances[] = {"variances_0", "variances_1", "variances_2", "variances_3"};

static sn_status import_variances(sn_ncnn_import *im)
{
    float v[4];
    for (int i = 0; i < 4; i++)
        v[i] = sn_ncnn_float(&im->v, sn_ncnn_param_named(im->v.layer, variances[i])->id);
    *(sn_floats *)sn_ncnn_field(im->op, im->params, "variances") = sn_floats_of(im->arena, 4, v);
    return SN_OK;
}

static void export_variances(sn_ncnn_export *ex)
{
    const sn_floats *v = sn_ncnn_field(ex->op, ex->params, "variances");
    if (v->n != 0 && v->n != 4) SN_DECLINE(ex, "%d variances, 4 expected", v->n);
    for (int i = 0; v->n == 4 && i < 4; i++)
        sn_ncnn_put(ex, variances[i], sn_ncnn_of_float(v->v[i]));
}

static sn_status import_einsum(sn_ncnn_import *im)
{
    const sn_ncnn_value *codes = &im->v.v[sn_ncnn_param_named(im->v.layer, "equation")->id];
    char *text = sn_arena_alloc(im->arena, (size_t)codes->n + 1);
    for (int i = 0; i < codes->n; i++) {
        if (codes->words[i] < 32 || codes->words[i] > 126)
            return sn_fail(im->ctx, SN_E_FORMAT,
                           "%s: the equation has code %d, printable ASCII expected",
                           sn_ncnn_import_where(im), (int)codes->words[i]);
        text[i] = (char)codes->words[i];
    }
    ((sn_ncnn_einsum_params *)im->params)->equation = text;
    return SN_OK;
}

static void put_equation(sn_ncnn_export *ex, const char *text)
{
    int n = (int)strlen(text);
    int32_t *codes = SN_NEW_N(ex->arena, int32_t, n);
    for (int i = 0; i < n; i++) codes[i] = (unsigned char)text[i];
    sn_ncnn_put(ex, "equation", sn_ncnn_of_ints(ex->arena, n, codes));
}

static void export_einsum(sn_ncnn_export *ex)
{
    put_equation(ex, ((const sn_ncnn_einsum_params *)ex->params)->equation);
}

/* Letters of the result are i, j, ... by their place, the others come behind them. Axes that are
 * put in behind have letters that no factor has. */
static void export_einsum_anew(sn_ncnn_export *ex)
{
    sn_einsum_equation q;
    const sn_node *view = ex->n_behind == 1 ? ex->behind[0] : NULL;
    const sn_ints *axes = view && view->op == &sn_op_unsqueeze
                              ? &((const sn_unsqueeze_params *)view->params)->axes
                              : NULL;
    const char *wrong = sn_einsum_parse(((const sn_einsum_params *)ex->params)->equation, &q);
    const int rank = wrong ? 0 : q.n_out + (axes ? axes->n : 0);
    int letter[SN_EINSUM_LETTERS], next = 0;
    if (ex->n_behind && !axes) return;
    ex->n_said = ex->n_behind;
    const bool trace = !wrong && q.n_out == 0 && q.n_letters == 1 && q.n_factors == 1 &&
                       q.rank[0] == 2 && rank == 1;
    if (trace) put_equation(ex, "ii");
    if (trace) return;
    if (wrong || rank < 1 || rank > 4 || q.n_out == 0)
        SN_DECLINE(ex, "ncnn has no such equation");
    else if (rank + q.n_letters - q.n_out > 'x' - 'i' + 1)
        SN_DECLINE(ex, "ncnn has no letters for so many axes");
    if (ex->declined) return;
    for (int k = 0; k < rank; k++) {
        bool put_in = false;
        for (int i = 0; axes && i < axes->n; i++) put_in = put_in || axes->v[i] == k;
        if (!put_in) letter[next++] = k;
    }
    for (int k = q.n_out; k < q.n_letters; k++) letter[k] = rank + k - q.n_out;
    int n_letters = 0;
    for (int k = 0; k < q.n_letters; k++)
        if (letter[k] >= n_letters) n_letters = letter[k] + 1;
    if (rank > n_letters) SN_DECLINE(ex, "the last axis of the result is none of its factors'");
    const char *text = "";
    for (int f = 0; f < q.n_factors; f++) {
        if (q.rank[f] == 0) SN_DECLINE(ex, "a factor is a number");
        text = sn_arena_printf(ex->arena, "%s%s", text, f ? "," : "");
        for (int i = 0; i < q.rank[f]; i++)
            text = sn_arena_printf(ex->arena, "%s%c", text, 'i' + letter[q.letter[f][i]]);
    }
    put_equation(ex, sn_arena_printf(ex->arena, "%s->%.*s", text, rank, "ijkl"));
}

static sn_status import_requantize(sn_ncnn_import *im) { return sn_ncnn_import_act(im); }
static void export_requantize(sn_ncnn_export *ex) { sn_ncnn_export_act(ex); }

const sn_ncnn_hooks sn_ncnn_hooks_variances = {.import = import_variances,
                                               .export = export_variances};
const sn_ncnn_hooks sn_ncnn_hooks_einsum = {.import = import_einsum, .export = export_einsum};
const sn_ncnn_hooks sn_ncnn_hooks_einsum_anew = {.export = export_einsum_anew, .max_behind = 1};
const sn_ncnn_hooks sn_ncnn_hooks_requantize = {.import = import_requantize,
                                                .export = export_requantize};

/* ---- pad ------------------------------------------------------------------------------------- */

static void export_pad(sn_ncnn_export *ex)
{
    static const char *const begin[] = {"left", "top", "front"};
    static const char *const end[] = {"right", "bottom", "behind"};
    static const int32_t types[] = {
        [SN_BORDER_CONSTANT] = 0, [SN_BORDER_EDGE] = 1, [SN_BORDER_REFLECT] = 2};
    const sn_pad_params *p = ex->params;
    const int rank = p->pads.n / 2;
    if (rank < 1 || rank > 4) SN_DECLINE(ex, "ncnn has values of rank 1 to 4");
    if (p->mode == SN_BORDER_WRAP) SN_DECLINE(ex, "ncnn wraps no border");
    for (int i = 0; i < p->pads.n; i++)
        if (p->pads.v[i] < 0) SN_DECLINE(ex, "ncnn's pads are not negative");
    if (rank == 4 && (sn_pad_begin(p, 0) || sn_pad_end(p, 0)))
        SN_DECLINE(ex, "ncnn pads no channels that have a depth");
    if (ex->declined) return;
    for (int k = 0; k < 3 && k < rank; k++) {
        sn_ncnn_put_int(ex, begin[k], sn_pad_begin(p, rank - 1 - k));
        sn_ncnn_put_int(ex, end[k], sn_pad_end(p, rank - 1 - k));
    }
    sn_ncnn_put_int(ex, "type", types[p->mode]);
}

const sn_ncnn_hooks sn_ncnn_hooks_pad = {.export = export_pad};

/* ---- slice_scatter --------------------------------------------------------------------------- */

static void export_slice_scatter(sn_ncnn_export *ex)
{
    const sn_ints *starts = &((const sn_slice_scatter_params *)ex->params)->starts;
    for (int i = 0; i < starts->n; i++)
        if (starts->v[i] == -233) SN_DECLINE(ex, "ncnn begins at 0 where it reads -233");
}

const sn_ncnn_hooks sn_ncnn_hooks_slice_scatter = {.export = export_slice_scatter};
