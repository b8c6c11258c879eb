/* SPDX-License-Identifier: Apache-2.0
 *
 * The facts of this machine, and how well kernels are chosen by them: each layer of a network that
 * several kernels can compute is compiled with each of them, and timed. The regret of a choice is
 * by how much the kernel that was chosen takes longer than the fastest. */
#include <string.h>

#include "api/executable.h"
#include "api/generate.h"
#include "driver/host.h"
#include "kernels/kernel.h"
#include "ops/ops.h"
#include "plan/alone.h"

/* What is estimated to take that many times as long as the cheapest is not timed. */
#define FAR_OFF 4

enum { MOST_KERNELS = 16 };

/* ---- facts ----------------------------------------------------------------------------------- */

static sn_machine_facts facts_of(sn_arena *arena, const sn_core *c)
{
    sn_machine_facts f = {.name = sn_arena_strdup(arena, c->name),
                          .about = sn_arena_strdup(arena, c->about),
                          .latency = c->latency,
                          .loads = c->loads,
                          .halves = c->halves,
                          .scalar = c->scalar,
                          .barrier = c->barrier,
                          .start = c->start};
    sn_str text;
    memcpy(f.flops, c->flops, sizeof f.flops);
    memcpy(f.cache_bytes, c->level_bytes, sizeof f.cache_bytes);
    memcpy(f.read_speed, c->level_speed, sizeof f.read_speed);
    sn_str_init(&text, arena);
    sn_core_print(c, &text);
    f.text = text.s;
    return f;
}

static sn_status tune(sn_context *c, bool remember, sn_machine_facts *out)
{
    sn_arena *arena = sn_context_arena(c);
    sn_core core;
    SN_TRY(sn_host_measure(arena, NULL, &core));
    if (remember) SN_TRY(sn_host_remember(arena, NULL, &core));
    *out = facts_of(arena, &core);
    return SN_OK;
}

sn_status sn_tune(sn_context *c, bool remember, sn_machine_facts *out)
{
    SN_GUARD(c->ctx, tune(c, remember, out));
}

bool sn_machine_facts_at(sn_context *c, uint32_t index, sn_machine_facts *out)
{
    const sn_core *core = sn_core_at(index);
    if (core) *out = facts_of(sn_context_arena(c), core);
    return core != NULL;
}

/* ---- one layer ------------------------------------------------------------------------------- */

/* The node alone: what is no constant is an input. */
static sn_status alone(sn_graph *from, const sn_node *n, sn_graph **out)
{
    sn_graph *g = sn_graph_create(from->ctx);
    sn_value *in[SN_MAX_STEP_IN] = {NULL};
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v) continue;
        if (sn_const_of(v)) {
            in[i] = sn_value_const(g, sn_const_of(v), NULL);
            continue;
        }
        in[i] = sn_alone_input(g, v->type, &v->shape);
    }
    sn_node *node = sn_node_create(g, NULL, n->op, n->params, n->n_in, in, n->n_out);
    for (uint16_t i = 0; i < n->n_out; i++)
        sn_graph_add_output(g, &sn_op_output, node->out[i], NULL);
    const sn_status status = sn_infer_graph(g);
    if (status == SN_OK)
        *out = g;
    else
        sn_graph_destroy(g);
    return status;
}

typedef struct candidates {
    uint32_t n;
    sn_timed_kernel v[MOST_KERNELS];
} candidates;

/* The node alone, computed by `kernel`, as an executable, which is the caller's. */
static sn_status compile_alone(sn_context *c, sn_graph *from, const sn_node *n,
                               const sn_compile_options *o, const char *kernel, sn_executable **out)
{
    sn_graph *g = NULL;
    SN_TRY(alone(from, n, &g));
    sn_model *m = sn_model_of_graph(c, g, NULL);
    sn_compile_options own = *o;
    own.kernel = kernel;
    own.as_is = own.no_check = true;
    own.batch = 0;
    const sn_status status = sn_executable_create(m, &own, out);
    sn_model_destroy(m);
    return status;
}

static sn_status time_kernels(sn_context *c, sn_graph *from, const sn_node *n,
                              const sn_compile_options *o, uint32_t rounds, candidates *found)
{
    sn_timed_executable timed[MOST_KERNELS] = {{NULL}};
    sn_status status = SN_OK;
    for (uint32_t i = 0; i < found->n && status == SN_OK; i++) {
        timed[i].kernel = found->v[i].kernel;
        status = compile_alone(c, from, n, o, timed[i].kernel, &timed[i].e);
    }
    if (status == SN_OK) status = sn_executables_time_cold(timed, found->n, rounds);
    for (uint32_t i = 0; i < found->n; i++) {
        found->v[i].seconds = timed[i].seconds;
        sn_executable_destroy(timed[i].e);
    }
    return status;
}

