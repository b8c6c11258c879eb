/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs ncnn models, and networks in the text form (.snt), in the reference interpreter on raw
 * files, for the peer tests.
 *
 *     ref_run PARAM WEIGHTS PREFIX [NAME=SIZES=FILE]... [+NAME]... [!pin|!check] [!optimize]
 *     ref_run -          one job a line on stdin, the same words separated by tabs
 *
 * Inputs are files of elements of their types, sizes are outermost first. Every output, and every
 * value named by +NAME, becomes the file PREFIX<n>.raw and a line `NAME SIZES TYPE FILE`; a job
 * ends with the line `ok` or `failed STATUS MESSAGE`. With !pin the sizes are given to the
 * inference of shapes before the run; without it the graph is inferred not knowing them, and the
 * run finds shapes as it goes. With either, or !check, a type or a shape that inference claims and
 * the run contradicts is a failure: symbols stand for the sizes of the files. A line `open N` then
 * says how many sizes and ranks of results inference left open.
 * With !optimize all passes run first, for generated C; a rewrite that is taken back is a failure.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "formats/format.h"
#include "ir/ir_text.h"
#include "passes/pass.h"
#include "plan/spelling.h"
#include "ref/check.h"
#include "ref/run.h"
#include "ref/shapes.h"

typedef struct job {
    sn_ctx *ctx;
    sn_arena *arena;
    const char *param, *weights, *prefix;
    const char *warning; /* the first, while the network was optimized */
    SN_VEC(const char *) inputs, kept;
    bool pin, check, optimize;
    int n_written, n_open;
    const sn_graph *g;
    sn_shape *declared, *fed; /* of each input */
    size_t n_inputs;
} job;

/* ---- files ----------------------------------------------------------------------------------- */

static sn_status write_tensor(job *j, const char *name, const sn_tensor *t)
{
    const char *path = sn_arena_printf(j->arena, "%s%d.raw", j->prefix, j->n_written++);
    const sn_tensor *plain = NULL;
    SN_TRY(sn_tensor_convert(j->ctx, t, t->type, &plain));
    size_t n_bytes = (size_t)sn_tensor_count(plain) * sn_type_bytes(plain->type);
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(sn_tensor_data(plain), 1, n_bytes, f) == n_bytes;
    if (f) ok = fclose(f) == 0 && ok;
    SN_CHECK(j->ctx, ok, SN_E_IO, "%s cannot be written", path);
    printf("%s ", name);
    for (int i = 0; i < plain->shape.rank; i++)
        printf("%s%lld", i ? "," : "", (long long)plain->shape.d[i]);
    printf("%s %s %s\n", plain->shape.rank ? "" : "-", sn_type_name(plain->type), path);
    sn_tensor_release(plain);
    return SN_OK;
}

/* "NAME=SIZES=FILE", split from the right: names may hold '='. */
static sn_status split_input(job *j, const char *text, const char **name, sn_shape *shape,
                             const char **file)
{
    const char *second = strrchr(text, '='), *first = second;
    while (first && first > text && *--first != '=') continue;
    SN_CHECK(j->ctx, first && *first == '=' && first > text, SN_E_ARG,
             "'%s': NAME=SIZES=FILE is expected", text);
    *name = sn_arena_strndup(j->arena, text, (size_t)(first - text));
    *file = second + 1;
    *shape = sn_shape_scalar();
    for (const char *p = first + 1; p < second;) {
        char *end = NULL;
        SN_CHECK(j->ctx, shape->rank < SN_MAX_RANK, SN_E_ARG, "'%s': too many sizes", text);
        shape->d[shape->rank++] = strtoll(p, &end, 10);
        SN_CHECK(j->ctx, end != p && shape->d[shape->rank - 1] >= 0, SN_E_ARG,
                 "'%s': sizes like 3,4,5 are expected", text);
        p = *end == ',' ? end + 1 : end;
        SN_CHECK(j->ctx, p == end + 1 || p == second, SN_E_ARG,
                 "'%s': sizes like 3,4,5 are expected", text);
    }
    return SN_OK;
}

static sn_status read_tensor(job *j, const char *path, sn_type type, const sn_shape *shape,
                             const sn_tensor **out)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(j->ctx, type, shape, &t, &data));
    size_t n_bytes = (size_t)sn_tensor_count(t) * sn_type_bytes(type);
    FILE *f = fopen(path, "rb");
    bool ok = f && fread(data, 1, n_bytes, f) == n_bytes && fgetc(f) == EOF;
    if (f) fclose(f);
    SN_CHECK(j->ctx, ok, SN_E_IO, "%s does not hold %zu bytes", path, n_bytes);
    *out = t;
    return SN_OK;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static bool is_kept(const job *j, const char *name)
{
    for (size_t i = 0; i < j->kept.n; i++) {
        if (name && strcmp(j->kept.v[i], name) == 0) return true;
    }
    return false;
}

