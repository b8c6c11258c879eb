/* SPDX-License-Identifier: Apache-2.0
 *
 * Two networks that are to be compared: what inputs and outputs are called in each, sizes that are
 * given in the terms of either, and an axis of images that one of them has. */
#include "api/model.h"

#include <string.h>

#include "base/map.h"
#include "ops/structure.h"
#include "ref/run.h"
#include "ref/shapes.h"

typedef struct pair {
    sn_ctx *ctx;
    sn_arena *arena;
    sn_model *m[2];
    sn_map *mapped[2][2]; /* of inputs, of outputs: names of each network that --map has */
    sn_map *other;        /* the first network's name of an input that the second calls so */
    sn_graph *look[2];    /* copies with types and shapes as before any sizes are given */
} pair;

static const char *const ordinal[] = {"first", "second"};
static const char *const kind_name[] = {"input", "output"};

/* ---- names ----------------------------------------------------------------------------------- */

static const char **names_of(const pair *p, int which, int kind, size_t *n)
{
    const sn_graph *g = p->m[which]->graph;
    const sn_node *output = sn_graph_output(g);
    sn_value **inputs = kind ? NULL : sn_graph_inputs(g, p->arena, n);
    if (kind) *n = output ? output->n_in : 0;
    const char **names = SN_NEW_N(p->arena, const char *, *n);
    for (size_t i = 0; i < *n; i++) {
        const char *name = kind ? sn_output_name(output, (unsigned)i) : inputs[i]->name;
        names[i] = name ? name : "";
    }
    return names;
}

