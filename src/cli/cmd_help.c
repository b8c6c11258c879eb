/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter help: the overview, a command, or how a run can end. */
#include <string.h>

#include "cli/cli.h"

static const sn_option *const options[] = {sn_options_help, NULL};

static int run(sn_cli *cli)
{
    if (!cli->n_args) {
        sn_help_overview(stdout);
        return 0;
    }
    const char *topic = cli->args[0];
    if (strcmp(topic, "exit-codes") == 0) {
        sn_help_exit_codes();
        return 0;
    }
    const sn_command_entry *e = sn_command_find(topic);
    if (!e) {
        const char *near =
            sn_did_you_mean(topic, sn_commands, sn_n_commands, sizeof sn_commands[0]);
        if (near)
            return sn_cli_usage(cli, "there is no command '%s'; did you mean '%s'?", topic, near);
        return sn_cli_usage(cli, "there is no command '%s'", topic);
    }
    sn_help_command(e);
    return 0;
}

const sn_command sn_cmd_help = {
    .usage = "[COMMAND|exit-codes]",
    .about = "Explains a command with all its options, or lists the exit codes. Without an "
             "argument: the commands.",
    .examples = "sinter help optimize\n"
                "sinter help exit-codes\n",
    .options = options,
    .max_args = 1,
    .run = run,
};
