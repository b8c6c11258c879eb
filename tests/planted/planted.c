/* SPDX-License-Identifier: Apache-2.0
 *
 * Plants one mistake at a time into a network and asks the comparison of networks about it: it must
 * be caught, or be inconclusive.
 *
 *     planted [--layers N] [--seed N] [--only KIND] [--plain] MODEL.param | zoo:NAME ...
 *
 * Each mistake is tried four times: planted into the network, and into the network that is then
 * optimized; each with the names of inner values and layers, and without. A line for each: network,
 * layer, operator, kind, way, verdict, words; tests/planted/run.py counts. What changes nothing (a
 * bias of zeros that is forgotten, equal filters that change places) is no mistake and is not
 * planted. With --plain nothing is planted: the network and what it is optimized to. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/format.h"
#include "ops/conv.h"
#include "ops/structure.h"
#include "passes/pass.h"
#include "ref/compare.h"
#include "ref/run.h"
#include "ref/shapes.h"
#include "zoo/zoo.h"

typedef struct planter {
    sn_ctx *ctx;
    sn_arena *arena;
    const char *model, *only;
    int n_layers; /* 0: all */
    bool plain;
    int n_missed;
} planter;

static void must(const planter *p, sn_status s, const char *what)
{
    if (s == SN_OK) return;
    fprintf(stderr, "%s: %s: %s\n", p->model, what, sn_ctx_error(p->ctx));
    exit(2);
}

/* ---- weights --------------------------------------------------------------------------------- */

static const sn_tensor *weight_in(const sn_node *n, unsigned slot)
{
    const sn_value *v = sn_in(n, slot);
    const bool is = v && !v->def && v->data && v->data->buf && sn_type_is_float(v->data->type);
    return is ? v->data : NULL;
}

/* The slot of the weights proper; -1: there is none. */
static int main_slot(const sn_node *n)
{
    for (unsigned i = 0; i < n->n_in; i++) {
        const sn_slot *s = sn_op_slot(n->op, i);
        if (s && (s->flags & SN_SLOT_WEIGHT) && weight_in(n, i) && strcmp(s->name, "bias") != 0)
            return (int)i;
    }
    return -1;
}

static int bias_slot(const sn_node *n)
{
    for (unsigned i = 0; i < n->n_in; i++) {
        const sn_slot *s = sn_op_slot(n->op, i);
        if (s && strcmp(s->name, "bias") == 0 && weight_in(n, i)) return (int)i;
    }
    return -1;
}

static float *edited(planter *p, sn_node *n, int slot, int64_t *count)
{
    const sn_tensor *plain = NULL, *was = weight_in(n, (unsigned)slot);
    sn_tensor *t = NULL;
    void *data = NULL;
    must(p, sn_tensor_convert(p->ctx, was, SN_TYPE_f32, &plain), "weights");
    must(p, sn_tensor_create(p->ctx, SN_TYPE_f32, &was->shape, &t, &data), "weights");
    *count = sn_tensor_count(plain);
    memcpy(data, sn_tensor_f32(plain), (size_t)*count * sizeof(float));
    sn_tensor_release(plain);
    sn_node_set_input(n, (uint16_t)slot, sn_value_const(n->graph, t, NULL));
    sn_tensor_release(t);
    return data;
}

/* Weights that were halves are halves again: a file would store them so. */
static void store_like(planter *p, sn_node *n, const sn_node *was)
{
    for (unsigned i = 0; i < n->n_in; i++) {
        const sn_tensor *before = weight_in(was, i), *now = weight_in(n, i), *halves = NULL;
        if (!before || !now || before == now || before->coding != SN_CODED_F16 ||
            now->coding != SN_PLAIN)
            continue;
        must(p, sn_tensor_encode(p->ctx, now, SN_CODED_F16, &halves), "weights");
        sn_node_set_input(n, (uint16_t)i, sn_value_const(n->graph, halves, NULL));
        sn_tensor_release(halves);
    }
}

/* Of a constant that is a single row, each element counts as one. */
static int64_t rows_in(const sn_node *n, const sn_tensor *t)
{
    return t->shape.rank < 1                                           ? 0
           : t->shape.d[0] == 1 && sn_op_has(n->op, SN_TRAIT_CONSTANT) ? sn_tensor_count(t)
                                                                       : t->shape.d[0];
}

static int64_t rows_of(const sn_node *n)
{
    return rows_in(n, weight_in(n, (unsigned)main_slot(n)));
}

