/* SPDX-License-Identifier: Apache-2.0
 *
 * A pipeline of rows. A strip is a few rows of the last stage; for each strip, from the first stage
 * on, those rows are made that the next stage will read and that are not there yet. A thread does
 * strips that lie side by side, and makes the rows above its first one that others make, too;
 * nothing else is made twice. Row r stands in its ring at r modulo the rows that the ring has, so
 * that nothing is moved.
 *
 * It pays where what lies between is large beside the second cache: those bytes are neither stored
 * nor loaded. What it costs is that the weights are passed once for each strip. */
#include "kernels/pipeline.h"

#include <string.h>

#include "base/num.h"
#include "kernels/rows.h"
#include "ops/ops.h"

extern const sn_kernel sn_kernel_pipeline;

/* Rows of the last stage that a strip has at most. More gain nothing where weights are small. */
enum { MOST_ROWS = 14 };

/* Of bytes between two steps, what stays in the second cache meanwhile; of the rest the part that
 * products do not hide; of the second cache, what rings may fill beside weights. */
#define STAYS      0.35
#define NOT_HIDDEN 0.4
#define RINGS      0.6
/* Of the time of the products: less is not worth tiles that end with each row. */
#define LEAST_GAIN 0.05

typedef struct stage {
    sn_step step; /* as it was, with its epilogue; planned for rows */
    sn_row_window window;
    int64_t blocks, ring, plane; /* rows, and floats from a block to the next, of its ring */
    int64_t ring_at, frame_at;   /* floats in scratch memory */
} stage;

typedef struct pipeline {
    int n;
    int64_t rows; /* of a strip */
    stage stage[SN_MOST_STAGES];
} pipeline;

/* ---- what can be one ------------------------------------------------------------------------- */

static bool has_mean(const sn_step *s) { return s->sums.kind == SN_SUMS_MEAN; }

bool sn_can_be_stage(const sn_step *s)
{
    sn_row_window w;
    return s->kernel->row_window && s->node && s->n_phases == 1 + has_mean(s) &&
           s->n_out == 1 + has_mean(s) && !s->tail && s->out[0]->layout.kind == SN_LAYOUT_BLOCKED &&
           s->in[0] && !sn_step_packs_at_run_time(s) && s->kernel->row_window(s, &w);
}

/* A number, or one for each channel: the same in every row. */
static bool constants_only(const sn_step *s)
{
    for (int i = 0; i < s->epilogue.n; i++) {
        const sn_epilogue_operand *o = &s->epilogue.outside[i];
        if (o->place || o->kind == SN_OPERAND_ELEMENTWISE || o->kind == SN_OPERAND_PIXEL)
            return false;
    }
    for (int i = 1; i < s->n_in; i++)
        if (s->in[i] && i != s->factor) return false;
    return true;
}

bool sn_can_follow(const sn_step *from, const sn_step *to, const char **why)
{
    const sn_place *a = from->out[0], *b = to->in[0];
    sn_row_window x, y;
    *why = NULL;
    if (a->offset != b->offset || !sn_shape_equal(&a->shape, &b->shape) ||
        b->layout.kind != SN_LAYOUT_BLOCKED)
        *why = "a part or another view of it is read";
    else if (!constants_only(from) || to->factor || has_mean(from))
        *why = "something else is read on the way";
    else if (!from->kernel->row_window(from, &x) || !to->kernel->row_window(to, &y) || y.plain ||
             x.out_rows != y.in_rows || x.out_pixels != y.in_pixels)
        *why = "it is not read row by row";
    else if (y.kernel < y.stride)
        *why = "not all of its rows are read";
    return !*why;
}

/* ---- rings ----------------------------------------------------------------------------------- */

static int64_t blocks_of(const sn_kernel_ctx *k, const sn_step *s)
{
    return sn_layout_blocks(&s->out[0]->layout, k->machine->lanes);
}

/* Rows of stage i that are there at once where a strip has so many rows: those that the rows of the
 * next stage read which are made together, most of them in the first strip. */
static void ring_rows(const sn_row_window *w, int n, int64_t rows, int64_t *ring)
{
    ring[n - 1] = rows;
    for (int i = n - 2; i >= 0; i--)
        ring[i] = sn_min_int((ring[i + 1] - 1) * w[i + 1].stride + w[i + 1].kernel, w[i].out_rows);
}

