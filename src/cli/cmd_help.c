/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter help: the overview, a command, or how a run can end; manual pages and completion, which
 * are made of the same tables. */
#include <string.h>

#include "cli/words.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"man", 0, SN_OPTION_FLAG, AT(manual), NULL,
     "the same as a manual page for man, of the tool where no command is named", 0, false},
    {"completion", 0, SN_OPTION_TEXT, AT(completion), "bash|zsh|fish",
     "a script with which that shell completes commands, options and what they take", 0, false},
    {0},
};

static const sn_option *const options[] = {own, sn_options_help, NULL};

static int complete(sn_cli *cli)
{
    const char *shell = cli->set.completion;
    if (cli->n_args || cli->set.manual)
        return sn_cli_usage(cli, "--completion is for all commands, and takes nothing beside it");
    int code = sn_cli_open(cli);
    if (code || sn_completion_print(cli, shell)) return code;
    return sn_cli_usage(cli, "--completion: '%s' is not one of %s", shell, own[1].value);
}

static int run(sn_cli *cli)
{
    if (cli->set.completion) return complete(cli);
    if (!cli->n_args) {
        if (cli->set.manual)
            sn_manual_print(NULL);
        else
            sn_help_overview(stdout);
        return 0;
    }
    const char *topic = cli->args[0];
    if (strcmp(topic, "exit-codes") == 0) {
        if (cli->set.manual)
            return sn_cli_usage(cli, "exit codes have no page of their own: they stand in the one "
                                     "that 'sinter help --man' prints");
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
    if (cli->set.manual)
        sn_manual_print(e);
    else
        sn_help_command(e);
    return 0;
}

const sn_command sn_cmd_help = {
    .usage = "[COMMAND|exit-codes] [options]",
    .about = "Explains a command with all its options, or lists the exit codes. Without an "
             "argument: the commands. Manual pages and completion are installed with the tool; "
             "--man and --completion print them where it was not installed.",
    .examples = "sinter help optimize\n"
                "sinter help exit-codes\n"
                "sinter help --man optimize | man -l -\n"
                "source <(sinter help --completion bash)\n",
    .options = options,
    .max_args = 1,
    .run = run,
};
