/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a node has the inputs, outputs and attributes that its operator has to have. */
#include <string.h>

#include "base/text.h"
#include "formats/onnx/ops/call.h"

typedef struct takes {
    const char *domain, *type;
    int since, outputs;
    const char *inputs;
} takes;

static const takes signatures[] = {
#define SIGNATURE(domain, type, since, outputs, inputs) {domain, type, since, outputs, inputs},
#include "formats/onnx/ops/signatures.def"
#undef SIGNATURE
};

static const struct {
    const char *name, *types;
} groups[] = {{"floats", "f16|f32|f64"},
              {"ints", "i8|i16|i32|i64|u8|u16|u32|u64"},
              {"f8", "f8e4m3fn|f8e4m3fnuz|f8e5m2|f8e5m2fnuz"}};
enum { N_GROUPS = sizeof groups / sizeof *groups };

/* The row of a version; of one before the first, that. NULL: the operator has none. */
static const takes *signature_of(const char *domain, const char *type, int64_t version)
{
    const takes *best = NULL;
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        const takes *s = &signatures[i];
        if (strcmp(s->type, type) != 0 || strcmp(s->domain, domain) != 0) continue;
        if (!best || s->since <= version) best = s; /* versions of an operator go up */
    }
    return best;
}

/* One of "name?:types" or "@name". */
typedef struct word {
    sn_text name, types;
    bool is_attribute, optional, variadic;
} word;

static bool next_word(const char **at, word *out)
{
    const char *s = *at + strspn(*at, " ");
    const size_t n = strcspn(s, " ");
    *at = s + n;
    if (!n) return false;
    *out = (word){.is_attribute = *s == '@'};
    if (out->is_attribute) {
        out->name = (sn_text){s + 1, n - 1};
        return true;
    }
    const size_t head = strcspn(s, ":");
    out->optional = s[head - 1] == '?';
    out->variadic = s[head - 1] == '*';
    out->name = (sn_text){s, head - (out->optional || out->variadic)};
    out->types = (sn_text){s + head + 1, n - head - 1};
    return true;
}

/* The first alternative, without which the rest stays. */
static sn_text next_type(sn_text *types)
{
    size_t n = 0;
    while (n < types->n && types->s[n] != '|') n++;
    const sn_text first = {types->s, n};
    const size_t past = n < types->n ? n + 1 : n;
    *types = (sn_text){types->s + past, types->n - past};
    return first;
}

static bool is_among(sn_type type, sn_text types)
{
    while (types.n) {
        const sn_text t = next_type(&types);
        if (sn_text_is(t, sn_type_name(type))) return true;
        for (int i = 0; i < N_GROUPS; i++) {
            const sn_text group = {groups[i].types, strlen(groups[i].types)};
            if (sn_text_is(t, groups[i].name) && is_among(type, group)) return true;
        }
    }
    return false;
}

bool sn_onnx_takes(const char *domain, const char *type, int version, int i, sn_type t)
{
    const takes *s = signature_of(domain, type, version);
    const char *at = s ? s->inputs : "";
    word w;
    for (int n = 0; next_word(&at, &w); n += !w.is_attribute) {
        if (w.is_attribute || (n != i && !(w.variadic && n < i))) continue;
        if (!w.types.n) return true;
        /* the type of another input */
        const char *others = s->inputs;
        word other;
        while (next_word(&others, &other))
            if (!other.is_attribute && sn_text_eq(other.name, w.types)) return true;
        return is_among(t, w.types);
    }
    return true;
}

/* "f16, f32, f64, i32" */
static const char *types_text(sn_arena *arena, sn_text types)
{
    const char *out = "";
    while (types.n) {
        const sn_text t = next_type(&types);
        const char *is = sn_arena_strndup(arena, t.s, t.n);
        for (int i = 0; i < N_GROUPS; i++)
            if (sn_text_is(t, groups[i].name))
                is = types_text(arena, (sn_text){groups[i].types, strlen(groups[i].types)});
        out = sn_arena_printf(arena, "%s%s%s", out, *out ? ", " : "", is);
    }
    return out;
}