static double ring_bytes(const sn_kernel_ctx *k, const sn_step *const *steps,
                         const sn_row_window *w, int n, const int64_t *ring)
{
    double floats = 0;
    for (int i = 0; i + 1 < n; i++)
        floats += (double)(ring[i] * w[i].out_pixels * blocks_of(k, steps[i]) * k->machine->lanes);
    if (w[0].plain)
        floats += (double)(((ring[0] - 1) * w[0].stride + w[0].kernel) * w[0].in_pixels) *
                  (double)steps[0]->in[0]->shape.d[0];
    return 4 * floats;
}

static double weight_bytes(const sn_step *s)
{
    double floats = 0;
    for (int i = 0; i < s->n_packed; i++) floats += (double)s->packed[i]->floats;
    return 4 * floats;
}

/* Rows of a strip: as many as fit, or a few less where each thread has as many strips then; 0: none
 * do. */
static int64_t strip_of(const sn_kernel_ctx *k, const sn_step *const *steps, const sn_row_window *w,
                        int n)
{
    double weights = 0;
    int64_t ring[SN_MOST_STAGES] = {0};
    if (k->most_whole) return 1;
    for (int i = 0; i < n; i++) weights += weight_bytes(steps[i]);
    int64_t rows = sn_min_int(MOST_ROWS, w[n - 1].out_rows);
    for (; rows > 0; rows--) {
        ring_rows(w, n, rows, ring);
        if (ring_bytes(k, steps, w, n, ring) + weights <= RINGS * sn_machine_l2_bytes(k->machine))
            break;
    }
    for (int64_t fewer = rows; 2 * fewer > rows; fewer--)
        if ((w[n - 1].out_rows + fewer - 1) / fewer % k->n_threads == 0) return fewer;
    return rows;
}

/* Bytes that what is read and made takes at the most, step by step, beyond what the pipeline
 * takes. */
static double bytes_gained(const sn_kernel_ctx *k, const sn_step *const *steps,
                           const sn_row_window *w, int n, const char **why)
{
    double most = 0;
    int64_t ring[SN_MOST_STAGES] = {0};
    for (int i = 0; i < n; i++) {
        const double bytes =
            (double)sn_place_bytes(steps[i]->in[0]) + (double)sn_place_bytes(steps[i]->out[0]);
        if (bytes > most) most = bytes;
    }
    ring_rows(w, n, 1, ring);
    const double gained = most - ring_bytes(k, steps, w, n, ring) -
                          (double)sn_place_bytes(steps[0]->in[0]) -
                          (double)sn_place_bytes(steps[n - 1]->out[0]);
    *why = "that would save no memory where it is short";
    return most > (double)k->most_whole && gained > 0 ? gained : -1;
}

double sn_pipeline_gain(const sn_kernel_ctx *k, const sn_step *const *steps, int n,
                        const char **why)
{
    sn_row_window w[SN_MOST_STAGES] = {{0}};
    const sn_core *c = k->machine->core;
    double weights = 0, saved = 0, flops = 0;
    for (int i = 0; i < n; i++) {
        (void)steps[i]->kernel->row_window(steps[i], &w[i]);
        weights += weight_bytes(steps[i]);
        flops += steps[i]->flops;
        if (i + 1 == n) break;
        const double bytes = (double)sn_place_bytes(steps[i]->out[0]),
                     beyond = bytes - STAYS * c->level_bytes[1];
        if (beyond > 0) saved += 2 * NOT_HIDDEN * sn_traffic_seconds(c, beyond, bytes);
    }
    if (k->most_whole) return bytes_gained(k, steps, w, n, why);
    const int64_t rows = strip_of(k, steps, w, n);
    *why = "so few rows do not fit the cache";
    if (rows == 0) return -1;
    const double strips = (double)((w[n - 1].out_rows + rows - 1) / rows),
                 again = (strips - 1) * sn_traffic_seconds(c, weights, weights),
                 least_gain = LEAST_GAIN * flops / sn_machine_flops(k->machine);
    *why = sn_arena_printf(k->arena,
                           "it would save %.3g us, of which passing the weights for each of %.0f "
                           "strips of rows costs %.3g; it pays from %.3g on",
                           1e6 * saved, strips, 1e6 * again, 1e6 * least_gain);
    return saved - again - least_gain;
}

/* ---- plan ------------------------------------------------------------------------------------ */

