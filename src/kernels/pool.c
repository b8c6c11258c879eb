/* SPDX-License-Identifier: Apache-2.0
 *
 * pool: largest element or mean of windows (max_pool, average_pool, adaptive_max_pool,
 * adaptive_average_pool) and of whole channels (global_max_pool, global_average_pool). Of other
 * types than floats, and with indices: kernels/pool_places.c.
 *
 * Four ways, the first that fits:
 * - whole channels: several accumulators over all pixels of a block;
 * - large maxima: the columns of a window first, then its rows, through a block in between;
 * - rows of tiles (rows.h), for windows of one size that step evenly;
 * - boxes: bounds of each window from tables, for windows of uneven sizes, and on PLAIN tensors
 * without a channel axis in front. Padding is never an element of a maximum, which is -FLT_MAX
 * where a window has none; of a mean it is zeros that are counted or not, as the operator says
 * (ops/pool.c). */
#include <float.h>
#include <math.h>

#include "kernels/pool.h"
#include "kernels/rows.h"
#include "kernels/tiling.h"
#include "ops/ops.h"
#include "ops/pool.h"

extern const sn_kernel sn_kernel_pool;
extern const char sn_text_pool_boxes[], sn_text_pool_global[], sn_text_pool_split[];

typedef enum pool_way { GLOBAL, SPLIT, ROWS, BOXES } pool_way;
static const char *const way_names[] = {"whole channels, 8 sums", "columns, then rows",
                                        "rows in tiles", "boxes by tables"};

enum { GLOBAL_WAYS = 8, SPLIT_TAPS = 12 };

/* Windows along one axis, by output position. */
typedef struct spans {
    int64_t *lo, *hi; /* [n] elements of x */
    int64_t *count;   /* [n] by which a mean is divided */
    bool *empty;      /* [n] the window has no element */
} spans;

typedef struct pool {
    pool_way way;
    bool max;
    int64_t maps; /* channels, and whatever is before them */
    int64_t in[3], out[3];
    spans axis[3];   /* but for GLOBAL */
    int64_t step[3]; /* between the elements of a window */
    bool blocked;
    sn_window window; /* ROWS, SPLIT */
    sn_rows rows, columns;
} pool;

/* ---- geometry -------------------------------------------------------------------------------- */

static spans new_spans(sn_arena *arena, int64_t n)
{
    return (spans){SN_NEW_N(arena, int64_t, n), SN_NEW_N(arena, int64_t, n),
                   SN_NEW_N(arena, int64_t, n), SN_NEW_N(arena, bool, n)};
}

static void fixed_spans(const sn_window *w, int a, bool counts_pads, spans *s)
{
    for (int64_t o = 0; o < w->out[a]; o++) {
        const sn_pool_span is = sn_pool_span_at(w, a, o);
        s->count[o] = counts_pads ? is.counted : is.n;
        s->empty[o] = is.n == 0;
        s->lo[o] = is.lo;
        s->hi[o] = is.n ? is.lo + (is.n - 1) * w->dilation[a] + 1 : 0;
    }
}

static void adaptive_spans(int64_t in, int64_t out, spans *s)
{
    for (int64_t o = 0; o < out; o++) {
        s->lo[o] = in * o / out;
        s->hi[o] = (in * (o + 1) + out - 1) / out;
        s->count[o] = s->hi[o] - s->lo[o];
    }
}

/* What the operator is asked for, whichever it is. */
typedef struct request {
    int nd, axis;
    bool max, counts_pads;
    const sn_pool_params *windows; /* NULL: an adaptive or global one */
    bool global;
} request;

static bool read_request(const sn_node *node, request *r)
{
    *r = (request){.max = sn_is_max_pool(node->op), .global = sn_is_global_pool(node->op)};
    if (sn_is_window_pool(node->op)) {
        r->windows = node->params;
        r->nd = r->windows->nd;
        r->counts_pads = r->windows->count_include_pad;
    } else if (r->global) {
        r->nd = ((const sn_global_pool_params *)node->params)->nd;
    } else if (sn_is_adaptive_pool(node->op)) {
        r->nd = ((const sn_adaptive_pool_params *)node->params)->nd;
    } else {
        return false;
    }
    const int rank = sn_in(node, 0)->shape.rank;
    r->axis = rank - r->nd - 1;
    return r->nd <= 3 && rank > r->nd;
}

