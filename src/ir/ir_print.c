/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs as text. The text depends on structure and names alone, not on ids: values without a
 * unique name are numbered in the order in which they appear, so what is parsed back prints the
 * same. */
#include <inttypes.h>
#include <string.h>

#include "ir/ir_text_inner.h"

/* How one value is written. */
typedef struct text_spelling {
    const char *text; /* `"x"`, `%3`, `@"w"` */
    bool defined;     /* its statement has begun: symbols of it may be written */
} text_spelling;

typedef struct printing {
    const sn_graph *g;
    struct printing *outer; /* of a body: the graph around */
    uint64_t *offset;       /* in the file of weights */
    int indent;
    const sn_text_options *options;
    sn_arena *arena;
    sn_str *out;
    text_spelling *of;                  /* by id; NULL: a node alone, for a message */
    SN_VEC(const sn_value *) constants; /* in the order of first use */
} printing;

/* ---- names ----------------------------------------------------------------------------------- */

static void count_name(sn_map *counts, const sn_value *v)
{
    if (!v->name) return;
    uintptr_t n = (uintptr_t)sn_map_get(counts, v->name);
    sn_map_put(counts, v->name, (void *)(n + 1));
}

static const char *spell(printing *p, const sn_map *counts, const sn_value *v, uint64_t *n_numbered)
{
    sn_str s;
    sn_str_init(&s, p->arena);
    if (!v->def) sn_str_add(&s, "@");
    if (v->name && (uintptr_t)sn_map_get(counts, v->name) == 1)
        sn_str_add_quoted(&s, v->name);
    else
        sn_str_addf(&s, "%%%" PRIu64, (*n_numbered)++);
    return s.s;
}

static void collect_constants(printing *p)
{
    bool *seen = SN_NEW_N(p->arena, bool, p->g->n_ids);
    SN_EACH_NODE(n, p->g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = n->in[i].value;
            if (!v || v->def || seen[v->id]) continue;
            seen[v->id] = true;
            SN_PUSH(p->constants, v);
        }
    }
}

static void name_all(printing *p)
{
    sn_map *results = sn_map_create(p->arena), *constants = sn_map_create(p->arena);
    uint64_t n_numbered = 0;
    p->of = SN_NEW_N(p->arena, text_spelling, p->g->n_ids);
    SN_EACH_NODE(n, p->g)
    {
        for (uint16_t i = 0; i < n->n_out; i++) count_name(results, n->out[i]);
    }
    for (size_t i = 0; i < p->constants.n; i++) count_name(constants, p->constants.v[i]);
    SN_EACH_NODE(n, p->g)
    {
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *v = n->out[i];
            p->of[v->id].text = spell(p, results, v, &n_numbered);
        }
    }
    n_numbered = 0; /* @%0 is another than %0 */
    for (size_t i = 0; i < p->constants.n; i++) {
        const sn_value *v = p->constants.v[i];
        p->of[v->id].text = spell(p, constants, v, &n_numbered);
    }
}

static void print_value(printing *p, const sn_value *v)
{
    if (!v)
        sn_str_add(p->out, "_");
    else if (p->of)
        sn_str_add(p->out, p->of[v->id].text);
    else {
        if (!v->def) sn_str_add(p->out, "@");
        if (v->name)
            sn_str_add_quoted(p->out, v->name);
        else
            sn_str_addf(p->out, "%%%" PRIu32, v->id);
    }
}

/* ---- types and shapes ------------------------------------------------------------------------ */

/* A symbol of a value is spelled by that value's name, with a ^ for each body that it stands
 * outside of; where the value is gone, or comes later, as
 * a named symbol that no other has. */
static bool print_symbol(void *user, const sn_atom *a, sn_str *out)
{
    printing *p = user;
    if (a->kind != ATOM_VALUE || !p->of) return false;
    int up = 0;
    for (const printing *around = p; around; around = around->outer, up++) {
        if (a->value_id >= around->g->n_ids || !around->of[a->value_id].defined) continue;
        for (int i = 0; i < up; i++) sn_str_add(out, "^");
        sn_str_addf(out, "%s.%d", around->of[a->value_id].text, (int)a->axis);
        return true;
    }
    const char *name = sn_arena_printf(p->arena, "v%" PRIu32 ".%d", a->value_id, (int)a->axis);
    while (sn_map_has(p->g->dims->names, name)) name = sn_arena_printf(p->arena, "%s'", name);
    sn_str_add_quoted(out, name);
    return true;
}