/* All weights of one output: those of each slot that has as many rows. */
static void each_row(planter *p, sn_node *n, int64_t row, int64_t other, double factor)
{
    const int64_t rows = rows_of(n);
    for (int s = 0; s < n->n_in; s++) {
        const sn_tensor *t = weight_in(n, (unsigned)s);
        if (!t || rows_in(n, t) != rows) continue;
        if (other < 0 && n->op->n_out == 1 &&
            strcmp(sn_op_slot(n->op, (unsigned)s)->name, "mean") == 0)
            continue;
        if (other < 0 && strcmp(sn_op_slot(n->op, (unsigned)s)->name, "var") == 0) continue;
        int64_t count;
        float *v = edited(p, n, s, &count);
        const int64_t each = count / rows;
        for (int64_t i = 0; i < each; i++) {
            const float x = v[row * each + i];
            v[row * each + i] = other < 0 ? (float)(factor * (double)x) : v[other * each + i];
            if (other >= 0) v[other * each + i] = x;
        }
    }
}

static int64_t smallest_row(planter *p, const sn_node *n)
{
    const sn_tensor *t = weight_in(n, (unsigned)main_slot(n));
    const int64_t rows = rows_of(n), each = sn_tensor_count(t) / rows;
    double least = INFINITY;
    int64_t at = -1;
    (void)p;
    for (int64_t r = 0; r < rows; r++) {
        double sum = 0;
        for (int64_t i = 0; i < each; i++) sum += fabs(sn_tensor_at(t, r * each + i));
        if (sum > 0 && sum < least) least = sum, at = r;
    }
    return at;
}

/* ---- kinds ----------------------------------------------------------------------------------- */

/* false: there is nothing of the kind to do here. base: both networks get it first. */
typedef bool plant_fn(planter *p, sn_node *n, bool base);

static bool by_a_twentieth(planter *p, sn_node *n, bool base)
{
    int64_t count;
    if (base) return true;
    float *v = edited(p, n, main_slot(n), &count);
    for (int64_t i = 0; i < count; i++) v[i] *= 1.05F;
    return true;
}

static bool filter_zeroed(planter *p, sn_node *n, bool base)
{
    int64_t count;
    const int64_t rows = rows_of(n), row = rows / 3;
    if (base) return true;
    float *v = edited(p, n, main_slot(n), &count);
    for (int64_t i = 0; i < count / rows; i++) v[row * (count / rows) + i] = 0;
    return true;
}

static bool small_sign(planter *p, sn_node *n, bool base)
{
    const int64_t row = smallest_row(p, n);
    if (!base && row >= 0) each_row(p, n, row, -1, -1);
    return row >= 0;
}

/* The same of a channel made 1e-6 of what it was, in both. */
static bool tiny_sign(planter *p, sn_node *n, bool base)
{
    const int64_t row = rows_of(n) > 1
                            ? smallest_row(p, n)
                            : -1; /* one alone is all that there is, not small beside others */
    if (row >= 0) each_row(p, n, row, -1, base ? 1e-6 : -1);
    return row >= 0;
}

static bool swapped(planter *p, sn_node *n, bool base)
{
    const int64_t rows = rows_of(n);
    if (rows < 2) return false;
    if (!base) each_row(p, n, 0, rows / 2, 1);
    return true;
}

static bool bias_forgotten(planter *p, sn_node *n, bool base)
{
    int64_t count;
    if (bias_slot(n) < 0) return false;
    if (base) return true;
    float *v = edited(p, n, bias_slot(n), &count);
    memset(v, 0, (size_t)count * sizeof *v);
    return true;
}

static bool pad_off(planter *p, sn_node *n, bool base)
{
    sn_conv_params *q = n->op == &sn_op_conv ? n->params : NULL;
    if (!q || q->pad_mode != SN_PAD_EXPLICIT || q->pad_begin.n < 1 || q->pad_end.n < 1 ||
        q->pad_end.v[0] < 1)
        return false;
    if (base) return true;
    n->params = q = sn_params_copy(n->op->params, n->op->params_bytes, q, n->graph->arena);
    int32_t *begin =
        sn_arena_copy(n->graph->arena, q->pad_begin.v, (size_t)q->pad_begin.n * sizeof *begin);
    int32_t *end = sn_arena_copy(n->graph->arena, q->pad_end.v, (size_t)q->pad_end.n * sizeof *end);
    begin[0]++;
    end[0]--;
    q->pad_begin.v = begin;
    q->pad_end.v = end;
    (void)p;
    return true;
}

