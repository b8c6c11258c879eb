/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of windows; see rows.h. The row function is shared by all steps with the same window, tile
 * and epilogue: widths and heights are left to the caller. Taps of a tile are ordered by the column
 * that they read, so that each column is loaded once and used by all accumulators that want it. */
#include "kernels/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"

extern const char sn_text_rows[], sn_text_rows_some[], sn_text_rows_step[];

enum {
    MAX_TILE = 14,  /* more does not gain */
    MIN_TILE = 4,   /* fewer accumulators do not hide the latency of a multiply-add */
    CHAIN_TILE = 8, /* tiles up to this get two accumulators a pixel where many taps hang on one */
    CHAIN_KERNEL = 5,
    SUMMED_PIXELS = 256, /* at once, which are in the first cache when they are summed up */
    LARGE_PLANE = 2048,  /* pixels; threads share the rows of larger ones, not the blocks */
    LEAST_ROWS = 8       /* or blocks: fewer are no even shares for threads */
};

bool sn_rows_fit(const sn_kernel_ctx *k, sn_rows *r)
{
    const sn_window *w = &r->window;
    const int64_t weights = r->op == SN_ROWS_PRODUCT ? w->kernel[2] : 0;
    int64_t most = k->machine->registers - 2 - weights - r->sums;
    const int64_t limit = k->small ? MIN_TILE : MAX_TILE;
    if (most > limit) most = limit;
    if (most < MIN_TILE || w->kernel[2] > MAX_TILE) return false;
    const int64_t width = w->out[2], tiles = sn_ceil_div(width, most);
    r->over = (width - 1) * w->stride[2] - w->begin[2] + (w->kernel[2] - 1) * w->dilation[2] + 1 -
              w->in[2];
    r->tile = sn_ceil_div(width, tiles);
    r->tail = width - r->tile * (tiles - 1);
    r->head = tiles > 1 && w->begin[2] > 0;
    r->body = tiles - 1 - r->head;
    if (r->tail < 1) return false;
    if (tiles == 1) return true;
    return sn_ceil_div(w->begin[2], w->stride[2]) <= r->tile &&
           sn_ceil_div(sn_max_int(r->over, 0), w->stride[2]) <= r->tail;
}

static int64_t n_rows(const sn_rows *r) { return r->window.out[0] * r->window.out[1]; }

static int64_t n_pixels(const sn_rows *r) { return n_rows(r) * r->window.out[2]; }

/* Whether threads take rows of all blocks. */
static bool share_rows(const sn_rows *r)
{
    return n_rows(r) >= LEAST_ROWS && sn_share_pixels(n_pixels(r));
}

bool sn_rows_take_sums(const sn_rows *r) { return share_rows(r) || n_pixels(r) <= LARGE_PLANE; }

/* Units are rows, of one block or of all, or bands of them that are summed up at once, of all
 * blocks; or blocks. Sums of small planes are taken by blocks, where that makes enough units: each
 * part costs something when they are merged. */
void sn_rows_plan(sn_rows *r, const sn_kernel_ctx *k, sn_step *s)
{
    const bool by_parts = sn_sums_by_parts(s); /* else a row's sum is taken in registers */
    const int64_t rows = n_rows(r), pixels = n_pixels(r),
                  blocks = sn_layout_blocks(&s->out[0]->layout, k->machine->lanes);
    r->by_rows = share_rows(r) && !(by_parts && pixels <= LARGE_PLANE && blocks >= LEAST_ROWS);
    r->bands = rows;
    if (by_parts) {
        r->bands = sn_min_int(sn_ceil_div(pixels, SUMMED_PIXELS), rows);
        if (r->by_rows) r->bands = sn_even_parts(k, sn_max_int(r->bands, LEAST_ROWS), 1, rows);
    }
    const int64_t parts = by_parts && !r->by_rows ? 1 : r->bands;
    s->n_phases = 1;
    s->units[0] = r->by_rows ? parts : by_parts ? blocks : parts * blocks;
    sn_sums_plan(k, s, parts);
}

/* ---- a tile ---------------------------------------------------------------------------------- */

typedef enum part { HEAD, BODY, TAIL } rows_part;

typedef struct row_text {
    const sn_rows *r;
    int lanes, registers;
} row_text;

