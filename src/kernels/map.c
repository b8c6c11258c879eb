/* SPDX-License-Identifier: Apache-2.0
 *
 * map: elementwise operators, as many as end in one value, in one sweep. The formula is the step's
 * epilogue, which reads no accumulator. BLOCKED results go block by block; PLAIN ones as one row
 * where every operand is dense, else row by row with axes merged as far as the strides of all
 * operands allow. */
#include <string.h>

#include "kernels/sums.h"
#include "ops/ops.h"

extern const char sn_text_map[];

enum { ELEMENTS_A_UNIT = 4096 };

typedef struct map_config {
    bool blocked, dense;
    bool by_pixels; /* BLOCKED: a unit is some pixels of all blocks, else of one */
    int n_axes;     /* PLAIN, not dense: after merging; the last is the row */
    int64_t size[SN_MAX_RANK];
    int64_t stride[SN_MAX_EPILOGUE_OPERANDS][SN_MAX_RANK];
    int64_t chunk; /* pixels (BLOCKED), elements (dense) or rows of a unit */
} map_config;

static bool mergeable(const sn_epilogue *e, const map_config *c, int outer, const sn_place *y,
                      int inner_axis)
{
    for (int i = 0; i < e->n; i++) {
        if (c->stride[i][outer] != e->outside[i].stride[inner_axis] * y->shape.d[inner_axis])
            return false;
    }
    return true;
}

/* Axes of size 1 go; neighbours become one where each operand runs on from one to the next. */
static void merge_axes(const sn_step *s, map_config *c)
{
    const sn_epilogue *e = &s->epilogue;
    const sn_place *y = s->out[0];
    for (int k = 0; k < y->shape.rank; k++) {
        if (y->shape.d[k] == 1) continue;
        int outer = c->n_axes - 1;
        bool merge = outer >= 0 && mergeable(e, c, outer, y, k);
        int at = merge ? outer : c->n_axes++;
        c->size[at] = merge ? c->size[at] * y->shape.d[k] : y->shape.d[k];
        for (int i = 0; i < e->n; i++) c->stride[i][at] = e->outside[i].stride[k];
    }
    if (c->n_axes == 0) c->size[c->n_axes++] = 1;
}

static int64_t at_least_1(int64_t n) { return n > 0 ? n : 1; }

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    map_config *c = SN_NEW(k->arena, map_config);
    const sn_layout *l = &s->out[0]->layout;
    s->config = c;
    c->blocked = l->kind == SN_LAYOUT_BLOCKED;
    c->dense = true;
    for (int i = 0; i < s->epilogue.n; i++) {
        sn_epilogue_operand_kind kind = s->epilogue.outside[i].kind;
        c->dense = c->dense && (kind == SN_OPERAND_ELEMENTWISE || kind == SN_OPERAND_SCALAR);
    }
    if (c->blocked) {
        int64_t whole = at_least_1(l->pixels);
        c->by_pixels = sn_share_pixels(whole) && s->sums.kind == SN_SUMS_NONE;
        c->chunk = at_least_1(ELEMENTS_A_UNIT / k->machine->lanes);
        if (c->by_pixels) c->chunk = 8;
        if (c->chunk > whole) c->chunk = whole;
        s->units[0] = (l->pixels + c->chunk - 1) / c->chunk;
        const int64_t parts = s->units[0];
        if (!c->by_pixels) s->units[0] *= sn_layout_blocks(l, k->machine->lanes);
        sn_sums_plan(k, s, parts);
    } else if (c->dense) {
        c->chunk = ELEMENTS_A_UNIT;
        s->units[0] = (l->pixels + c->chunk - 1) / c->chunk;
    } else {
        int64_t rows = 1;
        merge_axes(s, c);
        for (int i = 0; i + 1 < c->n_axes; i++) rows *= c->size[i];
        c->chunk = at_least_1(ELEMENTS_A_UNIT / at_least_1(c->size[c->n_axes - 1]));
        s->units[0] = (rows + c->chunk - 1) / c->chunk;
    }
    s->flops = (double)sn_shape_count(&s->out[0]->shape);
    s->why = c->blocked
                 ? sn_arena_printf(k->arena, "blocked as its operands are%s", sn_sums_text(s))
             : c->dense ? "dense operands: one row"
                        : "operands are broadcast: row by row";
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Operand i of a row: ${READ(vector?, index)}. */
static sn_status read_operands(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const sn_step *s = user;
    const map_config *c = s->config;
    bool vector = args && n == 2 && args[0][0] == 'v';
    (void)e;
    for (int i = 0; i < s->epilogue.n; i++) {
        int64_t step = c->stride[i][c->n_axes - 1];
        sn_str_add(out, ", ");
        if (step == 0)
            sn_str_addf(out, vector ? "v_set1(r%d[0])" : "r%d[0]", i);
        else if (step == 1)
            sn_str_addf(out, vector ? "v_load(r%d + %s)" : "r%d[%s]", i, args[1]);
        else
            sn_str_addf(out, "r%d[(%s) * %lld]", i, args[1], (long long)step);
    }
    return SN_OK;
}

