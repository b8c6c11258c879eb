/* SPDX-License-Identifier: Apache-2.0
 *
 * Help, and the table of exit codes: both made from the tables that the tool works by. */
#include <string.h>

#include "cli/cli.h"

const sn_command_entry sn_commands[] = {
#define COMMAND(name, file, what)            {#name, what, &sn_cmd_##name},
#define COMMAND_AS(name, called, file, what) {called, what, &sn_cmd_##name},
#include "cli/commands.def"
#undef COMMAND
#undef COMMAND_AS
    {0},
};
const size_t sn_n_commands = sizeof sn_commands / sizeof sn_commands[0] - 1;

const sn_command_entry *sn_command_find(const char *name)
{
    for (const sn_command_entry *e = sn_commands; e->name; e++) {
        if (strcmp(e->name, name) == 0) return e;
    }
    return NULL;
}

/* Status n gives code n + 1, success 0: code 1 is what a shell or a dying process gives for
 * reasons of its own, and 2 is what tools commonly give for wrong usage. */
int sn_exit_of(sn_status status) { return status == SN_OK ? 0 : (int)status + 1; }

bool sn_exit_code_at(size_t index, int *code, const char **text)
{
    static const struct {
        sn_status status;
        const char *text;
    } rows[] = {
#define X(name, code, text) {SN_##name, text},
        SN_STATUS_MAP(X)
#undef X
    };
    if (index >= sizeof rows / sizeof rows[0]) return false;
    *code = sn_exit_of(rows[index].status);
    *text = rows[index].text;
    return true;
}

void sn_help_exit_codes(void)
{
    int code;
    const char *text;
    printf("exit codes\n");
    for (size_t i = 0; sn_exit_code_at(i, &code, &text); i++) printf("  %3d  %s\n", code, text);
    for (const sn_command_entry *e = sn_commands; e->name; e++) {
        if (e->command->own_code)
            printf("\nsinter %s, also\n  %3d  %s\n", e->name, e->command->own_code,
                   e->command->own_code_is);
    }
}

const char *const sn_help_what =
    "fuses a neural network's operators without changing what it computes";
const char *const sn_help_more =
    "'sinter COMMAND --help' explains a command, 'sinter help exit-codes' how each run can end,\n"
    "'sinter --version' prints the version.\n"
    "Sizes are written outermost first: 3,240,320 is channels, height, width.\n";

void sn_help_overview(FILE *f)
{
    fprintf(f, "sinter %s: %s\n\n", sn_version(), sn_help_what);
    fprintf(f, "usage: sinter COMMAND [arguments] [options]\n\ncommands\n");
    for (const sn_command_entry *e = sn_commands; e->name; e++)
        fprintf(f, "  %-14s %s\n", e->name, e->what);
    fprintf(f, "\n%s", sn_help_more);
}

static void put_indented(const char *text)
{
    for (const char *p = text; *p;) {
        int n = (int)strcspn(p, "\n");
        printf("  %.*s\n", n, p);
        p += n;
        if (*p) p++;
    }
}

void sn_help_command(const sn_command_entry *entry)
{
    const sn_command *c = entry->command;
    printf("sinter %s: %s\n\n", entry->name, entry->what);
    printf("usage: sinter %s%s%s\n\n", entry->name, *c->usage ? " " : "", c->usage);
    sn_put_wrapped(c->about, 0);
    printf("\n");
    if (c->options) {
        printf("\noptions\n");
        sn_options_print(c->options);
    }
    printf("\nexamples\n");
    put_indented(c->examples);
    printf("\nThe exit code is 0, or one of those that 'sinter help exit-codes' lists.\n");
}
