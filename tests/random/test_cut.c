/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of random networks: every value of the whole, run at some size, is remembered; a part
 * between random values, fed with what the whole had there, must give what the whole gave - as it
 * was cut, optimized, and written and read again.
 *
 *     test_cut [FIRST LAST]    other seeds than those of the test */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "api/model.h"
#include "random/prop.h"
#include "ref/agree.h"
#include "ref/distance.h"
#include "ref/inputs.h"
#include "ref/run.h"
#include "base/num.h"
#include "base/sanitized.h"

#define ROUNDED   1e-5 /* the format may say it with other layers */
#define OPTIMIZED 2e-3 /* weights in half precision are rounded again */

enum { N_SEEDS = SANITIZED ? 100 : 300, N_CUTS = 6, MOST = 3 };

static char folder[] = "/tmp/sinter-cut-XXXXXX";
static struct {
    unsigned long n_cut, n_refused, n_written, n_optimized;
} counts;

typedef struct whole {
    sn_context *context;
    sn_arena *arena;
    sn_graph *g;               /* at numbers for sizes */
    const sn_tensor **seen;    /* by value id */
    SN_VEC(sn_value *) values; /* with a name and contents, computed or fed */
    const char *from[MOST + 1], *to[MOST + 1];
    uint64_t seed;
} whole;

static sn_status on_value(void *user, const sn_value *v, const sn_tensor *t)
{
    whole *w = user;
    sn_tensor_retain(t);
    w->seen[v->id] = t;
    if (v->name && v->def && !sn_op_has(v->def->op, SN_TRAIT_CONSTANT))
        SN_PUSH(w->values, (sn_value *)v);
    return SN_OK;
}

static const sn_tensor *seen_as(const whole *w, const char *name)
{
    const sn_node *output = sn_graph_output(w->g);
    for (unsigned i = 0; i < output->n_in; i++) {
        if (strcmp(sn_output_name(output, i), name) == 0) return w->seen[sn_in(output, i)->id];
    }
    for (size_t i = 0; i < w->values.n; i++) {
        if (strcmp(w->values.v[i]->name, name) == 0) return w->seen[w->values.v[i]->id];
    }
    return NULL;
}

static bool told(const whole *w, const char *step, const char *what)
{
    printf("seed %llu, from", (unsigned long long)w->seed);
    for (int i = 0; w->from[i]; i++) printf(" %s", w->from[i]);
    printf(" to");
    for (int i = 0; w->to[i]; i++) printf(" %s", w->to[i]);
    printf(": %s: %s (%s)\n", step, what, sn_context_error(w->context));
    return false;
}

/* Inputs and outputs are those that were named, and what comes out is what the whole had there. */
static bool same(whole *w, sn_model *m, const char *step, double bound)
{
    size_t n = 0;
    if (sn_model_infer(m) != SN_OK || sn_graph_verify(m->graph) != SN_OK)
        return told(w, step, "not whole");
    sn_value **inputs = sn_graph_inputs(m->graph, w->arena, &n);
    rand_size *sizes = SN_NEW_N(w->arena, rand_size, n + 1);
    const sn_tensor **feeds = SN_NEW_N(w->arena, const sn_tensor *, n + 1);
    for (size_t i = 0; i < n; i++) {
        feeds[i] = inputs[i]->name ? seen_as(w, inputs[i]->name) : NULL;
        if (!feeds[i]) return told(w, step, "an input that there was not");
        sizes[i] = (rand_size){.name = inputs[i]->name, .shape = feeds[i]->shape};
    }
    sn_graph *g = NULL;
    if (rand_at_sizes(m->graph, n, sizes, &g) != SN_OK)
        return told(w, step, "sizes of the whole are refused");
    const sn_node *output = sn_graph_output(g);
    const sn_tensor **results = SN_NEW_N(w->arena, const sn_tensor *, output->n_in + 1);
    bool ok = sn_run_graph(g, feeds, n, NULL, results) == SN_OK;
    if (!ok) told(w, step, "does not run");
    for (unsigned i = 0; ok && i < output->n_in; i++) {
        const char *why = NULL;
        int64_t at = 0;
        const sn_tensor *want = seen_as(w, sn_output_name(output, i));
        if (!want) continue; /* a result of a layer of several that nobody reads */
        double d = sn_tensor_distance(want, results[i], w->arena, &why, &at);
        if (d > bound || isnan(d))
            ok = told(w, step,
                      sn_arena_printf(w->arena, "'%s' is off by %g %s", sn_output_name(output, i),
                                      d, why ? why : ""));
    }
    for (unsigned i = 0; i < output->n_in; i++) sn_tensor_release(results[i]);
    sn_graph_destroy(g);
    return ok;
}

/* Where the format has no words for it, that is no matter of cutting. */
static bool read_again(whole *w, sn_model *m, double bound)
{
    const char *path = sn_arena_printf(w->arena, "%s/a.param", folder);
    sn_status s = sn_model_save(m, path, NULL);
    if (s == SN_E_UNSUPPORTED) return true;
    sn_model *again = NULL;
    if (s != SN_OK || sn_model_load(w->context, path, NULL, &again) != SN_OK)
        return told(w, "file", "not written or not read");
    counts.n_written++;
    bool ok = same(w, again, "file", bound);
    sn_model_destroy(again);
    return ok;
}