static const struct kind {
    const char *name;
    plant_fn *plant;
} kinds[] = {{"x1.05", by_a_twentieth}, {"zeroed", filter_zeroed}, {"sign", small_sign},
             {"tiny", tiny_sign},       {"swapped", swapped},      {"bias", bias_forgotten},
             {"pad", pad_off}};

/* ---- asking ---------------------------------------------------------------------------------- */

static sn_node *node_at(sn_graph *g, uint32_t id)
{
    SN_EACH_NODE(n, g)
    {
        if (n->id == id) return n;
    }
    return NULL;
}

/* Every weight has the contents that it had, bit for bit. */
static bool is_unharmed(const sn_node *a, const sn_node *b)
{
    for (unsigned i = 0; i < a->n_in; i++) {
        const sn_tensor *x = weight_in(a, i), *y = weight_in(b, i);
        if (!x || !y || x == y) continue;
        for (int64_t k = 0, n = sn_tensor_count(x); k < n; k++) {
            if (sn_tensor_at(x, k) != sn_tensor_at(y, k)) return false;
        }
    }
    return !a->op->params || sn_params_equal(a->op->params, a->params, b->params);
}

static void strip(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        if (sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT | SN_TRAIT_SELECTS) || !n->op->eval)
            continue;
        sn_node_set_name(g, n, NULL);
        for (uint16_t i = 0; i < n->n_out; i++) sn_value_set_name(g, n->out[i], NULL);
    }
}

static void optimize(planter *p, sn_graph *g)
{
    sn_pass_env env = {.ctx = p->ctx,
                       .target = sn_format_named("ncnn")->target,
                       .counts_only = true,
                       .rewrites_only = true};
    sn_pipeline_result r = {0};
    must(p, sn_pipeline_run(&env, g, NULL, &r), "optimize");
}

static void ask(planter *p, const sn_graph *a, const sn_graph *b, const sn_node *n,
                const char *kind, const char *way)
{
    sn_compare_options o = {.seed = 1, .exact_outputs = true};
    sn_compare_result r;
    sn_status s = sn_compare(a, b, &o, p->arena, &r);
    const char *verdict = s != SN_OK ? "caught"
                          : !r.ran   ? "notrun"
                                     : sn_verdict_name(r.verdict),
               *why = r.doubt;
    if (s == SN_E_SHAPE || s == SN_E_ARG) {
        why = sn_ctx_error(p->ctx);
    } else {
        must(p, s, "comparison");
    }
    for (size_t i = 0; s == SN_OK && i < r.n_compared && !why; i++) why = r.compared[i].why;
    if (s == SN_OK && !r.ran) why = r.why_not;
    p->n_missed += s == SN_OK && r.ran && r.verdict == SN_SAME;
    printf("%s\t%s\t%s\t%s\t%s\t%s\t%s\n", p->model, n && n->name ? n->name : "-",
           n ? n->op->name : "-", kind, way, verdict, s != SN_OK || why ? why : "");
    fflush(stdout);
    sn_ctx_clear_error(p->ctx);
}

/* Both ways to have names; b is used up. */
static void ask_all(planter *p, const sn_graph *a, sn_graph *b, const sn_node *n, const char *kind)
{
    sn_graph *c = sn_graph_clone(b);
    ask(p, a, b, n, kind, "named");
    strip(b);
    ask(p, a, b, n, kind, "stripped");
    sn_graph_destroy(b);
    optimize(p, c);
    ask(p, a, c, n, kind, "optimized");
    strip(c);
    ask(p, a, c, n, kind, "optimized, stripped");
    sn_graph_destroy(c);
}

static void plant(planter *p, const sn_graph *g, uint32_t id)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (p->only && strcmp(p->only, kinds[k].name) != 0) continue;
        sn_graph *a = sn_graph_clone(g);
        sn_node *before = node_at(a, id);
        if (!kinds[k].plant(p, before, true)) {
            sn_graph_destroy(a);
            continue;
        }
        store_like(p, before, node_at((sn_graph *)g, id));
        sn_graph *b = sn_graph_clone(a);
        sn_node *n = node_at(b, id);
        kinds[k].plant(p, n, false);
        store_like(p, n, before);
        if (is_unharmed(before, n)) {
            sn_graph_destroy(b);
        } else {
            must(p, sn_infer_graph(a), "shapes");
            must(p, sn_infer_graph(b), "shapes");
            ask_all(p, a, b, before, kinds[k].name);
        }
        sn_graph_destroy(a);
    }
}

/* ---- networks -------------------------------------------------------------------------------- */

