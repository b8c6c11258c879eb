/* SPDX-License-Identifier: Apache-2.0
 *
 * Reachability over names: which blocks call which, from the users on. */
#include "codegen/shake.h"

#include <ctype.h>
#include <string.h>

#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"

typedef struct block {
    sn_text text;
    bool keep, scanned;
} block;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Calls visit(word) for each identifier that is followed by a bracket. */
static void calls(sn_arena *arena, sn_text t, const sn_map *owner, block *blocks, bool *grew)
{
    for (size_t i = 0; i < t.n;) {
        if (!is_word(t.s[i])) {
            i++;
            continue;
        }
        size_t from = i;
        while (i < t.n && is_word(t.s[i])) i++;
        if (i >= t.n || (t.s[i] != '(' && t.s[i] != ')' && t.s[i] != ',')) continue;
        const uintptr_t at = (uintptr_t)sn_map_get(owner, sn_arena_strndup(arena, t.s + from, i - from));
        if (at == 0 || blocks[at - 1].keep) continue;
        blocks[at - 1].keep = true;
        *grew = true;
    }
}

/* Names that a block defines: what stands before the bracket on lines "static inline ..". */
static bool defines(sn_arena *arena, sn_text t, sn_map *owner, size_t index)
{
    bool any = false;
    for (const char *s = t.s, *end = t.s + t.n; s < end;) {
        const char *eol = memchr(s, '\n', (size_t)(end - s));
        if (!eol) eol = end;
        const char *bracket = memchr(s, '(', (size_t)(eol - s));
        if (eol - s > 14 && memcmp(s, "static inline ", 14) == 0 && bracket) {
            const char *from = bracket;
            while (from > s && is_word(from[-1])) from--;
            sn_map_put(owner, sn_arena_strndup(arena, from, (size_t)(bracket - from)), (void *)(uintptr_t)(index + 1));
            any = true;
        }
        s = eol + 1;
    }
    return any;
}

const char *sn_shake(sn_arena *arena, const char *library, const char *const *users, size_t n_users)
{
    SN_VEC(block) blocks = SN_VEC_IN(arena);
    sn_map *owner = sn_map_create(arena);
    for (const char *s = library; *s;) {
        while (*s == '\n') s++;
        const char *end = strstr(s, "\n\n");
        if (!end) end = s + strlen(s);
        if (end > s) SN_PUSH(blocks, (block){{s, (size_t)(end - s)}, false, false});
        s = end;
    }
    for (size_t i = 0; i < blocks.n; i++) blocks.v[i].keep = !defines(arena, blocks.v[i].text, owner, i);
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
    for (size_t i = 0; i < blocks.n; i++) {
        if (!blocks.v[i].keep) continue;
        sn_str_addn(&out, blocks.v[i].text.s, blocks.v[i].text.n);
        sn_str_add(&out, "\n\n");
    }
    return out.s;
}
