/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of a network's self-test. Those of several sets of sizes stand in the same tables,
 * one behind the other. */
#include <inttypes.h>

#include "codegen/emitter.h"
#include "codegen/escape.h"

extern const char sn_text_selftest[], sn_text_cmake_test[];

typedef struct test_tables {
    sn_str places, samples, sampled, limits, ranges;
    size_t n_places, n_samples, n_sampled;
} test_tables;

static void add_places(test_tables *t, const sn_module_test *test)
{
    sn_str *s = &t->places;
    for (size_t i = 0; i < test->n_sums; i++) {
        const sn_module_sum *p = &test->sums[i];
        sn_str_addf(s,
                    "    {\"%s\", %zu, %d, %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64
                    ", %" PRIu64 ", {",
                    sn_type_name(p->type), p->step, p->from + 1, p->lanes, p->channels, p->pixels,
                    p->plane, p->at);
        for (int k = 0; k < TEST_SUMS; k++) sn_str_addf(s, "%s%.9g", k ? ", " : "", p->sums[k]);
        sn_str_addf(s, "}, %.3g},\n", p->allowed);
    }
    t->n_places += test->n_sums;
}

/* set: what a row begins with where there are several. */
static void add_samples(test_tables *t, const sn_module_test *test, const char *set)
{
    for (size_t i = 0; i < test->n_samples; i++) {
        const sn_module_sample *p = &test->samples[i];
        sn_str_addf(&t->samples, "    {%s%zu, %zu, %" PRIu64 ", %.3g},\n", set, p->output, p->n,
                    p->stride, p->allowed);
        for (size_t k = 0; k < p->n; k++) {
            sn_str_addf(&t->sampled, "%s%.9g,%s", t->n_sampled % 8 ? " " : "    ", p->values[k],
                        t->n_sampled % 8 == 7 ? "\n" : "");
            t->n_sampled++;
        }
    }
    t->n_samples += test->n_samples;
}

static void add_limits(emitter *e, test_tables *t, const sn_module_test *test)
{
    for (size_t i = 0; i < e->m->n_inputs; i++)
        sn_str_addf(&t->limits, "%s%" PRId64, i ? ", " : "", test->limits[i]);
    if (!e->m->n_inputs) sn_str_add(&t->limits, "0");
}

static void add_set(emitter *e, test_tables *t, size_t index)
{
    const sn_module_set *set = &e->m->sets[index];
    const bool several = e->m->n_sets > 1;
    const size_t place = t->n_places, sample = t->n_samples, sampled = t->n_sampled;
    if (several) sn_str_add(&t->limits, index ? ", {" : "{");
    add_limits(e, t, set->test);
    if (several) sn_str_add(&t->limits, "}");
    add_places(t, set->test);
    add_samples(t, set->test, several ? sn_arena_printf(e->arena, "%zu, ", index) : "");
    sn_str_addf(&t->ranges, "    {%zu, %zu, %zu, %zu, %zu, %" PRId64 "},\n", place, t->n_places,
                sample, t->n_samples, sampled, set->batch > 0 ? set->batch : 1);
}

static void tables(emitter *e, test_tables *t)
{
    sn_str_init(&t->places, e->arena);
    sn_str_init(&t->samples, e->arena);
    sn_str_init(&t->sampled, e->arena);
    sn_str_init(&t->limits, e->arena);
    sn_str_init(&t->ranges, e->arena);
    for (size_t k = 0; k < e->m->n_sets; k++) add_set(e, t, k);
    if (t->n_sampled % 8) sn_str_add(&t->sampled, "\n");
    if (!t->n_places) sn_str_add(&t->places, "    {0}, /* none: C has no empty arrays */\n");
    if (!t->n_samples) sn_str_add(&t->samples, "    {0}, /* none: C has no empty arrays */\n");
    if (!t->n_sampled) sn_str_add(&t->sampled, "    0,\n");
}

/* Which of the numbers are a set's. */
static void ranges(emitter *e, const test_tables *t)
{
    const bool several = e->m->n_sets > 1;
    sn_module_var(
        e, "test_ranges",
        several ? sn_arena_printf(
                      e->arena,
                      "/* Which of these are a set's, and how many images a run of it has. */\n"
                      "static const struct {\n    int place, end_place, sample, end_sample, "
                      "sampled;\n    size_t images;\n} tests[] = {\n%s};\n",
                      t->ranges.s)
                : sn_arena_printf(e->arena, "enum { N_PLACES = %zu, N_SAMPLES = %zu };\n",
                                  t->n_places, t->n_samples));
    sn_module_var(e, "sample_set", several ? "set, " : "");
    sn_module_var(e, "ns",
                  several ? sn_arena_printf(e->arena, "[%zu]", e->m->n_inputs ? e->m->n_inputs : 1)
                          : "");
    sn_module_var(e, "at", several ? "[set]" : "");
    sn_module_var(e, "first_place", several ? "tests[set].place" : "0");
    sn_module_var(e, "end_place", several ? "tests[set].end_place" : "N_PLACES");
    sn_module_var(e, "from", several ? "tests[set].sample" : "0");
    sn_module_var(e, "to", several ? "tests[set].end_sample" : "N_SAMPLES");
    sn_module_var(e, "first_sampled", several ? " + tests[set].sampled" : "");
    sn_module_var(e, "tested",
                  several ? sn_arena_printf(e->arena, "%s_sets[s->set].outputs", e->p)
                          : sn_arena_printf(e->arena, "%s_outputs", e->p));
    sn_module_var(e, "check_set",
                  several ? sn_arena_printf(e->arena,
                                            "\n    if (set < 0 || set >= %s_N_SETS) return "
                                            "-%s_E_SET;",
                                            e->upper, e->upper)
                          : "");
}

void sn_module_selftest(emitter *e)
{
    const bool has_test = e->m->sets->test;
    test_tables t = {0};
    sn_module_var(e, "no_selftest",
                  has_test
                      ? ""
                      : sn_arena_printf(e->arena,
                                        "#define %s_NO_SELFTEST /* it was written without one */\n",
                                        e->upper));
    sn_module_var(e, "cmake_test", has_test ? sn_module_filled(e, sn_text_cmake_test) : "");
    if (!has_test) {
        sn_module_var(e, "selftest_bytes", "0 bytes");
        return;
    }
    tables(e, &t);
    ranges(e, &t);
    sn_module_var(e, "test_places", t.places.s);
    sn_module_var(e, "test_samples", t.samples.s);
    sn_module_var(e, "test_sampled", t.sampled.s);
    sn_module_var(e, "test_limits", t.limits.s);
    sn_module_var(e, "test_numbers", sn_text_selftest);
    /* six words, an address and five floats a place; three words and a float a sample */
    sn_module_var(e, "selftest_bytes",
                  sn_arena_printf(e->arena, "%zu bytes",
                                  t.n_places * 64 + t.n_samples * 16 + t.n_sampled * 4));
}
