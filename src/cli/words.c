/* SPDX-License-Identifier: Apache-2.0
 *
 * Words that the tool knows, by what stands for them in the help. */
#include "cli/words.h"

#include <string.h>

/* ---- lists ----------------------------------------------------------------------------------- */

static const char *pass_at(sn_cli *cli, uint32_t index)
{
    sn_pass_info p;
    (void)cli;
    return sn_pass_at(index, &p) ? p.name : NULL;
}

static const char *rule_at(sn_cli *cli, uint32_t index)
{
    static const char *const names[] = {
#define FUSION_RULE(id, name, does) name,
#include "sinter/fusion_rules.def"
#undef FUSION_RULE
    };
    (void)cli;
    return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}

#define LIST_AT(what, fn)                                                                          \
    static const char *what##_at(sn_cli *cli, uint32_t index)                                      \
    {                                                                                              \
        sn_list_info info;                                                                         \
        (void)cli;                                                                                 \
        return fn(index, &info) ? info.name : NULL;                                                \
    }
LIST_AT(machine_target, sn_machine_info_at)
LIST_AT(loss, sn_loss_at)
LIST_AT(optimizer, sn_optimizer_at)
LIST_AT(network, sn_zoo_at)
#undef LIST_AT

static const char *target_at(sn_cli *cli, uint32_t index)
{
    return index ? machine_target_at(cli, index - 1) : "native";
}

static const char *machine_at(sn_cli *cli, uint32_t index)
{
    sn_machine_facts f;
    return sn_machine_facts_at(cli->ctx, index, &f) ? f.name : NULL;
}

static const char *command_at(sn_cli *cli, uint32_t index)
{
    (void)cli;
    return index < sn_n_commands ? sn_commands[index].name : NULL;
}

const sn_word_list sn_word_lists[] = {
    {"PASS", ',', pass_at},     {"RULE", ',', rule_at},         {"TARGET", '+', target_at},
    {"LOSS", 0, loss_at},       {"OPTIMIZER", 0, optimizer_at}, {"MACHINE", 0, machine_at},
    {"NETWORK", 0, network_at}, {"COMMAND", 0, command_at},     {0},
};

static const sn_word_list *list_named(const char *name, size_t n)
{
    for (const sn_word_list *l = sn_word_lists; l->name; l++)
        if (strlen(l->name) == n && memcmp(l->name, name, n) == 0) return l;
    return NULL;
}

/* ---- what stands for them -------------------------------------------------------------------- */

static bool is_one_of(const char *text, size_t n, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == n && memcmp(*words, text, n) == 0) return true;
    return false;
}

static void add_alternative(sn_known_words *w, const char *text, size_t n)
{
    static const char *const files[] = {"FILE", "IN", "OUT", NULL}, *const folders[] = {
                                                                        "FOLDER", "DIR", NULL};
    const char *may_follow = n && *text != '[' ? memchr(text, '[', n) : NULL;
    if (may_follow) n = (size_t)(may_follow - text); /* "adam[:X=N]" */
    const char *named = memchr(text, '=', n);        /* "[NAME=]FILE": what is behind it counts */
    if (named) {
        named += 1 + (named + 1 < text + n && named[1] == ']');
        n -= (size_t)(named - text);
        text = named;
    }
    if (memchr(text, ':', n)) return; /* "seed:N" */
    const char *comma = memchr(text, ',', n);
    if (comma) n = (size_t)(comma - text);
    const sn_word_list *list = list_named(text, n);
    if (list) {
        w->list = list;
    } else if (is_one_of(text, n, files)) {
        w->files = true;
    } else if (is_one_of(text, n, folders)) {
        w->folders = true;
    } else if (n && *text >= 'a' && *text <= 'z') {
        sn_texts_add(&w->literals, sn_cli_copy(text, n));
    }
}

static sn_known_words words_of(const char *text, size_t n)
{
    sn_known_words w = {0};
    for (const char *end = text + n; text < end;) {
        const char *bar = memchr(text, '|', (size_t)(end - text));
        const char *stop = bar ? bar : end;
        add_alternative(&w, text, (size_t)(stop - text));
        text = stop + (bar != NULL);
    }
    return w;
}

sn_known_words sn_words_of_value(const char *value) { return words_of(value, strlen(value)); }

sn_known_words sn_words_of_arguments(const sn_command *command)
{
    if (!command->max_args) return (sn_known_words){0};
    const char *usage = command->usage;
    size_t n = strcspn(usage, " ");
    if (*usage == '[' && n > 2) usage++, n -= 2;
    const sn_known_words w = words_of(usage, n);
    return w.list ? w : (sn_known_words){.files = true};
}
