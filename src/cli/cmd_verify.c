/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter verify: two networks, the same inputs, one verdict. */
#include <string.h>

#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"bin-a", 0, SN_OPTION_TEXT, AT(bin_a), "FILE|seed:N",
     "the weights of A (default: the .bin beside it)", 0, false},
    {"bin-b", 0, SN_OPTION_TEXT, AT(bin_b), "FILE|seed:N",
     "the weights of B (default: the .bin beside it)", 0, false},
    {"map", 0, SN_OPTION_LIST, AT(maps), "NAME_IN_A=NAME_IN_B",
     "what B calls an input or an output of A (repeatable)", 0, false},
    {"bound", 0, SN_OPTION_REAL, AT(bound), "X",
     "the distance that is allowed: max|a-b| / max|a| of each output (default: of each element "
     "what "
     "rounding explains, measured)",
     0, false},
    {"storage", 0, SN_OPTION_FLAG, AT(stored), NULL,
     "what rounding weights to half precision does is allowed, too, for where one network stores "
     "them so",
     0, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_input,
                                           sn_options_custom,
                                           sn_options_threads,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

/* What was compared, worst first: all that differ, and as many of the others as one reads. */
static void put_compared(const sn_comparison *c)
{
    const uint32_t most = 12;
    int name = 0, shape = 0;
    uint32_t n = 0;
    for (; n < c->n_compared; n++) {
        const sn_compared_info *e = &c->compared[n];
        if (n >= most && e->equal) break;
        if (sn_columns(e->name) > name) name = sn_columns(e->name);
        if (sn_columns(e->shape) > shape) shape = sn_columns(e->shape);
    }
    for (uint32_t i = 0; i < n; i++) {
        const sn_compared_info *e = &c->compared[i];
        sn_put_safe(stdout, e->name);
        printf("%*s  %s", name - sn_columns(e->name), "", e->shape);
        printf("%*s  ", shape - sn_columns(e->shape), "");
        printf("%s", sn_number_of_distance(e->distance).s);
        if (e->noise > 0) printf(" (rounding alone makes %s)", sn_number_of_distance(e->noise).s);
        if (!e->equal) printf("  differs");
        if (e->why) {
            printf(": ");
            sn_put_safe(stdout, e->why);
        }
        printf("\n");
    }
    if (n < c->n_compared) printf("and %u more, none of them further apart\n", c->n_compared - n);
    if (n) printf("\n");
}

static int verdict(sn_cli *cli, const sn_comparison *c)
{
    const char *a = cli->args[0], *b = cli->args[1];
    if (cli->set.json) {
        json_t *root = sn_json_root(cli);
        json_object_set_new(root, "a", sn_json_text(a));
        json_object_set_new(root, "b", sn_json_text(b));
        json_object_set_new(root, "comparison", sn_json_comparison(c));
    }
    if (!c->ran) {
        return sn_cli_error(cli, SN_E_UNSUPPORTED, "%s and %s were not compared: %s", a, b,
                            c->why_not ? c->why_not : "no reason is known");
    }
    if (!cli->set.quiet && !cli->set.json) {
        put_compared(c);
        sn_put_label(sn_cli_verdict(c));
        sn_cli_put_comparison(c, false);
    }
    if (c->equal) return 0;
    if (c->inconclusive)
        return sn_cli_error(cli, SN_E_INCONCLUSIVE,
                            "whether %s and %s compute the same could not be decided: %s", a, b,
                            c->doubt);
    return sn_cli_error(cli, SN_E_DIFFERS, "%s and %s compute different results", a, b);
}

static int run(sn_cli *cli)
{
    sn_model *a = NULL, *b = NULL;
    int code = sn_cli_open(cli);
    if (!code && cli->set.stored && cli->set.bound > 0)
        code = sn_cli_usage(
            cli, "--storage measures what is allowed, and --bound gives it: one of them");
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin_a, &a);
    if (!code) code = sn_cli_load(cli, cli->args[1], cli->set.bin_b, &b);
    if (!code) code = sn_cli_check_pinned_once(cli, &cli->set.inputs);
    if (code) return code;
    sn_comparison c = {0};
    sn_status status = sn_model_match(a, b, cli->set.maps.v, cli->set.inputs.v);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    status = cli->set.stored ? sn_model_compare_storage(a, b, &c)
                             : sn_model_compare(a, b, cli->set.bound, &c);
    sn_progress_clear(&cli->progress);
    return status == SN_OK ? verdict(cli, &c) : sn_cli_fail(cli, status);
}

const sn_command sn_cmd_verify = {
    .usage = "A B [options]",
    .about =
        "Runs both networks on the same inputs, made from a seed, and compares every output. "
        "Inputs and outputs are "
        "matched by name, or as --map says. Sizes of --input are those of either network: where "
        "only one has an axis of images in front, 1 is put in front for it, or goes for the "
        "other. A layer that cannot be run is a boundary: what goes into it is "
        "compared, what comes out is "
        "made up, the same on both sides, and it is listed. "
        "The verdict is same, different, or inconclusive: outputs agree, and something else "
        "speaks against it, or nothing "
        "can be decided.",
    .examples = "sinter verify face.param fused.param\n"
                "sinter verify a.param b.param --bin-a seed:1 --bin-b seed:1 --input data=3,64,64 "
                "--bound 1e-5\n"
                "sinter verify a.onnx b.param --map images=in0 --map scores=out0 "
                "--input images=1,3,224,224\n",
    .options = options,
    .min_args = 2,
    .max_args = 2,
    .run = run,
};
