/* SPDX-License-Identifier: Apache-2.0
 *
 * Completion for shells: scripts that are made of the tables of commands and options, as the help
 * is, with the names that the tool knows in them. */
#include <string.h>

#include "cli/words.h"

static const sn_option *option_at(const sn_command *c, size_t index)
{
    if (!c->options) return NULL;
    for (const sn_option *const *t = c->options; *t; t++)
        for (const sn_option *o = *t; o->name; o++)
            if (!index--) return o;
    return NULL;
}

#define EACH_COMMAND(e)      for (const sn_command_entry *e = sn_commands; e->name; e++)
#define EACH_OPTION(o, c)    for (size_t o##_i = 0; (o = option_at(c, o##_i)) != NULL; o##_i++)
#define EACH_LIST(l)         for (const sn_word_list *l = sn_word_lists; l->name; l++)
#define EACH_WORD(w, cli, l) for (uint32_t w##_i = 0; (w = (l)->at(cli, w##_i)) != NULL; w##_i++)

/* Text within single quotes, where a backslash escapes or not. */
static void put_quoted(const char *text, size_t n, bool backslash)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\'') {
            fputs(backslash ? "\\'" : "'\"'\"'", stdout);
        } else {
            if (backslash && text[i] == '\\') putchar('\\');
            putchar(text[i]);
        }
    }
}

/* What a menu has room for: the help of an option up to the first pause. */
static size_t brief(const char *help)
{
    static const char *const ends[] = {"; ", ": ", ". ", " (", ", like ", NULL};
    size_t n = strlen(help);
    if (*help == '(') return n;
    for (const char *const *e = ends; *e; e++) {
        const char *at = strstr(help, *e);
        if (at && at > help && (size_t)(at - help) < n) n = (size_t)(at - help);
    }
    return n;
}

static void put_head(const char *shell)
{
    printf("# Completion of sinter %s for %s; made by `sinter help --completion %s`.\n",
           sn_version(), shell, shell);
}

/* ---- bash ------------------------------------------------------------------------------------ */

static void put_bash_words(const sn_known_words *w)
{
    if (w->files) printf(" files=yes");
    if (w->folders) printf(" folders=yes");
    if (w->list) printf(" list=%s", w->list->name);
    if (w->literals.n) {
        printf(" words='");
        for (size_t i = 0; i < w->literals.n; i++) printf("%s%s", i ? "\n" : "", w->literals.v[i]);
        printf("'");
    }
    printf(" ;;\n");
}

static void put_bash_command(const sn_command_entry *e)
{
    const sn_option *o;
    const sn_known_words rest = sn_words_of_arguments(e->command);
    printf("    %s)\n        options='", e->name);
    const char *comma = "";
    EACH_OPTION(o, e->command)
    {
        if (o->letter) printf("%s-%c", comma, o->letter);
        if (o->letter) comma = "\n";
        printf("%s--%s", comma, o->name);
        comma = "\n";
    }
    printf("'\n        case $before in\n");
    EACH_OPTION(o, e->command)
    {
        if (!o->value) continue;
        const sn_known_words w = sn_words_of_value(o->value);
        printf("        ");
        if (o->letter) printf("-%c | ", o->letter);
        printf("--%s) options=", o->name);
        put_bash_words(&w);
    }
    printf("        *)");
    put_bash_words(&rest);
    printf("        esac ;;\n");
}

