/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators with bodies. What a body captures it reads by its name outside. */
#include "formats/onnx/out/export.h"
#include "ops/control.h"

static void put_bodies(sn_onnx_export *e, const char *const *names)
{
    for (uint16_t i = 0; e->n && e->nodes && i < e->n->n_body; i++) {
        sn_str body;
        sn_str_init(&body, e->arena);
        sn_onnx_put_body(e->w, e->n, i, sn_body_n_formal(e->n), &body);
        sn_onnx_attr_graph(e, names[i], &body);
    }
}

static void put_node(sn_onnx_export *e)
{
    sn_onnx_put(e, e->row->type, e->row->since, e->n ? sn_first_capture(e->n) : e->n_in, e->in,
                e->n ? e->n->n_out : 1, e->out);
}

/* Whether it is known that they are not of one shape. */
static bool differ(const sn_shape *a, const sn_shape *b)
{
    if (a->rank < 0 || b->rank < 0) return false;
    bool other = a->rank != b->rank;
    for (int i = 0; !other && i < a->rank; i++)
        other = sn_dim_known(a->d[i]) && sn_dim_known(b->d[i]) && a->d[i] != b->d[i];
    return other;
}

void sn_onnx_export_if(sn_onnx_export *e)
{
    static const char *const names[] = {"then_branch", "else_branch"};
    for (uint16_t i = 0; e->n && i < e->n->n_out; i++) {
        const sn_value *yes = sn_in(sn_graph_output(e->n->body[0]), i),
                       *no = sn_in(sn_graph_output(e->n->body[1]), i);
        if (differ(&yes->shape, &no->shape))
            sn_onnx_needs(e, 11, "an If whose branches give different shapes");
    }
    put_bodies(e, names);
    put_node(e);
}

void sn_onnx_export_loop(sn_onnx_export *e)
{
    static const char *const names[] = {"body"};
    put_bodies(e, names);
    e->least_in = SN_LOOP_CARRIED;
    put_node(e);
}

void sn_onnx_export_scan(sn_onnx_export *e)
{
    static const char *const names[] = {"body"};
    const sn_scan_params *p = e->params;
    const struct {
        const char *name;
        const sn_ints *v;
    } lists[] = {{"scan_input_axes", &p->input_axes},
                 {"scan_input_directions", &p->input_directions},
                 {"scan_output_axes", &p->output_axes},
                 {"scan_output_directions", &p->output_directions}};
    put_bodies(e, names);
    sn_onnx_attr_int(e, "num_scan_inputs", p->inputs);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i].v->n) sn_onnx_attr_ints(e, lists[i].name, lists[i].v->v, lists[i].v->n);
    put_node(e);
}