/* A symbol that is a size of an input. */
static int64_t fed_size(void *user, sn_dim symbol)
{
    const job *j = user;
    for (size_t k = 0; k < j->n_inputs; k++)
        for (int i = 0; i < j->declared[k].rank; i++)
            if (j->declared[k].d[i] == symbol) return j->fed[k].d[i];
    return -1;
}

static sn_status check_claims(job *j, const sn_value *v, const sn_tensor *t)
{
    const char *name = v->name ? v->name : "?";
    SN_CHECK(j->ctx, v->type == SN_TYPE_UNKNOWN || v->type == t->type, SN_E_INTERNAL,
             "'%s' was inferred to be %s, but is %s", name, sn_type_name(v->type),
             sn_type_name(t->type));
    const bool is_input = !v->def || sn_op_has(v->def->op, SN_TRAIT_INPUT);
    if (v->shape.rank < 0) {
        j->n_open++;
        return SN_OK;
    }
    SN_CHECK(j->ctx, v->shape.rank == t->shape.rank, SN_E_INTERNAL,
             "'%s' was inferred with rank %d, but has rank %d", name, v->shape.rank, t->shape.rank);
    for (int i = 0; i < t->shape.rank; i++) {
        const int64_t size = sn_dim_eval(j->g->dims, v->shape.d[i], fed_size, j);
        SN_CHECK(j->ctx, size < 0 || size == t->shape.d[i], SN_E_INTERNAL,
                 "'%s' was inferred with size %lld at axis %d, but has size %lld", name,
                 (long long)size, i, (long long)t->shape.d[i]);
        j->n_open += size < 0 && !is_input;
    }
    return SN_OK;
}

static sn_status seen(void *user, const sn_value *v, const sn_tensor *t)
{
    job *j = user;
    if (j->check) SN_TRY(check_claims(j, v, t));
    return is_kept(j, v->name) ? write_tensor(j, v->name, t) : SN_OK;
}

static sn_status read_inputs(job *j, const sn_graph *g, const sn_tensor ***feeds, size_t *n)
{
    sn_value **inputs = sn_graph_inputs(g, j->arena, n);
    *feeds = SN_NEW_N(j->arena, const sn_tensor *, *n + 1);
    j->declared = SN_NEW_N(j->arena, sn_shape, *n + 1);
    j->fed = SN_NEW_N(j->arena, sn_shape, *n + 1);
    j->n_inputs = *n;
    for (size_t k = 0; k < *n; k++) j->declared[k] = inputs[k]->shape;
    for (size_t i = 0; i < j->inputs.n; i++) {
        const char *name = NULL, *file = NULL;
        sn_shape shape;
        bool found = false;
        SN_TRY(split_input(j, j->inputs.v[i], &name, &shape, &file));
        for (size_t k = 0; k < *n && !found; k++) {
            found = inputs[k]->name && strcmp(inputs[k]->name, name) == 0;
            if (!found) continue;
            const sn_type declared = inputs[k]->type, type = declared ? declared : SN_TYPE_f32;
            SN_TRY(read_tensor(j, file, type, &shape, &(*feeds)[k]));
            SN_CHECK(j->ctx,
                     j->pin || inputs[k]->shape.rank < 0 || inputs[k]->shape.rank == shape.rank,
                     SN_E_ARG, "'%s' has rank %d, %d sizes are given", name, inputs[k]->shape.rank,
                     shape.rank);
            j->fed[k] = shape;
            if (j->pin) inputs[k]->shape = shape;
        }
        SN_CHECK(j->ctx, found, SN_E_ARG, "no input is called '%s'", name);
    }
    for (size_t k = 0; k < *n; k++)
        SN_CHECK(j->ctx, (*feeds)[k], SN_E_ARG, "input '%s' has no file", inputs[k]->name);
    return SN_OK;
}

static sn_status read_text(job *j, sn_graph **g)
{
    sn_mapping *m;
    SN_TRY(sn_file_map(j->ctx, j->param, &m)); /* until the process ends */
    const sn_text text = {(const char *)m->data, m->n_bytes};
    return sn_graph_parse(j->ctx, j->param, text, sn_format_op_find, g);
}

