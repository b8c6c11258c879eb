/* SPDX-License-Identifier: Apache-2.0
 *
 * Each piece of the files gets a class, in the order in which they stand, so that what a piece
 * names has its class before it does. Then files lose what they need not have: steps that do what
 * another step does, functions that another file has for them, and what only those called. */
#include "codegen/share.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "codegen/c_items.h"

typedef struct address {
    sn_text base, digits; /* "WORK", "4096": digits.n is 0 where nothing is added */
    int64_t value;
} address;

typedef struct file_piece {
    sn_c_item item;
    size_t part;
    uint32_t class; /* 1..; 0: loose text */
    bool is_step, needed, redefined;
    size_t stands_for;   /* piece: equal functions of a part are the first of them */
    SN_VEC(size_t) uses; /* pieces of the part that it names */
    SN_VEC(address) addresses;
    struct step_family *family;
} file_piece;

/* Steps that are one function. */
typedef struct step_family {
    SN_VEC(size_t) members;
    const char *name, *body; /* of the function, once it is made */
    SN_VEC(size_t) given;    /* addresses that differ from member to member, each once */
    size_t *as;              /* [addresses]: 1 + index in `given`; 0: a number, the same in all */
    bool wide;               /* some need more than 32 bits */
} step_family;

typedef struct class
{
    size_t first; /* file_piece */
    bool is_step; /* function of a step */
    size_t home;  /* 1 + the part that has it for the others; 0: each has its own */
    const char *name;
    step_family *family;
} class;

typedef struct share_state {
    sn_arena *arena;
    const char *prefix;
    size_t n_parts;
    SN_VEC(file_piece) pieces;
    SN_VEC(class) classes; /* [0] is none */
    sn_map *keys;          /* what classes are made of, to their indices */
    sn_map *names;         /* that are taken, beyond a file */
    sn_map **scope;        /* by part: names to 1 + the piece that defines them */
    size_t *bytes;         /* by part */
} share_state;

static const char *copy(share_state *s, sn_text t) { return sn_arena_strndup(s->arena, t.s, t.n); }

static bool is_function(const file_piece *p) { return p->item.kind == SN_C_FUNCTION; }

/* One that can be called from another file as well as from this one. */
static bool may_leave(const file_piece *p)
{
    return is_function(p) && !p->is_step && sn_text_begins(p->item.head, "static ") &&
           !sn_text_begins(p->item.head, "static inline ");
}

/* ---- addresses ------------------------------------------------------------------------------- */

static bool is_base(sn_text word)
{
    return sn_text_is(word, "WORK") || sn_text_is(word, "WEIGHTS") || sn_text_is(word, "IMAGE");
}

/* Reads what stands behind a base, within the text that ends at `end`. A base alone counts as one
 * with + 0 where that can be written: between brackets, commas, +, = and the end of a statement. */
static bool read_address(sn_text word, const char *begin, const char *end, address *out)
{
    const char *s = word.s + word.n;
    *out = (address){.base = word, .digits = {s, 0}};
    if (end - s > 3 && memcmp(s, " + ", 3) == 0 && sn_is_digit(s[3])) {
        const char *from = s += 3;
        while (s < end && sn_is_digit(*s)) s++;
        out->digits = (sn_text){from, (size_t)(s - from)};
        out->value = strtoll(from, NULL, 10);
        return s == end || !(sn_is_name_start(*s) || *s == '.');
    }
    while (s < end && *s == ' ') s++;
    const char *before = word.s;
    while (before > begin && before[-1] == ' ') before--;
    return s < end && before > begin && strchr(";,)+-", *s) && strchr("=(,{:?", before[-1]);
}

/* ---- classes --------------------------------------------------------------------------------- */

static bool defines(const file_piece *p, sn_text word)
{
    for (size_t i = 0; i < p->item.n_names; i++)
        if (sn_text_eq(p->item.names[i], word)) return true;
    return false;
}

/* Of a struct: the word stands in the text that begins at `begin`. */
static bool is_member(sn_text word, const char *begin)
{
    return word.s - begin >= 2 && (word.s[-1] == '.' || (word.s[-1] == '>' && word.s[-2] == '-'));
}

