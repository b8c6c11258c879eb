/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports about a model. */
#include "api/report.h"

#include <string.h>

#include "base/num.h"
#include "ir/ir_text.h"
#include "ops/cost.h"
#include "ref/run.h"

static const char *shape_text(const sn_report_out *o, const sn_value *v)
{
    sn_str s;
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

static void add_layer(const sn_report_out *o, sn_table *t, const sn_node *n, uint32_t index)
{
    sn_cost cost;
    uint64_t n_bytes, count;
    sn_own_weights(n, &count, &n_bytes);
    bool known = sn_node_cost(n, o->arena, &cost);
    const char *cells[] = {
        sn_arena_printf(o->arena, "%u", index),
        n->name ? sn_escape(o->arena, n->name) : "",
        n->op->name,
        shapes_text(o, n),
        count ? sn_human(o->arena, (double)count) : "",
        !known          ? "?"
        : cost.macs > 0 ? sn_human(o->arena, cost.macs)
                        : "",
        sn_params_text(n, o->arena),
    };
    sn_table_row(t, cells);
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
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            const sn_tensor *t = v && !v->def ? sn_const_of(v) : NULL;
            if (!t || t->type != SN_TYPE_f32) continue;
            double largest = sn_tensor_largest(t);
            if (largest < near) continue;
            SN_TRY(sn_put(o, "warning: %s of %s reaches %g; half precision ends at 65504\n",
                          sn_op_slot(n->op, i)->name,
                          n->name ? sn_escape(o->arena, n->name) : n->op->name, largest));
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
        [HINTED] = " (the file's hint; --input NAME=SIZES gives others)",
        [CHOSEN] = " (sinter's choice; --input NAME=SIZES gives others)",
    };
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(g, o->arena, &n);
    for (size_t i = 0; i < n; i++) {
        const char *name = inputs[i]->name ? sn_escape(o->arena, inputs[i]->name) : "?";
        SN_TRY(sn_put(o, "%s%s=%s", i ? " " : "at ", name, shape_text(o, inputs[i])));
    }
    if (!n) return SN_OK;
    return sn_put(o, "%s\n\n",
                  known ? sources[source]
                        : " (not all sizes are known; --input NAME=SIZES gives them)");
}

static sn_status show_at(const sn_report_out *o, const sn_graph *g, const sn_total_cost *cost,
                         int source)
{
    static const char *const heads[] = {"#>",       "layer", "op",    "output",
                                        "weights>", "MACs>", "params"};
    sn_table t;
    sn_table_init(&t, o->arena, 7, heads);
    t.width = 120;
    uint32_t index = 0;
    SN_EACH_NODE(n, g)
    {
        if (sn_node_is_layer(n)) add_layer(o, &t, n, index++);
    }
    SN_TRY(put_sizes(o, g, cost->work.known, source));
    SN_TRY(sn_table_print(&t, o));
    const char *least = cost->work.known ? "" : "at least ";
    SN_TRY(sn_put(o, "\n"));
    SN_TRY(put_interface(o, g));
    SN_TRY(sn_put(o, "layers  %u\n", index));
    SN_TRY(sn_put(o, "weights %s, %s\n", sn_human(o->arena, (double)cost->n_weights),
                  sn_human_bytes(o->arena, (double)cost->weight_bytes)));
    SN_TRY(sn_put(o, "MACs    %s%s\n", least, sn_human(o->arena, cost->work.macs)));
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
