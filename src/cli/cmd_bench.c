/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter bench: how long each step takes. */
#include "cli/build.h"
#include "cli/feed.h"
#include "cli/timing.h"

#define AT(field) offsetof(sn_settings, field)

enum { DEFAULT_ROUNDS = 30, TRACED = 3 };

static const sn_option own[] = {
    {"threads", 0, SN_OPTION_COUNT, AT(threads), "N",
     "threads that share the work of a run (default: 1)", 256, false},
    {"trace", 0, SN_OPTION_TEXT, AT(trace), "FILE.json",
     "write what each thread does when in the first 3 runs that are timed, for Perfetto or "
     "chrome://tracing",
     0, false},
    {0},
};

static const sn_option *const options[] = {sn_options_timed,
                                           own,
                                           sn_options_feed,
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

static int bench(sn_cli *cli, sn_executable *e, const sn_bench_options *o, int threads)
{
    const sn_settings *s = &cli->set;
    sn_executable_info info;
    sn_bench_result r;
    sn_status status = sn_executable_bench_with(e, o, &r);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    sn_executable_describe(e, &info);
    const sn_timing t = {&info, &r, threads, (int)s->batch, 0};
    const int code = s->trace ? sn_trace_write(cli, &t, s->trace) : 0;
    if (code) return code;
    sn_cli_put_timing(cli, &t);
    if (s->trace && !s->json && !s->quiet) sn_cli_put_written_file(s->trace);
    return 0;
}

/* The network at sizes, and what it is run on: NULL where nothing is given. */
static int fed(sn_cli *cli, sn_model *m, sn_model **sized, const void *const **inputs)
{
    const sn_settings *s = &cli->set;
    const bool is = s->image || s->input_files.n || s->resize || s->mean || s->scale || s->bgr;
    return is ? sn_cli_feed(cli, m, sized, inputs) : sn_cli_sized(cli, m, sized);
}

static int run(sn_cli *cli)
{
    int threads = cli->set.threads ? (int)cli->set.threads : 1;
    const sn_compile_options o = sn_cli_compile_options(cli, threads);
    sn_bench_options b;
    sn_model *m = NULL, *sized = NULL;
    sn_executable *e = NULL;
    cli->set.threads = 0; /* compiling takes all that there are */
    int code = sn_cli_bench_options(cli, DEFAULT_ROUNDS, &b);
    if (!code) code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &m);
    if (!code && cli->set.trace) code = sn_trace_check(cli, cli->set.trace);
    if (!code) code = sn_cli_cut(cli, m, &cli->set.inputs);
    if (!code) code = fed(cli, m, &sized, &b.inputs);
    if (code) return code;
    b.traced = cli->set.trace ? TRACED : 0;
    sn_status status = sn_executable_create(sized, &o, &e);
    sn_progress_clear(&cli->progress);
    code = status == SN_OK ? bench(cli, e, &b, threads) : sn_cli_fail(cli, status);
    sn_executable_destroy(e);
    return code;
}

const sn_command sn_cmd_bench = {
    .usage = "IN [options]",
    .about = "Compiles a network, runs it on made-up inputs, or on given ones, and prints for each "
             "step: time, its part of the whole, arithmetic, memory that it reads and writes "
             "at least, and how much of its time the machine would need at the speeds that are "
             "measured beforehand (roof; more than 100 % where data are nearer "
             "than their size suggests); then of whole runs the best, percentiles and the worst.",
    .examples = "sinter bench mobilenet_v2.param\n"
                "sinter bench face.param --threads 2 --fusion off\n"
                "sinter bench face.param --warmup 1s --seconds 10 --trace face.json\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