/* Rows of tiles: every window has an element. */
static bool fit_rows(const sn_kernel_ctx *k, const sn_window *w, pool *p)
{
    bool same = true;
    for (int a = 0; a < 3; a++) {
        const spans *s = &p->axis[a];
        for (int64_t o = 0; o < w->out[a]; o++) {
            if (s->hi[o] == s->lo[o]) return false;
            same &= s->count[o] == s->count[0];
        }
    }
    p->rows = (sn_rows){.op = p->max ? SN_ROWS_MAX : SN_ROWS_SUM, .window = *w};
    if (same)
        p->rows.scale =
            1.0 / (double)(p->axis[0].count[0] * p->axis[1].count[0] * p->axis[2].count[0]);
    return sn_rows_fit(k, &p->rows);
}

/* A maximum over many taps is made along the width and then along the height: kw + kh steps instead
 * of kw * kh. */
static bool fit_split(const sn_kernel_ctx *k, const sn_window *w, pool *p)
{
    const bool deep = w->kernel[0] > 1 || w->in[0] > 1,
               spread = w->dilation[1] > 1 || w->dilation[2] > 1;
    if (!p->max || deep || spread || w->kernel[1] * w->kernel[2] < SPLIT_TAPS || w->kernel[1] < 2 ||
        w->kernel[2] < 2)
        return false;
    if (w->stride[1] > w->kernel[1] / 2)
        return false; /* most rows would be read by one window only */
    p->columns = p->rows;
    p->columns.window.kernel[1] = p->columns.window.stride[1] = 1;
    p->columns.window.begin[1] = p->columns.window.end[1] = 0;
    p->columns.window.out[1] = w->in[1];
    p->rows.window.kernel[2] = p->rows.window.stride[2] = 1;
    p->rows.window.begin[2] = p->rows.window.end[2] = 0;
    p->rows.window.in[2] = w->out[2];
    return sn_rows_fit(k, &p->columns) && sn_rows_fit(k, &p->rows);
}

static bool pool_of(const sn_kernel_ctx *k, const sn_node *node, pool *p)
{
    request r;
    if (node->n_out > SN_POOL_INDICES || !read_request(node, &r)) return false;
    const sn_shape *x = &sn_in(node, 0)->shape, *y = &sn_out(node, 0)->shape;
    const bool blocked = r.axis == 0;
    const sn_extent extent = sn_extent_of(x, r.axis, r.nd);
    *p = (pool){.way = r.global && blocked ? GLOBAL : BOXES, .max = r.max, .blocked = blocked};
    p->maps = extent.maps * extent.channels;
    sn_window window;
    if (r.windows) sn_pool_window_of(r.windows, x, &window);
    for (int a = 0; a < 3; a++) {
        const int i = a - (3 - r.nd);
        p->in[a] = extent.d[a];
        p->out[a] = i < 0 || r.global ? 1 : y->d[y->rank - r.nd + i];
        p->step[a] = r.windows ? window.dilation[a] : 1;
        if (p->way == GLOBAL) continue;
        p->axis[a] = new_spans(k->arena, p->out[a]);
        if (r.windows)
            fixed_spans(&window, a, r.counts_pads, &p->axis[a]);
        else
            adaptive_spans(p->in[a], p->out[a], &p->axis[a]);
    }
    if (!r.windows || !blocked || !fit_rows(k, &window, p)) return true;
    p->way = ROWS;
    p->window = window;
    pool split = *p;
    split.way = SPLIT;
    if (fit_split(k, &window, &split)) *p = split;
    return true;
}

static int64_t pixels(const int64_t size[3]) { return size[0] * size[1] * size[2]; }

/* ---- plan ------------------------------------------------------------------------------------ */