static void print_bash(sn_cli *cli)
{
    const char *w;
    put_head("bash");
    printf("_sinter()\n{\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local options= files= folders= list= words= joint= prefix= word\n"
           "    COMPREPLY=()\n"
           "    # --option=value is three words\n"
           "    if [[ $current == = ]]; then\n"
           "        current=\n"
           "    elif [[ $before == = ]]; then\n"
           "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
           "    fi\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        list=COMMAND options=$'--help\\n--version'\n"
           "    else\n"
           "    case ${COMP_WORDS[1]} in\n");
    EACH_COMMAND(e) put_bash_command(e);
    printf("    esac\n    fi\n    case $list in\n");
    EACH_LIST(l)
    {
        printf("    %s) ", l->name);
        if (l->joint) printf("joint='%c' ", l->joint);
        printf("words+='");
        EACH_WORD(w, cli, l)
        {
            putchar('\n');
            put_quoted(w, strlen(w), false);
        }
        printf("' ;;\n");
    }
    printf("    esac\n"
           "    [[ $current == -* ]] && words=$options files= folders= joint=\n"
           "    if [[ -n $joint && $current == *\"$joint\"* ]]; then\n"
           "        prefix=${current%%\"$joint\"*}$joint\n"
           "        current=${current##*\"$joint\"}\n"
           "    fi\n"
           "    while IFS= read -r word; do\n"
           "        [[ -n $word && $word == \"$current\"* ]] && "
           "COMPREPLY+=(\"$prefix${word// /\\\\ }\")\n"
           "    done <<<\"$words\"\n"
           "    [[ -n $files$folders ]] && compopt -o filenames 2>/dev/null\n"
           "    [[ -n $files ]] && while IFS= read -r word; do COMPREPLY+=(\"$word\"); done \\\n"
           "        < <(compgen -f -- \"$current\")\n"
           "    [[ -n $folders ]] && while IFS= read -r word; do COMPREPLY+=(\"$word\"); done \\\n"
           "        < <(compgen -d -- \"$current\")\n"
           "    return 0\n"
           "}\n"
           "complete -F _sinter sinter\n");
}

/* ---- zsh ------------------------------------------------------------------------------------- */

/* What zsh takes for more than text in a specification. */
static void put_zsh_text(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strchr("[]:\\", text[i])) putchar('\\');
        put_quoted(text + i, 1, false);
    }
}

/* ":MESSAGE:ACTION" */
static void put_zsh_words(const char *message, const sn_known_words *w)
{
    putchar(':');
    put_zsh_text(message, strlen(message));
    putchar(':');
    if (w->list && (w->files || w->literals.n)) {
        printf("_alternative ");
        if (w->list) printf("\"list\\:name\\:_sinter_%s\" ", w->list->name);
        if (w->files) printf("\"files\\:file\\:_files\" ");
        for (size_t i = 0; i < w->literals.n; i++)
            printf("%s%s", i ? " " : "\"words\\:word\\:(", w->literals.v[i]);
        if (w->literals.n) printf(")\"");
    } else if (w->list) {
        printf("_sinter_%s", w->list->name);
    } else if (w->literals.n) {
        for (size_t i = 0; i < w->literals.n; i++) printf("%s%s", i ? " " : "(", w->literals.v[i]);
        putchar(')');
    } else if (w->files) {
        printf("_files");
    } else if (w->folders) {
        printf("_files -/");
    } else {
        putchar(' ');
    }
}

static void put_zsh_option(const sn_option *o)
{
    const bool again = o->kind == SN_OPTION_LIST || o->kind == SN_OPTION_NAMES;
    printf(" \\\n            ");
    if (again) {
        printf("'*'");
    } else if (o->letter) {
        printf("'(-%c --%s)'", o->letter, o->name);
    }
    if (o->letter)
        printf("{-%c%s,--%s%s}", o->letter, o->value ? "+" : "", o->name, o->value ? "=" : "");
    else
        printf("--%s%s", o->name, o->value ? "=" : "");
    printf("'[");
    put_zsh_text(o->help, brief(o->help));
    putchar(']');
    if (o->value) {
        const sn_known_words w = sn_words_of_value(o->value);
        put_zsh_words(o->value, &w);
    }
    putchar('\'');
}