static bool one_cut(whole *w, const sn_graph *original)
{
    size_t n_formats = 0;
    sn_model *m =
        sn_model_of_graph(w->context, sn_graph_clone(original), sn_formats(&n_formats)[0]);
    sn_status s = sn_model_cut(m, w->from, w->to);
    bool ok = true;
    if (s == SN_E_ARG) {
        counts.n_refused++;
    } else if (s != SN_OK) {
        ok = told(w, "cut", sn_status_name(s));
    } else {
        counts.n_cut++;
        ok = same(w, m, "cut", 0) && read_again(w, m, ROUNDED);
        sn_optimize_options o = {.verify = SN_VERIFY_EACH};
        s = ok ? sn_model_optimize(m, &o, NULL) : SN_E_UNSUPPORTED;
        if (s != SN_OK && s != SN_E_UNSUPPORTED) ok = told(w, "optimize", "failed");
        counts.n_optimized += s == SN_OK;
        ok = ok && same(w, m, "optimized", OPTIMIZED) && read_again(w, m, OPTIMIZED);
    }
    sn_model_destroy(m);
    return ok;
}

static void choose(whole *w, sn_rng *rng)
{
    int n_from = (int)sn_rng_range(rng, 0, MOST), n_to = (int)sn_rng_range(rng, n_from ? 0 : 1, 2);
    int64_t last = (int64_t)w->values.n - 1;
    for (int i = 0; i < n_from; i++) w->from[i] = w->values.v[sn_rng_range(rng, 0, last / 2)]->name;
    for (int i = 0; i < n_to; i++) w->to[i] = w->values.v[sn_rng_range(rng, last / 3, last)]->name;
    w->from[n_from] = NULL;
    w->to[n_to] = NULL;
}

static bool run_whole(whole *w)
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(w->g, w->arena, &n);
    const sn_tensor **feeds = SN_NEW_N(w->arena, const sn_tensor *, n + 1);
    const sn_node *output = sn_graph_output(w->g);
    const sn_tensor **results = SN_NEW_N(w->arena, const sn_tensor *, output->n_in + 1);
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        ok = sn_random_tensor(w->context->ctx, SN_TYPE_f32, &inputs[i]->shape, w->seed + i,
                              SN_FLAVOUR_UNIT, sn_integer_limit(inputs[i]), &feeds[i]) == SN_OK;
    }
    sn_run_hooks hooks = {.user = w, .seen = on_value};
    ok = ok && sn_run_graph(w->g, feeds, n, &hooks, results) == SN_OK;
    for (unsigned i = 0; ok && i < output->n_in; i++) sn_tensor_release(results[i]);
    for (size_t i = 0; ok && i < n; i++) {
        bool was_seen = w->seen[inputs[i]->id] != NULL;
        if (!was_seen) {
            w->seen[inputs[i]->id] = feeds[i];
            SN_PUSH(w->values, inputs[i]);
        } else {
            sn_tensor_release(feeds[i]);
        }
    }
    return ok && w->values.n;
}

static sn_status one_seed(sn_context *context, uint64_t seed, bool *ok)
{
    rand_case c;
    whole w = {.context = context, .arena = sn_arena_create(context->ctx), .seed = seed};
    w.values.arena = w.arena;
    SN_TRY(rand_make(context->ctx, seed, w.arena, &c));
    SN_TRY(sn_infer_graph(c.g));
    SN_TRY(rand_at_sizes(c.g, c.n_sizes, c.sizes, &w.g));
    w.seen = SN_NEW_N(w.arena, const sn_tensor *, w.g->n_ids);
    sn_rng rng = sn_rng_of(seed);
    bool ran = run_whole(&w);
    for (int i = 0; ran && i < N_CUTS && *ok; i++) {
        choose(&w, &rng);
        *ok = one_cut(&w, c.g);
    }
    for (uint32_t i = 0; i < w.g->n_ids; i++) sn_tensor_release(w.seen[i]);
    sn_graph_destroy(w.g);
    sn_graph_destroy(c.g);
    sn_arena_destroy(w.arena);
    return SN_OK;
}

static sn_status guarded(sn_context *context, uint64_t seed, bool *ok)
{
    SN_GUARD(context->ctx, one_seed(context, seed, ok));
}

static unsigned long run_seeds(uint64_t first, uint64_t last)
{
    unsigned long n_failed = 0;
    for (uint64_t seed = first; seed <= last; seed++) {
        sn_context_options o = {.threads = 1};
        sn_context *context = sn_context_create(&o);
        bool ok = true;
        if (guarded(context, seed, &ok) != SN_OK) {
            printf("seed %llu: %s\n", (unsigned long long)seed, sn_context_error(context));
            ok = false;
        }
        n_failed += !ok;
        sn_context_destroy(context);
    }
    printf("%lu parts, %lu refused, %lu optimized, %lu written and read\n", counts.n_cut,
           counts.n_refused, counts.n_optimized, counts.n_written);
    return n_failed;
}

static void parts_are_the_whole(void **state)
{
    (void)state;
    assert_int_equal(run_seeds(1, N_SEEDS), 0);
    assert_true(counts.n_cut > N_SEEDS);
    assert_true(counts.n_written > N_SEEDS / 3);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(parts_are_the_whole)};
    if (!mkdtemp(folder)) return 2;
    int status;
    if (argc > 2) {
        status = run_seeds(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10)) != 0;
    } else {
        status = cmocka_run_group_tests(tests, NULL, NULL);
    }
    unlink(strcat(strcpy((char[64]){0}, folder), "/a.param"));
    unlink(strcat(strcpy((char[64]){0}, folder), "/a.bin"));
    rmdir(folder);
    return status;
}