static void print_shape(printing *p, const sn_value *v, const sn_shape *s)
{
    const sn_dim_speller speller = {.print = print_symbol, .user = p};
    sn_str_add(p->out, s->rank < 0 ? "[?" : "[");
    for (int i = 0; i < s->rank; i++) {
        const sn_atom *a = sn_dim_atom(p->g->dims, s->d[i]);
        if (i) sn_str_add(p->out, ",");
        if (a && a->kind == ATOM_VALUE && a->value_id == v->id && a->axis == i) {
            sn_str_add(p->out, "_");
            sn_dim_print_bound(a, p->out);
        } else
            sn_dim_print_with(p->g->dims, s->d[i], &speller, p->out);
    }
    sn_str_add(p->out, "]");
}

static void print_types(printing *p, const sn_node *n)
{
    bool any = false;
    for (uint16_t i = 0; i < n->n_out; i++) {
        any = any || n->out[i]->type != SN_TYPE_UNKNOWN || n->out[i]->shape.rank >= 0;
    }
    for (uint16_t i = 0; any && i < n->n_out; i++) {
        const sn_value *v = n->out[i];
        sn_str_addf(p->out, "%s%s", i ? ", " : " : ", v->type ? sn_type_name(v->type) : "?");
        print_shape(p, v, &v->shape);
    }
}

/* ---- statements ------------------------------------------------------------------------------ */

static void print_inputs(printing *p, const sn_node *n)
{
    bool is_output = sn_op_has(n->op, SN_TRAIT_OUTPUT);
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = n->in[i].value;
        sn_str_add(p->out, i ? ", " : "(");
        print_value(p, v);
        const char *name = is_output ? sn_output_name(n, i) : NULL;
        if (!name || (v && v->name && strcmp(v->name, name) == 0 &&
                      strchr(p->of ? p->of[v->id].text : "\"", '"'))) {
            continue;
        }
        sn_str_add(p->out, " as ");
        sn_str_add_quoted(p->out, name);
    }
    if (n->n_in || n->n_out == 0) sn_str_add(p->out, n->n_in ? ")" : "()");
}

static void print_body(printing *p, const sn_graph *body, const char *role);

static void indent(const printing *p, int n)
{
    for (int i = 0; i < n; i++) sn_str_add(p->out, "  ");
}

static void print_node(printing *p, const sn_node *n)
{
    indent(p, p->indent);
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (i) sn_str_add(p->out, ", ");
        print_value(p, n->out[i]);
        if (p->of) p->of[n->out[i]->id].defined = true;
    }
    sn_str_addf(p->out, "%s%s", n->n_out ? " = " : "", n->op->name);
    print_inputs(p, n);
    if (n->params) {
        sn_str params;
        sn_str_init(&params, p->arena);
        sn_params_print(n->op->params, n->params, &params);
        sn_str_addf(p->out, "%s%s", params.n ? " " : "", params.s);
    }
    if (n->name) {
        sn_str_add(p->out, " name=");
        sn_str_add_quoted(p->out, n->name);
    }
    if (n->features) sn_str_addf(p->out, " features=%" PRIu32, n->features);
    print_types(p, n);
    for (uint16_t i = 0; p->of && i < n->n_body; i++) print_body(p, n->body[i], n->op->bodies[i]);
}

/* Whether the contents stand in the file of weights. */
static bool in_file(const sn_tensor *t)
{
    return t && t->buf && sn_tensor_count(t) > SN_INLINE_MOST && !sn_text_all_zero(t);
}

static uint64_t next_offset(uint64_t offset)
{
    return (offset + SN_WEIGHTS_ALIGN - 1) / SN_WEIGHTS_ALIGN * SN_WEIGHTS_ALIGN;
}

