/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports about a model. */
#include "api/report.h"

#include <inttypes.h>
#include <string.h>

#include "base/num.h"
#include "base/ways.h"
#include "ir/ir_text.h"
#include "ops/control.h"
#include "ops/cost.h"
#include "passes/pass.h"
#include "ref/run.h"

static const char *shape_text(const sn_report_out *o, const sn_value *v)
{
    sn_str s;
    if (v->shape.rank == 0) return "scalar";
    sn_str_init(&s, o->arena);
    sn_shape_print(v->def ? v->def->graph->dims : NULL, &v->shape, &s);
    return s.s;
}

/* "3,8,8", "3,8,8 1,8,8", "4 x 3,8,8" */
static const char *shapes_text(const sn_report_out *o, const sn_node *n)
{
    const char *first = n->n_out ? shape_text(o, n->out[0]) : "";
    bool same = true;
    for (uint16_t i = 1; i < n->n_out && same; i++)
        same = strcmp(shape_text(o, n->out[i]), first) == 0;
    if (same && n->n_out > 1) return sn_arena_printf(o->arena, "%u x %s", n->n_out, first);
    sn_str s;
    sn_str_init(&s, o->arena);
    sn_str_add(&s, first);
    for (uint16_t i = 1; i < n->n_out && i < 4; i++)
        sn_str_addf(&s, " %s", shape_text(o, n->out[i]));
    if (n->n_out > 4) sn_str_addf(&s, " (%u more)", n->n_out - 4u);
    return s.s;
}

/* A table of nodes, and how many of them were listed. */
typedef struct listing {
    const sn_report_out *o;
    sn_table t;
    uint32_t n, n_in_bodies;
} listing;

static const char *value_text(const listing *l, const sn_value *v)
{
    if (v->name) return sn_escape(l->o->arena, v->name);
    return v->def ? sn_node_label(l->o->arena, v->def) : "a constant";
}

/* "capture x", "carried, at first s", "slice of xs" */
static void add_fed(const listing *l, const sn_node *owner, int i, sn_str *out)
{
    const sn_body_place p = sn_body_is_fed(owner, i);
    const sn_value *from = p.slot < 0 ? NULL : sn_in(owner, (unsigned)p.slot);
    const bool first = strcmp(p.what, "carried") == 0 || strcmp(p.what, "condition") == 0;
    sn_str_addf(out, "%s%s", out->n ? "; " : "", p.what);
    if (!from) return;
    sn_str_addf(out, "%s %s",
                first                          ? ", at first"
                : strcmp(p.what, "slice") == 0 ? " of"
                                               : "",
                value_text(l, from));
}

/* What an input of a body is fed: `*n_fed` values were fed before it. */
static const char *fed_text(const listing *l, const sn_node *n, int *n_fed)
{
    sn_str s;
    sn_str_init(&s, l->o->arena);
    for (uint16_t i = 0; i < n->n_out; i++) add_fed(l, n->graph->owner, (*n_fed)++, &s);
    return s.s;
}

static const char *runs_text(const listing *l, const sn_node *n, int which)
{
    if (n->op == &sn_op_if) {
        const int taken = sn_if_taken(n);
        return taken < 0 ? "" : taken == which ? "always" : "never";
    }
    const int64_t trips = sn_trips_of(n);
    return trips < 0 ? "trips: not known" : sn_arena_printf(l->o->arena, "trips: %" PRId64, trips);
}

static void add_layer(listing *l, const sn_node *n, int indent, int *n_fed)
{
    const sn_report_out *o = l->o;
    const bool fed = n->graph->owner && sn_op_has(n->op, SN_TRAIT_INPUT);
    const char *name = n->name ? sn_escape(o->arena, n->name) : "";
    sn_cost cost;
    uint64_t n_bytes, count;
    sn_own_weights(n, &count, &n_bytes);
    bool known = sn_node_cost(n, o->arena, &cost) && !cost.macs_open;
    if (fed && !*name && n->out[0]->name) name = sn_escape(o->arena, n->out[0]->name);
    const char *cells[] = {
        n->graph->owner ? "" : sn_arena_printf(o->arena, "%u", l->n),
        sn_arena_printf(o->arena, "%*s%s", indent, "", name),
        n->op->name,
        shapes_text(o, n),
        count ? sn_human(o->arena, (double)count) : "",
        !known          ? "?"
        : cost.macs > 0 ? sn_human(o->arena, cost.macs)
                        : "",
        fed ? fed_text(l, n, n_fed) : sn_params_text(n, o->arena),
    };
    sn_table_row(&l->t, cells);
    *(n->graph->owner ? &l->n_in_bodies : &l->n) += 1;
}

/* What the body gives, in order. */
static void add_results(listing *l, const sn_graph *body, int indent)
{
    const sn_node *output = sn_graph_output(body);
    sn_str s;
    sn_str_init(&s, l->o->arena);
    for (uint16_t i = 0; i < output->n_in; i++)
        sn_str_addf(&s, "%s%s", i ? ", " : "", value_text(l, sn_in(output, i)));
    const char *cells[] = {
        "", sn_arena_printf(l->o->arena, "%*s", indent, ""), "output", "", "", "", s.s};
    sn_table_row(&l->t, cells);
}