static int64_t pixels_of(const sn_rows *r, rows_part t) { return t == TAIL ? r->tail : r->tile; }

/* Two sums a pixel halve the chain of dependent additions; short tiles have too few chains beside
 * each other. */
static int chains_of(const row_text *x, rows_part t)
{
    const int64_t p = pixels_of(x->r, t), k = x->r->window.kernel[2];
    if (x->r->op == SN_ROWS_MAX || 2 * p + k + 2 > x->registers) return 1;
    return (p <= CHAIN_TILE && k >= CHAIN_KERNEL) || (p < MIN_TILE && k > 1) ? 2 : 1;
}

/* Whether tap k of pixel p lies within x; *column counts from where x points to in that tile. */
static bool tap_column(const sn_rows *r, rows_part t, int64_t p, int64_t k, int64_t *column)
{
    const sn_window *w = &r->window;
    const bool at_left = t == HEAD || (t == TAIL && !r->head && !r->body);
    *column = p * w->stride[2] + k * w->dilation[2] - (at_left ? w->begin[2] : 0);
    if (at_left && *column < 0) return false;
    const int64_t past_last =
        (p - (r->tail - 1)) * w->stride[2] + (k - (w->kernel[2] - 1)) * w->dilation[2];
    return t != TAIL || past_last + r->over <= 0;
}

static void add_tap(const row_text *x, rows_part t, int64_t p, int64_t k, sn_str *out)
{
    const char sum = chains_of(x, t) == 2 && k % 2 ? 'b' : 'a';
    switch (x->r->op) {
    case SN_ROWS_PRODUCT:
        sn_str_addf(out, " %c%d += w%d * v;", sum, (int)p, (int)k);
        break;
    case SN_ROWS_MAX:
        sn_str_addf(out, " a%d = v_maximum(a%d, v);", (int)p, (int)p);
        break;
    case SN_ROWS_SUM:
        sn_str_addf(out, " %c%d += v;", sum, (int)p);
        break;
    }
}

/* The weights of a window's row that the tile uses. */
static void load_weights(const row_text *x, rows_part t, sn_str *out)
{
    for (int64_t k = 0; k < x->r->window.kernel[2]; k++) {
        bool used = false;
        int64_t column;
        for (int64_t p = 0; p < pixels_of(x->r, t); p++) used |= tap_column(x->r, t, p, k, &column);
        if (used)
            sn_str_addf(out, "            const vf w%d = v_load(wr + %ld);\n", (int)k,
                        (long)(k * x->lanes));
    }
}

/* ${TAPS(part)}: one line a column. */
static sn_status print_taps(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    (void)e, (void)n;
    const row_text *x = user;
    const rows_part t = (rows_part)atoi(args[0]);
    const sn_window *w = &x->r->window;
    const int64_t last =
        (pixels_of(x->r, t) - 1) * w->stride[2] + (w->kernel[2] - 1) * w->dilation[2];
    const char *line = "";
    if (x->r->op == SN_ROWS_PRODUCT) load_weights(x, t, out);
    for (int64_t q = 0; q <= last; q++) {
        bool used = false;
        for (int64_t p = 0; p < pixels_of(x->r, t); p++) {
            for (int64_t k = 0; k < w->kernel[2]; k++) {
                int64_t column;
                if (!tap_column(x->r, t, p, k, &column) || column != q) continue;
                if (!used)
                    sn_str_addf(out, "%s            { const vf v = v_load(r + %ld);", line,
                                (long)(q * x->lanes));
                add_tap(x, t, p, k, out);
                used = true;
            }
        }
        if (!used) continue;
        sn_str_add(out, " }");
        line = "\n";
    }
    return SN_OK;
}

/* ${START(part)}: the accumulators. A maximum begins with its first element, or, where the window
 * hangs over, below all numbers. */