/* The piece of p's file that `word` is the name of: 1 + index, or 0. */
static size_t named_by(const share_state *s, const file_piece *p, sn_text word, const char *begin)
{
    char name[128];
    if (word.n >= sizeof name || is_member(word, begin)) return 0;
    memcpy(name, word.s, word.n);
    name[word.n] = 0;
    return (uintptr_t)sn_map_get(s->scope[p->part], name);
}

/* The text of p with classes in the place of names of the file; notes uses and addresses. */
static const char *key_of(share_state *s, file_piece *p)
{
    sn_str key;
    sn_str_init(&key, s->arena);
    const sn_text text = p->item.text;
    const char *at = text.s, *const end = text.s + text.n;
    sn_text rest = text, word;
    while (sn_c_word(&rest, &word)) {
        address a;
        sn_str_addn(&key, at, (size_t)(word.s - at));
        at = word.s + word.n;
        const size_t used = defines(p, word) ? 0 : named_by(s, p, word, text.s);
        if (is_function(p) && defines(p, word)) {
            sn_str_add(&key, "\1");
        } else if (used) {
            SN_PUSH(p->uses, used - 1);
            sn_str_addf(&key, "\2%" PRIu32 ".", s->pieces.v[used - 1].class);
            if (!is_function(&s->pieces.v[used - 1])) sn_str_addn(&key, word.s, word.n);
        } else if (p->is_step && is_base(word) && read_address(word, text.s, end, &a)) {
            SN_PUSH(p->addresses, a);
            sn_str_addn(&key, word.s, word.n);
            sn_str_add(&key, "\3");
            if (a.digits.n) at = a.digits.s + a.digits.n;
            rest = (sn_text){at, (size_t)(end - at)};
        } else {
            sn_str_addn(&key, word.s, word.n);
        }
    }
    sn_str_addn(&key, at, (size_t)(end - at));
    return key.s;
}

static void classify(share_state *s, size_t index)
{
    file_piece *p = &s->pieces.v[index];
    p->is_step = is_function(p) && sn_text_begins(p->item.head, "STEP ");
    const char *key = key_of(s, p);
    p->class = (uint32_t)(uintptr_t)sn_map_get(s->keys, key);
    if (!p->class) {
        p->class = (uint32_t)s->classes.n;
        SN_PUSH(s->classes, (class){.first = index, .is_step = p->is_step});
        sn_map_put(s->keys, key, (void *)(uintptr_t)p->class);
    }
    for (size_t i = 0; i < p->item.n_names; i++) {
        const char *name = copy(s, p->item.names[i]);
        const size_t before = (uintptr_t)sn_map_get(s->scope[p->part], name);
        if (before) p->redefined = s->pieces.v[before - 1].redefined = true;
        sn_map_put(s->scope[p->part], name, (void *)(uintptr_t)(index + 1));
    }
}

static void read_part(share_state *s, size_t part, const char *text)
{
    size_t n = 0;
    const sn_c_item *items = sn_c_items(s->arena, text, &n);
    for (size_t i = 0; i < n; i++) {
        file_piece p = {.item = items[i], .part = part};
        p.uses.arena = p.addresses.arena = s->arena;
        SN_PUSH(s->pieces, p);
        if (items[i].kind != SN_C_LOOSE) classify(s, s->pieces.n - 1);
    }
}

static void find_equal(share_state *s)
{
    sn_map *firsts = sn_map_create(s->arena);
    for (size_t i = 0; i < s->pieces.n; i++) {
        file_piece *p = &s->pieces.v[i];
        const uint64_t key = (uint64_t)p->class * s->n_parts + p->part;
        p->stands_for = i;
        if (p->is_step) s->bytes[p->part] += p->item.text.n;
        if (!may_leave(p) || p->redefined) continue;
        const size_t first = (uintptr_t)sn_map_get_u64(firsts, key);
        if (first)
            p->stands_for = first - 1;
        else
            sn_map_put_u64(firsts, key, (void *)(uintptr_t)(i + 1));
    }
}

/* ---- steps that are one function ------------------------------------------------------------- */

/* What a step has besides, once another function does it. */
enum { CALL_BYTES = 240, GIVEN_BYTES = 10 };

