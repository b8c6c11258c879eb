/* SPDX-License-Identifier: Apache-2.0
 *
 * What templates are given, and printing them. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/vec.h"
#include "kernels/emit_inner.h"
#include "kernels/template.h"

typedef sn_status call_fn(void *user, sn_emit *e, const char *const *args, int n_args, sn_str *out);

typedef struct binding {
    int64_t number;
    const char *text;
    call_fn *call;
    void *user;
} binding;

struct sn_bind {
    SN_VEC(binding) list;
    uint32_t at[SN_N_CT]; /* by the name's number: place in the list, plus 1; 0: not bound */
};

sn_bind *sn_bind_create(sn_emit *e)
{
    sn_bind *b = SN_NEW(sn_emit_arena(e), sn_bind);
    b->list.arena = sn_emit_arena(e);
    return b;
}

static void bind(sn_bind *b, int name, binding value)
{
    SN_PUSH(b->list, value);
    b->at[name] = (uint32_t)b->list.n;
}

void sn_bind_int(sn_bind *b, sn_ct_int name, int64_t value)
{
    bind(b, (int)name, (binding){.number = value});
}

void sn_bind_text(sn_bind *b, sn_ct_text name, const char *text)
{
    bind(b, (int)name, (binding){.text = text});
}

void sn_bind_call(sn_bind *b, sn_ct_call name, call_fn *call, void *user)
{
    bind(b, (int)name, (binding){.call = call, .user = user});
}

static const binding *bound(const sn_bind *b, int name)
{
    return b->at[name] ? &b->list.v[b->at[name] - 1] : NULL;
}

const char *sn_bound_text(const sn_bind *b, sn_ct_text name)
{
    const binding *found = bound(b, (int)name);
    return found ? found->text : NULL;
}

sn_status sn_bound_call(sn_emit *e, const sn_bind *b, sn_ct_call name, const char *const *args,
                        int n_args, sn_str *out)
{
    const binding *found = bound(b, (int)name);
    if (!found) return sn_fail(e->ctx, SN_E_INTERNAL, "'%s' is not bound", sn_ct_names[name].name);
    return found->call(found->user, e, args, n_args, out);
}

/* ---- printing -------------------------------------------------------------------------------- */

/* A helper as it is printed, and the numbers of those that it calls. */
typedef struct helper_text {
    int id; /* of its name; -1: what is no function, and always printed */
    const char *text;
    const int *calls;
    size_t n_calls;
} helper_text;
typedef SN_VEC(helper_text) helper_texts;

typedef struct expander {
    sn_emit *e;
    const sn_bind *bind;
    const char *file;
    size_t line;           /* that is being printed, for messages */
    helper_texts *helpers; /* that it defines; NULL: it is no text of helpers */
    int64_t locals[SN_CT_MAX_LOCALS];
} expander;

static sn_status SN_PRINTF(2, 3) wrong(expander *x, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char text[200];
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return sn_fail(sn_emit_ctx(x->e), SN_E_INTERNAL, "template %s:%zu: %s", x->file, x->line, text);
}

static sn_status find(expander *x, int name, const binding **out)
{
    *out = bound(x->bind, name);
    return *out ? SN_OK : wrong(x, "'%s' is not bound", sn_ct_names[name].name);
}

static const char *helper_name(const sn_emit *e, int id)
{
    return e->helper_names[id] ? e->helper_names[id] : sn_ct_names[id].name;
}

static int64_t apply(sn_ct_op op, int64_t a, int64_t b)
{
    switch (op) {
    case SN_CT_OR:
        return a || b;
    case SN_CT_AND:
        return a && b;
    case SN_CT_EQUAL:
        return a == b;
    case SN_CT_UNEQUAL:
        return a != b;
    case SN_CT_AT_MOST:
        return a <= b;
    case SN_CT_AT_LEAST:
        return a >= b;
    case SN_CT_LESS:
        return a < b;
    case SN_CT_GREATER:
        return a > b;
    case SN_CT_ADD:
        return a + b;
    case SN_CT_SUB:
        return a - b;
    case SN_CT_MUL:
        return a * b;
    case SN_CT_DIV:
        return a / b;
    default:
        return a % b;
    }
}

static sn_status evaluate(expander *x, const sn_ct_expr *e, int64_t *out)
{
    const binding *b = NULL;
    int64_t first = 0, second = 0;
    switch (e->op) {
    case SN_CT_NUMBER:
        *out = e->number;
        return SN_OK;
    case SN_CT_LOCAL:
        *out = x->locals[e->index];
        return SN_OK;
    case SN_CT_BOUND_INT:
        SN_TRY(find(x, e->index, &b));
        *out = b->number;
        return SN_OK;
    case SN_CT_NEGATE:
        SN_TRY(evaluate(x, e->a, out));
        *out = -*out;
        return SN_OK;
    case SN_CT_NOT:
        SN_TRY(evaluate(x, e->a, out));
        *out = !*out;
        return SN_OK;
    case SN_CT_CHOICE:
        SN_TRY(evaluate(x, e->a, &first));
        return evaluate(x, first ? e->b : e->c, out);
    default:
        SN_TRY(evaluate(x, e->a, &first));
        SN_TRY(evaluate(x, e->b, &second));
        if ((e->op == SN_CT_DIV || e->op == SN_CT_MOD) && second == 0)
            return wrong(x, "division by 0");
        *out = apply(e->op, first, second);
        return SN_OK;
    }
}