static sn_status print_start(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    (void)e, (void)n;
    const row_text *x = user;
    const sn_rows *r = x->r;
    const rows_part t = (rows_part)atoi(args[0]);
    const int chains = chains_of(x, t);
    for (int c = 0; c < chains; c++) {
        for (int64_t p = 0; p < pixels_of(r, t); p++) {
            sn_str_addf(out, "%s%c%d = ",
                        p   ? ", "
                        : c ? "\n        vf "
                            : "        vf ",
                        "ab"[c], (int)p);
            int64_t column = 0;
            bool inside = true;
            for (int64_t k = 0; k < r->window.kernel[2]; k++) {
                int64_t at;
                bool is = tap_column(r, t, p, k, &at);
                inside &= is;
                if (k == 0) column = at;
            }
            if (r->op != SN_ROWS_MAX)
                sn_str_add(out, "v_set1(0)");
            else if (!inside)
                sn_str_add(out, "v_set1(-__builtin_inff())");
            else
                sn_str_addf(out, "v_load(x + %ld)", (long)(column * x->lanes));
        }
        sn_str_add(out, ";");
    }
    return SN_OK;
}

/* ${TOTAL(part)}: of the tile's results, pair by pair, which are as few additions behind one
 * another as can be. */
static void total_of(sn_str *out, int64_t first, int64_t n)
{
    if (n == 1) {
        sn_str_addf(out, "a%d", (int)first);
        return;
    }
    sn_str_add(out, "(");
    total_of(out, first, n / 2);
    sn_str_add(out, " + ");
    total_of(out, first + n / 2, n - n / 2);
    sn_str_add(out, ")");
}

static sn_status print_total(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    (void)e, (void)n;
    const row_text *x = user;
    total_of(out, 0, pixels_of(x->r, (rows_part)atoi(args[0])));
    return SN_OK;
}

/* ---- the row function ------------------------------------------------------------------------ */

static const char *const op_names[] = {"depthwise", "largest", "sum"};

static bool is_deep(const sn_rows *r)
{
    return r->window.kernel[0] > 1 || r->window.out[0] > 1 || r->window.in[0] > 1;
}

static int scaled(const sn_rows *r) { return r->op != SN_ROWS_SUM ? 0 : r->scale != 0 ? 1 : 2; }

static const char *params_of(sn_emit *e, const sn_rows *r)
{
    return sn_arena_printf(
        sn_emit_arena(e), "%s%s%s%s", is_deep(r) ? ", long plane, long n_planes" : "",
        r->op == SN_ROWS_PRODUCT ? ", const float *w" : "", r->body ? ", long n" : "",
        scaled(r) == 2 ? ", const float *column_scales, float row_scale" : "");
}

/* Everything that the function's text depends on. */
static const char *name_row(sn_emit *e, const sn_rows *r)
{
    const sn_window *w = &r->window;
    sn_str s;
    sn_str_init(&s, sn_emit_arena(e));
    sn_str_addf(&s, "%s_k%d_s%d", op_names[r->op], (int)w->kernel[2], (int)w->stride[2]);
    if (w->dilation[2] > 1) sn_str_addf(&s, "_d%d", (int)w->dilation[2]);
    if (w->begin[2] > 0) sn_str_addf(&s, "_l%d", (int)w->begin[2]);
    if (r->over > 0) sn_str_addf(&s, "_r%d", (int)r->over);
    if (r->head || r->body) sn_str_addf(&s, "_p%d", (int)r->tile);
    sn_str_addf(&s, "_t%d%s%s", (int)r->tail, r->head ? "h" : "", r->body ? "b" : "");
    if (is_deep(r)) sn_str_addf(&s, "_deep%d", (int)w->kernel[1]);
    if (scaled(r) == 1) sn_str_addf(&s, "_m%d", (int)(w->kernel[0] * w->kernel[1]));
    if (scaled(r) == 2) sn_str_add(&s, "_m");
    if (r->indirect) sn_str_add(&s, "_rows");
    if (r->sums) sn_str_add(&s, "_sums");
    return s.s;
}

static void bind_window(sn_emit *e, sn_bind *b, const sn_rows *r)
{
    static const sn_ct_int names[3][6] = {{CT_KD, CT_SD, CT_DD, CT_PD, CT_ID, CT_OD},
                                          {CT_KH, CT_SH, CT_DH, CT_PT, CT_IH, CT_OH},
                                          {CT_KW, CT_S, CT_D, CT_PL, CT_IW, CT_OW}};
    const sn_window *w = &r->window;
    for (int a = 0; a < 3; a++) {
        const int64_t values[] = {w->kernel[a], w->stride[a], w->dilation[a],
                                  w->begin[a],  w->in[a],     w->out[a]};
        for (int i = 0; i < 6; i++) sn_bind_int(b, names[a][i], values[i]);
    }
    sn_bind_int(b, CT_LANES, sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_DEEP, is_deep(r));
    sn_bind_int(b, CT_PRODUCT, r->op == SN_ROWS_PRODUCT);
    sn_bind_int(b, CT_MAX, r->op == SN_ROWS_MAX);
    sn_bind_int(b, CT_INDIRECT, r->indirect);
    sn_bind_int(b, CT_SCALING, scaled(r));
    sn_bind_int(b, CT_LEAVES_SUMS, r->sums);
}