static const file_piece *member(const share_state *s, const step_family *f, size_t i)
{
    return &s->pieces.v[f->members.v[i]];
}

/* Whether addresses a and b are the same number in each member. */
static bool same_in_all(const share_state *s, const step_family *f, size_t a, size_t b)
{
    for (size_t i = 0; i < f->members.n; i++)
        if (member(s, f, i)->addresses.v[a].value != member(s, f, i)->addresses.v[b].value)
            return false;
    return true;
}

/* Which addresses the function is given. */
static void find_given(share_state *s, step_family *f)
{
    const file_piece *first = member(s, f, 0);
    f->given.arena = s->arena;
    f->as = SN_NEW_N(s->arena, size_t, first->addresses.n + 1);
    for (size_t a = 0; a < first->addresses.n; a++) {
        bool differs = false;
        for (size_t i = 0; i < f->members.n; i++) {
            const int64_t value = member(s, f, i)->addresses.v[a].value;
            differs = differs || value != first->addresses.v[a].value;
            f->wide = f->wide || value > INT32_MAX;
        }
        if (!differs) continue;
        for (size_t k = 0; k < f->given.n && !f->as[a]; k++)
            if (same_in_all(s, f, f->given.v[k], a)) f->as[a] = k + 1;
        if (f->as[a]) continue;
        SN_PUSH(f->given, a);
        f->as[a] = f->given.n;
    }
}

/* A word that no identifier of the text begins with. */
static const char *free_word(share_state *s, sn_text text)
{
    const char *name = "base";
    sn_text rest = text, word;
    while (sn_c_word(&rest, &word)) {
        if (!sn_text_begins(word, name)) continue;
        name = sn_arena_printf(s->arena, "%s_", name);
        rest = text;
    }
    return name;
}

static void find_families(share_state *s)
{
    for (size_t i = 0; i < s->pieces.n; i++) {
        file_piece *p = &s->pieces.v[i];
        class *c = &s->classes.v[p->class];
        if (!p->is_step) continue;
        if (!c->family) {
            c->family = SN_NEW(s->arena, step_family);
            c->family->members.arena = s->arena;
        }
        SN_PUSH(c->family->members, i);
    }
    for (size_t k = 1; k < s->classes.n; k++) {
        step_family *f = s->classes.v[k].family;
        if (!f || f->members.n < 2) continue;
        find_given(s, f);
        const file_piece *first = member(s, f, 0);
        const size_t call = CALL_BYTES + GIVEN_BYTES * f->given.n;
        if ((f->members.n - 1) * first->item.text.n <= f->members.n * call) continue;
        f->name = sn_arena_printf(s->arena, "%s_at", copy(s, first->item.names[0]));
        for (size_t i = 0; i < f->members.n; i++) s->pieces.v[f->members.v[i]].family = f;
    }
}

/* ---- what a file needs ----------------------------------------------------------------------- */

static void need(share_state *s, size_t index)
{
    file_piece *p = &s->pieces.v[s->pieces.v[index].stands_for];
    const size_t home = s->classes.v[p->class].home;
    if (p->needed || (home && home != p->part + 1)) return;
    p->needed = true;
    for (size_t i = 0; i < p->uses.n; i++) need(s, p->uses.v[i]);
}

/* From the steps on, from what a part has for others, and what defines no name. */
static void find_needed(share_state *s)
{
    for (size_t i = 0; i < s->pieces.n; i++) s->pieces.v[i].needed = false;
    for (size_t i = 0; i < s->pieces.n; i++) {
        file_piece *p = &s->pieces.v[i];
        if (!p->class || (p->family && s->classes.v[p->class].first != i)) continue;
        const size_t home = s->classes.v[p->class].home;
        if (p->is_step || p->redefined || p->item.n_names == 0 ||
            (home == p->part + 1 && p->stands_for == i))
            need(s, i);
    }
}

/* Whether all that the head names is known in a header: nothing of the file. */
static bool can_be_declared(const share_state *s, const file_piece *p)
{
    sn_text rest = p->item.head, word;
    while (sn_c_word(&rest, &word))
        if (!defines(p, word) && named_by(s, p, word, p->item.head.s)) return false;
    return true;
}

