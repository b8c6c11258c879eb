/* SPDX-License-Identifier: Apache-2.0
 *
 * The ways of ways.h in words. In these `@` stands for the argument, `<` and `>` for what is before
 * and behind its first `=`. */
#include "base/ways.h"

#include <string.h>

static const char *const spelled[][SN_N_WORDS] = {
    /* as SN_WORDS_C, SN_WORDS_TOOL, SN_WORDS_PYTHON */
    {"sn_model_pin \"@\"", "--input @", "inputs={'<': [>]}"},
    {"sn_model_run_interpreted", "`sinter run --interpret`", "Model.run"},
    {"sn_optimize_options.skip with @", "--skip @", "skip=['@']"},
    {"sn_model_load_options.weights_of with \"@\"", "--weights-of @", "weights_of={'<': '>'}"},
    {"sn_model_match with \"@\"", "--map @", "maps={'<': '>'}"},
    {"sn_model_set_spelling with \"@\"", "--opset @", "target_version='@'"},
    {"sn_model_set_spelling", "--target-version", "target_version"},
    {"sn_model_cut and sn_model_save", "--from and --to", "Model.cut and Model.save"},
    {"sn_model_set_outputs with '@'", "--to with '@'", "outputs with '@'"},
    {"sn_model_compile", "`sinter compile`", "write_c"},
    {"sn_model_optimize", "`sinter optimize`", "optimize"},
    {"SN_FUSE_SIBLINGS_ALWAYS", "--fuse-siblings=always", "fuse_siblings='always'"},
    {"sn_machine_facts_at", "`sinter tune --list`", "`sinter tune --list`"},
};
enum { N_WAYS = sizeof spelled / sizeof *spelled };

typedef struct text {
    char *at;
    size_t n, room; /* room > n */
} text;

static void put(text *t, const char *from, size_t n)
{
    const size_t free = t->room - 1 - t->n;
    if (n > free) n = free;
    memcpy(t->at + t->n, from, n);
    t->n += n;
    t->at[t->n] = '\0';
}

static void put_way(text *t, const char *words, const char *argument, size_t n)
{
    const char *equal = memchr(argument, '=', n);
    const size_t before = equal ? (size_t)(equal - argument) : n;
    const size_t from = equal ? before + 1 : n;
    for (; *words; words++) {
        if (*words == '@')
            put(t, argument, n);
        else if (*words == '<')
            put(t, argument, before);
        else if (*words == '>')
            put(t, argument + from, n - from);
        else
            put(t, words, 1);
    }
}

void sn_spell_ways(sn_words words, const char *from, char *out, size_t room)
{
    text t = {.at = out, .room = room};
    out[0] = '\0';
    while (*from) {
        const char *end = *from == SN_WAY_BEGIN ? strchr(from, SN_WAY_END) : NULL;
        const unsigned way = end ? (unsigned)((unsigned char)from[1] - 'A') : N_WAYS;
        if (way < N_WAYS) {
            put_way(&t, spelled[way][words], from + 2, (size_t)(end - from) - 2);
            from = end + 1;
        } else {
            put(&t, from++, 1);
        }
    }
}

const char *sn_in_words(sn_ctx *ctx, sn_arena *arena, const char *given)
{
    enum { LONGEST_WORDS = 64 }; /* of a way, without its argument, of which two copies fit */
    if (!given || !strchr(given, SN_WAY_BEGIN)) return given;
    size_t room = strlen(given) + 1;
    for (const char *p = given; (p = strchr(p, SN_WAY_BEGIN)); p++) room += LONGEST_WORDS;
    char *made = SN_NEW_N(arena, char, 2 * room);
    sn_spell_ways(sn_ctx_words(ctx), given, made, 2 * room);
    return made;
}
