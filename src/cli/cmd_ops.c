/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter ops: the operators, and what is known of each. */
#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"matrix", 0, SN_OPTION_FLAG, AT(matrix), NULL,
     "operators by what sinter can do with them, gaps as dots; code: x of all its types, f32 of "
     "f32 "
     "and halves",
     0, false},
    {0},
};

static const sn_option *const options[] = {own, sn_options_json, sn_options_help, NULL};

static int run(sn_cli *cli)
{
    if (cli->set.json) {
        sn_json_ops(cli);
        return 0;
    }
    int code = sn_cli_open(cli);
    return code ? code : sn_cli_report(cli, NULL, cli->set.matrix ? "ops.matrix" : "ops");
}

const sn_command sn_cmd_ops = {
    .usage = "[options]",
    .about = "Lists the operators that networks are made of once they are read, with their inputs "
             "and a line each. A layer "
             "of any other type is kept as it is and never rewritten.",
    .examples = "sinter ops\n"
                "sinter ops --matrix\n",
    .options = options,
    .run = run,
};