static void print_contents(printing *p, const sn_tensor *t, uint64_t *offset)
{
    if (p->options && !p->options->constants) {
        sn_str_add(p->out, "...");
    } else if (p->options && p->options->weights_path && in_file(t)) {
        *offset = next_offset(*offset);
        sn_str_add(p->out, "file ");
        sn_str_add_quoted(p->out, p->options->weights_path);
        sn_str_addf(p->out, "@%" PRIu64, *offset);
        *offset += t->n_bytes;
    } else {
        sn_text_print_contents(t, p->out);
    }
}

static void print_constant(printing *p, const sn_value *v)
{
    const sn_tensor *t = v->data;
    indent(p, p->indent);
    print_value(p, v);
    sn_str_add(p->out, v->kind == SN_PARAM ? " = param " : " = ");
    if (t->coding == SN_PLAIN)
        sn_str_add(p->out, sn_type_name(t->type));
    else
        sn_str_addf(p->out, "%s(%s)", sn_coding_name(t->coding), sn_type_name(t->type));
    print_shape(p, v, &t->shape);
    sn_str_add(p->out, " ");
    print_contents(p, t, p->offset);
    sn_str_add(p->out, "\n");
}

static void print_graph(printing *p)
{
    collect_constants(p);
    name_all(p);
    SN_EACH_NODE(n, p->g)
    {
        print_node(p, n);
        sn_str_add(p->out, "\n");
    }
    for (size_t i = 0; i < p->constants.n; i++) print_constant(p, p->constants.v[i]);
}

/* Names inside are a scope of their own. */
static void print_body(printing *p, const sn_graph *body, const char *role)
{
    printing inner = *p;
    inner.g = body;
    inner.outer = p;
    inner.of = NULL;
    inner.constants.v = NULL;
    inner.constants.n = inner.constants.cap = 0;
    inner.indent = p->indent + 1;
    sn_str_addf(p->out, " %s {\n", role);
    print_graph(&inner);
    indent(p, p->indent);
    sn_str_add(p->out, "}");
}

void sn_graph_print(const sn_graph *g, const sn_text_options *options, sn_str *out)
{
    sn_arena *arena = sn_arena_create(g->ctx);
    uint64_t offset = 0;
    printing p = {.g = g,
                  .options = options,
                  .arena = arena,
                  .out = out,
                  .offset = &offset,
                  .constants = SN_VEC_IN(arena)};
    print_graph(&p);
    sn_arena_destroy(arena);
}

void sn_node_print(const sn_node *n, sn_str *out)
{
    sn_arena *arena = sn_arena_create(n->graph->ctx);
    printing p = {.g = n->graph, .arena = arena, .out = out};
    print_node(&p, n);
    sn_arena_destroy(arena);
}

/* ---- the file of weights --------------------------------------------------------------------- */

static sn_status write_weights(sn_sink *sink, const sn_tensor *t, uint64_t *offset)
{
    static const unsigned char zeros[SN_WEIGHTS_ALIGN];
    if (!in_file(t)) return SN_OK;
    SN_TRY(sn_write(sink, zeros, (size_t)(next_offset(*offset) - *offset)));
    *offset = next_offset(*offset) + t->n_bytes;
    return sn_write(sink, sn_tensor_data(t), (size_t)t->n_bytes);
}

/* In the order in which they are printed: those of bodies where their node stands. */
static sn_status write_graph(const sn_graph *g, sn_arena *arena, sn_sink *sink, uint64_t *offset)
{
    printing p = {.g = g, .arena = arena, .constants = SN_VEC_IN(arena)};
    collect_constants(&p);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_body; i++)
            SN_TRY(write_graph(n->body[i], arena, sink, offset));
    }
    for (size_t i = 0; i < p.constants.n; i++)
        SN_TRY(write_weights(sink, p.constants.v[i]->data, offset));
    return SN_OK;
}

sn_status sn_graph_write_weights(const sn_graph *g, sn_sink *sink)
{
    sn_arena *arena = sn_arena_create(g->ctx);
    uint64_t offset = 0;
    sn_status s = write_graph(g, arena, sink, &offset);
    sn_arena_destroy(arena);
    return s;
}
