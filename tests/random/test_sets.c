/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks compiled for several sets of sizes as one: batches of 1 and 3 images, and other
 * sizes of inputs where the network has them. Each set must compute what the interpreter does, also
 * when runs of other sets came in between, in the memory of the largest.
 *
 *     test_sets [FIRST LAST]    other seeds than those of the test */
#include "api/stepwise.h"
#include "kernels/kernel_unit.h"

#include <inttypes.h>
#include <stdlib.h>

#include "codegen/selftest.h"
#include "random/prop.h"

enum { N_SEEDS = 12, MOST_SETS = 3, N_THREADS = 2, N_TRIES = 6 };

static uint64_t first_seed = 1, last_seed = N_SEEDS;

typedef struct sets {
    uint64_t seed;
    sn_arena *arena;
    sn_graph *g[MOST_SETS];
    const sn_program *p[MOST_SETS];
    size_t n;
} sets;

static sn_status plan(sets *s, sn_graph *g, int64_t batch, sn_program **out)
{
    sn_plan_options o = {
        .fusion = SN_FUSION_FULL, .n_threads = N_THREADS, .batch = batch, .machine = NULL};
    SN_TRY(sn_machine_find(ctx, "native", &o.machine));
    return sn_plan(g, &o, s->arena, out);
}

static bool add(sets *s, sn_graph *g, int64_t batch)
{
    sn_program *p = NULL;
    if (plan(s, g, batch, &p) != SN_OK) return false;
    s->g[s->n] = g;
    s->p[s->n++] = p;
    return true;
}

/* Numbers for what the network leaves open, other than those that it was made with. */
static bool other_sizes(sets *s, const rand_case *c, sn_rng *rng, rand_size *to)
{
    bool differs = false;
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(c->g, s->arena, &n);
    for (size_t i = 0; i < c->n_sizes; i++) {
        to[i] = c->sizes[i];
        for (size_t k = 0; k < n; k++) {
            const sn_shape *shape = &inputs[k]->shape;
            if (strcmp(inputs[k]->name, to[i].name) != 0) continue;
            for (int a = 0; a < to[i].shape.rank; a++) {
                if (shape->rank >= 0 && sn_dim_known(shape->d[a])) continue;
                to[i].shape.d[a] += sn_rng_range(rng, 0, 5);
                differs = differs || to[i].shape.d[a] != c->sizes[i].shape.d[a];
            }
        }
    }
    return differs;
}

static void add_other_sizes(sets *s, const rand_case *c)
{
    sn_rng rng = sn_rng_of(s->seed ^ 99);
    rand_size *sizes = SN_NEW_N(s->arena, rand_size, c->n_sizes + 1);
    for (int i = 0; i < N_TRIES; i++) {
        sn_graph *g = NULL;
        if (!other_sizes(s, c, &rng, sizes)) continue;
        if (rand_at_sizes(c->g, c->n_sizes, sizes, &g) == SN_OK && add(s, g, 1)) return;
        sn_graph_destroy(g);
    }
}

static void run_set(const sets *s, size_t k, const struct sinter_module *m, void *net, void **out)
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(s->g[k], s->arena, &n);
    const void **in = SN_NEW_N(s->arena, const void *, n + 1);
    for (size_t i = 0; i < n; i++) {
        void *data = sn_arena_alloc(s->arena, m->inputs[i].bytes + 1);
        test_fill(data, m->inputs[i].type, m->inputs[i].bytes, (unsigned)i,
                  (long)sn_integer_limit(inputs[i]));
        in[i] = data;
    }
    for (int i = 0; i < m->n_outputs; i++)
        out[i] = sn_arena_alloc(s->arena, m->outputs[i].bytes + 1);
    assert_int_equal(m->run(net, in, out), 0);
}

