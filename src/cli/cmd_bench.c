/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter bench: how long each step takes. */
#include <string.h>

#include "cli/build.h"
#include "cli/feed.h"
#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

enum { DEFAULT_ROUNDS = 30, LAYERS_WIDTH = 40 };

static const sn_option own[] = {
    {"rounds", 0, SN_OPTION_COUNT, AT(rounds), "N", "runs that are timed (default: 30)", 1000000,
     false},
    {"threads", 0, SN_OPTION_COUNT, AT(threads), "N",
     "threads that share the work of a run (default: 1)", 256, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_machine,
                                           sn_options_fusion,
                                           sn_options_compile,
                                           sn_options_check,
                                           sn_options_batch,
                                           sn_options_input,
                                           sn_options_constant,
                                           sn_options_part,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

/* Parts of one step stand one after the other with the same layers: a line for all. */
typedef struct bench_row {
    sn_step_info sum;
} bench_row;

static uint32_t join(const sn_bench_result *r, bench_row *rows)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n_steps; i++) {
        const sn_step_info *s = &r->steps[i];
        bench_row *last = n ? &rows[n - 1] : NULL;
        if (last && strcmp(last->sum.layers, s->layers) == 0 &&
            strcmp(last->sum.kernel, s->kernel) == 0) {
            last->sum.seconds += s->seconds;
            last->sum.flops += s->flops;
            last->sum.bytes += s->bytes;
            last->sum.roof += s->roof;
        } else {
            rows[n++].sum = *s;
        }
    }
    return n;
}

static double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

static json_t *row_json(const sn_step_info *s)
{
    json_t *o = json_object();
    json_object_set_new(o, "layers", sn_json_text(s->layers));
    json_object_set_new(o, "kernel", sn_json_text(s->kernel));
    json_object_set_new(o, "seconds", sn_json_real(s->seconds));
    json_object_set_new(o, "flops", sn_json_count(s->flops));
    json_object_set_new(o, "bytes", sn_json_count(s->bytes));
    json_object_set_new(o, "roof_seconds", sn_json_real(s->roof));
    return o;
}

static void add_json(sn_cli *cli, const sn_executable_info *info, const sn_bench_result *r,
                     const bench_row *rows, uint32_t n, int threads)
{
    json_t *root = sn_json_root(cli), *list = json_array(), *memory = json_array();
    for (uint32_t i = 0; i < n; i++) json_array_append_new(list, row_json(&rows[i].sum));
    for (uint32_t i = 0; i < r->n_levels; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "bytes", sn_json_count(r->level_bytes[i]));
        json_object_set_new(o, "bytes_per_second", sn_json_count(r->level_speeds[i]));
        json_array_append_new(memory, o);
    }
    json_object_set_new(root, "threads", json_integer(threads));
    if (cli->set.batch > 1)
        json_object_set_new(root, "batch", json_integer((json_int_t)cli->set.batch));
    json_object_set_new(root, "rounds", json_integer(r->n_rounds));
    json_object_set_new(root, "best_seconds", sn_json_real(r->best));
    json_object_set_new(root, "median_seconds", sn_json_real(r->median));
    json_object_set_new(root, "compiler", sn_json_text(info->compiler));
    json_object_set_new(root, "cached", json_boolean(info->cached));
    json_object_set_new(root, "checked", json_boolean(info->checked));
    json_object_set_new(root, "plan_seconds", sn_json_real(info->plan_seconds));
    json_object_set_new(root, "build_seconds", sn_json_real(info->build_seconds));
    json_object_set_new(root, "code_bytes", json_integer((json_int_t)info->code_bytes));
    json_object_set_new(root, "weights_bytes", json_integer((json_int_t)info->weights_bytes));
    json_object_set_new(root, "workspace_bytes", json_integer((json_int_t)info->workspace_bytes));
    json_object_set_new(root, "peak_flops", sn_json_count(r->peak_flops));
    json_object_set_new(root, "memory", memory);
    json_object_set_new(root, "steps", list);
}

/* A long list of layers: its beginning. */
static const char *shortened(const char *layers)
{
    char *safe = sn_cli_safe(layers);
    if (strlen(safe) <= LAYERS_WIDTH) return safe;
    size_t n = LAYERS_WIDTH - 3;
    while (n && ((unsigned char)safe[n] & 0xc0) == 0x80) n--;
    return sn_cli_join(sn_cli_copy(safe, n), "...");
}

static void put_row(const char *layers, const char *kernel, const sn_step_info *s, double whole)
{
    printf("%9.3f %4.0f%% ", 1e3 * s->seconds, percent(s->seconds, whole));
    printf(s->flops > 0 ? "%8.1f " : "         ", 1e-9 * s->flops / s->seconds);
    printf("%9s %4.0f%%  %-14s ", sn_number_of_bytes(s->bytes).s, percent(s->roof, s->seconds),
           kernel);
    printf("%s\n", layers);
}