/* At the smallest size at which it runs, or as it says. */
static sn_graph *sized(planter *p, const sn_graph *g)
{
    static const int64_t sizes[] = {32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        sn_graph *c = sn_graph_clone(g), *out = NULL;
        bool known = true;
        SN_EACH_NODE(n, c)
        {
            for (uint16_t i = 0; sn_op_has(n->op, SN_TRAIT_INPUT) && i < n->n_out; i++) {
                sn_shape *s = &n->out[i]->shape;
                const sn_ints *hint = &((const sn_input_params *)n->params)->hint;
                known = known && sn_shape_known(s);
                if (sn_shape_known(s) || (s->rank >= 0 && s->rank != 3) ||
                    (hint->n && hint->n != 3))
                    continue;
                *s = (sn_shape){.rank = 3,
                                .d = {s->rank == 3 && sn_dim_known(s->d[0]) ? s->d[0]
                                      : hint->n                             ? hint->v[0]
                                                                            : 3,
                                      sizes[k], sizes[k]}};
            }
        }
        sn_infer_forget(c);
        sn_status s = known ? SN_E_SHAPE : sn_infer_graph(c);
        bool guessed;
        if (s == SN_OK) s = sn_graph_at_some_size(c, &out, &guessed);
        sn_graph_destroy(c);
        sn_ctx_clear_error(p->ctx);
        if (s != SN_OK || !out) continue;
        sn_compare_options o = {.seed = 1, .n_inputs = 1};
        sn_compare_result r;
        s = sn_compare(out, out, &o, p->arena, &r);
        sn_ctx_clear_error(p->ctx);
        if (s == SN_OK && r.ran) return out;
        sn_graph_destroy(out);
    }
    return sn_graph_clone(g);
}

static bool is_needed(const sn_graph *g, const sn_node *n)
{
    bool *needed = calloc(g->n_ids, sizeof *needed);
    for (const sn_node *m = g->last; m; m = m->prev) {
        bool is = sn_op_has(m->op, SN_TRAIT_OUTPUT);
        for (uint16_t i = 0; i < m->n_out; i++) is = is || needed[m->out[i]->id];
        for (uint16_t i = 0; is && i < m->n_in; i++) {
            if (sn_in(m, i)) needed[sn_in(m, i)->id] = true;
        }
        if (m == n) {
            free(needed);
            return is;
        }
    }
    free(needed);
    return false;
}

static void try_model(planter *p, const char *path)
{
    sn_graph *read = NULL;
    const bool zoo = strncmp(path, "zoo:", 4) == 0;
    sn_load_options load = {.path = path};
    p->model = path;
    must(p,
         zoo ? sn_zoo_build(p->ctx, path + 4, 1, &read)
             : sn_format_named("ncnn")->load(p->ctx, &load, &read),
         "loading");
    must(p, sn_infer_graph(read), "shapes");
    sn_graph *g = sized(p, read);
    uint32_t ids[4096];
    int n_ids = 0;
    SN_EACH_NODE(n, g)
    {
        const bool fits = n->op->eval && !sn_op_has(n->op, SN_TRAIT_INTEGER) && main_slot(n) >= 0 &&
                          is_needed(g, n);
        if (fits && rows_of(n) > 0 && n_ids < 4096) ids[n_ids++] = n->id;
    }
    if (p->plain) {
        ask_all(p, g, sn_graph_clone(g), NULL, "nothing");
    } else {
        const int n = p->n_layers && p->n_layers < n_ids ? p->n_layers : n_ids;
        for (int i = 0; i < n; i++)
            plant(p, g, ids[n > 1 ? (int64_t)i * (n_ids - 1) / (n - 1) : 0]);
    }
    sn_graph_destroy(g);
    sn_graph_destroy(read);
}

int main(int n_args, char **args)
{
    planter p = {.ctx = sn_ctx_create(NULL, NULL)};
    p.arena = sn_arena_create(p.ctx);
    for (int i = 1; i < n_args; i++) {
        const bool more = i + 1 < n_args;
        if (strcmp(args[i], "--layers") == 0 && more) {
            p.n_layers = atoi(args[++i]);
        } else if (strcmp(args[i], "--only") == 0 && more) {
            p.only = args[++i];
        } else if (strcmp(args[i], "--plain") == 0) {
            p.plain = true;
        } else {
            try_model(&p, args[i]);
        }
    }
    sn_arena_destroy(p.arena);
    sn_ctx_destroy(p.ctx);
    return !p.plain && p.n_missed ? 1 : 0;
}
