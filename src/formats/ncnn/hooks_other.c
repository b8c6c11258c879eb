/* SPDX-License-Identifier: Apache-2.0
 *
 * Hooks of single layers whose params are shaped differently from the operator's. */
#include "formats/ncnn/map.h"

#include "ops/binary.h"
#include "ops/einsum.h"
#include "ops/permute.h"
#include "ops/reshape.h"
#include "ops/structure.h"

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

/* 0 stands for a size that is not known; the axes that are there are told by the sizes of the outer
 * ones. */
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
        d[i] = (int32_t)ex->out_shape->d[i];
    }
    put_sizes(ex, ex->out_shape->rank, d);
}

static sn_status import_constant(sn_ncnn_import *im)
{
    if (im->loads.n == 0) im->slots[0] = (sn_ncnn_slot){SN_FROM_VOID, 0, 0};
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

const sn_ncnn_hooks sn_ncnn_hooks_input = {import_input, export_input};
const sn_ncnn_hooks sn_ncnn_hooks_constant = {import_constant, export_constant};

/* ---- BinaryOp -------------------------------------------------------------------------------- */

static sn_status import_binary(sn_ncnn_import *im)
{
    int first = im->row->swapped ? SN_BINARY_B : SN_BINARY_A, second = 1 - first;
    ((sn_binary_params *)im->params)->align = SN_LATE;
    bool scalar = sn_ncnn_get(&im->v, "with_scalar") != 0;
    if (im->record->n_bottoms != (scalar ? 1 : 2)) {
        SN_DECLINE(im, "it has %d inputs", im->record->n_bottoms);
        return SN_OK;
    }
    im->n_slots = 2;
    im->slots[first] = (sn_ncnn_slot){SN_FROM_BOTTOM, 0, 0};
    im->slots[second] = (sn_ncnn_slot){SN_FROM_BOTTOM, 1, 0};
    if (scalar)
        im->slots[second] = (sn_ncnn_slot){
            SN_FROM_SCALAR, 0, sn_ncnn_float(&im->v, sn_ncnn_param_named(im->v.layer, "b")->id)};
    return SN_OK;
}

static void export_binary(sn_ncnn_export *ex)
{
    int first = ex->row->swapped ? SN_BINARY_B : SN_BINARY_A, second = 1 - first;
    if (ex->asking) return;
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

const sn_ncnn_hooks sn_ncnn_hooks_binary = {import_binary, export_binary};

/* ---- Reshape, Permute ------------------------------------------------------------------------ */

static sn_status import_reshape(sn_ncnn_import *im)
{
    sn_reshape_params *p = im->params;
    int32_t w = sn_ncnn_get(&im->v, "w"), h = sn_ncnn_get(&im->v, "h");
    int32_t d = sn_ncnn_get(&im->v, "d"), c = sn_ncnn_get(&im->v, "c");
    if (sn_ncnn_get(&im->v, "input_batch_axis") != 233 ||
        sn_ncnn_get(&im->v, "output_batch_axis") != 233)
        SN_DECLINE(im, "it moves an axis to or from the batch");
    if (p->expr[0] || im->declined) return SN_OK;
    enum { NONE = -233 };
    int rank = w == NONE ? 0 : h == NONE ? 1 : c == NONE ? 2 : d == NONE ? 3 : 4;
    if (rank == 0) SN_DECLINE(im, "it has no sizes");
    int32_t all[4][4] = {{w}, {h, w}, {c, h, w}, {c, d, h, w}};
    if (rank > 0) p->dims = sn_ints_of(im->arena, rank, all[rank - 1]);
    return SN_OK;
}

static void export_reshape(sn_ncnn_export *ex)
{
    const sn_reshape_params *p = ex->params;
    if (p->expr[0]) return;
    if (p->dims.n < 1 || p->dims.n > 4)
        SN_DECLINE(ex, "a reshape to %d axes, ncnn has 1 to 4", p->dims.n);
    else
        put_sizes(ex, p->dims.n, p->dims.v);
}

static sn_status import_permute(sn_ncnn_import *im)
{
    ((sn_permute_params *)im->params)->code = sn_ncnn_get(&im->v, "order_type");
    return SN_OK;
}

static void export_permute(sn_ncnn_export *ex)
{
    const sn_permute_params *p = ex->params;
    int32_t code = p->code >= 0 ? p->code : sn_permute_encode(p->perm.n, p->perm.v);
    if (code < 0) SN_DECLINE(ex, "ncnn has no code for this permutation of %d axes", p->perm.n);
    sn_ncnn_put_int(ex, "order_type", code);
}

const sn_ncnn_hooks sn_ncnn_hooks_reshape = {import_reshape, export_reshape};
const sn_ncnn_hooks sn_ncnn_hooks_permute = {import_permute, export_permute};

/* ---- Scale and normalisations ---------------------------------------------------------------- */

enum { SCALE_IS_INPUT = -233 };

static sn_status import_scale(sn_ncnn_import *im)
{
    if (sn_ncnn_get(&im->v, "scale_data_size") == SCALE_IS_INPUT &&
        sn_ncnn_get(&im->v, "bias_term"))
        SN_DECLINE(im, "it has a bias that nobody loads");
    return SN_OK;
}

static void export_scale(sn_ncnn_export *ex)
{
    const sn_ncnn_input *s = sn_ncnn_input_at(ex, "scale");
    if (ex->asking || !s) return;
    sn_ncnn_put_int(ex, "scale_data_size", s->own ? sn_shape_count(&s->shape) : SCALE_IS_INPUT);
    if (!s->own && sn_ncnn_input_at(ex, "bias")) SN_DECLINE(ex, "a computed scale with a bias");
    ex->weights_may_be_bottoms = !s->own;
}

const sn_ncnn_hooks sn_ncnn_hooks_scale = {import_scale, export_scale};

/* ncnn wants the number of channels also where there is no weight to tell it. */
static void put_channels(sn_ncnn_export *ex, bool needed)
{
    const sn_ncnn_input *gamma = sn_ncnn_input_at(ex, "gamma"), *x = sn_ncnn_input_at(ex, "x");
    if (ex->asking) return;
    if (gamma)
        sn_ncnn_put_int(ex, "channels", sn_shape_count(&gamma->shape));
    else if (x && x->shape.rank > 0 && sn_dim_known(x->shape.d[0]))
        sn_ncnn_put_int(ex, "channels", x->shape.d[0]);
    else if (needed && !ex->origin)
        SN_DECLINE(ex, "the number of channels is not known");
}

static void export_group_norm(sn_ncnn_export *ex) { put_channels(ex, true); }
static void export_instance_norm(sn_ncnn_export *ex) { put_channels(ex, false); }

const sn_ncnn_hooks sn_ncnn_hooks_group_norm = {NULL, export_group_norm};
const sn_ncnn_hooks sn_ncnn_hooks_instance_norm = {NULL, export_instance_norm};

/* ---- files of old versions ------------------------------------------------------------------- */

/* These two changed their meaning once; ncnn refuses lines that do not say they are of the new
 * kind. */
static sn_status import_reduce(sn_ncnn_import *im)
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

const sn_ncnn_hooks sn_ncnn_hooks_reduce = {import_reduce, NULL};
const sn_ncnn_hooks sn_ncnn_hooks_softmax = {import_softmax, NULL};

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
    ((sn_einsum_params *)im->params)->equation = text;
    return SN_OK;
}

static void export_einsum(sn_ncnn_export *ex)
{
    const char *text = ((const sn_einsum_params *)ex->params)->equation;
    int n = (int)strlen(text);
    int32_t *codes = SN_NEW_N(ex->arena, int32_t, n);
    for (int i = 0; i < n; i++) codes[i] = (unsigned char)text[i];
    sn_ncnn_put(ex, "equation", sn_ncnn_of_ints(ex->arena, n, codes));
}

static sn_status import_requantize(sn_ncnn_import *im) { return sn_ncnn_import_act(im); }
static void export_requantize(sn_ncnn_export *ex) { sn_ncnn_export_act(ex); }

const sn_ncnn_hooks sn_ncnn_hooks_variances = {import_variances, export_variances};
const sn_ncnn_hooks sn_ncnn_hooks_einsum = {import_einsum, export_einsum};
const sn_ncnn_hooks sn_ncnn_hooks_requantize = {import_requantize, export_requantize};
