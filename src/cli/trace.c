/* SPDX-License-Identifier: Apache-2.0
 *
 * What threads do when, as Chrome's trace events: a JSON object that Perfetto and chrome://tracing
 * open. Times are microseconds from the start of the first run; each thread is a track, and a run
 * is an event of the first thread, around those of its steps. */
#include <string.h>

#include "cli/json.h"
#include "cli/timing.h"

static const double MICRO = 1e6;

int sn_trace_check(sn_cli *cli, const char *path)
{
    const size_t n = strlen(path);
    if (n < 6 || strcmp(path + n - 5, ".json") != 0)
        return sn_cli_usage(cli, "--trace %s: a name that ends in .json is expected", path);
    return sn_cli_check_target(cli, path);
}

static json_t *event(const char *kind, const char *name, uint32_t thread)
{
    json_t *o = json_object();
    json_object_set_new(o, "name", sn_json_text(name));
    json_object_set_new(o, "ph", sn_json_text(kind));
    json_object_set_new(o, "pid", json_integer(1));
    json_object_set_new(o, "tid", json_integer((json_int_t)thread));
    return o;
}

/* What a track, or all of them together, is called. */
static json_t *title(const char *of, uint32_t thread, const char *name)
{
    json_t *o = event("M", of, thread), *args = json_object();
    json_object_set_new(args, "name", sn_json_text(name));
    json_object_set_new(o, "args", args);
    return o;
}

static json_t *complete(const char *what, const char *name, uint32_t thread, double begun,
                        double seconds)
{
    json_t *o = event("X", name, thread);
    json_object_set_new(o, "cat", sn_json_text(what));
    json_object_set_new(o, "ts", json_real(MICRO * begun));
    json_object_set_new(o, "dur", json_real(MICRO * (seconds > 0 ? seconds : 0)));
    return o;
}

static json_t *run_event(const sn_bench_result *r, uint32_t round)
{
    json_t *o = complete("run", "run", 0, r->begun[round], r->runs[round]), *args = json_object();
    json_object_set_new(args, "round", json_integer(round));
    json_object_set_new(o, "args", args);
    return o;
}

static json_t *step_event(const sn_bench_result *r, const sn_bench_event *e)
{
    const sn_step_info *s = &r->steps[e->step];
    json_t *o = complete("step", *s->layers ? s->layers : s->kernel, e->thread, e->begun,
                         e->ended - e->begun);
    json_t *args = json_object();
    json_object_set_new(args, "kernel", sn_json_text(s->kernel));
    json_object_set_new(args, "layers", sn_json_text(s->layers));
    json_object_set_new(args, "flops", sn_json_count(s->flops));
    json_object_set_new(args, "bytes", sn_json_count(s->bytes));
    json_object_set_new(args, "step", json_integer(e->step));
    json_object_set_new(args, "round", json_integer(e->round));
    json_object_set_new(o, "args", args);
    return o;
}

static json_t *all_events(const sn_cli *cli, const sn_timing *t)
{
    const sn_bench_result *r = t->result;
    json_t *list = json_array();
    char name[32];
    json_array_append_new(list, title("process_name", 0, cli->args[0]));
    for (int i = 0; i < t->threads; i++) {
        snprintf(name, sizeof name, "thread %d", i);
        json_array_append_new(list, title("thread_name", (uint32_t)i, name));
    }
    for (uint32_t i = 0; i < r->n_traced; i++) json_array_append_new(list, run_event(r, i));
    for (uint32_t i = 0; i < r->n_events; i++)
        json_array_append_new(list, step_event(r, &r->events[i]));
    return list;
}

int sn_trace_write(sn_cli *cli, const sn_timing *t, const char *path)
{
    json_t *o = json_object();
    json_object_set_new(o, "displayTimeUnit", sn_json_text("ms"));
    json_object_set_new(o, "traceEvents", all_events(cli, t));
    const char *text = json_dumps(o, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII |
                                         JSON_REAL_PRECISION(12));
    if (!text) return sn_cli_error(cli, SN_E_MEMORY, "out of memory");
    const sn_file file = {path, text, strlen(text)};
    const sn_status status = sn_write_files(cli->ctx, &file, 1);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    if (cli->set.json) json_object_set_new(sn_json_root(cli), "trace", sn_json_file(path));
    return 0;
}
