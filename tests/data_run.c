/* SPDX-License-Identifier: Apache-2.0
 *
 * Data tests that run graphs on given feeds. Contents of a feed: one state s = 1 for all; for each
 * value in turn s = s*1664525 + 1013904223 mod 2^32, value = ((s >> 16) % 2000 - 1000) / 500. `ids
 * N` after the sizes makes integers in [0, N) of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data_case.h"
#include "ref/agree.h"
#include "ref/run.h"

typedef struct feeder {
    data_case *c;
    uint32_t state;
} feeder;

static float next(feeder *f)
{
    f->state = f->state * 1664525u + 1013904223u;
    return (float)(((double)((f->state >> 16) % 2000u) - 1000.0) / 500.0);
}

/* "NAME SIZES [ids N]" */
static sn_status make(feeder *f, const char *line, const char **name, const sn_tensor **out)
{
    char *copy = sn_arena_strdup(f->c->arena, line), *rest = NULL;
    *name = strtok_r(copy, " ", &rest);
    const char *sizes = strtok_r(NULL, " ", &rest), *ids = strtok_r(NULL, " ", &rest);
    const char *limit = strtok_r(NULL, " ", &rest);
    SN_CHECK(f->c->ctx, *name && sizes, SN_E_ARG, "feed '%s': NAME SIZES is expected", line);
    sn_shape s = sn_shape_scalar();
    for (const char *p = sizes; *p;) {
        char *end = NULL;
        if (s.rank < SN_MAX_RANK) s.d[s.rank] = strtol(p, &end, 10);
        SN_CHECK(f->c->ctx, end && end != p && (!*end || *end == ','), SN_E_ARG,
                 "feed '%s': sizes are expected, found '%s'", line, p);
        s.rank++;
        p = *end == ',' ? end + 1 : end;
    }
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(f->c->ctx, SN_TYPE_f32, &s, &t, &data));
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        float v = next(f);
        if (ids && limit) {
            int32_t id = (int32_t)(f->state >> 16) % atoi(limit);
            memcpy((float *)data + i, &id, sizeof id);
        } else {
            ((float *)data)[i] = v;
        }
    }
    *out = t;
    return SN_OK;
}

static sn_status make_feeds(data_case *c, const sn_graph *g, const sn_tensor ***feeds,
                            size_t *n_feeds)
{
    sn_value **inputs = sn_graph_inputs(g, c->arena, n_feeds);
    *feeds = SN_NEW_N(c->arena, const sn_tensor *, *n_feeds + 1);
    feeder f = {c, 1};
    const char *text = case_section(c, "feed");
    char *copy = sn_arena_strdup(c->arena, text ? text : ""), *rest = NULL;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const char *name = NULL;
        const sn_tensor *t = NULL;
        SN_TRY(make(&f, line, &name, &t));
        bool found = false;
        for (size_t i = 0; i < *n_feeds; i++) {
            if (!inputs[i]->name || strcmp(inputs[i]->name, name) != 0) continue;
            (*feeds)[i] = t;
            found = true;
        }
        SN_CHECK(c->ctx, found, SN_E_ARG, "no input is called '%s'", name);
    }
    for (size_t i = 0; i < *n_feeds; i++) {
        SN_CHECK(c->ctx, (*feeds)[i], SN_E_ARG, "input '%s' has no feed", inputs[i]->name);
    }
    return SN_OK;
}

static void add_result(data_case *c, sn_str *out, const char *name, const sn_tensor *t)
{
    sn_str_addf(out, "%s ", name);
    sn_shape_print(NULL, &t->shape, out);
    sn_str_add(out, ":");
    for (int64_t i = 0, n = sn_tensor_count(t); i < n && i < 64; i++) {
        double v = sn_tensor_at(t, i);
        sn_str_addf(out, " %.6g", v == 0 ? 0.0 : v);
    }
    sn_str_add(out, "\n");
    (void)c;
}

/* Equal texts up to numbers within 1e-4 of the larger one. */
static bool close_enough(const char *a, const char *b)
{
    while (*a && *b) {
        char *ea = NULL, *eb = NULL;
        if (*a == ' ' && *b == ' ') {
            double x = strtod(a, &ea), y = strtod(b, &eb);
            if (ea != a && eb != b) {
                double scale = fmax(fmax(fabs(x), fabs(y)), 1e-2);
                if (!sn_is_near(x, y, 1e-4 * scale)) return false;
                a = ea;
                b = eb;
                continue;
            }
        }
        if (*a++ != *b++) return false;
    }
    return *a == *b;
}

sn_status case_results(data_case *c, const sn_graph *g)
{
    size_t n_feeds = 0;
    const sn_tensor **feeds = NULL;
    SN_TRY(make_feeds(c, g, &feeds, &n_feeds));
    const sn_node *output = sn_graph_output(g);
    SN_CHECK(c->ctx, output, SN_E_ARG, "the graph has no output");
    const sn_tensor **results = SN_NEW_N(c->arena, const sn_tensor *, output->n_in);
    SN_TRY(sn_run_graph(g, feeds, n_feeds, NULL, results));
    sn_str s;
    sn_str_init(&s, c->arena);
    for (unsigned i = 0; i < output->n_in; i++) {
        const char *name = sn_output_name(output, i);
        add_result(c, &s, name ? name : "?", results[i]);
    }
    const char *wanted = case_section(c, "results");
    if (!wanted || !close_enough(wanted, s.s)) case_expect(c, "results", s.s);
    return SN_OK;
}

sn_status run_run(data_case *c)
{
    sn_graph *g = NULL;
    SN_TRY(case_parse(c, &g));
    SN_TRY(sn_infer_graph(g));
    return case_results(c, g);
}
