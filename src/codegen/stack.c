/* SPDX-License-Identifier: Apache-2.0
 *
 * Of each function: its arrays, a word or more for each other variable, and FRAME for registers
 * that are saved and for what a compiler takes out of loops. Of each chain of calls the sum; the
 * deepest counts. tests/firmware compares it with what gcc says and with what
 * runs overwrite. */
#include "codegen/stack.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "codegen/c_items.h"

/* Registers of the largest of the processors, and what is passed beyond those; PREFIX_run and what
 * it calls in front of a step; what memcpy, libm or doubles in software take. */
enum { FRAME = 160, RUN = 256, LIBRARY = 160, WORD = 8, UNKNOWN = 256, MOST_DEPTH = 40 };
/* .. and the functions of libm that reduce their argument. */
enum { REDUCING = 768 };

typedef struct c_function {
    const char *body;
    uint64_t own, all; /* all: 0: not known yet */
} c_function;

typedef struct stack_reader {
    sn_arena *arena;
    sn_map *functions; /* by name */
    SN_VEC(c_function *) list;
    int lanes;
} stack_reader;

/* ---- one function ---------------------------------------------------------------------------- */

/* Bytes of an element of the type that `word` names; 0: it is no type that a declaration begins
 * with. */
static uint64_t bytes_of_type(const stack_reader *r, sn_text word)
{
    static const struct {
        const char *name;
        int bytes;
    } known[] = {{"float", 4},    {"double", 8},   {"int", 4},     {"unsigned", 4}, {"char", 1},
                 {"long", 8},     {"short", 2},    {"size_t", 8},  {"int8_t", 1},   {"uint8_t", 1},
                 {"int16_t", 2},  {"uint16_t", 2}, {"int32_t", 4}, {"uint32_t", 4}, {"int64_t", 8},
                 {"uint64_t", 8}, {"void", 8},     {"struct", 64}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (sn_text_is(word, known[i].name)) return (uint64_t)known[i].bytes;
    if (sn_text_is(word, "vf") || sn_text_is(word, "vi") || sn_text_is(word, "vu"))
        return 4 * (uint64_t)r->lanes;
    return 0;
}

/* Of an array, the product of the sizes at *s, each a product or sum of numbers; *s is behind
 * them. */
static uint64_t elements(const stack_reader *r, const char **s)
{
    uint64_t n = 1;
    while (**s == '[') {
        uint64_t product = 1, sum = 0;
        for ((*s)++; **s && **s != ']'; (*s)++) {
            if (**s >= '0' && **s <= '9') {
                char *end;
                product *= strtoull(*s, &end, 10);
                *s = end - 1;
            } else if ((*s)[0] == 'V' && (*s)[1] == 'L') {
                product *= (uint64_t)r->lanes;
                (*s)++;
            } else if (**s == '+') {
                sum += product;
                product = 1;
            } else if (!strchr(" *()", **s)) {
                product = UNKNOWN;
            }
        }
        n *= sum + product;
        if (**s) (*s)++;
    }
    return n;
}

/* Of the variables that a declaration makes whose type ends at `s`; static ones are none. */
static uint64_t declared(const stack_reader *r, const char *s, uint64_t each)
{
    uint64_t bytes = 0;
    while (*s && *s != ';') {
        bool pointer = false;
        int depth = 0;
        for (; *s == ' ' || *s == '*' || *s == '\n'; s++) pointer = pointer || *s == '*';
        while (sn_is_name_start(*s) || sn_is_digit(*s)) {
            s++;
            if (*s == ' ' && sn_is_name_start(s[1])) s++; /* restrict, long long */
        }
        const bool array = *s == '[';
        const uint64_t size = pointer ? WORD : each;
        bytes += array ? elements(r, &s) * size : size > WORD ? size : WORD;
        for (; *s && *s != ';' && (depth || *s != ','); s++) {
            depth += *s == '(' || *s == '{' || *s == '[';
            depth -= *s == ')' || *s == '}' || *s == ']';
            if (depth < 0) return bytes;
        }
        if (*s == ',') s++;
    }
    return bytes;
}

/* Of all its variables. A declaration begins behind ; { } or in the brackets of `for`. */
static uint64_t variables(const stack_reader *r, const char *body)
{
    uint64_t bytes = 0;
    bool begins = true;
    for (const char *s = body; *s; s++) {
        if (*s == ';' || *s == '{' || *s == '}' || (*s == '(' && s - body > 4 && s[-1] == ' ')) {
            begins = true;
        } else if (sn_is_name_start(*s)) {
            const char *from = s;
            while (sn_is_name_start(*s) || sn_is_digit(*s)) s++;
            const sn_text word = {from, (size_t)(s - from)};
            s--;
            if (sn_text_is(word, "const")) continue;
            const uint64_t each = begins ? bytes_of_type(r, word) : 0;
            if (each && s[1] == ' ') bytes += declared(r, s + 1, each);
            begins = false;
        } else if (*s != ' ' && *s != '\n') {
            begins = false;
        }
    }
    return bytes;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static bool reduces(sn_text word)
{
    static const char *const names[] = {"sinf", "cosf", "tanf", "powf", "fmodf", "remainderf",
                                        "sin",  "cos",  "tan",  "pow",  "fmod",  "remainder"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sn_text_is(word, names[i])) return true;
    return false;
}

static uint64_t deepest(stack_reader *r, c_function *f, int depth)
{
    sn_text rest = {f->body, strlen(f->body)}, word;
    uint64_t below = LIBRARY;
    if (f->all || depth == MOST_DEPTH) return f->all ? f->all : f->own;
    while (sn_c_word(&rest, &word)) {
        if (reduces(word)) below = REDUCING > below ? REDUCING : below;
        c_function *callee = sn_map_get(r->functions, sn_arena_strndup(r->arena, word.s, word.n));
        if (!callee || callee == f) continue;
        const uint64_t bytes = deepest(r, callee, depth + 1);
        if (bytes > below) below = bytes;
    }
    return f->all = f->own + below;
}

static void read_functions(stack_reader *r, const char *text)
{
    size_t n = 0;
    const sn_c_item *items = sn_c_items(r->arena, text, &n);
    for (size_t i = 0; i < n; i++) {
        if (items[i].kind != SN_C_FUNCTION || !items[i].n_names) continue;
        c_function *f = SN_NEW(r->arena, c_function);
        const size_t head = items[i].head.n;
        f->body = sn_arena_strndup(r->arena, items[i].text.s + head, items[i].text.n - head);
        f->own = FRAME + variables(r, f->body);
        sn_map_put(r->functions,
                   sn_arena_strndup(r->arena, items[i].names[0].s, items[i].names[0].n), f);
        SN_PUSH(r->list, f);
    }
}

uint64_t sn_stack_bytes(sn_arena *arena, const sn_module_target *t, int lanes)
{
    stack_reader r = {.arena = arena,
                      .functions = sn_map_create(arena),
                      .list = SN_VEC_IN(arena),
                      .lanes = lanes};
    uint64_t most = LIBRARY;
    read_functions(&r, t->support);
    for (size_t i = 0; i < t->n_parts; i++) read_functions(&r, t->parts[i]);
    for (size_t i = 0; i < r.list.n; i++) {
        const uint64_t bytes = deepest(&r, r.list.v[i], 0);
        if (bytes > most) most = bytes;
    }
    return (RUN + most + 63) / 64 * 64;
}
