/* SPDX-License-Identifier: Apache-2.0
 *
 * Reachability over names: which items of the library name which, from the users on. */
#include "codegen/shake.h"

#include "base/map.h"
#include "base/vec.h"
#include "codegen/c_items.h"

typedef struct shaker {
    sn_arena *arena;
    sn_c_item *items;
    size_t n;
    sn_map *owner;       /* names to 1 + the item that defines them */
    bool *keep;          /* by item */
    SN_VEC(size_t) kept; /* whose own text has not been read yet */
} shaker;

/* Something that is only called, and so not needed where nobody does. */
static bool is_callable(const sn_c_item *item)
{
    if (item->kind == SN_C_FUNCTION) return sn_text_begins(item->head, "static inline ");
    if (item->kind != SN_C_OTHER || item->n_names != 1) return false;
    const sn_text name = item->names[0];
    return sn_text_begins(item->text, "#define ") && name.s[name.n] == '(';
}

/* A group of which some is. */
static bool has_callable(sn_arena *arena, const sn_c_item *item)
{
    size_t n = 0;
    if (item->kind != SN_C_GROUP) return is_callable(item);
    const char *inner = memchr(item->text.s, '\n', item->text.n);
    const sn_c_item *items = sn_c_items(
        arena, sn_arena_strndup(arena, inner, item->text.n - (size_t)(inner - item->text.s)), &n);
    for (size_t i = 0; i < n; i++)
        if (is_callable(&items[i])) return true;
    return false;
}

static void keep(shaker *s, size_t i)
{
    if (s->keep[i]) return;
    s->keep[i] = true;
    SN_PUSH(s->kept, i);
}

static void keep_named(shaker *s, sn_text text)
{
    sn_text word;
    while (sn_c_word(&text, &word)) {
        const uintptr_t at =
            (uintptr_t)sn_map_get(s->owner, sn_arena_strndup(s->arena, word.s, word.n));
        if (at) keep(s, at - 1);
    }
}

static bool is_blank_before(const char *s, const char *library)
{
    return s > library + 1 && s[-1] == '\n' && s[-2] == '\n';
}

static const char *print(const shaker *s, const char *library)
{
    sn_str out;
    bool blank = false; /* a blank line stands between this item and the last one that is kept */
    sn_str_init(&out, s->arena);
    for (size_t i = 0; i < s->n; i++) {
        const sn_c_item *item = &s->items[i];
        const char *from = item->comment.n ? item->comment.s : item->text.s;
        blank |= is_blank_before(from, library);
        if (!s->keep[i]) continue;
        if (blank && out.n) sn_str_add(&out, "\n");
        sn_str_addn(&out, from, (size_t)(item->text.s + item->text.n - from));
        blank = false;
    }
    if (is_blank_before(library + strlen(library), library)) sn_str_add(&out, "\n");
    return out.n ? out.s : "";
}

const char *sn_shake(sn_arena *arena, const char *library, const char *const *users, size_t n_users)
{
    shaker s = {.arena = arena, .owner = sn_map_create(arena), .kept = {.arena = arena}};
    s.items = sn_c_items(arena, library, &s.n);
    s.keep = SN_NEW_N(arena, bool, s.n + 1);
    for (size_t i = 0; i < s.n; i++) {
        const sn_c_item *item = &s.items[i];
        for (size_t k = 0; k < item->n_names; k++)
            sn_map_put(s.owner, sn_arena_strndup(arena, item->names[k].s, item->names[k].n),
                       (void *)(uintptr_t)(i + 1));
        if (!has_callable(arena, item)) keep(&s, i);
    }
    for (size_t i = 0; i < n_users; i++) keep_named(&s, sn_text_of(users[i]));
    while (s.kept.n) keep_named(&s, s.items[SN_POP(s.kept)].text);
    return print(&s, library);
}
