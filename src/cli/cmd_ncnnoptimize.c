/* SPDX-License-Identifier: Apache-2.0
 *
 * The tool under the name ncnnoptimize: the arguments and flag values of ncnn's tool of that name,
 * its lines on stderr, and what it lacks: rewrites are checked, a part that is cut out can be
 * loaded, and a failure is an exit code. Arguments beyond those that it knows are ignored, as
 * there. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/remarks.h"
#include "cli/window.h"

#define AT(field) offsetof(sn_settings, field)

enum { EXIT_ARGS = 255 }; /* too few arguments, an unknown layer */

static const sn_option own[] = {
    {"verify", 0, SN_OPTION_CHOICE, AT(verify), "default|each|whole|off",
     "as 'sinter optimize --verify'; off also leaves out the check of what was written", 0, false},
    {0},
};

static const sn_option *const options[] = {
    own, sn_options_input, sn_options_threads, sn_options_quiet, sn_options_help, NULL};

/* 1 and 65536 mean half precision; any other number, and what is no number, single. */
static int storage_of(const char *flag)
{
    int value = (int)strtol(flag, NULL, 10);
    return value == 1 || value == 65536 ? SN_WEIGHTS_FP16 : SN_WEIGHTS_FP32;
}

/* "fold_affine conv5 bn5" */
static void put_line(const sn_remark_line *t)
{
    fprintf(stderr, "%s", t->pass);
    for (size_t i = 0; i < t->n_layers; i++) {
        fputc(' ', stderr);
        sn_put_safe(stderr, t->layers[i]);
    }
    fputc('\n', stderr);
}

static void put_result(const sn_cli *cli, const sn_optimize_result *r, const sn_comparison *written)
{
    if (r->macs_after > 0)
        fprintf(stderr, "mac = %.0f = %.2f M\n", r->macs_after, r->macs_after / 1e6);
    fprintf(stderr, "verified: %u of %u rewrite%s", r->n_checked, r->n_rewrites,
            r->n_rewrites == 1 ? "" : "s");
    if (written->ran && written->shapes && *written->shapes) {
        fprintf(stderr, ", and the whole network as it was written, at ");
        sn_put_safe(stderr, written->shapes);
    }
    fputc('\n', stderr);
    if (cli->set.verify != SN_VERIFY_OFF) sn_cli_put_check_written(stderr, written);
}

static const char *const *argument(const sn_cli *cli, int index)
{
    return index < cli->n_args ? &cli->args[index] : NULL;
}

static int unknown_layer(sn_cli *cli, const char *what, const char *name)
{
    sn_cli_error(cli, SN_E_ARG, "%s '%s': no layer has this name; nothing was written", what, name);
    return EXIT_ARGS;
}

/* Layers first to last of the file, both included: what comes from before becomes inputs, what goes
 * beyond results. */
static int cut(sn_cli *cli, sn_model *m)
{
    sn_view_window w = {.last = sn_model_n_layers(m) - 1};
    const char *const *start = argument(cli, 5), *const *end = argument(cli, 6);
    if (!start) return 0;
    if (!sn_layer_find(m, *start, &w.first)) return unknown_layer(cli, "cutstart", *start);
    if (end && !sn_layer_find(m, *end, &w.last)) return unknown_layer(cli, "cutend", *end);
    if (w.first > w.last) {
        sn_cli_error(cli, SN_E_ARG, "cutstart '%s' stands behind cutend '%s'; nothing was written",
                     *start, *end);
        return EXIT_ARGS;
    }
    sn_texts from = {0}, to = {0};
    sn_window_ends(m, &w, &from, &to);
    if (!to.n) {
        sn_cli_error(cli, SN_E_ARG,
                     "cutstart '%s': nothing is computed from there on; nothing was written",
                     *start);
        return EXIT_ARGS;
    }
    sn_status status = sn_model_cut(m, from.v, to.v);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

static int run_with(sn_cli *cli, const char *const *a)
{
    sn_model *m = NULL, *original = NULL;
    cli->set.format = "ncnn"; /* whatever the files are called */
    cli->set.storage = storage_of(a[4]);
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, a[0], strcmp(a[1], "null") == 0 ? "seed:0" : a[1], &m);
    if (!code) code = cut(cli, m);
    if (!code) code = sn_cli_pin(cli, m);
    if (code) return code;
    if (sn_model_clone(m, &original) != SN_OK) return sn_cli_fail(cli, SN_E_MEMORY);
    sn_comparison written = {0};
    sn_remarks remarks = {0};
    sn_optimize_options o = {.verify = (sn_verify_mode)cli->set.verify,
                             .remark = sn_remarks_add,
                             .user = &remarks,
                             .rewrites_only = true};
    sn_optimize_result r = {0};
    sn_status status = sn_model_optimize(m, &o, &r);
    sn_progress_clear(&cli->progress);
    if (status == SN_OK) code = sn_cli_save(cli, m, a[2], a[3], cli->set.storage);
    if (status == SN_OK && !code && cli->set.verify != SN_VERIFY_OFF)
        code = sn_cli_check_written(cli, original, m, a[2], a[3], &written);
    for (size_t i = 0; i < remarks.n && !code && !cli->set.quiet; i++) {
        if (remarks.v[i].fired) put_line(&remarks.v[i]);
    }
    if (status != SN_OK) return sn_cli_fail(cli, status);
    if (code) return code;
    if (!cli->set.quiet) put_result(cli, &r, &written);
    return sn_cli_written_verdict(cli, a[2], &written);
}

static int run(sn_cli *cli)
{
    if (cli->n_args < 5) {
        fputs("usage: ", stderr);
        sn_put_safe(stderr, cli->called);
        fprintf(stderr, " %s\n", cli->entry->command->usage);
        return EXIT_ARGS;
    }
    return run_with(cli, cli->args);
}

const sn_command sn_cmd_ncnnoptimize = {
    .usage = "[inparam] [inbin] [outparam] [outbin] [flag] [cutstart] [cutend] [options]",
    .about =
        "Takes the arguments of ncnn's ncnnoptimize and means the same by them: inbin null "
        "makes weights up, flag 1 and "
        "65536 store weights in half precision, every other flag in single precision (also "
        "weights that were half "
        "before). Each rewrite is a line on stderr: the pass, then the layers. Every rewrite "
        "that can be run is "
        "checked, so is the whole network where its sizes are known or can be chosen, and any "
        "failure is an exit "
        "code. cutstart and cutend name layers: of the file, only the lines from the one to the "
        "other are kept; values from before become inputs, values that go beyond become results. "
        "A link to sinter with the name ncnnoptimize is this command. Beyond ncnn's tool it takes "
        "the options below; an argument that begins with - and a digit is none.",
    .examples =
        "sinter ncnnoptimize face.param face.bin fused.param fused.bin 0\n"
        "ln -s sinter ncnnoptimize && ./ncnnoptimize face.param null fused.param fused.bin 65536\n",
    .options = options,
    .max_args = INT_MAX,
    .run = run,
    .links = true,
    .own_code = EXIT_ARGS,
    .own_code_is = "fewer than five arguments, or cutstart and cutend name no part",
};
