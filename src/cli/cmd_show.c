/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter show: what a network is made of. */
#include "cli/cli.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"text", 0, SN_OPTION_FLAG, AT(text), NULL,
     "the network in sinter's own text form instead of a table", 0, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_input,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

static int run(sn_cli *cli)
{
    sn_model *m = NULL;
    if (cli->set.json && cli->set.text)
        return sn_cli_usage(cli, "--text and --json exclude each other");
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &m);
    if (!code) code = sn_cli_pin(cli, m);
    return code ? code : sn_cli_show(cli, m);
}

const sn_command sn_cmd_show = {
    .usage = "IN [options]",
    .about =
        "Prints every layer with its output's shape, weights, multiply-accumulates and "
        "parameters, then totals: "
        "weights and their bytes, MACs, and the most activation memory that is in use at "
        "once. Layers in the bodies of if, loop and scan stand indented below the layer, behind "
        "what the body is fed. In totals, a loop counts as often as it runs, once where that "
        "is not known, and an if as its dearer branch; weights are those of all bodies. "
        "Warns of weights that come near the end of half precision's range.",
    .examples = "sinter show face.param\n"
                "sinter show face.param --bin seed:1 --input data=3,240,320\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
