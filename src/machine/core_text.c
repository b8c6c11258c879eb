/* SPDX-License-Identifier: Apache-2.0
 *
 * A core as a text that can be kept, and taken to where code for it is made: a line for each fact,
 * `name numbers...`; numbers in SI units. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "machine/machine.h"

typedef struct core_fact {
    const char *name;
    size_t offset;
    int n;
    bool may_be_zero;
} core_fact;

#define FACT(field, n, zero)                                                                       \
    {                                                                                              \
#field, offsetof(sn_core, field), n, zero                                                  \
    }
static const core_fact facts[] = {
    FACT(flops, SN_N_WIDTHS, true),
    FACT(latency, 1, false),
    FACT(loads, 1, false),
    FACT(halves, 1, false),
    FACT(scalar, 1, false),
    FACT(level_bytes, SN_N_CACHES, false),
    FACT(level_speed, SN_N_CACHES + 1, false),
    FACT(barrier, 1, false),
    FACT(start, 1, false),
};
enum { N_FACTS = sizeof facts / sizeof facts[0] };

#define HEAD "sinter machine 1"

void sn_core_print(const sn_core *c, sn_str *out)
{
    sn_str_addf(out, HEAD "\nname %s\nabout %s\n", c->name, c->about);
    for (size_t i = 0; i < N_FACTS; i++) {
        const double *v = (const double *)(const void *)((const char *)c + facts[i].offset);
        sn_str_add(out, facts[i].name);
        for (int j = 0; j < facts[i].n; j++) sn_str_addf(out, " %.6g", v[j]);
        sn_str_add(out, "\n");
    }
}

/* The rest of the line behind `name `, if that is what it begins with. */
static const char *value_of(const char *line, const char *name)
{
    const size_t n = strlen(name);
    return strncmp(line, name, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static sn_status numbers(sn_ctx *ctx, const char *where, int line, const core_fact *f,
                         const char *text, double *out)
{
    for (int j = 0; j < f->n; j++) {
        char *end;
        out[j] = strtod(text, &end);
        SN_CHECK(ctx,
                 end != text && isfinite(out[j]) && out[j] >= 0 && (out[j] > 0 || f->may_be_zero),
                 SN_E_FORMAT, "%s, line %d: %s: numbers above 0 are expected, %d of them", where,
                 line, f->name, f->n);
        text = end;
    }
    SN_CHECK(ctx, text[strspn(text, " \r")] == 0, SN_E_FORMAT,
             "%s, line %d: %s: %d numbers are expected, no more", where, line, f->name, f->n);
    return SN_OK;
}

sn_status sn_core_parse(sn_arena *arena, const char *where, const char *text, sn_core *out)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    sn_core c = {.name = NULL};
    unsigned seen = 0;
    char *rest = sn_arena_strdup(arena, text);
    for (int line = 1; rest && *rest; line++) {
        char *const here = rest, *const end = strchr(rest, '\n');
        rest = end ? end + 1 : NULL;
        if (end) *end = 0;
        if (line == 1) {
            SN_CHECK(ctx, strcmp(here, HEAD) == 0, SN_E_FORMAT,
                     "%s: not the facts of a machine, which begin with '%s'", where, HEAD);
            continue;
        }
        const char *name = value_of(here, "name"), *about = value_of(here, "about");
        if (name) c.name = name;
        if (about) c.about = about;
        size_t known = N_FACTS;
        for (size_t i = 0; i < N_FACTS; i++) {
            const char *value = value_of(here, facts[i].name);
            if (!value) continue;
            known = i;
            SN_TRY(numbers(ctx, where, line, &facts[i], value,
                           (double *)(void *)((char *)&c + facts[i].offset)));
            seen |= 1u << i;
        }
        SN_CHECK(ctx, known < N_FACTS || name || about || !*here, SN_E_FORMAT,
                 "%s, line %d: '%s' is no fact of a machine", where, line, sn_escape(arena, here));
    }
    for (size_t i = 0; i < N_FACTS; i++)
        SN_CHECK(ctx, seen >> i & 1, SN_E_FORMAT, "%s: '%s' is missing", where, facts[i].name);
    SN_CHECK(ctx, c.flops[0] > 0, SN_E_FORMAT,
             "%s: flops: the rate of scalar products, the first, is 0", where);
    if (!c.name) c.name = "unnamed";
    if (!c.about) c.about = "a machine";
    *out = c;
    return SN_OK;
}
