/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.einsum: its letters run from i to x, and those of the result are taken as i, j, k, l in this
 * order, whatever they are: "ij->ji" transposes nothing. A letter that no factor has, but that
 * comes before one that does, is an axis of size 1. "ii" alone is the trace, with result [1]. It
 * resolves at once. */
#include "formats/ncnn/ops/equation.h"

#include <string.h>

#include "formats/ncnn/ops/ops.h"
#include "ops/einsum.h"
#include "ops/rule.h"
#include "ops/squeeze.h"

enum { MOST_OUT = 4 };

static const sn_param params[] = {
    SN_P_STR(
        sn_ncnn_einsum_params, equation,
        "letters i to x for each factor, ->, then as many of ijkl as the result has axes; or ii"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};

static bool is_trace(const char *text) { return strcmp(text, "ii") == 0; }

/* Empty factors, as between two commas, do not count. */
static const char *validate(const void *params_, sn_arena *arena)
{
    const char *text = ((const sn_ncnn_einsum_params *)params_)->equation;
    const char *arrow = strstr(text, "->");
    int rank = 0, n_factors = 0, n_letters = 0, n_out = 0;
    (void)arena;
    if (is_trace(text)) return NULL;
    if (!arrow) return "equation has no ->";
    for (const char *s = text; s < arrow; s++) {
        if (*s == ',') {
            rank = 0;
            continue;
        }
        if (*s < 'i' || *s > 'x') return "equation has a factor with other letters than i to x";
        n_factors += rank == 0;
        if (rank++ == SN_MAX_RANK) return "equation has a factor with too many axes";
        if (*s - 'i' + 1 > n_letters) n_letters = *s - 'i' + 1;
    }
    if (n_factors > SN_EINSUM_FACTORS) return "equation has too many factors";
    for (const char *s = arrow + 2; *s; s++, n_out++) {
        if (*s < 'i' || *s > 'l') return "equation has a result with other letters than i to l";
        if (n_out == MOST_OUT) return "equation has a result of more than 4 axes";
    }
    if (n_out == 0) return "equation has a result without axes";
    return n_out > n_letters ? "equation has more axes in the result than letters before it" : NULL;
}

static sn_answer resolve(sn_resolve *r)
{
    const char *text = ((const sn_ncnn_einsum_params *)r->in.params)->equation;
    const char *arrow = strstr(text, "->");
    sn_str out;
    int32_t missing[MOST_OUT];
    int n_missing = 0;
    sn_str_init(&out, r->node->graph->arena);
    for (const char *s = text; s < arrow; s++) {
        const bool needed = *s != ',' || (out.n > 0 && s + 1 < arrow && s[1] != ',');
        if (needed) sn_str_addf(&out, "%c", *s);
    }
    sn_str_add(&out, arrow ? "->" : "ii->");
    for (int i = 0; arrow && arrow[2 + i]; i++) {
        const char *at = strchr(text, 'i' + i);
        if (at && at < arrow)
            sn_str_addf(&out, "%c", 'i' + i);
        else
            missing[n_missing++] = i;
    }
    sn_value **in = SN_NEW_N(r->in.arena, sn_value *, r->in.n_in);
    for (uint16_t i = 0; i < r->in.n_in; i++) in[i] = sn_in(r->node, i);
    const sn_einsum_params p = {.equation = out.s};
    sn_value *y = sn_resolve_node(r, &sn_op_einsum, &p, r->in.n_in, in);
    if (y) r->computes = y->def;
    const sn_unsqueeze_params q = {
        .axes = sn_ints_of(r->in.arena, arrow ? n_missing : 1, arrow ? missing : (int32_t[]){0})};
    if (q.axes.n) y = sn_resolve_node(r, &sn_op_unsqueeze, &q, 1, &y);
    r->made[0] = y;
    return SN_ANSWER_YES;
}

static sn_status infer(sn_infer *in)
{
    sn_shape_rule_give(in, 0, sn_shape_unknown());
    return SN_OK;
}

const sn_op sn_ncnn_op_einsum = {
    .name = "ncnn.einsum",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = sum of products of the inputs' elements by an equation of letters from i on",
    .slots = slots,
    .types = "num->num",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_einsum_params),
    .params = params,
    .validate = validate,
    .resolve = resolve,
    .infer = infer,
};