static void add_layers(listing *l, const sn_graph *g, int indent)
{
    int n_fed = 0;
    SN_EACH_NODE(n, g)
    {
        if (sn_node_is_layer(n)) add_layer(l, n, indent, &n_fed);
        for (uint16_t i = 0; i < n->n_body; i++) {
            const char *role =
                sn_arena_printf(l->o->arena, "%*s%s:", indent + 2, "", n->op->bodies[i]);
            const char *cells[] = {"", role, "", "", "", "", runs_text(l, n, i)};
            sn_table_row(&l->t, cells);
            add_layers(l, n->body[i], indent + 4);
            add_results(l, n->body[i], indent + 4);
        }
    }
}

static sn_status put_interface(const sn_report_out *o, const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; sn_op_has(n->op, SN_TRAIT_INPUT) && i < n->n_out; i++) {
            SN_TRY(sn_put(o, "input   %s = %s\n",
                          n->out[i]->name ? sn_escape(o->arena, n->out[i]->name) : "?",
                          shape_text(o, n->out[i])));
        }
    }
    const sn_node *output = sn_graph_output(g);
    for (unsigned i = 0; output && i < output->n_in; i++) {
        SN_TRY(sn_put(o, "output  %s = %s\n", sn_escape(o->arena, sn_output_name(output, i)),
                      shape_text(o, sn_in(output, i))));
    }
    return SN_OK;
}

/* Half precision ends at 65504; what comes near it overflows with the next rewrite or a larger
 * input. */
static sn_status warn_halves(const sn_report_out *o, const sn_graph *g)
{
    const double near = 65504.0 / 2;
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_body; i++) SN_TRY(warn_halves(o, n->body[i]));
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            const sn_tensor *t = v && !v->def ? sn_const_of(v) : NULL;
            if (!t || t->type != SN_TYPE_f32) continue;
            double largest = sn_tensor_largest(t);
            if (largest < near) continue;
            SN_TRY(sn_put(o, "warning: %s of %s reaches %g; half precision ends at 65504\n",
                          sn_op_slot(n->op, i)->name,
                          n->name ? sn_node_label(o->arena, n) : n->op->name, largest));
        }
    }
    return SN_OK;
}

/* Where the sizes come from. */
enum { GIVEN, HINTED, CHOSEN };

static sn_status put_sizes(const sn_report_out *o, const sn_graph *g, bool known, int source)
{
    static const char *const sources[] = {
        [GIVEN] = "",
        [HINTED] = " (the file's hint; " SN_WAY_INPUT("NAME=SIZES") " gives others)",
        [CHOSEN] = " (sinter's choice; " SN_WAY_INPUT("NAME=SIZES") " gives others)",
    };
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(g, o->arena, &n);
    for (size_t i = 0; i < n; i++) {
        const char *name = inputs[i]->name ? sn_escape(o->arena, inputs[i]->name) : "?";
        SN_TRY(sn_put(o, "%s%s=%s", i ? " " : "at ", name, shape_text(o, inputs[i])));
    }
    if (!n) return SN_OK;
    const char *said =
        known ? sources[source]
              : " (not all sizes are known; " SN_WAY_INPUT("NAME=SIZES") " gives them)";
    return sn_put(o, "%s\n\n", sn_in_words(o->ctx, o->arena, said));
}

static sn_status show_at(const sn_report_out *o, const sn_graph *g, const sn_total_cost *cost,
                         int source)
{
    static const char *const heads[] = {"#>",       "layer", "op",    "output",
                                        "weights>", "MACs>", "params"};
    listing l = {.o = o};
    sn_table_init(&l.t, o->arena, 7, heads);
    l.t.width = 120;
    add_layers(&l, g, 0);
    SN_TRY(put_sizes(o, g, cost->work.known, source));
    SN_TRY(sn_table_print(&l.t, o));
    const char *least = cost->work.known ? "" : "at least ",
               *least_macs = cost->work.macs_known ? "" : "at least ";
    SN_TRY(sn_put(o, "\n"));
    SN_TRY(put_interface(o, g));
    SN_TRY(sn_put(o, l.n_in_bodies ? "layers  %u, and %u in bodies\n" : "layers  %u\n", l.n,
                  l.n_in_bodies));
    SN_TRY(sn_put(o, "weights %s, %s\n", sn_human(o->arena, (double)cost->n_weights),
                  sn_human_bytes(o->arena, (double)cost->weight_bytes)));
    SN_TRY(sn_put(o, "MACs    %s%s\n", least_macs, sn_human(o->arena, cost->work.macs)));
    SN_TRY(sn_put(o,
                  "peak    %s%s of activations at once (f32, in file order, each freed after its "
                  "last reader)\n",
                  least, sn_human_bytes(o->arena, (double)cost->peak_bytes)));
    return warn_halves(o, g);
}

sn_status sn_report_show(const sn_report_out *o, sn_model *m)
{
    SN_TRY(sn_model_infer(m));
    sn_total_cost cost;
    sn_graph *sized = NULL;
    bool guessed = false;
    SN_TRY(sn_graph_cost_at_some_size(m->graph, &cost, &sized, &guessed));
    sn_status status =
        show_at(o, sized ? sized : m->graph, &cost, sized ? (guessed ? CHOSEN : HINTED) : GIVEN);
    sn_graph_destroy(sized);
    return status;
}

sn_status sn_report_text(const sn_report_out *o, sn_model *m)
{
    SN_TRY(sn_model_infer(m));
    sn_str s;
    sn_str_init(&s, o->arena);
    sn_text_options options = {.constants = false};
    sn_graph_print(m->graph, &options, &s);
    return sn_put(o, "%s", s.s);
}

sn_status sn_report_names(const sn_report_out *o, sn_model *m)
{
    SN_TRY(sn_model_infer(m));
    return put_interface(o, m->graph);
}