/* The kernels of a node with their estimates, the cheapest first; the choice. */
static void find_kernels(const sn_kernel_ctx *k, const sn_node *n, candidates *c)
{
    sn_offer cheapest;
    c->n = 0;
    const sn_kernel *chosen = sn_kernel_find(k, n, &cheapest), *each;
    for (size_t i = 0; chosen && (each = sn_kernel_at(i)) && c->n < MOST_KERNELS; i++) {
        sn_kernel_ctx only = *k;
        sn_offer offer;
        only.prefer = each->name;
        if (sn_kernel_find(&only, n, &offer) != each || offer.seconds > FAR_OFF * cheapest.seconds)
            continue;
        c->v[c->n++] = (sn_timed_kernel){.kernel = each->name, .estimate = offer.seconds};
        if (each != chosen) continue;
        const sn_timed_kernel first = c->v[0];
        c->v[0] = c->v[c->n - 1];
        if (c->n > 1) c->v[c->n - 1] = first;
    }
}

static const char *sizes_text(sn_arena *arena, const sn_graph *g, const sn_node *n)
{
    sn_str s;
    sn_str_init(&s, arena);
    sn_str_addf(&s, "%s ", n->op->name);
    for (uint16_t i = 0; i < n->n_in && i < 2; i++) {
        if (i) sn_str_add(&s, " x ");
        if (sn_in(n, i)) sn_shape_print(g->dims, &sn_in(n, i)->shape, &s);
    }
    return s.s;
}

/* As another one before: the same operator, parameters and sizes. */
static bool is_new(const sn_graph *g, const sn_node *n)
{
    for (const sn_node *p = g->first; p != n; p = p->next) {
        bool same = p->op == n->op && p->n_in == n->n_in &&
                    sn_params_equal(p->op->params, p->params, n->params);
        for (uint16_t i = 0; i < n->n_in && same; i++) {
            const sn_value *a = sn_in(p, i), *b = sn_in(n, i);
            same = (a == NULL) == (b == NULL) &&
                   (!a || (sn_shape_equal(&a->shape, &b->shape) && a->type == b->type &&
                           sn_value_is_const(a) == sn_value_is_const(b)));
        }
        if (same) return false;
    }
    return true;
}

/* ---- a network ------------------------------------------------------------------------------- */

static sn_status check(sn_model *m, const sn_compile_options *o, uint32_t rounds, sn_generated *g,
                       sn_choice_check *out)
{
    sn_context *c = m->context;
    const sn_generated_set *set = g->sets;
    sn_graph *graph = set->planned->graph;
    sn_kernel_ctx k = {.ctx = c->ctx,
                       .arena = m->arena,
                       .machine = set->program->machine,
                       .weights = 4 * (double)set->program->weight_floats,
                       .n_threads = 1};
    uint32_t n = 0, at = 0;
    SN_TRY(sn_host_check_timed(c->ctx, k.machine));
    for (const sn_node *each = graph->first; each; each = each->next) n++;
    sn_checked_choice *list = SN_NEW_N(m->arena, sn_checked_choice, n + 1);
    out->choices = list;
    out->n = 0;
    for (const sn_node *each = graph->first; each; each = each->next, at++) {
        candidates found;
        sn_context_progress(c, "timing kernels", at, n);
        if (!sn_node_is_f32(each) || each->n_in == 0 || each->n_out != 1) continue;
        find_kernels(&k, each, &found);
        if (found.n < 2 || !is_new(graph, each)) continue;
        sn_checked_choice *r = &list[out->n];
        *r = (sn_checked_choice){.layer = sizes_text(m->arena, graph, each), .n = found.n};
        SN_TRY(time_kernels(c, graph, each, o, rounds, &found));
        for (uint32_t i = 0; i < found.n; i++) {
            if (found.v[i].seconds < found.v[r->best].seconds) r->best = i;
        }
        r->kernels = sn_arena_copy(m->arena, found.v, found.n * sizeof *found.v);
        out->n++;
    }
    sn_context_progress(c, "timing kernels", n, n);
    return SN_OK;
}

static sn_status check_choices(sn_model *m, const sn_compile_options *o, uint32_t rounds,
                               sn_choice_check *out)
{
    const sn_compile_set set = {m, 0};
    sn_arena *arena = sn_arena_create(m->context->ctx);
    sn_generated g;
    sn_status status = sn_generate(&set, 1, o, SN_VERIFY_OFF, SN_GENERATE_TO_RUN, arena, &g);
    if (status == SN_OK) {
        status = check(m, o, rounds ? rounds : 9, &g, out);
        sn_generated_release(&g);
    }
    sn_arena_destroy(arena);
    return status;
}

sn_status sn_model_check_choices(sn_model *m, const sn_compile_options *options, uint32_t rounds,
                                 sn_choice_check *out)
{
    sn_compile_options o;
    SN_TAKE_OPTIONS(m->context->ctx, sn_compile_options, &o, options);
    SN_GUARD(m->context->ctx, check_choices(m, &o, rounds, out));
}
