/* SPDX-License-Identifier: Apache-2.0
 *
 * Manual pages, for man(7): the help in another form, made from the same tables. */
#include <ctype.h>
#include <string.h>

#include "cli/words.h"

/* ---- text ------------------------------------------------------------------------------------ */

/* What is more than a character to a formatter. A hyphen is \-, so that what is copied from a page
 * can be typed. */
static void put_char(char c)
{
    static const struct {
        char c;
        const char *as;
    } special[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"}, {'`', "\\(ga"},
                   {'^', "\\(ha"}, {'~', "\\(ti"}, {'"', "\\(dq"}};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        if (special[i].c != c) continue;
        fputs(special[i].as, stdout);
        return;
    }
    putchar(c);
}

/* A line that begins with a dot would be a macro. */
static void put_piece(const char *text, size_t n, bool begins)
{
    if (begins && n && *text == '.') fputs("\\&", stdout);
    for (size_t i = 0; i < n; i++) put_char(text[i]);
}

static void put_plain(const char *text) { put_piece(text, strlen(text), false); }

/* A paragraph; sentences begin lines, as formatters expect. */
static void put_paragraph(const char *text)
{
    const size_t width = 78;
    size_t at = 0;
    bool ended = false;
    while (*text) {
        size_t n = strcspn(text, " \n");
        if (at && (ended || at + 1 + n > width)) {
            putchar('\n');
            at = 0;
        } else if (at) {
            putchar(' ');
            at++;
        }
        put_piece(text, n, at == 0);
        at += n;
        ended = n > 1 && text[n - 1] == '.' && text[n] && isupper((unsigned char)text[n + 1]);
        text += n;
        if (text[0] == '\n' && text[1] == '\n') {
            printf("\n.PP");
            at = width; /* begins a line */
        }
        text += strspn(text, " \n");
    }
    putchar('\n');
}

static void put_lines(const char *text)
{
    printf(".nf\n.RS 4\n");
    while (*text) {
        size_t n = strcspn(text, "\n");
        put_piece(text, n, true);
        putchar('\n');
        text += n + (text[n] == '\n');
    }
    printf(".RE\n.fi\n");
}

/* ---- parts of a page ------------------------------------------------------------------------- */

static void put_title(const char *command)
{
    char name[64];
    snprintf(name, sizeof name, "SINTER%s%s", command ? "-" : "", command ? command : "");
    for (char *c = name; *c; c++) *c = (char)toupper((unsigned char)*c);
    printf(".\\\" Made by `sinter help --man%s%s`.\n", command ? " " : "", command ? command : "");
    printf(".TH ");
    put_plain(name);
    printf(" 1 \"\" \"sinter %s\" \"sinter\"\n", sn_version());
}

static void put_page_name(const char *command) /* a reference to a page */
{
    printf(".BR sinter");
    if (command) {
        printf("\\-");
        put_plain(command);
    }
    printf(" (1)");
}

static void put_options(const sn_option *const *tables)
{
    for (const sn_option *const *t = tables; *t; t++) {
        for (const sn_option *o = *t; o->name; o++) {
            printf(".TP\n");
            if (o->letter) printf("\\fB\\-%c\\fR, ", o->letter);
            printf("\\fB\\-\\-");
            put_plain(o->name);
            printf("\\fR");
            if (o->value) {
                printf(" \\fI");
                put_plain(o->value);
                printf("\\fR");
            }
            putchar('\n');
            put_paragraph(o->help);
        }
    }
}

static void put_exit_code(int code, const char *text)
{
    printf(".TP\n%d\n", code);
    put_paragraph(text);
}

static void put_command(const sn_command_entry *e)
{
    const sn_command *c = e->command;
    put_title(e->name);
    printf(".SH NAME\nsinter\\-");
    put_plain(e->name);
    printf(" \\- ");
    put_plain(e->what);
    printf("\n.SH SYNOPSIS\n\\fBsinter ");
    put_plain(e->name);
    printf("\\fR ");
    put_plain(c->usage);
    printf("\n.SH DESCRIPTION\n");
    put_paragraph(c->about);
    if (c->options) {
        printf(".SH OPTIONS\n");
        put_options(c->options);
    }
    printf(".SH EXIT STATUS\n0, or one of the codes that\n");
    put_page_name(NULL);
    printf("\nlists.\n");
    if (c->own_code) put_exit_code(c->own_code, c->own_code_is);
    printf(".SH EXAMPLES\n");
    put_lines(c->examples);
    printf(".SH SEE ALSO\n");
    put_page_name(NULL);
    putchar('\n');
}

static void put_tool(void)
{
    put_title(NULL);
    printf(".SH NAME\nsinter \\- %s\n", sn_help_what);
    printf(".SH SYNOPSIS\n\\fBsinter\\fR COMMAND [arguments] [options]\n"
           ".br\n\\fBsinter\\fR \\fB\\-\\-help\\fR\n"
           ".br\n\\fBsinter\\fR \\fB\\-\\-version\\fR\n.SH DESCRIPTION\n");
    put_paragraph(sn_help_more);
    printf(".SH COMMANDS\n");
    for (const sn_command_entry *e = sn_commands; e->name; e++) {
        printf(".TP\n");
        put_page_name(e->name);
        putchar('\n');
        put_paragraph(e->what);
    }
    printf(".SH EXIT STATUS\n");
    int code;
    const char *text;
    for (size_t i = 0; sn_exit_code_at(i, &code, &text); i++) put_exit_code(code, text);
    for (const sn_command_entry *e = sn_commands; e->name; e++) {
        if (!e->command->own_code) continue;
        printf(".PP\n\\fBsinter ");
        put_plain(e->name);
        printf("\\fR, also\n");
        put_exit_code(e->command->own_code, e->command->own_code_is);
    }
    printf(".SH SEE ALSO\n");
    for (const sn_command_entry *e = sn_commands; e->name; e++) {
        put_page_name(e->name);
        printf(e[1].name ? " ,\n" : "\n");
    }
}

void sn_manual_print(const sn_command_entry *entry)
{
    if (entry)
        put_command(entry);
    else
        put_tool();
}