/* Elements that are looked at for a channel. */
static double taps_of(const pool *p)
{
    double n[3] = {0};
    if (p->way == GLOBAL) return (double)pixels(p->in);
    if (p->way == SPLIT) {
        const sn_window *w = &p->window;
        return (double)(w->in[1] * w->out[2] * w->kernel[2] + w->out[1] * w->out[2] * w->kernel[1]);
    }
    for (int a = 0; a < 3; a++) {
        for (int64_t o = 0; o < p->out[a]; o++)
            n[a] += ceil((double)(p->axis[a].hi[o] - p->axis[a].lo[o]) / (double)p->step[a]);
    }
    return n[0] * n[1] * n[2];
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    const sn_arena_mark mark = sn_arena_save(k->arena);
    pool p;
    const bool can = pool_of(k, node, &p);
    if (can) {
        out->in[0] = out->out[0] = p.blocked ? SN_LAYOUT_BLOCKED : SN_LAYOUT_PLAIN;
        out->epilogue = out->epilogue_on_plain = true;
        const double channels = (double)p.maps,
                     bytes = 4 * channels * (double)(pixels(p.in) + pixels(p.out));
        const double taps = channels * taps_of(&p);
        if (p.blocked)
            out->work.vector = taps * (p.way == BOXES ? 8 : 1.3) / (double)k->machine->lanes;
        else
            out->work.scalar = 6 * taps;
        sn_work_stream(&out->work, bytes, bytes, true);
    }
    sn_arena_restore(k->arena, mark);
    return can;
}

static void pack_scales(const sn_kernel_ctx *k, sn_step *s, pool *p)
{
    const int64_t rows = p->out[0] * p->out[1];
    float *scales = sn_step_pack(k, s, p->out[2] + rows, "factors of means, by column and by row");
    for (int64_t i = 0; i < p->out[2]; i++) scales[i] = 1.0f / (float)p->axis[2].count[i];
    for (int64_t i = 0; i < rows; i++) {
        const int64_t count = p->axis[0].count[i / p->out[1]] * p->axis[1].count[i % p->out[1]];
        scales[p->out[2] + i] = 1.0f / (float)count;
    }
    p->rows.scales = s->packed[s->n_packed - 1];
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const int lanes = k->machine->lanes;
    pool *p = SN_NEW(k->arena, pool);
    if (!pool_of(k, s->node, p))
        return sn_fail(k->ctx, SN_E_INTERNAL, "pool: the node has changed");
    const int64_t planes = p->blocked ? (p->maps + lanes - 1) / lanes : p->maps;
    s->config = p;
    s->flops = (double)p->maps * taps_of(p);
    s->bytes = 4 * (double)p->maps * (double)(pixels(p->in) + pixels(p->out));
    s->n_phases = 1;
    s->units[0] = p->way == GLOBAL || p->way == SPLIT ? planes : planes * p->out[0] * p->out[1];
    if (p->way == ROWS) sn_rows_plan(&p->rows, k, s);
    if (p->way == SPLIT) s->scratch = p->in[1] * p->out[2] * lanes;
    if (p->way == ROWS && !p->max && p->rows.scale == 0) pack_scales(k, s, p);
    s->why = sn_arena_printf(k->arena, "%s: %s", p->max ? "maximum" : "mean", way_names[p->way]);
    return SN_OK;
}

/* ---- emit ------------------------------------------------------------------------------------ */

static void table(sn_str *out, const char *type, const char *name, int64_t n)
{
    sn_str_addf(out, "%s    static const %s %s[%ld] = {", out->n ? "\n" : "", type, name, (long)n);
}

static void axis_tables(sn_emit *e, const pool *p, int a, sn_str *out)
{
    static const char letters[] = "zyx";
    const spans *s = &p->axis[a];
    sn_arena *arena = sn_emit_arena(e);
    table(out, "int", sn_arena_printf(arena, "window_%c", letters[a]), 2 * p->out[a]);
    for (int64_t o = 0; o < p->out[a]; o++)
        sn_str_addf(out, "%s%ld, %ld", o ? ", " : "", (long)s->lo[o], (long)s->hi[o]);
    sn_str_add(out, "};");
    table(out, p->max ? "char" : "float",
          sn_arena_printf(arena, "%s_%c", p->max ? "empty" : "scale", letters[a]), p->out[a]);
    for (int64_t o = 0; o < p->out[a]; o++) {
        sn_str_add(out, o ? ", " : "");
        if (p->max)
            sn_str_addf(out, "%d", s->empty[o]);
        else
            sn_str_add(out, s->count[o] ? sn_emit_number(e, 1.0 / (double)s->count[o])
                                        : "__builtin_inff()"); /* times 0: NaN */
    }
    sn_str_add(out, "};");
}

