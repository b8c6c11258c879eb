/* SPDX-License-Identifier: Apache-2.0 */
#include "ir/types.h"

#include <stdlib.h>
#include <string.h>

const char *const sn_type_enum[] = {"unknown",
#define X(name, bytes, ctype) #name,
                                    SN_TYPE_MAP(X)
#undef X
                                        NULL};

/* One class of the text. */
typedef struct type_class {
    const char *text;
    size_t n;
} type_class;

typedef struct signature {
    const char *inputs, *outputs;
} signature;

static signature signature_of(const sn_op *op)
{
    const char *arrow = strstr(op->types, "->");
    return (signature){op->types, arrow ? arrow + 2 : ""};
}

/* The k-th class from `list` on, the last one where there are fewer. */
static type_class class_at(const char *list, unsigned k)
{
    type_class c = {list, strcspn(list, ",-")};
    while (k-- > 0 && c.text[c.n] == ',') {
        c.text += c.n + 1;
        c.n = strcspn(c.text, ",-");
    }
    return c;
}

static bool is_named(type_class c, const char *name)
{
    return strlen(name) == c.n && memcmp(c.text, name, c.n) == 0;
}

static bool named_type(type_class c, sn_type *out)
{
    for (int t = SN_TYPE_UNKNOWN + 1; t < SN_N_TYPES; t++) {
        *out = (sn_type)t;
        if (is_named(c, sn_type_enum[t])) return true;
    }
    return false;
}

static bool is_group(type_class c)
{
    if (c.n && c.text[c.n - 1] >= '0' && c.text[c.n - 1] <= '9') c.n--;
    return is_named(c, "any") || is_named(c, "num") || is_named(c, "float") || is_named(c, "int");
}

/* The first of several alternatives; *rest: what is behind it, n is 0 where there is none. */
static type_class first_of(type_class c, type_class *rest)
{
    const char *bar = memchr(c.text, '|', c.n);
    const size_t n = bar ? (size_t)(bar - c.text) : c.n;
    *rest = bar ? (type_class){bar + 1, c.n - n - 1} : (type_class){c.text + c.n, 0};
    return (type_class){c.text, n};
}

static bool takes_one(type_class c, sn_type type)
{
    sn_type only;
    if (named_type(c, &only)) return type == only;
    if (c.n && c.text[c.n - 1] >= '0' && c.text[c.n - 1] <= '9') c.n--;
    const bool is_float = sn_type_is_float(type), is_bool = type == SN_TYPE_bool;
    if (is_named(c, "float")) return is_float;
    if (is_named(c, "int")) return !is_float && !is_bool;
    if (is_named(c, "num")) return !is_bool;
    return true;
}

static bool takes(type_class c, sn_type type)
{
    while (c.n) {
        if (takes_one(first_of(c, &c), type)) return true;
    }
    return false;
}

bool sn_types_only_integers(const sn_op *op, unsigned slot)
{
    if (!op->types) return false;
    const type_class c = class_at(signature_of(op).inputs, slot);
    return takes(c, SN_TYPE_i32) && !takes(c, SN_TYPE_f32) && !takes(c, SN_TYPE_bool);
}

/* The type of a group, from the inputs that are there. */
static sn_type type_of_group(const sn_infer *in, type_class c)
{
    const signature s = signature_of(in->node->op);
    for (uint16_t i = 0; i < in->n_in; i++) {
        const type_class other = class_at(s.inputs, i);
        if (!in->present[i] || in->in_type[i] == SN_TYPE_UNKNOWN) continue;
        if (other.n == c.n && memcmp(other.text, c.text, c.n) == 0) return in->in_type[i];
    }
    return SN_TYPE_UNKNOWN;
}

static sn_type type_of_param(const sn_infer *in, type_class c)
{
    const sn_op *op = in->node->op;
    for (const sn_param *p = op->params; p && p->name; p++) {
        if (is_named((type_class){c.text + 1, c.n - 1}, p->name))
            return (sn_type) * (const int32_t *)((const char *)in->params + p->offset);
    }
    return SN_TYPE_UNKNOWN;
}

/* "i32 or f32" */
static const char *class_text(sn_arena *arena, type_class c)
{
    const char *text = "";
    while (c.n) {
        const type_class first = first_of(c, &c);
        text =
            sn_arena_printf(arena, "%s%s%.*s", text, *text ? " or " : "", (int)first.n, first.text);
    }
    return text;
}

static sn_status check_input(const sn_infer *in, unsigned slot)
{
    const type_class c = class_at(signature_of(in->node->op).inputs, slot);
    const sn_type is = in->in_type[slot];
    const char *name = sn_op_slot(in->node->op, slot)->name;
    if (!takes(c, is))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s is of type %s, %s expected", name,
                            sn_type_name(is), class_text(in->arena, c));
    const sn_type group = is_group(c) ? type_of_group(in, c) : is;
    if (group != is)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%s is of type %s, %s expected, as the others are", name,
                            sn_type_name(is), sn_type_name(group));
    return SN_OK;
}

sn_status sn_types_infer(sn_infer *in)
{
    const signature s = signature_of(in->node->op);
    for (uint16_t i = 0; i < in->n_in; i++) {
        if (in->present[i] && in->in_type[i] != SN_TYPE_UNKNOWN) SN_TRY(check_input(in, i));
    }
    for (uint16_t i = 0; i < in->n_out; i++) {
        const type_class c = class_at(s.outputs, i);
        if (is_named(c, "own")) continue;
        if (c.n && c.text[0] == '=')
            in->out_type[i] = type_of_param(in, c);
        else if (!named_type(c, &in->out_type[i]))
            in->out_type[i] = type_of_group(in, c);
    }
    return SN_OK;
}

static bool is_known(const sn_op *op, type_class c, bool output)
{
    sn_type only;
    if (named_type(c, &only) || is_group(c)) return true;
    if (!output) {
        type_class rest;
        const type_class first = first_of(c, &rest);
        return rest.n && is_known(op, first, false) && is_known(op, rest, false);
    }
    if (is_named(c, "own")) return true;
    if (!c.n || c.text[0] != '=') return false;
    for (const sn_param *p = op->params; p && p->name; p++) {
        if (is_named((type_class){c.text + 1, c.n - 1}, p->name)) return p->names == sn_type_enum;
    }
    return false;
}

const char *sn_types_wrong(const sn_op *op, sn_arena *arena)
{
    if (!op->types) return NULL;
    if (!strstr(op->types, "->")) return "it has no \"->\"";
    const signature s = signature_of(op);
    for (int side = 0; side < 2; side++) {
        const char *p = side ? s.outputs : s.inputs;
        for (;;) {
            const type_class c = class_at(p, 0);
            if (c.n && !is_known(op, c, side))
                return sn_arena_printf(arena, "'%.*s' is no class of types", (int)c.n, c.text);
            if (p[c.n] != ',') break;
            p += c.n + 1;
        }
    }
    return NULL;
}