/* Each set, then each after another one: the same bits, in the memory of the largest. */
static void run_in_turns(const sets *s, const struct sinter_module *m, const sn_source *weights)
{
    const size_t bytes = m->workspace_bytes(N_THREADS);
    void *block = sn_arena_alloc(s->arena, bytes + 64), *net = NULL, **out[MOST_SETS];
    void *work = (char *)block + (64 - (uintptr_t)block % 64) % 64;
    uint64_t most = 0;
    for (size_t k = 0; k < s->n; k++) {
        const uint64_t alone = sn_program_workspace_bytes(s->p[k], N_THREADS);
        if (alone > most) most = alone;
    }
    assert_int_equal(bytes, most);
    memset(block, 0xff, bytes + 64);
    assert_int_equal(m->init(&net, work, bytes, N_THREADS, weights ? weights->data : NULL,
                             weights ? weights->bytes : 0),
                     0);
    for (size_t turn = 0; turn < 2 * s->n; turn++) {
        const size_t k = turn < s->n ? turn : 2 * s->n - 1 - turn;
        void **now = SN_NEW_N(s->arena, void *, m->n_outputs + 1);
        run_set(s, k, &m[k], net, now);
        for (int i = 0; i < m->n_outputs && turn >= s->n; i++) {
            if (memcmp(out[k][i], now[i], m[k].outputs[i].bytes) != 0)
                fail_msg("seed %" PRIu64 ": set %zu computes something else after another", s->seed,
                         k);
        }
        out[k] = now;
    }
    m->close(net);
}

static void check_sets(sets *s)
{
    const sn_codegen_options names = {.prefix = "cases", .model = "cases", .check = true};
    struct sn_context context = {.ctx = ctx};
    sn_source_set set;
    sn_built built;
    sn_library *library = NULL;
    const sn_source *weights = NULL;
    sn_program *shared[MOST_SETS];
    for (size_t k = 0; k < s->n; k++) shared[k] = (sn_program *)(uintptr_t)s->p[k];
    sn_plan_share_weights(shared, s->n);
    kernel_ok(sn_codegen(s->p, s->n, &names, &set));
    const sn_driver_options driver = {.gcc_flags = s->p[0]->machine->gcc_flags,
                                      .clang_flags = s->p[0]->machine->clang_flags,
                                      .cache = at("cache"),
                                      .defines = "-Wall -Wextra -Werror"};
    kernel_ok(sn_driver_build(s->arena, &set, &driver, &built));
    kernel_ok(sn_library_open(ctx, built.path, "cases", &library));
    for (size_t i = 0; i < set.n; i++) {
        if (strcmp(set.files[i].path, "cases.weights") == 0) weights = &set.files[i];
    }
    for (size_t k = 0; k < s->n; k++) {
        const sn_stepwise what = {.program = s->p[k],
                                  .graph = s->g[k],
                                  .module = &sn_library_module(library)[k],
                                  .weights = weights ? weights->data : NULL,
                                  .weights_bytes = weights ? weights->bytes : 0,
                                  .n_threads = N_THREADS,
                                  .compiler = "cc",
                                  .flags = "flags"};
        if (sn_check_stepwise(&context, &what) != SN_OK)
            fail_msg("seed %" PRIu64 ", set %zu: %s", s->seed, k, sn_ctx_error(ctx));
    }
    run_in_turns(s, sn_library_module(library), weights);
    sn_library_close(ctx, library);
}

static void agree(void **state)
{
    (void)state;
    int n_run = 0, n_other_sizes = 0;
    for (uint64_t seed = first_seed; seed <= last_seed; seed++) {
        sets s = {.seed = seed, .arena = sn_arena_create(ctx)};
        rand_case c;
        sn_graph *g = NULL;
        kernel_ok(rand_make(ctx, seed, s.arena, &c));
        kernel_ok(rand_at_sizes(c.g, c.n_sizes, c.sizes, &g));
        if (c.n_sizes && add(&s, g, 1) && add(&s, g, 3)) {
            add_other_sizes(&s, &c);
            check_sets(&s);
            n_run++;
            n_other_sizes += s.n == MOST_SETS;
        }
        if (s.n == MOST_SETS) sn_graph_destroy(s.g[MOST_SETS - 1]);
        sn_graph_destroy(g);
        sn_graph_destroy(c.g);
        sn_arena_destroy(s.arena);
    }
    printf("%d networks, %d at other sizes, too\n", n_run, n_other_sizes);
    assert_true(n_run > 0 && n_other_sizes > 0);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        first_seed = strtoull(argv[1], NULL, 10);
        last_seed = strtoull(argv[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(agree)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