/* The part that is to have what several need: of these the one with the least text. */
static size_t choose_home(share_state *s, size_t which)
{
    size_t best = 0, n = 0;
    for (size_t i = 0; i < s->pieces.n; i++) {
        const file_piece *p = &s->pieces.v[i];
        if (p->class != which || !p->needed) continue;
        if (p->redefined || !can_be_declared(s, p)) return 0;
        n++;
        if (!best || s->bytes[p->part] < s->bytes[best - 1]) best = p->part + 1;
    }
    return n > 1 ? best : 0;
}

static const char *name_beyond(share_state *s, sn_text own)
{
    const char *name = sn_arena_printf(s->arena, "%s%.*s", s->prefix, (int)own.n, own.s);
    for (int i = 2; sn_map_has(s->names, name); i++)
        name = sn_arena_printf(s->arena, "%s%.*s_%d", s->prefix, (int)own.n, own.s, i);
    sn_map_put(s->names, name, NULL);
    return name;
}

/* Callers before what they call: where a caller is left to another file, so is much that it
 * calls. */
static void find_homes(share_state *s)
{
    find_needed(s);
    for (size_t k = s->classes.n; k-- > 1;) {
        class *c = &s->classes.v[k];
        const file_piece *first = &s->pieces.v[c->first];
        if (!may_leave(first)) continue;
        c->home = choose_home(s, k);
        if (!c->home) continue;
        s->bytes[c->home - 1] += first->item.text.n;
        find_needed(s);
    }
    for (size_t k = 1; k < s->classes.n; k++) {
        class *c = &s->classes.v[k];
        if (c->home) c->name = name_beyond(s, s->pieces.v[c->first].item.names[0]);
    }
}

/* ---- printing -------------------------------------------------------------------------------- */

/* A piece of the text of p with the names that functions have now. */
static void add_renamed(share_state *s, const file_piece *p, sn_text text, sn_str *out)
{
    const char *at = text.s;
    sn_text rest = text, word;
    while (sn_c_word(&rest, &word)) {
        const size_t used = named_by(s, p, word, text.s);
        if (!used) continue;
        const file_piece *now = &s->pieces.v[s->pieces.v[used - 1].stands_for];
        const class *c = &s->classes.v[now->class];
        if (!may_leave(now)) continue;
        sn_str_addn(out, at, (size_t)(word.s - at));
        at = word.s + word.n;
        if (c->home)
            sn_str_add(out, c->name);
        else
            sn_str_addn(out, now->item.names[0].s, now->item.names[0].n);
    }
    sn_str_addn(out, at, (size_t)(text.s + text.n - at));
}

static sn_text behind_static(const file_piece *p)
{
    const size_t n = strlen("static ");
    return (sn_text){p->item.text.s + n, p->item.text.n - n};
}

static const char *parameters = "(const struct net *n, long first, long last, float *scratch";

/* What all steps of the family do, in place of the first one's text. */
static const char *family_body(share_state *s, const step_family *f)
{
    const file_piece *p = member(s, f, 0);
    const char *base = free_word(s, p->item.text);
    const sn_text body = {p->item.head.s + p->item.head.n,
                          p->item.text.n - p->item.head.n}; /* from its brace on */
    sn_str text, out;
    sn_str_init(&text, s->arena);
    sn_str_init(&out, s->arena);
    const char *at = body.s + 2; /* behind "{\n" */
    for (size_t i = 0; i < p->addresses.n; i++) {
        const address *a = &p->addresses.v[i];
        if (!f->as[i]) continue;
        sn_str_addn(&text, at, (size_t)(a->digits.s - at));
        sn_str_addf(&text, "%s%s%zu", a->digits.n ? "" : " + ", base, f->as[i] - 1);
        at = a->digits.s + a->digits.n;
    }
    sn_str_addn(&text, at, (size_t)(body.s + body.n - at));
    sn_str_addf(&out, "STEP void %s%s", f->name, parameters);
    if (f->given.n) sn_str_addf(&out, ", const int%d_t *%s", f->wide ? 64 : 32, base);
    sn_str_add(&out, ")\n{\n");
    for (size_t i = 0; i < f->given.n; i++)
        sn_str_addf(&out, "%s%s%zu = %s[%zu]%s", i ? ", " : "    const ptrdiff_t ", base, i, base,
                    i, i + 1 == f->given.n ? ";\n" : "");
    add_renamed(s, p, sn_text_of(text.s), &out);
    return out.s;
}