static void take_nodes(const sn_kernel_ctx *k, sn_step *s, const sn_step *const *steps, int n)
{
    for (int i = 0; i < n; i++) s->n_nodes += steps[i]->n_nodes;
    const sn_node **nodes = SN_NEW_N(k->arena, const sn_node *, s->n_nodes);
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        for (size_t j = 0; j < steps[i]->n_nodes; j++) nodes[at++] = steps[i]->nodes[j];
    }
    s->nodes = nodes;
}

/* The stage's own constants and those of its epilogue; all of them are the pipeline's. */
static sn_status plan_stage(const sn_kernel_ctx *k, stage *t, int64_t rows, sn_step *whole)
{
    t->step.n_packed = 0;
    SN_TRY(t->step.kernel->plan_rows(k, &t->step, rows));
    for (int i = 0; i < t->step.epilogue.n; i++) {
        sn_packed *p = t->step.epilogue.outside[i].packed;
        if (p) t->step.packed[t->step.n_packed++] = p;
    }
    SN_CHECK(k->ctx, whole->n_packed + t->step.n_packed <= SN_MAX_PACKED, SN_E_INTERNAL,
             "a pipeline of more than %d constants", SN_MAX_PACKED);
    for (int i = 0; i < t->step.n_packed; i++) whole->packed[whole->n_packed++] = t->step.packed[i];
    return SN_OK;
}

static sn_status plan_stages(const sn_kernel_ctx *k, pipeline *p, sn_step *s)
{
    sn_row_window w[SN_MOST_STAGES] = {{0}};
    int64_t ring[SN_MOST_STAGES] = {0};
    const int lanes = k->machine->lanes;
    for (int i = 0; i < p->n; i++) w[i] = p->stage[i].window;
    ring_rows(w, p->n, p->rows, ring);
    for (int i = 0; i < p->n; i++) {
        stage *t = &p->stage[i];
        SN_TRY(plan_stage(k, t, ring[i], s));
        t->frame_at = s->scratch;
        s->scratch += (t->step.scratch + 15) / 16 * 16;
        s->flops += t->step.flops;
        if (i + 1 == p->n) break;
        t->blocks = blocks_of(k, &t->step);
        t->ring = ring[i];
        t->plane = sn_plane_floats(t->ring * w[i].out_pixels * lanes);
        t->ring_at = s->scratch;
        s->scratch += (t->blocks * t->plane + 15) / 16 * 16;
    }
    return SN_OK;
}

sn_status sn_pipeline_of(const sn_kernel_ctx *k, const sn_step *const *steps, int n, sn_step **out)
{
    pipeline *p = SN_NEW(k->arena, pipeline);
    sn_row_window w[SN_MOST_STAGES] = {{0}};
    const sn_step *first = steps[0], *last = steps[n - 1];
    p->n = n;
    for (int i = 0; i < n; i++) {
        p->stage[i].step = *steps[i];
        (void)steps[i]->kernel->row_window(steps[i], &w[i]);
        p->stage[i].window = w[i];
    }
    p->rows = strip_of(k, steps, w, n);
    sn_step *s = SN_NEW(k->arena, sn_step);
    s->kernel = &sn_kernel_pipeline;
    s->node = last->node;
    s->group = last->group;
    s->config = p;
    s->in = SN_NEW_N(k->arena, const sn_place *, 2);
    s->in[0] = first->in[0];
    s->n_in = 1;
    if (first->factor) s->in[s->n_in++] = first->in[first->factor];
    s->out = last->out;
    s->n_out = last->n_out;
    s->sums = last->sums;
    s->epilogue = last->epilogue;
    take_nodes(k, s, steps, n);
    SN_TRY(plan_stages(k, p, s));
    s->n_phases = last->n_phases;
    s->units[1] = last->units[1];
    s->shared = last->shared;
    s->units[0] = (w[n - 1].out_rows + p->rows - 1) / p->rows;
    s->bytes =
        (double)sn_place_bytes(s->in[0]) + (double)sn_place_bytes(s->out[0]) + weight_bytes(s);
    sn_str text;
    sn_str_init(&text, k->arena);
    sn_str_addf(&text, "strips of %d rows, %d KB of rows between ", (int)p->rows,
                (int)(4 * s->scratch >> 10));
    for (int i = 0; i < n; i++) sn_str_addf(&text, "%s%s", i ? ", " : "", steps[i]->kernel->name);
    s->why = text.s;
    *out = s;
    return SN_OK;
}

