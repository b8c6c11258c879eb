/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter passes: the pipeline on one screen. */
#include "cli/json.h"

static const sn_option *const options[] = {sn_options_json, sn_options_help, NULL};

static int run(sn_cli *cli)
{
    if (cli->set.json) {
        sn_json_passes(cli);
        return 0;
    }
    int code = sn_cli_open(cli);
    return code ? code : sn_cli_report(cli, NULL, "passes");
}

const sn_command sn_cmd_passes = {
    .usage = "[options]",
    .about = "Lists every pass in the order in which it runs: the rewrite as an arrow, what must "
             "be proved before it is "
             "made, and which passes have to come first, with the reason.",
    .examples = "sinter passes\n"
                "sinter optimize face.param --passes fold_affine,drop_dead --explain\n",
    .options = options,
    .run = run,
};
