/* SPDX-License-Identifier: Apache-2.0
 *
 * The tool's start and end: which command is meant, and whether everything that it printed
 * arrived. */
#include <errno.h>
#include <string.h>

#include "cli/json.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int run_command(sn_cli *cli, int argc, char **argv)
{
    int code = sn_options_parse(cli, argc, argv);
    if (code) return code;
    if (cli->set.help) {
        errno = 0;
        sn_help_command(cli->entry);
        if (ferror(stdout)) cli->out_errno = errno;
        return 0;
    }
    return cli->entry->command->run(cli);
}

static int unknown_command(sn_cli *cli, const char *name)
{
    if (*name == '-') return sn_cli_usage(cli, "there is no option %s outside a command", name);
    const char *near = sn_did_you_mean(name, sn_commands, sn_n_commands, sizeof sn_commands[0]);
    if (near) return sn_cli_usage(cli, "there is no command '%s'; did you mean '%s'?", name, near);
    return sn_cli_usage(cli, "there is no command '%s'", name);
}

/* The command that a link of this name is; NULL: it is the tool itself. */
static const sn_command_entry *linked(const char *self)
{
    size_t n = strlen(self);
    if (n > 4 && strcmp(self + n - 4, ".exe") == 0) n -= 4;
    for (const sn_command_entry *e = sn_commands; e->name; e++)
        if (e->command->links && strlen(e->name) == n && memcmp(e->name, self, n) == 0) return e;
    return NULL;
}

static int run(sn_cli *cli, int argc, char **argv)
{
    const char *self = argc > 0 ? base_name(argv[0]) : "";
    const sn_command_entry *link = linked(self);
    if (link) {
        cli->entry = link;
        cli->called = argv[0];
        return run_command(cli, argc - 1, argv + 1);
    }
    if (argc < 2) {
        sn_help_overview(stderr);
        return SN_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        sn_help_overview(stdout);
        return 0;
    }
    if (strcmp(name, "--version") == 0) {
        printf("sinter %s\n", sn_version());
        return 0;
    }
    cli->entry = sn_command_find(name);
    if (!cli->entry) return unknown_command(cli, name);
    cli->called = sn_cli_join("sinter ", name);
    return run_command(cli, argc - 2, argv + 2);
}

/* A result that did not arrive is a failure, also when it is only the last block that did not. */
static int finish_output(sn_cli *cli, int code)
{
    errno = 0;
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) != 0) failed = true;
    int reason = cli->out_errno ? cli->out_errno : errno;
    if (fclose(stdout) != 0) {
        failed = true;
        if (!reason) reason = errno;
    }
    if (!failed) return code;
    int io = sn_cli_error(cli, SN_E_IO, "standard output: %s",
                          reason ? strerror(reason) : "writing failed");
    return code ? code : io;
}

int main(int argc, char **argv)
{
    sn_cli cli = {0};
    sn_json_start();
    sn_progress_init(&cli.progress);
    int code = run(&cli, argc, argv);
    sn_progress_clear(&cli.progress);
    if (cli.set.json && !cli.set.help) sn_json_print(&cli);
    sn_context_destroy(cli.ctx);
    code = finish_output(&cli, code);
    sn_cli_free_all();
    return code;
}