static sn_status print_parts(expander *x, const sn_ct_parts *parts, sn_str *out);

static sn_status print_call(expander *x, const sn_ct_part *part, sn_str *out)
{
    const binding *b = NULL;
    const char *texts[SN_CT_MAX_ARGS];
    SN_TRY(find(x, part->index, &b));
    for (int i = 0; i < part->n_args; i++) {
        sn_str text;
        sn_str_init(&text, sn_emit_arena(x->e));
        SN_TRY(print_parts(x, &part->args[i], &text));
        texts[i] = text.s;
    }
    return b->call(b->user, x->e, texts, part->n_args, out);
}

static sn_status print_joined(expander *x, const sn_ct_part *part, sn_str *out)
{
    int64_t from = 0, to = 0;
    SN_TRY(evaluate(x, part->from, &from));
    SN_TRY(evaluate(x, part->to, &to));
    for (int64_t i = from; i < to; i++) {
        if (i > from) sn_str_addn(out, part->literal.s, part->literal.n);
        x->locals[part->index] = i;
        SN_TRY(print_parts(x, part->args, out));
    }
    return SN_OK;
}

static sn_status print_part(expander *x, const sn_ct_part *part, sn_str *out)
{
    const binding *b = NULL;
    int64_t value = 0;
    switch (part->kind) {
    case SN_CT_LITERAL:
        sn_str_addn(out, part->literal.s, part->literal.n);
        return SN_OK;
    case SN_CT_VALUE:
        SN_TRY(evaluate(x, part->from, &value));
        sn_str_addf(out, "%" PRId64, value);
        return SN_OK;
    case SN_CT_THE_TEXT:
        SN_TRY(find(x, part->index, &b));
        sn_str_add(out, b->text);
        return SN_OK;
    case SN_CT_THE_HELPER:
        SN_PUSH(x->e->calls, part->index);
        sn_str_add(out, helper_name(x->e, part->index));
        return SN_OK;
    case SN_CT_THE_CALL:
        return print_call(x, part, out);
    default:
        return print_joined(x, part, out);
    }
}

static sn_status print_parts(expander *x, const sn_ct_parts *parts, sn_str *out)
{
    for (size_t i = 0; i < parts->n; i++) SN_TRY(print_part(x, &parts->v[i], out));
    return SN_OK;
}

static sn_status print_lines(expander *x, const sn_ct_lines *lines, sn_str *out);

/* What was printed since the last one began, without blank lines at its end. */
static void end_helper(expander *x, sn_str *out)
{
    sn_emit *e = x->e;
    while (out->n > 1 && out->s[out->n - 1] == '\n' && out->s[out->n - 2] == '\n') out->n--;
    helper_text *last = x->helpers->n ? &x->helpers->v[x->helpers->n - 1] : NULL;
    if ((!last || last->text) && out->n > 0) { /* in front of the first one */
        SN_PUSH(*x->helpers, (helper_text){.id = -1});
        last = &x->helpers->v[x->helpers->n - 1];
    }
    if (last && !last->text) {
        last->text = sn_arena_strndup(e->arena, out->s, out->n);
        last->calls = sn_arena_copy(e->arena, e->calls.v, e->calls.n * sizeof *e->calls.v);
        last->n_calls = e->calls.n;
    }
    e->calls.n = 0;
    sn_str_init(out, e->arena);
}

static sn_status begin_helper(expander *x, const sn_ct_line *line, sn_str *out)
{
    if (!x->helpers) return wrong(x, "@helper in what is no text of helpers");
    end_helper(x, out);
    SN_PUSH(*x->helpers, (helper_text){.id = line->index});
    return SN_OK;
}

static sn_status print_line(expander *x, const sn_ct_line *line, sn_str *out)
{
    int64_t from = 0, to = 0;
    x->line = line->number;
    switch (line->kind) {
    case SN_CT_FOR:
        SN_TRY(evaluate(x, line->from, &from));
        SN_TRY(evaluate(x, line->to, &to));
        for (int64_t i = from; i < to; i++) {
            x->locals[line->index] = i;
            SN_TRY(print_lines(x, &line->body, out));
        }
        return SN_OK;
    case SN_CT_IF:
        SN_TRY(evaluate(x, line->from, &from));
        return print_lines(x, from ? &line->body : &line->other, out);
    case SN_CT_BEGINS:
        return begin_helper(x, line, out);
    case SN_CT_LET:
        return evaluate(x, line->from, &x->locals[line->index]);
    default:
        SN_TRY(print_parts(x, &line->parts, out));
        sn_str_add(out, "\n");
        return SN_OK;
    }
}

