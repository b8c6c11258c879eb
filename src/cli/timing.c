/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/timing.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

enum { LAYERS_WIDTH = 40 };

/* ---- options --------------------------------------------------------------------------------- */

const sn_option sn_options_timed[] = {
    {"rounds", 0, SN_OPTION_COUNT, AT(rounds), "N",
     "runs that are timed, at least (default: 30; with --seconds 1)", 1000000, false},
    {"seconds", 0, SN_OPTION_REAL, AT(seconds), "S", "time runs for so long, at least", 0, false},
    {"warmup", 0, SN_OPTION_TEXT, AT(warmup), "N|Ss",
     "runs that do not count, before those that are timed: so many, at least 1, or for so long, "
     "like 0.5s (default: 1)",
     0, false},
    {"percentiles", 0, SN_OPTION_PERCENTS, AT(percentiles), "P,P",
     "of the times of runs, which are printed, like 50,99.9 (default: 50,90,99)", 0, false},
    {0},
};

static int read_warmup(sn_cli *cli, const char *text, sn_bench_options *out)
{
    char *end = NULL;
    const bool begins = *text >= '0' && *text <= '9';
    errno = 0;
    const unsigned long n = strtoul(text, &end, 10);
    if (begins && !*end && !errno && n >= 1 && n <= 1000000) {
        out->warmup = (uint32_t)n;
        return 0;
    }
    const char *unit;
    double seconds;
    if (begins && sn_cli_read_real(text, &unit, &seconds) && strcmp(unit, "s") == 0 &&
        seconds > 0 && isfinite(seconds)) {
        out->warmup_seconds = seconds;
        return 0;
    }
    return sn_cli_usage(cli,
                        "--warmup: '%s' is neither a number from 1 to 1000000 nor seconds like "
                        "0.5s",
                        text);
}

int sn_cli_bench_options(sn_cli *cli, uint32_t rounds, sn_bench_options *out)
{
    const sn_settings *s = &cli->set;
    *out = (sn_bench_options){
        .size = sizeof *out, .rounds = (uint32_t)s->rounds, .seconds = s->seconds};
    if (!s->rounds && !(s->seconds > 0)) out->rounds = rounds;
    return s->warmup ? read_warmup(cli, s->warmup, out) : 0;
}

/* ---- whole runs ------------------------------------------------------------------------------ */

static int by_seconds(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Times of all runs, the shortest first. */
static const double *sorted_runs(const sn_bench_result *r)
{
    double *v = sn_cli_alloc((r->n_rounds + 1) * sizeof *v);
    memcpy(v, r->runs, r->n_rounds * sizeof *v);
    qsort(v, r->n_rounds, sizeof *v, by_seconds);
    return v;
}

/* So many hundredths of the runs were faster, at least; 50: the median. */
static double percentile(const double *sorted, uint32_t n, double percent)
{
    const double i = floor(percent * n / 100);
    return sorted[i < n ? (uint32_t)i : n - 1];
}

static sn_percents percentiles_of(const sn_cli *cli)
{
    static double usual[] = {50, 90, 99};
    return cli->set.percentiles.n ? cli->set.percentiles : (sn_percents){usual, 3};
}

static double mean_of(const sn_bench_result *r)
{
    double sum = 0;
    for (uint32_t i = 0; i < r->n_rounds; i++) sum += r->runs[i];
    return sum / r->n_rounds;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void add(sn_step_info *sum, const sn_step_info *s)
{
    sum->seconds += s->seconds;
    sum->flops += s->flops;
    sum->bytes += s->bytes;
    sum->roof += s->roof;
}

/* Parts of one step stand one after the other with the same layers: a row for all. */
static uint32_t join(const sn_bench_result *r, sn_step_info *rows)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n_steps; i++) {
        const sn_step_info *s = &r->steps[i];
        sn_step_info *last = n ? &rows[n - 1] : NULL;
        if (last && strcmp(last->layers, s->layers) == 0 && strcmp(last->kernel, s->kernel) == 0) {
            add(last, s);
        } else {
            rows[n++] = *s;
        }
    }
    return n;
}

static sn_step_info sum_of(const sn_bench_result *r, uint32_t first, uint32_t end)
{
    sn_step_info sum = {0};
    for (uint32_t i = first; i < end; i++) add(&sum, &r->steps[i]);
    return sum;
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
    json_object_set_new(o, "step", json_integer(s->step));
    return o;
}

static json_t *percent_json(double v)
{
    return v == floor(v) ? json_integer((json_int_t)v) : sn_json_real(v);
}

