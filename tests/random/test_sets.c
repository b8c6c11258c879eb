/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks compiled for several sets of sizes and for two targets as one: batches of 1 and 3
 * images, and other sizes of inputs where the network has them; this machine, and the least of its
 * architecture. Each set of each target must compute what the interpreter does, also when runs of
 * other sets came in between, in the memory of the largest.
 *
 *     test_sets [FIRST LAST]    other seeds than those of the test */
#include "api/stepwise.h"
#include "base/sanitized.h"
#include "kernels/kernel_unit.h"

#include <inttypes.h>
#include <stdlib.h>

#include "codegen/selftest.h"
#include "random/prop.h"

enum { N_SEEDS = SANITIZED ? 4 : 12, MOST_SETS = 3, N_TARGETS = 2, N_THREADS = 2, N_TRIES = 6 };

static uint64_t first_seed = 1, last_seed = N_SEEDS;

typedef struct sets {
    uint64_t seed;
    sn_arena *arena;
    sn_graph *g[MOST_SETS];
    const sn_program *p[N_TARGETS][MOST_SETS];
    size_t n;
} sets;

static const sn_machine *machine_of(int target)
{
    const sn_machine *m = NULL;
    kernel_ok(sn_machine_find(ctx, "native", &m));
    return target ? sn_machine_base(m) : m;
}

/* 1 where this machine is the least of its architecture. */
static size_t n_targets(void) { return machine_of(0) == machine_of(1) ? 1 : N_TARGETS; }

static sn_status plan(sets *s, sn_graph *g, int64_t batch, int target, sn_program **out)
{
    const sn_plan_options o = {.fusion = SN_FUSION_FULL,
                               .n_threads = N_THREADS,
                               .batch = batch,
                               .machine = machine_of(target)};
    return sn_plan(g, &o, s->arena, out);
}

static bool add(sets *s, sn_graph *g, int64_t batch)
{
    for (int t = 0; t < N_TARGETS; t++) {
        sn_program *p = NULL;
        if (plan(s, g, batch, t, &p) != SN_OK) return false;
        s->p[t][s->n] = p;
    }
    s->g[s->n++] = g;
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

/* Each set of a target, then each after another one: the same bits, in the memory of the largest.
 */
static void run_in_turns(const sets *s, const struct sinter_module *m, const sn_source *weights)
{
    const size_t bytes = m->workspace_bytes(N_THREADS);
    void *block = sn_arena_alloc(s->arena, bytes + 64), *net = NULL, **out[MOST_SETS];
    void *work = (char *)block + (64 - (uintptr_t)block % 64) % 64;
    uint64_t most = 0;
    for (size_t k = 0; k < n_targets() * s->n; k++) {
        const uint64_t alone = sn_program_workspace_bytes(s->p[k / s->n][k % s->n], N_THREADS);
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
    const sn_codegen_options names = {
        .prefix = "cases", .model = "cases", .check = true, .n_targets = n_targets()};
    struct sn_context context = {.ctx = ctx};
    sn_source_set set;
    sn_built built;
    sn_library *library = NULL;
    const sn_source *weights = NULL;
    const size_t n = n_targets() * s->n;
    sn_program *shared[N_TARGETS * MOST_SETS];
    const sn_program *programs[N_TARGETS * MOST_SETS];
    for (size_t k = 0; k < n; k++) {
        programs[k] = s->p[k / s->n][k % s->n];
        shared[k] = (sn_program *)(uintptr_t)programs[k];
    }
    sn_plan_share_weights(shared, n);
    kernel_ok(sn_codegen(programs, n, &names, &set));
    const sn_driver_options driver = {.gcc_flags = machine_of(1)->gcc_flags,
                                      .clang_flags = machine_of(1)->clang_flags,
                                      .cache = at("cache"),
                                      .defines = "-Wall -Wextra -Werror"};
    kernel_ok(sn_driver_build(s->arena, &set, &driver, &built));
    kernel_ok(sn_library_open(ctx, built.path, "cases", &library));
    for (size_t i = 0; i < set.n; i++) {
        if (strcmp(set.files[i].path, "cases.weights") == 0) weights = &set.files[i];
    }
    for (size_t k = 0; k < n; k++) {
        const sn_stepwise what = {.program = programs[k],
                                  .graph = s->g[k % s->n],
                                  .module = &sn_library_module(library)[k],
                                  .weights = weights ? weights->data : NULL,
                                  .weights_bytes = weights ? weights->bytes : 0,
                                  .n_threads = N_THREADS,
                                  .compiler = "cc",
                                  .flags = "flags"};
        if (sn_check_stepwise(&context, &what) != SN_OK)
            fail_msg("seed %" PRIu64 ", target %zu, set %zu: %s", s->seed, k / s->n, k % s->n,
                     sn_ctx_error(ctx));
    }
    for (size_t t = 0; t < n_targets(); t++)
        run_in_turns(s, sn_library_module(library) + t * s->n, weights);
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