sn_status sn_rows_function(sn_emit *e, const sn_step *s, const sn_rows *r, const char **name)
{
    sn_arena *arena = sn_emit_arena(e);
    sn_bind *b = sn_bind_create(e);
    row_text *x = SN_NEW(arena, row_text);
    *x = (row_text){r, sn_emit_machine(e)->lanes, sn_emit_machine(e)->registers};
    SN_TRY(sn_bind_epilogue(e, b, s));
    const char *text;
    *name = sn_arena_printf(arena, "%s%s", name_row(e, r), sn_bound_text(b, CT_ENAME));
    if (sn_emit_has_helper(e, *name)) return SN_OK;
    bind_window(e, b, r);
    sn_bind_text(b, CT_NAME, *name);
    sn_bind_text(b, CT_ABOUT,
                 sn_arena_printf(arena,
                                 "A row: %s over windows %d wide, %d apart, in tiles of %d pixels.",
                                 r->op == SN_ROWS_PRODUCT ? "sums of products"
                                 : r->op == SN_ROWS_MAX   ? "maxima"
                                                          : "sums",
                                 (int)r->window.kernel[2], (int)r->window.stride[2], (int)r->tile));
    sn_bind_text(b, CT_PARAMS, params_of(e, r));
    sn_bind_int(b, CT_HEAD, r->head);
    sn_bind_int(b, CT_BODY, r->body > 0);
    sn_bind_int(b, CT_TAIL_PIXELS, r->tail);
    sn_bind_int(b, CT_TILE_PIXELS, r->tile);
    sn_bind_int(b, CT_CHAINS, chains_of(x, BODY));
    sn_bind_int(b, CT_TAIL_CHAINS, chains_of(x, TAIL));
    sn_bind_text(b, CT_SCALE, scaled(r) == 1 ? sn_emit_number(e, r->scale) : "");
    sn_bind_call(b, CT_ADD_TAPS, print_taps, x);
    sn_bind_call(b, CT_START_SUMS, print_start, x);
    sn_bind_call(b, CT_TOTAL, print_total, x);
    SN_TRY(sn_template(e, "rows", sn_text_rows, b, &text));
    sn_emit_helper(e, *name, text);
    return SN_OK;
}

/* ---- the step -------------------------------------------------------------------------------- */

static const char *args_of(sn_emit *e, const sn_step *s, const sn_rows *r)
{
    const sn_window *w = &r->window;
    const int lanes = sn_emit_machine(e)->lanes;
    const long x_plane = (long)s->in[0]->layout.plane, row = (long)(w->in[2] * lanes),
               plane = (long)w->in[1] * row;
    const long kh = (long)w->kernel[1], kd = (long)w->kernel[0],
               w_row = (long)(w->kernel[2] * lanes);
    sn_str t;
    sn_str_init(&t, sn_emit_arena(e));
    sn_str_addf(&t, "x + c * %ld", x_plane);
    if (is_deep(r)) sn_str_addf(&t, " + (iz + kz * %ld) * %ld", (long)w->dilation[0], plane);
    sn_str_addf(&t, " + (iy + ky * %ld) * %ld, %ld, end - ky", (long)w->dilation[1], row,
                (long)w->dilation[1] * row);
    if (is_deep(r)) sn_str_addf(&t, ", %ld, end_z - kz", (long)w->dilation[0] * plane);
    if (r->op == SN_ROWS_PRODUCT) {
        sn_str_addf(&t, ", w + ((c * %ld", kd);
        sn_str_addf(&t, "%s) * %ld + ky) * %ld", is_deep(r) ? " + kz" : "", kh, w_row);
    }
    if (r->body) sn_str_addf(&t, ", %ld", (long)r->body);
    if (scaled(r) == 2) sn_str_add(&t, ", column_scales, row_scales[o]");
    return t.s;
}

