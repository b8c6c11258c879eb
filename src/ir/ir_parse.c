/* SPDX-License-Identifier: Apache-2.0
 *
 * Text to graph. The text is anything that somebody typed or a fuzzer made: every count is checked
 * before it is used, and recursion is bounded (sizes nest, see dims_text.c, and bodies). */
#include <stdio.h>
#include <string.h>

#include "ir/ir_text_inner.h"

/* ---- messages -------------------------------------------------------------------------------- */

sn_status sn_text_fail(sn_text_parser *p, const char *at, const char *fmt, ...)
{
    unsigned long line = 1, column = 1;
    for (const char *c = p->text; c < at; c++) {
        bool ends = *c == '\n';
        line += ends;
        column =
            ends ? 1 : column + (((unsigned char)*c & 0xc0) != 0x80); /* characters, not bytes */
    }
    char text[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return sn_fail(p->ctx, SN_E_FORMAT, "%s:%lu:%lu: %s", p->name, line, column, text);
}

sn_status sn_text_expected(sn_text_parser *p, const char *what)
{
    sn_text_skip(p);
    return sn_text_fail(p, p->at, "%s found, %s expected", sn_lex_found(p->arena, p->at), what);
}

void sn_text_skip(sn_text_parser *p)
{
    if (p->in_brackets)
        sn_lex_space(&p->at);
    else
        sn_lex_blank(&p->at);
}

bool sn_text_take(sn_text_parser *p, char c)
{
    sn_text_skip(p);
    if (*p->at != c) return false;
    p->at++;
    return true;
}

static sn_status end_of_statement(sn_text_parser *p)
{
    sn_text_skip(p);
    if (*p->at == '}' && p->outer) return SN_OK;
    if (*p->at != '\n' && *p->at != '\0') return sn_text_expected(p, "the end of the line");
    return SN_OK;
}

/* ---- references ------------------------------------------------------------------------------ */

/* `"x"` or `%3`. */
typedef struct reference {
    const char *at;
    const char *name; /* NULL: numbered */
    uint64_t number;
} reference;

static bool starts_reference(const char *at) { return *at == '"' || *at == '%'; }

static sn_status parse_reference(sn_text_parser *p, const char *what, reference *r)
{
    sn_text_skip(p);
    *r = (reference){.at = p->at};
    if (*p->at == '"') {
        const char *wrong = sn_lex_quoted(&p->at, p->arena, &r->name);
        return wrong ? sn_text_fail(p, p->at, "%s", wrong) : SN_OK;
    }
    if (*p->at != '%') return sn_text_expected(p, what);
    p->at++;
    return sn_lex_u64(&p->at, &r->number) ? SN_OK
                                          : sn_text_expected(p, "a number of 64 bits after '%'");
}

static const char *reference_text(sn_text_parser *p, const reference *r)
{
    if (r->name) return sn_arena_printf(p->arena, "'%s'", sn_escape(p->arena, r->name));
    return sn_arena_printf(p->arena, "%%%llu", (unsigned long long)r->number);
}

static sn_value *find_value(const sn_map *names, const sn_map *numbers, const reference *r)
{
    return r->name ? sn_map_get(names, r->name) : sn_map_get_u64(numbers, r->number);
}

static sn_status define(sn_text_parser *p, sn_map *names, sn_map *numbers, const reference *r,
                        sn_value *v)
{
    if (find_value(names, numbers, r)) {
        return sn_text_fail(p, r->at, "%s is defined twice", reference_text(p, r));
    }
    if (r->name)
        sn_map_put(names, r->name, v);
    else
        sn_map_put_u64(numbers, r->number, v);
    return SN_OK;
}

static const char *did_you_mean(sn_text_parser *p, const char *near)
{
    return near ? sn_arena_printf(p->arena, ": did you mean '%s'?", sn_escape(p->arena, near)) : "";
}

static sn_status find_result(sn_text_parser *p, const reference *r, sn_value **out)
{
    *out = find_value(p->results, p->result_numbers, r);
    if (*out) return SN_OK;
    const char *near = r->name ? sn_nearest(r->name, p->names.v, p->names.n) : NULL;
    return sn_text_fail(p, r->at, "%s found, a value defined before expected%s",
                        reference_text(p, r), did_you_mean(p, near));
}

static sn_status find_constant(sn_text_parser *p, const reference *r, sn_value **out)
{
    *out = find_value(p->constants, p->constant_numbers, r);
    if (*out) return SN_OK;
    return sn_text_fail(p, r->at, "@%s found, a constant of this text expected",
                        reference_text(p, r));
}

/* ---- types and shapes ------------------------------------------------------------------------ */

/* `"x".1` or `%3.1`: the symbol of a value's axis, `^"x".1` of one around the body; a quoted
 * name without an axis is a named symbol. */
static const char *parse_symbol(void *user, const char **text, sn_dim *out)
{
    sn_text_parser *p = user;
    const sn_text_parser *scope = p;
    const char *start = *text;
    for (; **text == '^' && scope; ++*text) scope = scope->outer;
    if (!scope) return "as many bodies around as there are ^ expected";
    reference r = {.at = *text};
    if (**text == '"') {
        const char *wrong = sn_lex_quoted(text, p->arena, &r.name);
        if (wrong) return wrong;
    } else if (**text != '%' || (++*text, !sn_lex_u64(text, &r.number))) {
        return sn_arena_printf(p->arena, "%s found, a size expected",
                               sn_lex_found(p->arena, *text));
    }
    bool has_axis = **text == '.';
    if (!has_axis && r.name && scope == p) {
        *out = sn_dim_named(p->g->dims, r.name);
        return NULL;
    }
    uint64_t axis = SN_MAX_RANK;
    *text += has_axis;
    if (!has_axis || !sn_lex_u64(text, &axis) || axis >= SN_MAX_RANK)
        return "an axis (.0 to .7) expected";
    const sn_value *v = find_value(scope->results, scope->result_numbers, &r);
    *out = v ? sn_dim_symbol(p->g->dims, v->id, (int)axis) : 0;
    if (v) return NULL;
    *text = start;
    return sn_arena_printf(p->arena, "%s found, a value defined before expected",
                           reference_text(p, &r));
}

static sn_status parse_size(sn_text_parser *p, const sn_value *v, int axis, sn_dim *out)
{
    const sn_dim_speller speller = {.parse = parse_symbol, .user = p};
    int64_t n;
    sn_text_skip(p);
    const char *start = p->at;
    sn_text word = sn_lex_name(&p->at);
    const char *wrong = NULL;
    if (v && sn_text_is(word, "_")) {
        const size_t n_atoms = p->g->dims->atoms.n;
        *out = sn_dim_symbol(p->g->dims, v->id, axis);
        wrong = sn_dim_parse_bound(p->g->dims, &p->at, *out, n_atoms);
        return wrong ? sn_text_fail(p, p->at, "%s", wrong) : SN_OK;
    }
    p->at = start;
    wrong = sn_dim_parse_with(p->g->dims, &p->at, &speller, out);
    if (wrong) return sn_text_fail(p, p->at, "%s", wrong);
    if (sn_dim_is_number(p->g->dims, *out, &n) && n < 0) {
        return sn_text_fail(p, start, "%lld found, a size of at least 0 expected", (long long)n);
    }
    if (!v && *out < 0)
        return sn_text_fail(p, start, "an unknown size found, a constant's are numbers");
    return SN_OK;
}

/* `[3,h,w]`, `[]`, `[?]`. v: whose shape it is; NULL for a constant, whose sizes are numbers. */
static sn_status parse_shape(sn_text_parser *p, const sn_value *v, sn_shape *out)
{
    if (!sn_text_take(p, '[')) return sn_text_expected(p, "'['");
    p->in_brackets = true;
    *out = sn_shape_scalar();
    if (v && sn_text_take(p, '?')) {
        *out = sn_shape_unknown();
    } else {
        sn_text_skip(p);
        while (*p->at != ']') {
            if (out->rank && !sn_text_take(p, ',')) return sn_text_expected(p, "',' or ']'");
            sn_text_skip(p);
            if (out->rank == SN_MAX_RANK) {
                return sn_text_fail(p, p->at, "more axes found than the %d that a shape may have",
                                    SN_MAX_RANK);
            }
            SN_TRY(parse_size(p, v, out->rank, &out->d[out->rank]));
            out->rank++;
            sn_text_skip(p);
        }
    }
    if (!sn_text_take(p, ']')) return sn_text_expected(p, "']'");
    p->in_brackets = false;
    return SN_OK;
}

static sn_status parse_type(sn_text_parser *p, sn_type *out)
{
    static const char *const names[] = {
#define X(name, bytes, ctype) #name,
        SN_TYPE_MAP(X)
#undef X
    };
    sn_text_skip(p);
    const char *start = p->at;
    const char *word = sn_arena_strndup(p->arena, start, sn_lex_name(&p->at).n);
    if (sn_type_parse(word, out)) return SN_OK;
    p->at = start;
    const char *near = *word ? sn_nearest(word, names, sizeof names / sizeof *names) : NULL;
    return sn_text_expected(
        p, sn_arena_printf(p->arena, "a type like f32%s", near ? did_you_mean(p, near) : ""));
}

static sn_status parse_types(sn_text_parser *p, const sn_node *n)
{
    if (!sn_text_take(p, ':')) return SN_OK;
    for (uint16_t i = 0; i < n->n_out; i++) {
        sn_value *v = n->out[i];
        if (i && !sn_text_take(p, ','))
            return sn_text_expected(p, "',' and the type of the next output");
        if (!sn_text_take(p, '?')) SN_TRY(parse_type(p, &v->type));
        SN_TRY(parse_shape(p, v, &v->shape));
    }
    return SN_OK;
}

/* ---- constants ------------------------------------------------------------------------------- */

/* `f32`, or `f16(f32)`: a coding and the type of its elements. */
static sn_status parse_coded_type(sn_text_parser *p, sn_type *type, sn_coding *coding)
{
    sn_text_skip(p);
    const char *start = p->at;
    sn_text word = sn_lex_name(&p->at);
    *coding = SN_PLAIN;
    if (*p->at == '(') {
        while (*coding < SN_N_CODINGS && !sn_text_is(word, sn_coding_name(*coding))) ++*coding;
        if (*coding == SN_N_CODINGS) {
            p->at = start;
            return sn_text_expected(p, "a coding (plain, f16, table256, bits4, bits6 or bits8)");
        }
        p->at++;
        SN_TRY(parse_type(p, type));
        return sn_text_take(p, ')') ? SN_OK : sn_text_expected(p, "')'");
    }
    p->at = start;
    return parse_type(p, type);
}

static bool take_word(sn_text_parser *p, const char *word)
{
    sn_text_skip(p);
    const char *start = p->at;
    if (sn_text_is(sn_lex_name(&p->at), word)) return true;
    p->at = start;
    return false;
}

static sn_status add_constant(sn_text_parser *p, const reference *r, bool is_param,
                              const sn_tensor *data)
{
    sn_value *v = sn_value_const(p->g, data, r->name);
    if (is_param) v->kind = SN_PARAM;
    return define(p, p->constants, p->constant_numbers, r, v);
}

/* `@"w" = f32[2] [1,2]` */
static sn_status parse_constant(sn_text_parser *p)
{
    reference r;
    sn_type type;
    sn_coding coding;
    sn_shape shape;
    const sn_tensor *data = NULL;
    p->at++;
    SN_TRY(parse_reference(p, "a constant's name", &r));
    if (!sn_text_take(p, '=')) return sn_text_expected(p, "'='");
    bool is_param = take_word(p, "param");
    SN_TRY(parse_coded_type(p, &type, &coding));
    SN_TRY(parse_shape(p, NULL, &shape));
    if (sn_shape_count(&shape) < 0)
        return sn_text_fail(p, r.at, "the constant has too many elements");
    sn_status s = sn_text_contents(p, type, coding, &shape, &data);
    if (s == SN_OK) s = end_of_statement(p);
    if (s == SN_OK) s = add_constant(p, &r, is_param, data);
    sn_tensor_release(data);
    return s;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The operator whose name is one edit from `word`: there is no list here, so the words around are
 * tried. */
static const char *near_operator(sn_text_parser *p, const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";
    char tried[48];
    size_t n = strlen(word);
    if (n < 2 || n > 40) return NULL;
    for (size_t i = 0; i <= n; i++) {
        for (size_t k = 0; k < 2 * sizeof letters;
             k++) { /* replace or insert; at '\0': delete, swap */
            char c = letters[k / 2];
            size_t rest = i + (k % 2 == 0 || c == '\0');
            if (rest > n) continue;
            memcpy(tried, word, i);
            size_t at = i;
            if (c) tried[at++] = c;
            if (!c && k % 2 && i + 2 <= n) { /* swap */
                tried[at++] = word[i + 1];
                tried[at++] = word[i];
                rest = i + 2;
            }
            memcpy(tried + at, word + rest, n - rest + 1);
            const sn_op *op = p->find(tried);
            if (op) return op->name;
        }
    }
    return NULL;
}

static sn_status parse_op(sn_text_parser *p, const sn_op **out)
{
    sn_text_skip(p);
    const char *start = p->at;
    sn_text word = sn_lex_name(&p->at);
    if (word.n == 0) return sn_text_expected(p, "an operator");
    if (*p->at == '.') { /* one of a dialect */
        p->at++;
        const sn_text own = sn_lex_name(&p->at);
        if (own.n == 0) return sn_text_expected(p, "an operator behind the dot");
        word.n = (size_t)(own.s + own.n - word.s);
    }
    const char *name = sn_arena_strndup(p->arena, word.s, word.n);
    *out = p->find(name);
    if (*out) return SN_OK;
    p->at = start;
    const char *hint = did_you_mean(p, near_operator(p, name));
    return sn_text_expected(p, sn_arena_printf(p->arena, "an operator%s", hint));
}

typedef struct statement {
    const char *at; /* of the operator */
    const sn_op *op;
    SN_VEC(reference) outs;
    SN_VEC(sn_value *) in;
    SN_VEC(const char *) names; /* `as`; NULL: none */
} statement;

static sn_status parse_input(sn_text_parser *p, statement *s)
{
    reference r;
    sn_value *v = NULL;
    const char *name = NULL;
    if (sn_text_take(p, '@')) {
        SN_TRY(parse_reference(p, "a constant's name", &r));
        SN_TRY(find_constant(p, &r, &v));
    } else if (!take_word(p, "_")) {
        SN_TRY(parse_reference(p, "a value (\"name\", %number, @constant or _)", &r));
        SN_TRY(find_result(p, &r, &v));
    }
    if (sn_op_has(s->op, SN_TRAIT_OUTPUT)) {
        if (!v) return sn_text_expected(p, "a value for the output");
        if (!p->outer && take_word(p, "as")) {
            sn_text_skip(p);
            const char *wrong = sn_lex_quoted(&p->at, p->arena, &name);
            if (wrong) return sn_text_fail(p, p->at, "%s", wrong);
        }
    }
    if (s->in.n == UINT16_MAX) return sn_text_fail(p, p->at, "a node has at most 65535 inputs");
    SN_PUSH(s->in, v);
    SN_PUSH(s->names, name);
    return SN_OK;
}

static sn_status parse_inputs(sn_text_parser *p, statement *s)
{
    if (!sn_text_take(p, '(')) return SN_OK;
    p->in_brackets = true;
    while (!sn_text_take(p, ')')) {
        if (s->in.n && !sn_text_take(p, ',')) return sn_text_expected(p, "',' or ')'");
        SN_TRY(parse_input(p, s));
    }
    p->in_brackets = false;
    return SN_OK;
}

static const char *plural(size_t n) { return n == 1 ? "" : "s"; }

static sn_status check_arity(sn_text_parser *p, const statement *s)
{
    const sn_op *op = s->op;
    size_t n = s->in.n, least = (size_t)sn_op_min_inputs(op), most = (size_t)sn_op_max_inputs(op);
    if (n < least || n > most) {
        const char *bound = least == most ? "" : n < least ? "at least " : "at most ";
        return sn_text_fail(p, s->at, "%zu input%s of '%s' found, %s%zu expected", n, plural(n),
                            op->name, bound, n < least ? least : most);
    }
    for (unsigned i = 0; i < n; i++) {
        const sn_slot *slot = sn_op_slot(op, i);
        if (!s->in.v[i] && slot && !(slot->flags & SN_SLOT_OPTIONAL)) {
            return sn_text_fail(p, s->at,
                                "'_' found for input %u (%s) of '%s', which may not be left out", i,
                                slot->name, op->name);
        }
    }
    if (op->n_out != SN_VARIADIC_OUT && op->n_out != s->outs.n) {
        return sn_text_fail(p, s->at, "%zu name%s found for the outputs of '%s', %u expected",
                            s->outs.n, plural(s->outs.n), op->name, op->n_out);
    }
    return SN_OK;
}

static sn_status parse_params(sn_text_parser *p, const sn_op *op, void **out)
{
    sn_text_skip(p);
    const char *start = p->at;
    void *params = op->params_bytes ? sn_arena_alloc(p->arena, op->params_bytes) : NULL;
    if (params) sn_params_init(op->params, params);
    if (*p->at == '{') {
        const char *wrong = sn_params_parse(params ? op->params : NULL, params, &p->at, p->arena);
        if (wrong) return sn_text_fail(p, p->at, "%s", wrong);
    }
    if (params) {
        const char *wrong = sn_params_check(op->params, params, p->arena);
        if (!wrong && op->validate) wrong = op->validate(params, p->arena);
        if (wrong) return sn_text_fail(p, start, "params of '%s': %s", op->name, wrong);
    }
    *out = params;
    return SN_OK;
}

/* name="conv1" features=3, in any order */
static sn_status parse_marks(sn_text_parser *p, sn_node *n)
{
    for (;;) {
        bool is_name = take_word(p, "name");
        if (!is_name && !take_word(p, "features")) return SN_OK;
        if (!sn_text_take(p, '=')) return sn_text_expected(p, "'='");
        sn_text_skip(p);
        if (is_name) {
            const char *name;
            const char *wrong = sn_lex_quoted(&p->at, p->arena, &name);
            if (wrong) return sn_text_fail(p, p->at, "%s", wrong);
            sn_node_set_name(p->g, n, name);
        } else {
            uint64_t v;
            const char *start = p->at;
            if (!sn_lex_u64(&p->at, &v) || v > UINT32_MAX) {
                p->at = start;
                return sn_text_expected(p, "a number of 32 bits");
            }
            n->features = (uint32_t)v;
        }
    }
}

static sn_status add_outputs(sn_text_parser *p, const statement *s)
{
    if (s->in.n == 0)
        return sn_text_fail(p, s->at, "0 inputs of 'output' found, at least 1 expected");
    sn_map *names = sn_map_create(p->arena);
    for (size_t i = 0; i < s->in.n; i++) {
        sn_graph_add_output(p->g, s->op, s->in.v[i], s->names.v[i]);
        const char *name = sn_output_name(sn_graph_output(p->g), (unsigned)i);
        if (name && sn_map_has(names, name))
            return sn_text_fail(p, s->at,
                                "two results named '%s' found, each needs a name of its own",
                                sn_escape(p->arena, name));
        if (name) sn_map_put(names, name, p);
    }
    SN_TRY(parse_marks(p, sn_graph_output(p->g)));
    return end_of_statement(p);
}

static sn_status parse_scope(sn_text_parser *p);

/* `then { ... }`: statements with names of their own. */
static sn_status parse_body(sn_text_parser *p, sn_node *n, const char *role)
{
    if (!take_word(p, role)) return sn_text_expected(p, sn_arena_printf(p->arena, "'%s'", role));
    sn_text_skip(p);
    const char *start = p->at;
    if (!sn_text_take(p, '{')) return sn_text_expected(p, "'{'");
    if (p->g->depth == SN_MAX_BODY_DEPTH)
        return sn_text_fail(p, start, "a body at depth %d found, at most %d expected",
                            p->g->depth + 1, SN_MAX_BODY_DEPTH);
    sn_text_parser outer = *p;
    p->outer = &outer;
    p->g = sn_node_add_body(n);
    p->results = sn_map_create(p->arena);
    p->constants = sn_map_create(p->arena);
    p->result_numbers = sn_map_create(p->arena);
    p->constant_numbers = sn_map_create(p->arena);
    p->names.v = NULL;
    p->names.n = p->names.cap = 0;
    p->ends.v = NULL;
    p->ends.n = p->ends.cap = 0;
    SN_TRY(parse_scope(p));
    if (*p->at != '}') return sn_text_expected(p, "'}'");
    if (!sn_graph_output(p->g))
        return sn_text_fail(p, p->at, "'}' found, 'output' expected before the end of '%s'", role);
    outer.at = p->at + 1;
    outer.bufs = p->bufs;
    *p = outer;
    return SN_OK;
}

static sn_status parse_bodies(sn_text_parser *p, sn_node *n)
{
    const char *start = p->at;
    const int n_bodies = sn_op_n_bodies(n->op);
    for (int i = 0; i < n_bodies; i++) SN_TRY(parse_body(p, n, n->op->bodies[i]));
    const char *wrong = n_bodies ? n->op->bodies_wrong(n, p->arena) : NULL;
    return wrong ? sn_text_fail(p, start, "bodies of '%s': %s", n->op->name, wrong) : SN_OK;
}

static sn_status add_node(sn_text_parser *p, const statement *s)
{
    void *params = NULL;
    SN_TRY(check_arity(p, s));
    SN_TRY(parse_params(p, s->op, &params));
    sn_node *n =
        sn_node_create(p->g, NULL, s->op, params, (uint16_t)s->in.n, s->in.v, (uint16_t)s->outs.n);
    for (size_t i = 0; i < s->outs.n; i++) {
        const reference *r = &s->outs.v[i];
        SN_TRY(define(p, p->results, p->result_numbers, r, n->out[i]));
        if (!r->name) continue;
        sn_value_set_name(p->g, n->out[i], r->name);
        SN_PUSH(p->names, r->name);
    }
    SN_TRY(parse_marks(p, n));
    SN_TRY(parse_types(p, n)); /* after the names: a size may be a symbol of another output */
    SN_TRY(parse_bodies(p, n));
    return end_of_statement(p);
}

static sn_status parse_node(sn_text_parser *p)
{
    statement s = {
        .outs = SN_VEC_IN(p->arena), .in = SN_VEC_IN(p->arena), .names = SN_VEC_IN(p->arena)};
    while (s.outs.n || starts_reference(p->at)) {
        reference r;
        SN_TRY(parse_reference(p, "a name for the next output", &r));
        if (s.outs.n == UINT16_MAX - 1)
            return sn_text_fail(p, r.at, "a node has at most 65534 outputs");
        SN_PUSH(s.outs, r);
        if (sn_text_take(p, '=')) break;
        if (!sn_text_take(p, ',')) return sn_text_expected(p, "',' or '='");
    }
    sn_text_skip(p);
    s.at = p->at;
    SN_TRY(parse_op(p, &s.op));
    if (sn_graph_output(p->g))
        return sn_text_fail(p, s.at, "a node found behind 'output', which is the last one");
    SN_TRY(parse_inputs(p, &s));
    if (!sn_op_has(s.op, SN_TRAIT_OUTPUT)) return add_node(p, &s);
    if (s.outs.n) return sn_text_fail(p, s.outs.v[0].at, "'output' gives no values");
    return add_outputs(p, &s);
}

/* ---- the text -------------------------------------------------------------------------------- */

/* To the end of a statement, whatever it holds. */
static void skip_statement(sn_text_parser *p)
{
    int depth = 0;
    while (*p->at && (*p->at != '\n' || depth > 0)) {
        const char *string;
        char c = *p->at;
        if (c == '}' && depth == 0 && p->outer) return; /* the end of the body */
        if (c == '#') {
            p->at += strcspn(p->at, "\n");
        } else if (c != '"' || sn_lex_quoted(&p->at, p->arena, &string)) {
            depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
            p->at++;
        }
    }
}

static sn_status parse_all(sn_text_parser *p, bool constants)
{
    size_t n_constants = 0;
    for (sn_lex_space(&p->at); *p->at && !(*p->at == '}' && p->outer); sn_lex_space(&p->at)) {
        if (*p->at == '@' && constants) {
            SN_TRY(parse_constant(p));
            SN_PUSH(p->ends, p->at);
        } else if (constants) {
            skip_statement(p);
        } else if (*p->at == '@' && n_constants < p->ends.n && p->at < p->ends.v[n_constants]) {
            p->at = p->ends.v[n_constants++];
        } else {
            SN_TRY(parse_node(p));
        }
    }
    return SN_OK;
}

/* Constants first. */
static sn_status parse_scope(sn_text_parser *p)
{
    const char *start = p->at;
    SN_TRY(parse_all(p, true));
    p->at = start;
    return parse_all(p, false);
}

static sn_status parse_text(sn_text_parser *p, sn_text text)
{
    const char *nul = text.n ? memchr(text.s, '\0', text.n) : NULL;
    if (nul) return sn_text_fail(p, p->text + (nul - text.s), "a byte 0 found, text expected");
    return parse_scope(p);
}

sn_status sn_graph_parse(sn_ctx *ctx, const char *name, sn_text text, sn_op_find_fn find,
                         sn_graph **out)
{
    sn_arena *arena = sn_arena_create(ctx);
    const char *copy = sn_arena_strndup(arena, text.n ? text.s : "", text.n);
    sn_text_parser p = {
        .ctx = ctx,
        .arena = arena,
        .name = name ? name : "text",
        .text = copy,
        .end = copy + strlen(copy),
        .at = copy,
        .g = sn_graph_create(ctx),
        .find = find,
        .results = sn_map_create(arena),
        .constants = sn_map_create(arena),
        .result_numbers = sn_map_create(arena),
        .constant_numbers = sn_map_create(arena),
        .names = SN_VEC_IN(arena),
        .ends = SN_VEC_IN(arena),
        .files = sn_map_create(arena),
        .bufs = SN_VEC_IN(arena),
    };
    p.g->name = sn_graph_intern(p.g, name);
    sn_status s = parse_text(&p, text);
    for (size_t i = 0; i < p.bufs.n; i++) sn_buf_release(p.bufs.v[i]);
    sn_arena_destroy(arena);
    if (s == SN_OK)
        *out = p.g;
    else
        sn_graph_destroy(p.g);
    return s;
}