/* ---- emit ------------------------------------------------------------------------------------ */

static sn_row_place ring_place(sn_arena *arena, const stage *t, int lanes)
{
    return (sn_row_place){.base = sn_arena_printf(arena, "scratch + %" PRId64, t->ring_at),
                          .ring = t->ring,
                          .floats = t->window.out_pixels * lanes,
                          .plane = t->plane};
}

/* `{`, the rows of stage i from r0 to r1, `}`. */
static sn_status add_stage(sn_emit *e, const sn_step *s, int i, sn_str *out)
{
    const pipeline *p = s->config;
    const stage *t = &p->stage[i];
    sn_arena *arena = sn_emit_arena(e);
    const int lanes = sn_emit_machine(e)->lanes;
    sn_row_place from = {.base = sn_emit_in(e, s->in[0]),
                         .floats = t->window.in_pixels * (t->window.plain ? 1 : lanes),
                         .plane = s->in[0]->layout.plane},
                 to = {.base = sn_emit_out(e, s->out[0]),
                       .floats = t->window.out_pixels * lanes,
                       .plane = s->out[0]->layout.plane,
                       .sums = has_mean(s) ? sn_sums_at(e, s) : NULL};
    const char *text;
    if (i > 0) from = ring_place(arena, &p->stage[i - 1], lanes);
    if (i + 1 < p->n) to = ring_place(arena, t, lanes);
    sn_str_addf(out, "        { /* %s */\n", t->step.kernel->name);
    if (i + 1 < p->n)
        sn_str_addf(out, "            const long r0 = have%d, r1 = to%d;\n", i, i);
    else
        sn_str_addf(out, "            const long r0 = o, r1 = to%d;\n", i);
    if (t->step.scratch > 0)
        sn_str_addf(out, "            float *const frame = scratch + %" PRId64 ";\n", t->frame_at);
    SN_TRY(t->step.kernel->emit_rows(e, &t->step, &from, &to, &text));
    sn_str_add(out, text);
    if (i + 1 < p->n) sn_str_addf(out, "            if (r1 > have%d) have%d = r1;\n", i, i);
    sn_str_add(out, "        }\n");
    return SN_OK;
}

/* Rows of stage i that are read for rows of the next one: the first, and behind the last. */
static void add_bounds(const stage *next, int i, bool first, sn_str *out)
{
    const sn_row_window *w = &next->window;
    if (first) {
        sn_str_addf(out,
                    "    long have%d = %s%d * %" PRId64 " - %" PRId64 ";\n"
                    "    if (have%d < 0) have%d = 0;\n",
                    i, "have", i + 1, w->stride, w->begin, i, i);
        return;
    }
    sn_str_addf(out,
                "        long to%d = (to%d - 1) * %" PRId64 " + %" PRId64 ";\n"
                "        if (to%d > %" PRId64 ") to%d = %" PRId64 ";\n",
                i, i + 1, w->stride, w->kernel - w->begin, i, w->in_rows, i, w->in_rows);
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const pipeline *p = s->config;
    const int last = p->n - 1;
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    sn_str_addf(&out,
                "    /* Rows below have0, have1, .. are made. */\n"
                "    const long have%d = first * %" PRId64 ", end = last * %" PRId64 " < %" PRId64
                " ? last * %" PRId64 " : %" PRId64 ";\n",
                last, p->rows, p->rows, p->stage[last].window.out_rows, p->rows,
                p->stage[last].window.out_rows);
    for (int i = last - 1; i >= 0; i--) add_bounds(&p->stage[i + 1], i, true, &out);
    sn_str_addf(&out,
                "    for (long o = have%d; o < end; o += %" PRId64 ") {\n"
                "        const long to%d = o + %" PRId64 " < end ? o + %" PRId64 " : end;\n",
                last, p->rows, last, p->rows, p->rows);
    for (int i = last - 1; i >= 0; i--) add_bounds(&p->stage[i + 1], i, false, &out);
    for (int i = 0; i <= last; i++) SN_TRY(add_stage(e, s, i, &out));
    sn_str_add(&out, "    }\n");
    sn_emit_function(e, s, 0, out.s);
    return sn_sums_emit(e, s);
}

const sn_kernel sn_kernel_pipeline = {
    .name = "pipeline",
    .keeps = true,
    .synopsis = "several layers row by row, what lies between them in rings of rows",
    .emit = emit,
};
