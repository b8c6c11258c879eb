/* SPDX-License-Identifier: Apache-2.0
 *
 * What rows of functions of each element do beside the table: Power, Exp and Log are a chain of
 * operators with the numbers of one layer. */
#include "formats/ncnn/map.h"
#include "ops/activation.h"
#include "ops/affine.h"
#include "ops/ops.h"

#include <math.h>
#include <string.h>

/* ---- Power, Exp, Log, Dropout -----------------------------------------------------------------
 */

/* The number in that slot of a node behind, whose other inputs begin with `other`, or of the first
 * one; false: there is none. */
static bool number_of(sn_ncnn_export *ex, const sn_node *behind, int other, int slot, float *out)
{
    int at;
    if (behind) {
        at = ex->n_in + other;
        const sn_value *v = slot < behind->n_in ? sn_in(behind, (unsigned)slot) : NULL;
        if (!v || v->kind == SN_RESULT || v->def) return false;
    } else {
        at = slot;
    }
    if (at >= ex->n_in + ex->n_others || !ex->in[at].is_scalar) return false;
    *out = ex->in[at].scalar;
    ex->absorbed[at] = true;
    return true;
}

/* The base whose logarithm is 1 / v, rounded as it is read. */
static float base_of(float v)
{
    float base = (float)exp(1 / (double)v);
    for (int i = 0; i < 8; i++) {
        const float found = (float)(1 / log((double)base));
        if (found == v) break;
        base = nextafterf(base, found > v ? INFINITY : 0); /* 1 / log falls on either side of 1 */
    }
    return base;
}

/* mul, then add, then one of the function, each with a number or left out; log is multiplied
 * behind. */
static void export_numbers(sn_ncnn_export *ex)
{
    static const char *const functions[] = {"Power", "Exp", "Log"};
    const char *type = ex->row->type;
    const bool power = strcmp(type, functions[0]) == 0,
               exponential = strcmp(type, functions[1]) == 0,
               logarithm = strcmp(type, functions[2]) == 0;
    int stage = 0; /* behind: nothing, mul, add, the function, its factor */
    int other = 0; /* where the other inputs of the node behind begin */
    if (ex->asking) {
        SN_DECLINE(ex, "%s is for several operators", type);
        return;
    }
    for (int k = 0; k <= ex->n_behind; k++) {
        const sn_node *n = k ? ex->behind[k - 1] : NULL;
        const sn_op *op = n ? n->op : ex->op;
        float v;
        if (op == &sn_op_mul && stage < 1 && number_of(ex, n, other, 1, &v)) {
            sn_ncnn_put(ex, "scale", sn_ncnn_of_float(v));
            stage = 1;
        } else if (op == &sn_op_add && stage < 2 && (power || exponential || logarithm) &&
                   number_of(ex, n, other, 1, &v)) {
            sn_ncnn_put(ex, "shift", sn_ncnn_of_float(v));
            stage = 2;
        } else if (op == &sn_op_pow && stage < 3 && power && number_of(ex, n, other, 1, &v)) {
            sn_ncnn_put(ex, "power", sn_ncnn_of_float(v));
            stage = 3;
        } else if (op == &sn_op_pow && stage < 3 && exponential && number_of(ex, n, other, 0, &v)) {
            sn_ncnn_put(ex, "base", sn_ncnn_of_float(v));
            stage = 3;
        } else if ((op == &sn_op_exp && exponential && stage < 3) ||
                   (op == &sn_op_log && logarithm && stage < 3)) {
            stage = 3;
        } else if (op == &sn_op_mul && logarithm && stage == 3 && number_of(ex, n, other, 1, &v)) {
            sn_ncnn_put(ex, "base", sn_ncnn_of_float(base_of(v)));
            stage = 4;
        } else {
            SN_DECLINE(ex, "%s has no %s here", type, op->name);
            return;
        }
        if (n) other += n->n_in - 1;
    }
    if (!power && stage < 3 && (exponential || logarithm))
        SN_DECLINE(ex, "%s computes more than that", type);
    ex->n_said = ex->n_behind;
}

static void export_dropout(sn_ncnn_export *ex) { sn_ncnn_put(ex, "scale", sn_ncnn_of_float(1)); }

const sn_ncnn_hooks sn_ncnn_hooks_numbers = {.export = export_numbers, .max_behind = 3};
const sn_ncnn_hooks sn_ncnn_hooks_dropout = {.export = export_dropout};

/* ---- ReLU, GELU, HardSigmoid, HardSwish -------------------------------------------------------
 */

static sn_status import_relu(sn_ncnn_import *im)
{
    const sn_ncnn_param *slope = sn_ncnn_param_named(im->v.layer, "slope");
    if (sn_ncnn_unbits(im->v.v[slope->id].word) != 0) SN_DECLINE(im, "it has a slope");
    return SN_OK;
}

static sn_status import_gelu(sn_ncnn_import *im)
{
    const bool fast = sn_ncnn_get(&im->v, "fast_gelu") != 0;
    ((sn_gelu_params *)im->params)->approximate = fast ? SN_GELU_TANH : SN_GELU_EXACT;
    return SN_OK;
}

static void export_gelu(sn_ncnn_export *ex)
{
    sn_ncnn_put_int(ex, "fast_gelu",
                    ((const sn_gelu_params *)ex->params)->approximate == SN_GELU_TANH);
}

static sn_status import_hard(sn_ncnn_import *im)
{
    if (!(((const sn_hard_params *)im->params)->alpha > 0))
        SN_DECLINE(im, "its alpha is not positive");
    return SN_OK;
}

const sn_ncnn_hooks sn_ncnn_hooks_relu = {.import = import_relu};
const sn_ncnn_hooks sn_ncnn_hooks_gelu = {.import = import_gelu, .export = export_gelu};
const sn_ncnn_hooks sn_ncnn_hooks_hard = {.import = import_hard};