static sn_status read_network(job *j, sn_graph **g)
{
    const size_t n = strlen(j->param);
    if (n > 4 && strcmp(j->param + n - 4, ".snt") == 0) return read_text(j, g);
    const sn_format *own = sn_format_of_path(j->param), *ncnn = own ? own : sn_format_named("ncnn");
    SN_CHECK(j->ctx, ncnn, SN_E_INTERNAL, "the format ncnn is not built in");
    const sn_load_options options = {.path = j->param, .weights = j->weights};
    return ncnn->load(j->ctx, &options, g);
}

/* Keeps the first warning: what was taken back, and why. */
static void keep_warning(void *user, sn_level level, const char *text)
{
    job *j = user;
    if (level == SN_WARNING && !j->warning) j->warning = sn_arena_printf(j->arena, "%s", text);
}

/* For generated C, every rewrite checked. */
static sn_status optimize(job *j, sn_graph *g)
{
    const sn_machine *machine = NULL;
    SN_TRY(sn_machine_find(j->ctx, "generic", &machine));
    const sn_plan_spelling code = sn_plan_spelling_of(j->ctx, j->arena, machine);
    const sn_pass_env env = {.ctx = j->ctx, .target = &code.spelling, .check = sn_check_region};
    sn_pipeline_result result = {0};
    sn_ctx_set_diag(j->ctx, keep_warning, j);
    SN_TRY(sn_pipeline_run(&env, g, NULL, &result));
    SN_CHECK(j->ctx, !result.n_refused, SN_E_INTERNAL, "%u rewrites were taken back: %s",
             result.n_refused, j->warning ? j->warning : "?");
    return SN_OK;
}

static sn_status run(job *j)
{
    sn_graph *g = NULL;
    SN_TRY(read_network(j, &g));
    j->g = g;
    size_t n = 0;
    const sn_tensor **feeds = NULL;
    SN_TRY(read_inputs(j, g, &feeds, &n));
    SN_TRY(sn_infer_as_read(g));
    const sn_node *output = sn_graph_output(g);
    SN_CHECK(j->ctx, output, SN_E_ARG, "the network has no output");
    if (j->optimize) SN_TRY(optimize(j, g));
    const sn_tensor **results = SN_NEW_N(j->arena, const sn_tensor *, output->n_in + 1);
    sn_run_hooks hooks = {.user = j, .seen = seen};
    SN_TRY(sn_run_graph(g, feeds, n, &hooks, results));
    for (unsigned i = 0; i < output->n_in; i++) {
        const char *name = sn_output_name(output, i);
        if (!is_kept(j, name)) SN_TRY(write_tensor(j, name ? name : "?", results[i]));
    }
    return SN_OK;
}

static sn_status guarded(job *j) { SN_GUARD(j->ctx, run(j)); }

static sn_status run_job(char **words, int n)
{
    job j = {.ctx = sn_ctx_create(NULL, NULL),
             .param = words[0],
             .weights = words[1],
             .prefix = words[2]};
    if (!j.ctx) return SN_E_MEMORY;
    j.arena = sn_arena_create(j.ctx);
    j.inputs.arena = j.kept.arena = j.arena;
    for (int i = 3; i < n; i++) {
        if (strcmp(words[i], "!pin") == 0)
            j.pin = j.check = true;
        else if (strcmp(words[i], "!check") == 0)
            j.check = true;
        else if (strcmp(words[i], "!optimize") == 0)
            j.optimize = true;
        else if (words[i][0] == '+')
            SN_PUSH(j.kept, words[i] + 1);
        else
            SN_PUSH(j.inputs, words[i]);
    }
    sn_status status = guarded(&j);
    if (j.check) printf("open %d\n", j.n_open);
    if (status == SN_OK)
        printf("ok\n");
    else
        printf("failed %s %s\n", sn_status_name(status), sn_ctx_error(j.ctx));
    fflush(stdout);
    sn_ctx_destroy(j.ctx);
    return status;
}

static int run_lines(void)
{
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) > 0) {
        char *words[256], *rest = NULL;
        int n = 0;
        line[strcspn(line, "\n")] = '\0';
        for (char *w = strtok_r(line, "\t", &rest); w && n < 256; w = strtok_r(NULL, "\t", &rest))
            words[n++] = w;
        if (n >= 3) {
            (void)run_job(words, n);
        } else {
            printf("failed E_ARG PARAM, WEIGHTS and PREFIX are expected\n");
            fflush(stdout);
        }
    }
    free(line);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "-") == 0) return run_lines();
    if (argc < 4) {
        fprintf(stderr,
                "usage: ref_run PARAM WEIGHTS PREFIX [NAME=SIZES=FILE]... [+NAME]... "
                "[!pin|!check] [!optimize]\n");
        return 2;
    }
    return run_job(argv + 1, argc - 1) == SN_OK ? 0 : 1;
}