typedef struct checking {
    sn_onnx_call *c;
    const sn_onnx_call_params *p;
    const char *inputs; /* of the signature */
} checking;

static sn_status left_out(const checking *k, const char *what, const char *name)
{
    const sn_resolve *r = k->c->r;
    return sn_node_fail(r->in.ctx, r->node, SN_E_FORMAT, "%s '%s' is left out", what, name);
}

/* The place of the input of that name; -1: there is none. */
static int place_of(const checking *k, sn_text name)
{
    const char *at = k->inputs;
    word w;
    for (int i = 0; next_word(&at, &w); i++)
        if (sn_text_eq(w.name, name)) return i;
    return -1;
}

/* Input i of that word; first: the input of its word that others of it are like. */
static sn_status check_type(const checking *k, const word *w, unsigned i, unsigned first)
{
    const sn_resolve *r = k->c->r;
    const sn_type type = sn_onnx_type(k->c, i);
    const int named = place_of(k, w->types);
    const unsigned like = named >= 0 ? (unsigned)named : first;
    const sn_type other = like < i ? sn_onnx_type(k->c, like) : SN_TYPE_UNKNOWN;
    if (type == SN_TYPE_UNKNOWN || !w->types.n) return SN_OK;
    if (other != SN_TYPE_UNKNOWN && type != other)
        return sn_node_fail(
            r->in.ctx, r->node, SN_E_SHAPE, "input %u (%.*s) is %s, %s expected, which input %u is",
            i, (int)w->name.n, w->name.s, sn_type_name(type), sn_type_name(other), like);
    if (named >= 0 || is_among(type, w->types)) return SN_OK;
    return sn_node_fail(r->in.ctx, r->node, SN_E_SHAPE,
                        "input %u (%.*s) is %s, which version %d does not take: %s", i,
                        (int)w->name.n, w->name.s, sn_type_name(type), k->p->version,
                        types_text(r->in.arena, w->types));
}

/* How many inputs there are, and which attributes. */
static sn_status check_words(const checking *k)
{
    const char *at = k->inputs;
    const sn_resolve *r = k->c->r;
    const unsigned n = sn_onnx_n_in(k->c);
    unsigned i = 0;
    word w;
    while (next_word(&at, &w)) {
        const char *name = sn_arena_strndup(r->in.arena, w.name.s, w.name.n);
        if (w.is_attribute && !sn_onnx_attr_named(k->c->record, name))
            return left_out(k, "attribute", name);
        if (w.is_attribute) continue;
        if (!w.optional && !sn_onnx_has(k->c, i)) return left_out(k, "input", name);
        i = w.variadic && n > i ? n : i + 1;
    }
    if (n > i)
        return sn_node_fail(r->in.ctx, r->node, SN_E_FORMAT, "found %u inputs, expected %u at most",
                            n, i);
    return SN_OK;
}

static sn_status check_types(const checking *k)
{
    const char *at = k->inputs;
    const unsigned n = sn_onnx_n_in(k->c);
    unsigned i = 0;
    word w;
    while (i < n && next_word(&at, &w)) {
        const unsigned first = i, end = w.variadic ? n : i + 1;
        for (; i < end; i++) SN_TRY(check_type(k, &w, i, first));
    }
    return SN_OK;
}

sn_status sn_onnx_check_signature(sn_onnx_call *c)
{
    const sn_resolve *r = c->r;
    const sn_onnx_call_params *p = r->in.params;
    const takes *s = signature_of(p->domain, p->type, p->version);
    const checking k = {c, p, s ? s->inputs : ""};
    if (!s) return SN_OK;
    if (s->outputs >= 0 && sn_onnx_n_out(c) > (unsigned)s->outputs)
        return sn_node_fail(r->in.ctx, r->node, SN_E_FORMAT,
                            "found %u outputs, expected %d at most", sn_onnx_n_out(c), s->outputs);
    SN_TRY(check_words(&k));
    return check_types(&k);
}
