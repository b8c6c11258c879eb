/* SPDX-License-Identifier: Apache-2.0
 *
 * Reachability over names: which blocks call which, from the users on. */
#include "codegen/shake.h"

#include <ctype.h>
#include <string.h>

#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"

typedef struct shake_block {
    sn_text text;
    bool keep, scanned;
} shake_block;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Calls visit(word) for each identifier that is followed by a bracket. */
static void calls(sn_arena *arena, sn_text t, const sn_map *owner, shake_block *blocks, bool *grew)
{
    for (size_t i = 0; i < t.n;) {
        if (!is_word(t.s[i])) {
            i++;
            continue;
        }
        size_t from = i;
        while (i < t.n && is_word(t.s[i])) i++;
        if (i >= t.n || (t.s[i] != '(' && t.s[i] != ')' && t.s[i] != ',')) continue;
        const uintptr_t at =
            (uintptr_t)sn_map_get(owner, sn_arena_strndup(arena, t.s + from, i - from));
        if (at == 0 || blocks[at - 1].keep) continue;
        blocks[at - 1].keep = true;
        *grew = true;
    }
}

static sn_text line_at(const char *s)
{
    const char *end = strchr(s, '\n');
    return (sn_text){s, end ? (size_t)(end - s) : strlen(s)};
}

static const char *next_line(sn_text line)
{
    return line.s[line.n] ? line.s + line.n + 1 : line.s + line.n;
}

/* Names that a block defines: what stands before the bracket on lines "static inline .." and
 * "#define ..(". */
static bool defines(sn_arena *arena, sn_text t, sn_map *owner, size_t index)
{
    bool any = false;
    for (const char *s = t.s, *end = t.s + t.n; s < end;) {
        sn_text line = line_at(s);
        const char *bracket = memchr(line.s, '(', line.n);
        bool macro = sn_text_begins(line, "#define ") && bracket &&
                     !memchr(line.s + 8, ' ', (size_t)(bracket - line.s) - 8);
        if ((sn_text_begins(line, "static inline ") && bracket) || macro) {
            const char *from = bracket;
            while (from > s && is_word(from[-1])) from--;
            sn_map_put(owner, sn_arena_strndup(arena, from, (size_t)(bracket - from)),
                       (void *)(uintptr_t)(index + 1));
            any = true;
        }
        s = next_line(line);
    }
    return any;
}

/* The end of the block that begins at s: a conditional, a function, or a line; comments belong to
 * what follows. */
static const char *block_end(const char *s)
{
    sn_text line = line_at(s);
    while (sn_text_begins(line, "/*") || sn_text_begins(line, " *"))
        line = line_at(s = next_line(line));
    if (sn_text_begins(line, "#if")) {
        while (*s && !sn_text_begins(line, "#endif")) line = line_at(s = next_line(line));
        return next_line(line);
    }
    bool function = sn_text_begins(line, "static inline ") && line.s[line.n - 1] != '}';
    bool macro = line.n && line.s[line.n - 1] == '\\';
    while (*s && function && !sn_text_begins(line, "}")) line = line_at(s = next_line(line));
    while (*s && macro && line.n && line.s[line.n - 1] == '\\') line = line_at(s = next_line(line));
    return next_line(line);
}

const char *sn_shake(sn_arena *arena, const char *library, const char *const *users, size_t n_users)
{
    SN_VEC(shake_block) blocks = SN_VEC_IN(arena);
    sn_map *owner = sn_map_create(arena);
    for (const char *s = library, *end; *s; s = end) {
        end = block_end(s);
        SN_PUSH(blocks, (shake_block){{s, (size_t)(end - s)}, false, false});
    }
    for (size_t i = 0; i < blocks.n; i++)
        blocks.v[i].keep = !defines(arena, blocks.v[i].text, owner, i);
    bool grew = true;
    for (size_t i = 0; i < n_users; i++) calls(arena, sn_text_of(users[i]), owner, blocks.v, &grew);
    while (grew) {
        grew = false;
        for (size_t i = 0; i < blocks.n; i++) {
            if (!blocks.v[i].keep || blocks.v[i].scanned) continue;
            blocks.v[i].scanned = true;
            grew = true;
            calls(arena, blocks.v[i].text, owner, blocks.v, &grew);
        }
    }
    sn_str out;
    sn_str_init(&out, arena);
    bool blank = true; /* no two blank lines */
    for (size_t i = 0; i < blocks.n; i++) {
        bool is_blank = blocks.v[i].text.n == 1;
        if (!blocks.v[i].keep || (is_blank && blank)) continue;
        sn_str_addn(&out, blocks.v[i].text.s, blocks.v[i].text.n);
        blank = is_blank;
    }
    return out.s;
}