static bool has_name(const pair *p, int which, int kind, const char *name)
{
    size_t n = 0;
    const char **names = names_of(p, which, kind, &n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

static sn_status unknown_name(const pair *p, const char *text, int which, const char *name)
{
    size_t n_in = 0, n_out = 0;
    const char **in = names_of(p, which, 0, &n_in), **out = names_of(p, which, 1, &n_out);
    return sn_fail(p->ctx, SN_E_ARG,
                   "'%s': '%s' is no input or output of the %s network; its inputs are %s, its "
                   "outputs %s",
                   text, sn_escape(p->arena, name), ordinal[which],
                   n_in ? sn_escape_all(p->arena, in, n_in) : "none",
                   n_out ? sn_escape_all(p->arena, out, n_out) : "none");
}

static sn_status take_once(pair *p, const char *text, int which, int kind, const char *name)
{
    SN_CHECK(p->ctx, !sn_map_has(p->mapped[which][kind], name), SN_E_ARG,
             "'%s': %s '%s' of the %s network is mapped twice", text, kind_name[kind],
             sn_escape(p->arena, name), ordinal[which]);
    sn_map_put(p->mapped[which][kind], name, p);
    return SN_OK;
}

/* NAME_IN_A=NAME_IN_B; a name may have a '=' of its own. */
static sn_status split(const pair *p, const char *text, const char **a, const char **b)
{
    const char *first = strchr(text, '=');
    SN_CHECK(p->ctx, first && first > text && first[1], SN_E_ARG,
             "'%s': NAME_IN_A=NAME_IN_B is expected", text);
    for (const char *eq = first; eq; eq = strchr(eq + 1, '=')) {
        *a = sn_arena_strndup(p->arena, text, (size_t)(eq - text));
        *b = eq + 1;
        for (int kind = 0; kind < 2; kind++)
            if (has_name(p, 0, kind, *a) && has_name(p, 1, kind, *b)) return SN_OK;
    }
    *a = sn_arena_strndup(p->arena, text, (size_t)(first - text));
    *b = first + 1;
    return SN_OK;
}

/* What text says of inputs and of outputs; `renamed` gets the first network's name by the second's,
 * of each kind. */
static sn_status read_map(pair *p, const char *text, sn_map *const renamed[2])
{
    const char *a = NULL, *b = NULL;
    bool used = false;
    SN_TRY(split(p, text, &a, &b));
    for (int which = 0; which < 2; which++) {
        const char *name = which ? b : a;
        if (!has_name(p, which, 0, name) && !has_name(p, which, 1, name))
            return unknown_name(p, text, which, name);
    }
    for (int kind = 0; kind < 2; kind++) {
        if (!has_name(p, 0, kind, a) || !has_name(p, 1, kind, b)) continue;
        SN_TRY(take_once(p, text, 0, kind, a));
        SN_TRY(take_once(p, text, 1, kind, b));
        sn_map_put(renamed[kind], b, (void *)a);
        if (!kind) sn_map_put(p->other, b, (void *)a);
        used = true;
    }
    const int kind = !has_name(p, 0, 0, a);
    SN_CHECK(p->ctx, used, SN_E_ARG,
             "'%s': '%s' is an %s of the first network, and '%s' an %s of the second", text,
             sn_escape(p->arena, a), kind_name[kind], sn_escape(p->arena, b), kind_name[!kind]);
    return SN_OK;
}

/* All at once, since names may change places. What another value inside is called so says nothing
 * about a value of the first network of that name. */
static void rename_all(const pair *p, sn_graph *g, sn_map *const renamed[2])
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(g, p->arena, &n);
    sn_node *output = sn_graph_output(g);
    sn_map *names = sn_map_create(p->arena);
    const char **to = SN_NEW_N(p->arena, const char *, n);
    for (size_t i = 0; i < n; i++) {
        to[i] = inputs[i]->name ? sn_map_get(renamed[0], inputs[i]->name) : NULL;
        if (to[i]) sn_map_put(names, to[i], p->m[0]);
    }
    SN_EACH_NODE(node, g)
    for (uint16_t i = 0; i < node->n_out; i++)
        if (node->out[i]->name && sn_map_has(names, node->out[i]->name))
            sn_value_set_name(g, node->out[i], NULL);
    for (size_t i = 0; i < n; i++)
        if (to[i]) sn_value_set_name(g, inputs[i], to[i]);
    for (unsigned i = 0; output && i < output->n_in; i++) {
        const char *was = sn_output_name(output, i);
        const char *is = was ? sn_map_get(renamed[1], was) : NULL;
        if (is) sn_output_set_name(output, i, is);
    }
}

static sn_status map_names(pair *p, const char *const *maps)
{
    sn_map *const renamed[2] = {sn_map_create(p->arena), sn_map_create(p->arena)};
    if (!maps || !*maps) return SN_OK;
    for (; *maps; maps++) SN_TRY(read_map(p, *maps, renamed));
    rename_all(p, p->m[1]->graph, renamed);
    if (p->m[1]->as_read) rename_all(p, p->m[1]->as_read, renamed);
    return SN_OK;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* NULL: the only one. */
static const sn_value *input_named(const pair *p, const sn_graph *g, const char *name)
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(g, p->arena, &n);
    if (!name) return n == 1 ? inputs[0] : NULL;
    for (size_t i = 0; i < n; i++)
        if (inputs[i]->name && strcmp(inputs[i]->name, name) == 0) return inputs[i];
    return NULL;
}

static bool has_images(const pair *p, int which)
{
    const sn_model *m = p->m[which];
    return m->format && m->format->batched != m->images_matched;
}

static int count_sizes(const char *sizes)
{
    int n = 1;
    for (; *sizes; sizes++) n += *sizes == ',';
    return n;
}

/* The sizes for one network: as given, or with an axis of one image more or less where only the
 * other network has that many. */
static sn_status sizes_for(const pair *p, int which, const char *text, const char *name,
                           const char *sizes, const char **out)
{
    const sn_value *mine = input_named(p, p->look[which], name),
                   *others = input_named(p, p->look[!which], name);
    const int n = count_sizes(sizes), rank = mine ? mine->shape.rank : -1,
              other = others ? others->shape.rank : -1;
    *out = sizes;
    if (!mine || !others || has_images(p, which) == has_images(p, !which) || rank == n ||
        (rank < 0 && other != n))
        return SN_OK;
    if (has_images(p, which)) {
        if (rank < 0 || rank == n + 1) *out = sn_arena_printf(p->arena, "1,%s", sizes);
        return SN_OK;
    }
    if (n < 2 || (rank >= 0 && rank != n - 1)) return SN_OK;
    SN_CHECK(p->ctx, strncmp(sizes, "1,", 2) == 0, SN_E_ARG,
             "'%s': the %s network has no axis of images, so that it can be compared with one "
             "image: 1 is expected as the first size",
             text, ordinal[which]);
    *out = sizes + 2;
    return SN_OK;
}

static sn_status pin_both(const pair *p, const char *text)
{
    const char *eq = strrchr(text, '='), *sizes = eq ? eq + 1 : text, *name = NULL;
    if (eq) name = sn_arena_strndup(p->arena, text, (size_t)(eq - text));
    if (name && !input_named(p, p->look[0], name) && sn_map_has(p->other, name))
        name = sn_map_get(p->other, name);
    const char *given[2];
    for (int i = 0; i < 2; i++) SN_TRY(sizes_for(p, i, text, name, sizes, &given[i]));
    for (int i = 0; i < 2; i++)
        SN_TRY(
            sn_model_pin(p->m[i], sn_arena_printf(p->arena, "%s=%s", name ? name : "*", given[i])));
    return SN_OK;
}

/* What is inferred before sizes are given would hold for what the network is then. */
static sn_status pin_all(pair *p, const char *const *sizes)
{
    sn_status s = SN_OK;
    if (!sizes || !*sizes) return s;
    for (int i = 0; i < 2; i++) p->look[i] = sn_graph_clone(p->m[i]->graph);
    for (int i = 0; i < 2 && s == SN_OK; i++)
        if (!p->m[i]->inferred) s = sn_infer_as_read(p->look[i]);
    for (; *sizes && s == SN_OK; sizes++) s = pin_both(p, *sizes);
    for (int i = 0; i < 2; i++) sn_graph_destroy(p->look[i]);
    return s;
}

/* ---- an axis of images ----------------------------------------------------------------------- */

/* "3,8,8": sizes that are known, or those that the file hints at; NULL: neither. */
static const char *sizes_of(const pair *p, const sn_value *v)
{
    const sn_ints *hint = &((const sn_input_params *)v->def->params)->hint;
    const bool known = sn_shape_known(&v->shape);
    sn_str s;
    sn_str_init(&s, p->arena);
    for (int i = 0; i < v->shape.rank; i++) {
        const int64_t d = known ? v->shape.d[i] : i < hint->n ? hint->v[i] : 0;
        if (d <= 0) return NULL;
        sn_str_addf(&s, "%s%lld", i ? "," : "", (long long)d);
    }
    return s.s;
}

/* Whether the network with an axis of images has such an input, and the other one without it. */
static bool differ_by_images(const sn_value *x, const sn_value *y)
{
    return x->name && y && y->shape.rank >= 0 && x->shape.rank == y->shape.rank + 1;
}

/* Formats differ in whether one stands in front; where a network has it and the other has not, it
 * goes, at the sizes of the other where it has none of its own. */
static sn_status match_images(const pair *p)
{
    size_t n = 0;
    if (!p->m[0]->format || !p->m[1]->format || has_images(p, 0) == has_images(p, 1)) return SN_OK;
    sn_model *with = p->m[!has_images(p, 0)], *without = p->m[has_images(p, 0)];
    sn_value **inputs = sn_graph_inputs(with->graph, p->arena, &n);
    const char **sizes = SN_NEW_N(p->arena, const char *, n);
    bool differ = false;
    for (size_t i = 0; i < n; i++) {
        const sn_value *x = inputs[i],
                       *y = x->name ? input_named(p, without->graph, x->name) : NULL;
        if (!differ_by_images(x, y)) continue;
        differ = true;
        const char *others = sn_shape_known(&x->shape) ? NULL : sizes_of(p, y);
        if (others) sizes[i] = sn_arena_printf(p->arena, "%s=1,%s", x->name, others);
    }
    for (size_t i = 0; i < n; i++)
        if (sizes[i]) SN_TRY(sn_model_pin(with, sizes[i]));
    return differ ? sn_model_set_spelling(with, without->format->name) : SN_OK;
}

/* ---- what is mapped fits --------------------------------------------------------------------- */

static sn_status check_fit(const pair *p, int kind, const char *name, const sn_value *x,
                           const sn_value *y)
{
    const bool types =
        x->type == SN_TYPE_UNKNOWN || y->type == SN_TYPE_UNKNOWN || x->type == y->type;
    SN_CHECK(p->ctx, types, SN_E_ARG,
             "%s '%s' is of type %s, and what is mapped to it in the second network of %s",
             kind_name[kind], sn_escape(p->arena, name), sn_type_name(x->type),
             sn_type_name(y->type));
    sn_str a, b;
    sn_str_init(&a, p->arena);
    sn_str_init(&b, p->arena);
    sn_shape_print(p->m[0]->graph->dims, &x->shape, &a);
    sn_shape_print(p->m[1]->graph->dims, &y->shape, &b);
    SN_CHECK(p->ctx, !sn_shape_conflict(&x->shape, &y->shape), SN_E_ARG,
             "%s '%s' has the sizes %s, and what is mapped to it in the second network %s",
             kind_name[kind], sn_escape(p->arena, name), a.s, b.s);
    return SN_OK;
}

static sn_status check_mapped(const pair *p)
{
    for (int kind = 0; kind < 2; kind++) {
        size_t n = 0;
        const char **names = names_of(p, 0, kind, &n);
        for (size_t i = 0; i < n; i++) {
            if (!sn_map_has(p->mapped[0][kind], names[i])) continue;
            const sn_value *v[2];
            for (int k = 0; k < 2; k++)
                v[k] = kind ? sn_graph_output_named(p->m[k]->graph, names[i])
                            : input_named(p, p->m[k]->graph, names[i]);
            SN_TRY(check_fit(p, kind, names[i], v[0], v[1]));
        }
    }
    return SN_OK;
}

static sn_status match(sn_model *a, sn_model *b, const char *const *maps, const char *const *sizes)
{
    sn_ctx *ctx = a->context->ctx;
    pair p = {.ctx = ctx, .arena = sn_arena_create(ctx), .m = {a, b}};
    for (int i = 0; i < 4; i++) p.mapped[i / 2][i % 2] = sn_map_create(p.arena);
    p.other = sn_map_create(p.arena);
    sn_status s = map_names(&p, maps);
    if (s == SN_OK) s = pin_all(&p, sizes);
    if (s == SN_OK) s = sn_model_infer(a);
    if (s == SN_OK) s = sn_model_infer(b);
    if (s == SN_OK) s = match_images(&p);
    if (s == SN_OK) s = check_mapped(&p);
    sn_arena_destroy(p.arena);
    return s;
}

sn_status sn_model_match(sn_model *a, sn_model *b, const char *const *maps,
                         const char *const *sizes)
{
    SN_GUARD(a->context->ctx, match(a, b, maps, sizes));
}
