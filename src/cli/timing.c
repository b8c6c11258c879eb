/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/timing.h"

#include <string.h>

#include "cli/json.h"

enum { LAYERS_WIDTH = 40 };

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
    return o;
}

static void add_json(sn_cli *cli, const sn_timing *t, const sn_step_info *rows, uint32_t n)
{
    const sn_executable_info *info = t->info;
    const sn_bench_result *r = t->result;
    json_t *root = sn_json_root(cli), *list = json_array(), *memory = json_array();
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
    json_object_set_new(root, "best_seconds", sn_json_real(r->best));
    json_object_set_new(root, "median_seconds", sn_json_real(r->median));
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

static void put_summary(const sn_timing *t)
{
    const sn_executable_info *info = t->info;
    const sn_bench_result *r = t->result;
    const int batch = t->batch;
    putchar('\n');
    sn_put_label("run");
    printf("best %.3f ms, median %.3f ms of %u, %d thread%s\n", 1e3 * r->best, 1e3 * r->median,
           r->n_rounds, t->threads, t->threads == 1 ? "" : "s");
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
    const uint32_t n = join(t->result, rows);
    if (cli->set.json) {
        add_json(cli, t, rows, n);
        return;
    }
    if (!cli->set.quiet) put_table(t, rows, n);
    put_summary(t);
}
