/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of a network's self-test. Those of several sets of sizes and targets stand in the
 * same tables, one behind the other. */
#include <inttypes.h>

#include "codegen/emitter.h"
#include "codegen/escape.h"

extern const char sn_text_selftest[], sn_text_cmake_test[];

typedef struct test_tables {
    sn_str places, samples, sampled, limits, ranges;
    size_t n_places, n_samples, n_sampled;
} test_tables;

/* What a float begins with. A whole number beyond 2^24 is not printed as one: it would be an int
 * that no float is, of which clang warns. */
static void add_float(sn_str *s, double v)
{
    sn_str_addf(s, fabs(v) < 16777216 ? "%.9g" : "%.8e", v);
}

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
        for (int k = 0; k < TEST_SUMS; k++) {
            if (k) sn_str_add(s, ", ");
            add_float(s, p->sums[k]);
        }
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
            sn_str_add(&t->sampled, t->n_sampled % 8 ? " " : "    ");
            add_float(&t->sampled, p->values[k]);
            sn_str_add(&t->sampled, t->n_sampled % 8 == 7 ? ",\n" : ",");
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

static void add_row(emitter *e, test_tables *t, size_t index)
{
    const sn_module_set *set = &e->m->sets[index];
    const bool several = sn_module_n_rows(e->m) > 1;
    const size_t place = t->n_places, sample = t->n_samples, sampled = t->n_sampled;
    if (several) sn_str_add(&t->limits, index ? ", {" : "{");
    add_limits(e, t, set->test);
    if (several) sn_str_add(&t->limits, "}");
    add_places(t, set->test);
    add_samples(t, set->test,
                e->m->n_sets > 1 ? sn_arena_printf(e->arena, "%zu, ", index % e->m->n_sets) : "");
    sn_str_addf(&t->ranges, "    {%zu, %zu, %zu, %zu, %zu, %" PRId64 "},\n", place, t->n_places,
                sample, t->n_samples, sampled, set->batch > 0 && !set->splits ? set->batch : 1);
}

static void tables(emitter *e, test_tables *t)
{
    sn_str_init(&t->places, e->arena);
    sn_str_init(&t->samples, e->arena);
    sn_str_init(&t->sampled, e->arena);
    sn_str_init(&t->limits, e->arena);
    sn_str_init(&t->ranges, e->arena);
    for (size_t k = 0; k < sn_module_n_rows(e->m); k++) add_row(e, t, k);
    if (t->n_sampled % 8) sn_str_add(&t->sampled, "\n");
    if (!t->n_places) sn_str_add(&t->places, "    {0}, /* none: C has no empty arrays */\n");
    if (!t->n_samples) sn_str_add(&t->samples, "    {0}, /* none: C has no empty arrays */\n");
    if (!t->n_sampled) sn_str_add(&t->sampled, "    0,\n");
}

static const char *of_row(emitter *e, const char *row, const char *field)
{
    return sn_arena_printf(e->arena, "tests[%s].%s", row, field);
}

/* Which of the numbers are those of a set and a target. */
static void ranges(emitter *e, const test_tables *t)
{
    const bool sets = e->m->n_sets > 1, targets = e->m->n_targets > 1, several = sets || targets;
    const char *row = targets ? "row" : "set";
    sn_module_var(e, "test_ranges",
                  several
                      ? sn_arena_printf(
                            e->arena,
                            "/* Which of these are %s, and how many images a run of it has. */\n"
                            "static const struct {\n    int place, end_place, sample, end_sample, "
                            "sampled;\n    size_t images;\n} tests[] = {\n%s};\n",
                            targets ? "a target's, at a set of sizes" : "a set's", t->ranges.s)
                      : sn_arena_printf(e->arena, "enum { N_PLACES = %zu, N_SAMPLES = %zu };\n",
                                        t->n_places, t->n_samples));
    sn_module_var(e, "sample_set", sets ? "set, " : "");
    sn_module_var(e, "ns",
                  several ? sn_arena_printf(e->arena, "[%zu]", e->m->n_inputs ? e->m->n_inputs : 1)
                          : "");
    sn_module_var(e, "at", several ? sn_arena_printf(e->arena, "[%s]", row) : "");
    sn_module_var(e, "first_place", several ? of_row(e, row, "place") : "0");
    sn_module_var(e, "end_place", several ? of_row(e, row, "end_place") : "N_PLACES");
    sn_module_var(e, "from", several ? of_row(e, row, "sample") : "0");
    sn_module_var(e, "to", several ? of_row(e, row, "end_sample") : "N_SAMPLES");
    sn_module_var(e, "first_sampled",
                  several ? sn_arena_printf(e->arena, " + %s", of_row(e, row, "sampled")) : "");
    sn_module_var(e, "tested",
                  sets ? sn_arena_printf(e->arena, "%s_sets[s->set].outputs", e->p)
                       : sn_arena_printf(e->arena, "%s_outputs", e->p));
    sn_str check;
    sn_str_init(&check, e->arena);
    if (sets)
        sn_str_addf(&check, "\n    if (set < 0 || set >= %s_N_SETS) return -%s_E_SET;", e->upper,
                    e->upper);
    if (targets)
        sn_str_addf(&check,
                    "\n    if (!net) return -%s_E_ARGUMENT;\n"
                    "    const int row = %s_target(net)%s%s%s;",
                    e->upper, e->p, sets ? " * " : "", sets ? e->upper : "",
                    sets ? "_N_SETS + set" : "");
    sn_module_var(e, "check_set", check.s);
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