sn_status sn_rows_emit(sn_emit *e, const sn_step *s, const sn_rows *r)
{
    const char *name, *body;
    SN_TRY(sn_rows_function(e, s, r, &name));
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    bind_window(e, b, r);
    sn_bind_text(b, CT_NAME, name);
    sn_bind_text(b, CT_ARGS, args_of(e, s, r));
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[0]));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_text(b, CT_W, r->weights ? sn_emit_packed(e, r->weights) : "");
    sn_bind_text(b, CT_SCALES, r->scales ? sn_emit_packed(e, r->scales) : "");
    sn_bind_int(b, CT_Y_PLANE, s->out[0]->layout.plane);
    sn_bind_text(b, CT_SUMS_AT, r->sums ? sn_sums_at(e, s) : "");
    SN_TRY(sn_bind_sums(e, b, s));
    sn_bind_int(b, CT_BANDS, r->bands);
    sn_bind_int(b, CT_BY_ROWS, r->by_rows);
    sn_bind_int(b, CT_BLOCKS, sn_layout_blocks(&s->out[0]->layout, sn_emit_machine(e)->lanes));
    SN_TRY(sn_template(e, "rows_step", sn_text_rows_step, b, &body));
    sn_emit_function(e, s, 0, body);
    return sn_sums_emit(e, s);
}

/* ---- some rows ------------------------------------------------------------------------------- */

bool sn_rows_window(const sn_step *s, const sn_rows *r, sn_row_window *out)
{
    const sn_window *w = &r->window;
    const sn_layout *x = &s->in[0]->layout, *y = &s->out[0]->layout;
    if (is_deep(r) || w->dilation[1] != 1 || x->kind != SN_LAYOUT_BLOCKED ||
        y->kind != SN_LAYOUT_BLOCKED)
        return false;
    *out = (sn_row_window){.kernel = w->kernel[1],
                           .stride = w->stride[1],
                           .begin = w->begin[1],
                           .in_rows = w->in[1],
                           .in_pixels = w->in[2],
                           .out_rows = w->out[1],
                           .out_pixels = w->out[2]};
    return true;
}

sn_status sn_rows_emit_some(sn_emit *e, const sn_step *s, const sn_rows *r,
                            const sn_row_place *from, const sn_row_place *to, const char **text)
{
    sn_arena *arena = sn_emit_arena(e);
    const sn_window *w = &r->window;
    sn_rows indirect = *r;
    const char *name;
    indirect.indirect = true;
    SN_TRY(sn_rows_function(e, s, &indirect, &name));
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    bind_window(e, b, &indirect);
    sn_str args;
    sn_str_init(&args, arena);
    if (r->op == SN_ROWS_PRODUCT)
        sn_str_addf(&args, ", w + (c * %" PRId64 " + ky) * %" PRId64, w->kernel[1],
                    w->kernel[2] * sn_emit_machine(e)->lanes);
    if (r->body) sn_str_addf(&args, ", %" PRId64, r->body);
    if (scaled(r) == 2) sn_str_add(&args, ", column_scales, row_scales[r]");
    sn_bind_text(b, CT_NAME, name);
    sn_bind_text(b, CT_ARGS, args.s ? args.s : "");
    sn_bind_text(b, CT_FIRST, sn_row_at(arena, from, "iy + ky"));
    sn_bind_text(b, CT_FROM, sn_row_at(arena, from, "iy + ky + k"));
    sn_bind_text(b, CT_TO, sn_row_at(arena, to, "r"));
    sn_bind_text(b, CT_SUMS_AT, r->sums ? to->sums : "");
    sn_bind_int(b, CT_FROM_PLANE, from->plane);
    sn_bind_int(b, CT_TO_PLANE, to->plane);
    sn_bind_text(b, CT_W, r->weights ? sn_emit_packed(e, r->weights) : "");
    sn_bind_text(b, CT_SCALES, r->scales ? sn_emit_packed(e, r->scales) : "");
    sn_bind_int(b, CT_BLOCKS, sn_layout_blocks(&s->out[0]->layout, sn_emit_machine(e)->lanes));
    return sn_template(e, "rows_some", sn_text_rows_some, b, text);
}