static void add_family(share_state *s, const step_family *f, sn_str *out)
{
    sn_str_addf(out, "/* What %zu steps do, each at its own places in memory. */\n%s\n",
                f->members.n, family_body(s, f));
}

/* Of a step whose work another function does. */
static void add_call(const step_family *f, const file_piece *p, sn_str *out)
{
    sn_str_addn(out, p->item.head.s, p->item.head.n);
    sn_str_add(out, "{\n");
    if (f->given.n) {
        sn_str_addf(out, "    static const int%d_t base[] = {", f->wide ? 64 : 32);
        for (size_t i = 0; i < f->given.n; i++)
            sn_str_addf(out, "%s%" PRId64, i ? ", " : "", p->addresses.v[f->given.v[i]].value);
        sn_str_add(out, "};\n");
    }
    sn_str_addf(out, "    %s(n, first, last, scratch%s);\n}\n", f->name,
                f->given.n ? ", base" : "");
}

static void add_piece(share_state *s, size_t index, sn_str *out)
{
    const file_piece *p = &s->pieces.v[index];
    const class *c = &s->classes.v[p->class];
    if (p->class && !p->family && !p->needed) return;
    if (p->family && c->first == index) add_family(s, p->family, out);
    sn_str_addn(out, p->item.comment.s, p->item.comment.n);
    if (p->family)
        add_call(p->family, p, out);
    else
        add_renamed(s, p, c->home ? behind_static(p) : p->item.text, out);
    if (p->item.kind == SN_C_FUNCTION || p->item.kind == SN_C_LOOSE) sn_str_add(out, "\n");
}

static const char *print_part(share_state *s, size_t part)
{
    sn_str out;
    sn_str_init(&out, s->arena);
    for (size_t i = 0; i < s->pieces.n; i++)
        if (s->pieces.v[i].part == part) add_piece(s, i, &out);
    return out.s;
}

static const char *declarations(share_state *s)
{
    sn_str out;
    sn_str_init(&out, s->arena);
    for (size_t k = 1; k < s->classes.n; k++) {
        const class *c = &s->classes.v[k];
        const file_piece *p = &s->pieces.v[c->first];
        if (c->family && p->family) {
            sn_str_addf(&out, "void %s%s", c->family->name, parameters);
            if (c->family->given.n)
                sn_str_addf(&out, ", const int%d_t *base", c->family->wide ? 64 : 32);
            sn_str_add(&out, ");\n");
        }
        if (!c->home) continue;
        const size_t n = strlen("static ");
        sn_text head = {p->item.head.s + n, p->item.head.n - n};
        while (head.n && (head.s[head.n - 1] == '\n' || head.s[head.n - 1] == ' ')) head.n--;
        add_renamed(s, p, head, &out);
        sn_str_add(&out, ";\n");
    }
    return out.s;
}

void sn_share(sn_arena *arena, const char *const *parts, size_t n, const char *prefix,
              sn_shared_parts *out)
{
    share_state s = {.arena = arena, .prefix = prefix, .n_parts = n};
    s.pieces.arena = s.classes.arena = arena;
    s.keys = sn_map_create(arena);
    s.names = sn_map_create(arena);
    s.scope = SN_NEW_N(arena, sn_map *, n);
    s.bytes = SN_NEW_N(arena, size_t, n);
    SN_PUSH(s.classes, (class){0});
    for (size_t i = 0; i < n; i++) {
        s.scope[i] = sn_map_create(arena);
        read_part(&s, i, parts[i]);
    }
    find_equal(&s);
    find_families(&s);
    find_homes(&s);
    out->parts = SN_NEW_N(arena, const char *, n);
    for (size_t i = 0; i < n; i++) out->parts[i] = print_part(&s, i);
    out->declarations = n > 1 ? declarations(&s) : "";
}