static sn_status emit_boxes(sn_emit *e, const pool *p, const sn_shape *y, sn_bind *b,
                            const char **body)
{
    sn_str tables;
    sn_str_init(&tables, sn_emit_arena(e));
    for (int a = 0; a < 3; a++) axis_tables(e, p, a, &tables);
    sn_bind_text(b, CT_TABLES, tables.s);
    sn_bind_int(b, CT_STEP, p->blocked ? sn_emit_machine(e)->lanes : 1);
    static const sn_ct_text steps[] = {CT_NEXT_Z, CT_NEXT_Y};
    static const char *const names[] = {"z", "i"};
    for (int a = 0; a < 2; a++)
        sn_bind_text(b, steps[a],
                     p->step[a] == 1 ? sn_arena_printf(sn_emit_arena(e), "%s++", names[a])
                                     : sn_arena_printf(sn_emit_arena(e), "%s += %ld", names[a],
                                                       (long)p->step[a]));
    sn_bind_int(b, CT_TAP, p->step[2] * (p->blocked ? sn_emit_machine(e)->lanes : 1));
    sn_bind_int(b, CT_BLOCKED, p->blocked);
    sn_bind_text(b, CT_T, p->blocked ? "vf" : "float");
    sn_bind_text(b, CT_P, p->blocked ? "v" : "s");
    sn_bind_text(b, CT_SET, p->blocked ? "v_set1" : "");
    sn_bind_text(b, CT_LOAD, p->blocked ? "v_load" : "*");
    if (!p->blocked) {
        sn_bind_int(b, CT_LASTW, y->d[y->rank - 1]); /* without axes of size 1, that of channels */
        sn_bind_int(b, CT_X_PLANE, pixels(p->in));
        sn_bind_int(b, CT_Y_PLANE, pixels(p->out));
    }
    return sn_template(e, "pool_boxes", sn_text_pool_boxes, b, body);
}

static const char *body_argument(sn_emit *e, const sn_rows *r)
{
    return r->body ? sn_arena_printf(sn_emit_arena(e), ", %ld", (long)r->body) : "";
}

