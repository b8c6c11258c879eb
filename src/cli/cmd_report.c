/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter report: what a network is, what it became and why, how long that takes, as a page. */
#include <string.h>

#include "cli/build.h"
#include "cli/feed.h"
#include "cli/groups.h"
#include "cli/json.h"
#include "cli/page.h"
#include "cli/provenance.h"
#include "cli/timing.h"

#define AT(field) offsetof(sn_settings, field)

enum { DEFAULT_ROUNDS = 30 };

static const sn_option own[] = {
    {"out", 'o', SN_OPTION_TEXT, AT(out), "OUT.html", "the page; one of this and --json is needed",
     0, false},
    {"no-bench", 0, SN_OPTION_FLAG, AT(no_bench), NULL,
     "measure nothing: no times, no roofline, and no C compiler is needed", 0, false},
    {"threads", 0, SN_OPTION_COUNT, AT(threads), "N",
     "threads that share the work of a run (default: 1)", 256, false},
    SN_ROWS_RESULTS,
    SN_ROWS_PASSES,
    {"verify", 0, SN_OPTION_CHOICE, AT(verify), "default|each|whole|off",
     "what is run before and after, as 'sinter optimize' does it", 0, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_timed,
                                           sn_options_fusion,
                                           sn_options_machine,
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

/* What the page is about, as it is found out. */
typedef struct subject {
    sn_compile_options how; /* it is compiled; of what is optimized already */
    sn_bench_options bench;
    sn_model *loaded;
    sn_model *before, *after; /* at some sizes */
    sn_sizes_from from;
    const char *not_compiled, *not_timed; /* why; NULL: it was */
    sn_optimize_result optimized;
    sn_remarks remarks;
    sn_groups_info groups;
    sn_executable_info built;
    sn_bench_result timing;
} subject;

static int check_settings(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    const char *timed = s->rounds          ? "rounds"
                        : s->seconds > 0   ? "seconds"
                        : s->warmup        ? "warmup"
                        : s->percentiles.n ? "percentiles"
                                           : NULL;
    const size_t n = s->out ? strlen(s->out) : 0;
    if (!s->out && !s->json)
        return sn_cli_usage(cli, "-o OUT.html is needed, or --json for the data alone");
    if (s->out && (n < 6 || strcmp(s->out + n - 5, ".html") != 0))
        return sn_cli_usage(cli, "-o %s: a name that ends in .html is expected", s->out);
    if (s->no_bench && timed)
        return sn_cli_usage(cli, "--%s says how to measure, and --no-bench not to", timed);
    if (s->as_is && (s->passes.n || s->skip.n || s->verify))
        return sn_cli_usage(
            cli, "--passes, --skip and --verify say how to optimize, and --as-is not to");
    return 0;
}

/* What cannot be done is no failure of the report, but a part of it. */
static bool is_refusal(sn_status status)
{
    return status == SN_E_SHAPE || status == SN_E_UNSUPPORTED;
}

static const char *refusal_of(sn_cli *cli) { return sn_cli_join(sn_context_error(cli->ctx), ""); }

/* ---- what is found out ----------------------------------------------------------------------- */

/* At sizes that are known it is optimized for the code, else for its own format. */
static int optimize(sn_cli *cli, subject *p)
{
    const sn_settings *s = &cli->set;
    sn_optimize_options o = {
        .verify = (sn_verify_mode)s->verify,
        .passes = s->passes.v,
        .skip = s->skip.v,
        .remark = sn_remarks_add,
        .user = &p->remarks,
        .compiled_for = p->not_compiled ? NULL
                        : s->target     ? s->target
                                        : "native",
        .machine = s->machine,
    };
    sn_status status = sn_model_clone(p->not_compiled ? p->loaded : p->before, &p->after);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    if (s->as_is) return 0;
    sn_model_list_bodies(p->after, true); /* labels in remarks are of all layers */
    status = sn_model_optimize(p->after, &o, &p->optimized);
    sn_progress_clear(&cli->progress);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

static int plan(sn_cli *cli, subject *p)
{
    const sn_status status = sn_model_groups(p->after, &p->how, &p->groups);
    sn_progress_clear(&cli->progress);
    if (status == SN_OK) return 0;
    if (!is_refusal(status)) return sn_cli_fail(cli, status);
    p->not_compiled = refusal_of(cli);
    return 0;
}

static int time_it(sn_cli *cli, subject *p)
{
    sn_executable *e = NULL;
    sn_status status = sn_executable_create(p->after, &p->how, &e);
    if (status == SN_OK) status = sn_executable_bench_with(e, &p->bench, &p->timing);
    if (status == SN_OK) sn_executable_describe(e, &p->built);
    sn_progress_clear(&cli->progress);
    if (status == SN_OK) return 0;
    sn_executable_destroy(e);
    if (!is_refusal(status)) return sn_cli_fail(cli, status);
    p->not_timed = refusal_of(cli);
    return 0;
}

/* Before anything is tried; NULL: nothing stands against it. */
static const char *why_not_timed(const sn_settings *s)
{
    if (s->no_bench) return "not asked for: --no-bench";
    if (!s->target || strcmp(s->target, "native") == 0) return NULL;
    return sn_cli_join(sn_cli_join("only code for this machine (native) is timed here; what "
                                   "`sinter compile --target ",
                                   s->target),
                       "` writes is timed on a machine of that kind");
}

static int find_out(sn_cli *cli, subject *p)
{
    sn_status status = sn_model_at_some_size(p->loaded, &p->before, &p->from);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    p->not_compiled = sn_cli_why_not_sized(cli, p->loaded);
    p->not_timed = why_not_timed(&cli->set);
    int code = optimize(cli, p);
    if (!code && !p->not_compiled) code = plan(cli, p);
    if (p->not_compiled && !p->not_timed) p->not_timed = p->not_compiled;
    if (!code && !p->not_timed) code = time_it(cli, p);
    return code;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Of each layer before, the one that it became, by place in the list; null: it is gone. */
static json_t *into_of(const sn_provenance *p)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < p->n_before; i++)
        json_array_append_new(
            list, p->into[i] == UINT32_MAX ? json_null() : json_integer((json_int_t)p->into[i]));
    return list;
}

/* The networks: what is compiled, or what would be. */
static int set_networks(sn_cli *cli, subject *p, json_t *root)
{
    sn_model *after = p->groups.planned;
    sn_sizes_from from;
    sn_provenance provenance;
    if (!after) {
        const sn_status status = sn_model_at_some_size(p->after, &after, &from);
        if (status != SN_OK) return sn_cli_fail(cli, status);
    }
    json_t *b = sn_page_network(cli, p->before), *a = b ? sn_page_network(cli, after) : NULL;
    if (!a) return sn_exit_of(SN_E_INTERNAL);
    json_object_set_new(root, "before", b);
    json_object_set_new(root, "after", a);
    const int code = sn_provenance_of(cli, p->before, after, &p->remarks, &provenance);
    if (!code) json_object_set_new(root, "into", into_of(&provenance));
    return code;
}

static json_t *compiled_of(sn_cli *cli, const subject *p)
{
    json_t *o = json_object();
    if (p->not_compiled) return json_null();
    sn_json_groups(cli, &p->groups, o);
    return o;
}

static json_t *timing_of(sn_cli *cli, const subject *p)
{
    json_t *o = json_object();
    if (p->not_timed) return json_null();
    sn_json_timing(cli, &(sn_timing){&p->built, &p->timing, p->how.threads, (int)cli->set.batch, 0},
                   false, o);
    return o;
}

static int set_json(sn_cli *cli, subject *p)
{
    static const char *const from_names[] = {"given", "hinted", "chosen", "unknown"};
    const sn_settings *s = &cli->set;
    json_t *root = sn_json_root(cli);
    json_object_set_new(root, "sinter", sn_json_text(sn_version()));
    json_object_set_new(root, "file", sn_json_text(cli->args[0]));
    json_object_set_new(root, "target", sn_json_text(s->target ? s->target : "native"));
    json_object_set_new(root, "machine", sn_json_text(s->machine));
    json_object_set_new(root, "threads", json_integer(p->how.threads));
    json_object_set_new(root, "batch", s->batch ? json_integer((json_int_t)s->batch) : json_null());
    json_object_set_new(root, "sizes", sn_json_text(from_names[p->from]));
    json_object_set_new(root, "optimized", json_boolean(!s->as_is));
    if (!s->as_is) sn_json_optimized(cli, &p->optimized, &p->remarks);
    const int code = set_networks(cli, p, root);
    if (code) return code;
    json_object_set_new(root, "compiled", compiled_of(cli, p));
    json_object_set_new(root, "not_compiled", sn_json_text(p->not_compiled));
    json_object_set_new(root, "timing", timing_of(cli, p));
    json_object_set_new(root, "not_timed", sn_json_text(p->not_timed));
    return 0;
}

/* ---- run ------------------------------------------------------------------------------------- */

static int layers_of(sn_cli *cli, const char *side)
{
    const json_t *totals = json_object_get(json_object_get(sn_json_root(cli), side), "totals");
    return (int)json_integer_value(json_object_get(totals, "layers"));
}

static void put_summary(sn_cli *cli, const subject *p)
{
    const sn_optimize_result *r = &p->optimized;
    sn_put_label("layers");
    printf("%d -> %d\n", layers_of(cli, "before"), layers_of(cli, "after"));
    if (!cli->set.as_is) {
        sn_put_label("network");
        if (r->n_rewrites)
            sn_cli_put_comparison(&r->whole, true);
        else
            printf("as it was: nothing was rewritten\n");
    }
    sn_put_label("steps");
    if (p->not_compiled) {
        printf("none: ");
        sn_put_safe(stdout, p->not_compiled);
        putchar('\n');
    } else {
        printf("%u\n", p->groups.n_steps);
    }
    sn_put_label("run");
    if (p->not_timed) {
        printf("not timed: ");
        sn_put_safe(stdout, p->not_timed);
        putchar('\n');
    } else {
        printf("best %.3f ms, median %.3f ms of %u, %d thread%s\n", 1e3 * p->timing.best,
               1e3 * p->timing.median, p->timing.n_rounds, p->how.threads,
               p->how.threads == 1 ? "" : "s");
    }
    sn_cli_put_written_file(cli->set.out);
}

static int run(sn_cli *cli)
{
    const int threads = cli->set.threads ? (int)cli->set.threads : 1;
    const sn_settings *s = &cli->set;
    subject p = {.how = sn_cli_compile_options(cli, threads)};
    p.how.as_is = true;
    cli->set.threads = 0; /* all that there are, but for runs that are timed */
    cli->keeps_messages = true;
    int code = check_settings(cli);
    if (!code) code = sn_cli_bench_options(cli, DEFAULT_ROUNDS, &p.bench);
    if (!code) code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], s->bin, &p.loaded);
    if (!code && s->out) code = sn_cli_check_target(cli, s->out);
    if (!code) code = sn_cli_prepare(cli, p.loaded);
    if (!code) code = find_out(cli, &p);
    if (!code) code = set_json(cli, &p);
    if (!code && s->out) code = sn_page_write(cli, sn_json_root(cli), s->out);
    if (code) return code;
    if (s->out && s->json) json_object_set_new(sn_json_root(cli), "page", sn_json_file(s->out));
    if (!s->json && !s->quiet) put_summary(cli, &p);
    return 0;
}

const sn_command sn_cmd_report = {
    .usage = "IN -o OUT.html [options]",
    .about =
        "Optimizes and compiles a network, times it, and writes all that is known of it as one "
        "page for a browser, which needs no network and no other file: the layers before and "
        "after, and which became which; what is computed together by which kernel, and why the "
        "rest is not; the time of each step beside what the machine can do; what is in memory "
        "when; each rewrite with its check, and what was refused and why. What cannot be compiled, "
        "or timed, here is said on the page. docs/report.md describes it.",
    .examples = "sinter report face.param -o face.html\n"
                "sinter report net.onnx --input 1,3,224,224 --no-bench -o net.html\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