static void add_runs(const sn_cli *cli, const sn_timing *t, json_t *root)
{
    const sn_bench_result *r = t->result;
    const sn_percents of = percentiles_of(cli);
    const double *sorted = sorted_runs(r);
    const double mean = mean_of(r);
    json_t *list = json_array();
    for (size_t i = 0; i < of.n; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "percent", percent_json(of.v[i]));
        json_object_set_new(o, "seconds", sn_json_real(percentile(sorted, r->n_rounds, of.v[i])));
        json_array_append_new(list, o);
    }
    json_object_set_new(root, "warmup_rounds", json_integer(r->n_warmup));
    json_object_set_new(root, "best_seconds", sn_json_real(r->best));
    json_object_set_new(root, "median_seconds", sn_json_real(r->median));
    json_object_set_new(root, "mean_seconds", sn_json_real(mean));
    json_object_set_new(root, "worst_seconds", sn_json_real(sorted[r->n_rounds - 1]));
    json_object_set_new(root, "percentiles", list);
    json_object_set_new(root, "images_per_second",
                        sn_json_real((t->batch > 1 ? t->batch : 1) / mean));
}

void sn_json_timing(sn_cli *cli, const sn_timing *t, bool whole, json_t *root)
{
    const sn_executable_info *info = t->info;
    const sn_bench_result *r = t->result;
    sn_step_info *rows = sn_cli_alloc((r->n_steps + 1) * sizeof *rows);
    uint32_t n = r->n_steps;
    json_t *list = json_array(), *memory = json_array();
    if (whole)
        n = join(r, rows);
    else
        memcpy(rows, r->steps, n * sizeof *rows);
    for (uint32_t i = 0; i < n; i++) json_array_append_new(list, row_json(&rows[i]));
    for (uint32_t i = 0; i < r->n_levels; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "bytes", sn_json_count(r->level_bytes[i]));
        json_object_set_new(o, "bytes_per_second", sn_json_count(r->level_speeds[i]));
        json_array_append_new(memory, o);
    }
    json_object_set_new(root, "threads", json_integer(t->threads));
    if (t->batch > 1) json_object_set_new(root, "batch", json_integer(t->batch));
    json_object_set_new(root, "rounds", json_integer(r->n_rounds));
    add_runs(cli, t, root);
    if (t->n_forward) {
        const sn_step_info ahead = sum_of(r, 0, t->n_forward);
        const sn_step_info back = sum_of(r, t->n_forward, r->n_steps);
        json_object_set_new(root, "forward_seconds", sn_json_real(ahead.seconds));
        json_object_set_new(root, "backward_seconds", sn_json_real(back.seconds));
    }
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

static void put_table(const sn_timing *t, const sn_step_info *rows, uint32_t n)
{
    const sn_bench_result *r = t->result;
    const sn_step_info all = sum_of(r, 0, r->n_steps);
    printf("%9s %5s %8s %9s %5s  %-14s %s\n", "ms", "part", "GFLOP/s", "moved", "roof", "kernel",
           "layers");
    for (uint32_t i = 0; i < n; i++)
        put_row(shortened(rows[i].layers), rows[i].kernel, &rows[i], all.seconds);
    put_row("all", "", &all, all.seconds);
    if (t->n_forward) {
        const sn_step_info ahead = sum_of(r, 0, t->n_forward);
        const sn_step_info back = sum_of(r, t->n_forward, r->n_steps);
        put_row("forward, up to the loss", "", &ahead, all.seconds);
        put_row("backward, and update", "", &back, all.seconds);
    }
}

/* Runs are interrupted where other programs want the processor; their median is far above the sum
 * of the medians of the steps then. */
static bool was_busy(const sn_bench_result *r)
{
    return r->median > 1.5 * sum_of(r, 0, r->n_steps).seconds + 20e-6;
}

/* Those of the runs that are asked for, and how many there were in a second. */
static void put_spread(const sn_cli *cli, const sn_timing *t)
{
    const sn_bench_result *r = t->result;
    const sn_percents of = percentiles_of(cli);
    const double *sorted = sorted_runs(r);
    const double mean = mean_of(r);
    sn_put_label("spread");
    for (size_t i = 0; i < of.n; i++)
        printf("p%.9g %.3f ms, ", of.v[i], 1e3 * percentile(sorted, r->n_rounds, of.v[i]));
    printf("worst %.3f ms, mean %.3f ms; %.1f %s a second\n", 1e3 * sorted[r->n_rounds - 1],
           1e3 * mean, (t->batch > 1 ? t->batch : 1) / mean, t->batch > 1 ? "images" : "runs");
}

static void put_summary(const sn_cli *cli, const sn_timing *t)
{
    const sn_executable_info *info = t->info;
    const sn_bench_result *r = t->result;
    const int batch = t->batch;
    putchar('\n');
    sn_put_label("run");
    printf("best %.3f ms, median %.3f ms of %u, %d thread%s\n", 1e3 * r->best, 1e3 * r->median,
           r->n_rounds, t->threads, t->threads == 1 ? "" : "s");
    put_spread(cli, t);
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

void sn_cli_put_timing(sn_cli *cli, const sn_timing *t)
{
    sn_step_info *rows = sn_cli_alloc((t->result->n_steps + 1) * sizeof *rows);
    if (cli->set.json) {
        sn_json_timing(cli, t, true, sn_json_root(cli));
        return;
    }
    if (!cli->set.quiet) put_table(t, rows, join(t->result, rows));
    put_summary(cli, t);
}