static void put_table(const bench_row *rows, uint32_t n)
{
    sn_step_info total = {0};
    for (uint32_t i = 0; i < n; i++) total.seconds += rows[i].sum.seconds;
    printf("%9s %5s %8s %9s %5s  %-14s %s\n", "ms", "part", "GFLOP/s", "moved", "roof", "kernel",
           "layers");
    for (uint32_t i = 0; i < n; i++) {
        const sn_step_info *s = &rows[i].sum;
        put_row(shortened(s->layers), s->kernel, s, total.seconds);
        total.flops += s->flops;
        total.bytes += s->bytes;
        total.roof += s->roof;
    }
    put_row("all", "", &total, total.seconds);
}

/* Runs are interrupted where other programs want the processor; their median is far above the sum
 * of the medians of the steps then. */
static bool was_busy(const sn_bench_result *r)
{
    double sum = 0;
    for (uint32_t i = 0; i < r->n_steps; i++) sum += r->steps[i].seconds;
    return r->median > 1.5 * sum + 20e-6;
}

static void put_summary(const sn_executable_info *info, const sn_bench_result *r, int threads,
                        int batch)
{
    putchar('\n');
    sn_put_label("run");
    printf("best %.3f ms, median %.3f ms of %u, %d thread%s\n", 1e3 * r->best, 1e3 * r->median,
           r->n_rounds, threads, threads == 1 ? "" : "s");
    if (batch > 1) {
        sn_put_label("image");
        printf("best %.3f ms, median %.3f ms, %d in a run\n", 1e3 * r->best / batch,
               1e3 * r->median / batch, batch);
    }
    if (was_busy(r)) {
        sn_put_label("busy");
        printf("runs took longer than their steps: the machine did other work in between\n");
    }
    sn_put_label("machine");
    printf("%.1f GFLOP/s", 1e-9 * r->peak_flops);
    for (uint32_t i = 0; i < r->n_levels; i++)
        printf("%s %.1f GB/s of %s", i ? "," : ";", 1e-9 * r->level_speeds[i],
               r->level_bytes[i] > 0 ? sn_number_of_bytes(r->level_bytes[i]).s : "memory");
    putchar('\n');
    sn_put_label("memory");
    printf("%s of workspace", sn_number_of_bytes((double)info->workspace_bytes).s);
    printf(", %s of weights\n", sn_number_of_bytes((double)info->weights_bytes).s);
    sn_put_label("compiled");
    printf("%.2f s to C, %.2f s %s; ", info->plan_seconds, info->build_seconds,
           info->cached ? "to find it in the cache" : "to a library");
    sn_put_safe(stdout, info->compiler);
    putchar('\n');
}

static int bench(sn_cli *cli, sn_executable *e, int threads)
{
    const sn_settings *s = &cli->set;
    sn_executable_info info;
    sn_bench_result r;
    sn_status status = sn_executable_bench(e, s->rounds ? (uint32_t)s->rounds : DEFAULT_ROUNDS, &r);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    bench_row *rows = sn_cli_alloc((r.n_steps + 1) * sizeof *rows);
    uint32_t n = join(&r, rows);
    sn_executable_describe(e, &info);
    if (s->json) {
        add_json(cli, &info, &r, rows, n, threads);
        return 0;
    }
    if (!s->quiet) put_table(rows, n);
    put_summary(&info, &r, threads, (int)s->batch);
    return 0;
}

static int run(sn_cli *cli)
{
    int threads = cli->set.threads ? (int)cli->set.threads : 1;
    const sn_compile_options o = sn_cli_compile_options(cli, threads);
    sn_model *m = NULL, *sized = NULL;
    sn_executable *e = NULL;
    cli->set.threads = 0; /* compiling takes all that there are */
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &m);
    if (!code) code = sn_cli_cut(cli, m, &cli->set.inputs);
    if (!code) code = sn_cli_sized(cli, m, &sized);
    if (code) return code;
    sn_status status = sn_executable_create(sized, &o, &e);
    sn_progress_clear(&cli->progress);
    code = status == SN_OK ? bench(cli, e, threads) : sn_cli_fail(cli, status);
    sn_executable_destroy(e);
    return code;
}

const sn_command sn_cmd_bench = {
    .usage = "IN [options]",
    .about = "Compiles a network, runs it on made-up inputs and prints for each step: time, its "
             "part of the whole, arithmetic, memory that it reads and writes "
             "at least, and how much of its time the machine would need at the speeds that are "
             "measured beforehand (roof; more than 100 % where data are nearer "
             "than their size suggests).",
    .examples = "sinter bench mobilenet_v2.param\n"
                "sinter bench face.param --threads 2 --fusion off\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