static sn_status emit_split(sn_emit *e, const sn_step *s, const pool *p, sn_bind *b,
                            const char **body)
{
    const char *columns, *rows;
    sn_step bare = *s;
    bare.epilogue = (sn_epilogue){.expr = NULL};
    SN_TRY(sn_rows_function(e, &bare, &p->columns, &columns));
    SN_TRY(sn_rows_function(e, s, &p->rows, &rows));
    sn_bind_text(b, CT_COLUMNS_NAME, columns);
    sn_bind_text(b, CT_ROWS_NAME, rows);
    sn_bind_text(b, CT_COLUMNS_BODY, body_argument(e, &p->columns));
    sn_bind_text(b, CT_ROWS_BODY, body_argument(e, &p->rows));
    sn_bind_int(b, CT_KW, p->window.kernel[2]);
    sn_bind_int(b, CT_KH, p->window.kernel[1]);
    sn_bind_int(b, CT_SH, p->window.stride[1]);
    sn_bind_int(b, CT_PT, p->window.begin[1]);
    return sn_template(e, "pool_split", sn_text_pool_split, b, body);
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const pool *p = s->config;
    if (p->way == ROWS) return sn_rows_emit(e, s, &p->rows);
    const char *body;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s));
    static const sn_ct_int names[2][3] = {{CT_ID, CT_IH, CT_IW}, {CT_OD, CT_OH, CT_OW}};
    for (int a = 0; a < 3; a++) {
        sn_bind_int(b, names[0][a], p->in[a]);
        sn_bind_int(b, names[1][a], p->out[a]);
    }
    sn_bind_text(b, CT_X, sn_emit_in(e, s->in[0]));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[0]));
    sn_bind_int(b, CT_X_PLANE, s->in[0]->layout.plane);
    sn_bind_int(b, CT_Y_PLANE, s->out[0]->layout.plane);
    sn_bind_int(b, CT_MAX, p->max);
    sn_bind_text(b, CT_LEAST, sn_emit_number(e, -(double)FLT_MAX));
    sn_bind_int(b, CT_LANES, sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_WAYS, GLOBAL_WAYS);
    sn_bind_int(b, CT_PIXELS, pixels(p->in));
    sn_bind_text(b, CT_SCALE, sn_emit_number(e, 1.0 / (double)pixels(p->in)));
    if (p->way == GLOBAL)
        SN_TRY(sn_template(e, "pool_global", sn_text_pool_global, b, &body));
    else if (p->way == SPLIT)
        SN_TRY(emit_split(e, s, p, b, &body));
    else
        SN_TRY(emit_boxes(e, p, &s->out[0]->shape, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

/* ---- some rows ------------------------------------------------------------------------------- */

static bool row_window(const sn_step *s, sn_row_window *out)
{
    const pool *p = s->config;
    return p->way == ROWS && sn_rows_window(s, &p->rows, out);
}

static sn_status plan_rows(const sn_kernel_ctx *k, sn_step *s, int64_t rows)
{
    (void)k, (void)rows;
    const pool *p = s->config;
    if (p->rows.scales) s->packed[s->n_packed++] = p->rows.scales;
    s->scratch = 0;
    return SN_OK;
}

static sn_status emit_rows(sn_emit *e, const sn_step *s, const sn_row_place *from,
                           const sn_row_place *to, const char **text)
{
    return sn_rows_emit_some(e, s, &((const pool *)s->config)->rows, from, to, text);
}

/* ---- cells ----------------------------------------------------------------------------------- */

const char *sn_cells_of(const sn_step *s, sn_cells *out)
{
    if (s->kernel != &sn_kernel_pool) return "it is no pooling";
    const pool *p = s->config;
    if ((p->way != ROWS && p->way != SPLIT) || p->in[0] != 1 || p->out[0] != 1)
        return "its windows are uneven";
    *out = (sn_cells){.max = p->max, .scale = p->rows.scale};
    for (int a = 0; a < 2; a++) {
        const sn_window *w = &p->window;
        const int64_t size = w->out[a + 1] == 1 ? w->kernel[a + 1] : w->stride[a + 1];
        if (w->kernel[a + 1] > size) return "its windows overlap";
        if (w->begin[a + 1] != 0) return "its windows begin outside";
        if (w->kernel[a + 1] > 1 && w->dilation[a + 1] != 1) return "its windows have gaps";
        out->kernel[a] = w->kernel[a + 1];
        out->size[a] = size;
        out->in[a] = w->in[a + 1];
        out->out[a] = w->out[a + 1];
    }
    if (!p->max && p->rows.scale == 0) return "its means are of unlike numbers of elements";
    return s->epilogue.n ? "what is done to its result reads other values" : NULL;
}

const char sn_cells_are_cut[] = "its windows are cut by the tiles that the other is computed in",
           sn_cells_other_shape[] = "it reads the value in another shape";

sn_status sn_step_cells(const sn_kernel_ctx *k, const sn_step *s, const sn_cells **out)
{
    *out = NULL;
    if (!s->pool) return SN_OK;
    sn_cells *c = SN_NEW(k->arena, sn_cells);
    const char *why = sn_cells_of(s->pool, c);
    if (why) return sn_node_fail(k->ctx, s->node, SN_E_INTERNAL, "no pooling by cells: %s", why);
    *out = c;
    return SN_OK;
}

int64_t sn_cells_reach(const sn_cells *c, int axis)
{
    const int64_t reach = (c->out[axis] - 1) * c->size[axis] + c->kernel[axis];
    return reach < c->in[axis] ? reach : c->in[axis];
}

bool sn_cells_fit_tiles(const sn_cells *c, int64_t m)
{
    return m % c->size[0] == 0 && m % c->size[1] == 0;
}

double sn_cells_vectors(const sn_cells *c, int64_t channels, int lanes)
{
    return (double)(sn_blocks_of(channels, lanes) * c->out[0] * c->out[1] * c->kernel[0] *
                    c->kernel[1]);
}

const sn_kernel sn_kernel_pool = {
    .name = "pool",
    .ops =
        SN_OPS(&sn_op_max_pool, &sn_op_average_pool, &sn_op_global_max_pool,
               &sn_op_global_average_pool, &sn_op_adaptive_max_pool, &sn_op_adaptive_average_pool),
    .synopsis = "largest element or mean of windows or of whole channels",
    .wants = wants,
    .plan = plan,
    .emit = emit,
    .row_window = row_window,
    .plan_rows = plan_rows,
    .emit_rows = emit_rows,
};