static sn_status print_lines(expander *x, const sn_ct_lines *lines, sn_str *out)
{
    for (size_t i = 0; i < lines->n; i++) SN_TRY(print_line(x, &lines->v[i], out));
    return SN_OK;
}

/* A text is read once, whatever number of steps print it. */
static sn_status read_once(sn_emit *e, const char *name, const char *text,
                           const sn_ct_template **out)
{
    *out = sn_map_get_u64(e->templates, (uintptr_t)text);
    if (*out) return SN_OK;
    SN_TRY(sn_ct_read(e->arena, e->ct, name, text, NULL, NULL, out));
    sn_map_put_u64(e->templates, (uintptr_t)text, (void *)(uintptr_t)*out);
    return SN_OK;
}

sn_status sn_template(sn_emit *e, const char *name, const char *text, const sn_bind *b,
                      const char **out)
{
    const sn_ct_template *t = NULL;
    SN_TRY(read_once(e, name, text, &t));
    expander x = {.e = e, .bind = b, .file = t->file};
    sn_str printed;
    sn_str_init(&printed, e->arena);
    SN_TRY(print_lines(&x, &t->lines, &printed));
    *out = printed.s;
    return SN_OK;
}

/* ---- helpers --------------------------------------------------------------------------------- */

typedef struct calling {
    const char *text;
    sn_ct_helper helper;
} calling;

static sn_status print_calling(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const calling *c = user;
    (void)args, (void)n;
    SN_PUSH(e->calls, (int)c->helper);
    sn_str_add(out, c->text);
    return SN_OK;
}

void sn_bind_calling(sn_emit *e, sn_bind *b, sn_ct_call name, const char *text, sn_ct_helper helper)
{
    const calling c = {text, helper};
    sn_bind_call(b, name, print_calling, sn_arena_copy(e->arena, &c, sizeof c));
}

/* The names that the helpers of a text have with these values. */
static sn_status name_helpers(sn_emit *e, const sn_ct_template *t, const sn_bind *b)
{
    expander x = {.e = e, .bind = b, .file = t->file};
    for (size_t i = 0; i < t->lines.n; i++) {
        const sn_ct_line *line = &t->lines.v[i];
        sn_str printed;
        if (line->kind != SN_CT_BEGINS) continue;
        sn_str_init(&printed, e->arena);
        x.line = line->number;
        SN_TRY(print_parts(&x, &line->parts, &printed));
        e->helper_names[line->index] = printed.s;
    }
    return SN_OK;
}

static sn_status print_helpers(sn_emit *e, const sn_ct_template *t, const sn_bind *b,
                               helper_texts *out)
{
    expander x = {.e = e, .bind = b, .file = t->file, .helpers = out};
    sn_str printed;
    sn_str_init(&printed, e->arena);
    SN_TRY(print_lines(&x, &t->lines, &printed));
    end_helper(&x, &printed);
    return SN_OK;
}

static bool is_among(const int *calls, size_t n, int id)
{
    for (size_t i = 0; i < n; i++)
        if (calls[i] == id) return true;
    return false;
}

/* What the body calls, and what these call: they stand in order, those that are called first. */
static void emit_needed(sn_emit *e, const helper_texts *list, const int *calls, size_t n_calls)
{
    bool *needed = SN_NEW_N(e->arena, bool, list->n + 1);
    for (size_t i = list->n; i-- > 0;) {
        const int id = list->v[i].id;
        needed[i] = id < 0 || is_among(calls, n_calls, id);
        for (size_t k = i + 1; k < list->n && !needed[i]; k++)
            needed[i] = needed[k] && is_among(list->v[k].calls, list->v[k].n_calls, id);
    }
    for (size_t i = 0; i < list->n; i++) {
        const helper_text *h = &list->v[i];
        if (needed[i]) sn_emit_helper(e, h->id < 0 ? h->text : helper_name(e, h->id), h->text);
    }
}

sn_status sn_template_calling(sn_emit *e, const char *name, const char *text,
                              const char *const *helper, size_t n_helpers, const sn_bind *b,
                              const char **out)
{
    SN_VEC(const sn_ct_template *) read = SN_VEC_IN(e->arena);
    helper_texts list = SN_VEC_IN(e->arena);
    const sn_ct_template *t = NULL;
    for (size_t i = 0; i < n_helpers && helper[i]; i++) {
        SN_TRY(read_once(e, name, helper[i], &t));
        SN_TRY(name_helpers(e, t, b));
        SN_PUSH(read, t);
    }
    e->calls.n = 0;
    SN_TRY(sn_template(e, name, text, b, out));
    const size_t n_calls = e->calls.n;
    const int *calls = sn_arena_copy(e->arena, e->calls.v, n_calls * sizeof *calls);
    e->calls.n = 0;
    for (size_t i = 0; i < read.n; i++) SN_TRY(print_helpers(e, read.v[i], b, &list));
    emit_needed(e, &list, calls, n_calls);
    return SN_OK;
}