static void print_zsh(sn_cli *cli)
{
    const sn_option *o;
    const char *w;
    printf("#compdef sinter\n");
    put_head("zsh");
    EACH_LIST(l)
    {
        printf("_sinter_%s() {\n    local -a names=(", l->name);
        EACH_WORD(w, cli, l)
        {
            printf("\n        '");
            put_quoted(w, strlen(w), false);
            putchar('\'');
        }
        printf("\n    )\n    ");
        if (l->joint)
            printf("_values -s '%c' %s $names\n}\n", l->joint, l->name);
        else
            printf("compadd -a names\n}\n");
    }
    printf("_sinter() {\n    local -a commands=(\n");
    EACH_COMMAND(e)
    {
        printf("        '%s:", e->name);
        put_quoted(e->what, strlen(e->what), false);
        printf("'\n");
    }
    printf("    )\n"
           "    if ((CURRENT == 2)); then\n"
           "        _describe -t commands command commands\n"
           "        _arguments '--help[the commands]' '--version[the version]'\n"
           "        return\n"
           "    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    case $command in\n");
    EACH_COMMAND(e)
    {
        const sn_known_words rest = sn_words_of_arguments(e->command);
        printf("    %s)\n        _arguments -s", e->name);
        EACH_OPTION(o, e->command) put_zsh_option(o);
        if (e->command->max_args) {
            printf(" \\\n            '*");
            put_zsh_words("argument", &rest);
            putchar('\'');
        }
        printf("\n        ;;\n");
    }
    printf("    esac\n}\n"
           "if [[ $funcstack[1] == _sinter ]]; then\n"
           "    _sinter \"$@\"\n"
           "else\n"
           "    compdef _sinter sinter\n"
           "fi\n");
}

/* ---- fish ------------------------------------------------------------------------------------ */

static void put_fish_words(const sn_known_words *w, bool required)
{
    if (required) printf(" -r");
    printf(w->files || w->folders ? " -F" : " -f");
    if (!w->list && !w->literals.n) return;
    printf(" -a '");
    if (w->list && w->list->joint)
        printf("(__fish_append %c (_sinter_%s))", w->list->joint, w->list->name);
    else if (w->list)
        printf("(_sinter_%s)", w->list->name);
    for (size_t i = 0; i < w->literals.n; i++)
        printf("%s%s", i || w->list ? " " : "", w->literals.v[i]);
    putchar('\'');
}

static void put_fish_option(const char *command, const sn_option *o)
{
    printf("complete -c sinter -n '__fish_seen_subcommand_from %s'", command);
    if (o->letter) printf(" -s %c", o->letter);
    printf(" -l %s", o->name);
    if (o->value) {
        const sn_known_words w = sn_words_of_value(o->value);
        put_fish_words(&w, true);
    }
    printf(" -d '");
    put_quoted(o->help, brief(o->help), true);
    printf("'\n");
}

static void print_fish(sn_cli *cli)
{
    const sn_option *o;
    const char *w;
    put_head("fish");
    EACH_LIST(l)
    {
        printf("function _sinter_%s\n    printf '%%s\\n'", l->name);
        EACH_WORD(w, cli, l)
        {
            printf(" '");
            put_quoted(w, strlen(w), true);
            putchar('\'');
        }
        printf("\nend\n");
    }
    printf("complete -c sinter -f\n"
           "complete -c sinter -n __fish_use_subcommand -l help -s h -d 'the commands'\n"
           "complete -c sinter -n __fish_use_subcommand -l version -d 'the version'\n");
    EACH_COMMAND(e)
    {
        const sn_known_words rest = sn_words_of_arguments(e->command);
        printf("complete -c sinter -n __fish_use_subcommand -a %s -d '", e->name);
        put_quoted(e->what, strlen(e->what), true);
        printf("'\n");
        if (e->command->max_args) {
            printf("complete -c sinter -n '__fish_seen_subcommand_from %s'", e->name);
            put_fish_words(&rest, false);
            putchar('\n');
        }
        EACH_OPTION(o, e->command) put_fish_option(e->name, o);
    }
}

bool sn_completion_print(sn_cli *cli, const char *shell)
{
    static const struct {
        const char *name;
        void (*print)(sn_cli *cli);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shells[i].name, shell) != 0) continue;
        shells[i].print(cli);
        return true;
    }
    return false;
}