/* Rows begin at r0, r1, ..: the index of a row taken apart into those of its axes. */
static const char *row_starts(sn_emit *e, const sn_step *s)
{
    const map_config *c = s->config;
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    sn_str_add(&out, "        long rest = row;\n");
    int outer = c->n_axes - 1;
    for (int k = outer - 1; k >= 0; k--) {
        sn_str_addf(&out, "        const long i%d = rest %% %lld;\n        rest /= %lld;\n", k,
                    (long long)c->size[k], (long long)c->size[k]);
    }
    sn_str_add(&out, "        (void)rest;\n");
    for (int i = 0; i < s->epilogue.n; i++) {
        sn_str_addf(&out, "        const float *const r%d = o%d", i, i);
        for (int k = 0; k < outer; k++) {
            if (c->stride[i][k]) sn_str_addf(&out, " + i%d * %lld", k, (long long)c->stride[i][k]);
        }
        sn_str_add(&out, ";\n");
    }
    out.s[--out.n] = 0;
    return out.s;
}

static bool vector_rows(const sn_step *s)
{
    const map_config *c = s->config;
    for (int i = 0; i < s->epilogue.n; i++) {
        int64_t step = c->stride[i][c->n_axes - 1];
        if (step != 0 && step != 1) return false;
    }
    return true;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const map_config *c = s->config;
    const sn_layout *l = &s->out[0]->layout;
    const char *body = NULL;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    SN_TRY(sn_bind_sums(e, b, s));
    int64_t rows = 1, width = c->n_axes ? c->size[c->n_axes - 1] : 1;
    for (int i = 0; i + 1 < c->n_axes; i++) rows *= c->size[i];
    sn_bind_int(b, CT_BLOCKED, c->blocked);
    sn_bind_int(b, CT_DENSE, c->dense);
    sn_bind_int(b, CT_BY_PIXELS, c->by_pixels);
    sn_bind_int(b, CT_BLOCKS, c->blocked ? sn_layout_blocks(l, sn_emit_machine(e)->lanes) : 0);
    sn_bind_int(b, CT_PIXELS, l->pixels);
    sn_bind_int(b, CT_PLANE, l->plane);
    sn_bind_int(b, CT_CHUNK, c->chunk);
    sn_bind_int(b, CT_CHUNKS, c->blocked ? (l->pixels + c->chunk - 1) / at_least_1(c->chunk) : 1);
    sn_bind_int(b, CT_ROWS, rows);
    sn_bind_int(b, CT_WIDTH, width);
    sn_bind_int(b, CT_VECTOR, c->n_axes ? vector_rows(s) : 1);
    sn_bind_text(b, CT_STARTS, c->n_axes ? row_starts(e, s) : "");
    sn_bind_text(b, CT_y, sn_emit_out(e, s->out[0]));
    sn_bind_call(b, CT_READ, read_operands, (void *)(uintptr_t)s);
    SN_TRY(sn_template(e, "map", sn_text_map, b, &body));
    sn_emit_function(e, s, 0, body);
    return sn_sums_emit(e, s);
}

const sn_kernel sn_kernel_map = {
    .name = "map",
    .ops = SN_OPS(&sn_op_sum, &sn_op_batch_normalization),
    .synopsis = "elementwise operators, several in one sweep",
    .plan = plan,
    .emit = emit,
};
