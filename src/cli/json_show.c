/* SPDX-License-Identifier: Apache-2.0
 *
 * Networks and lists as JSON. */
#include <math.h>
#include <string.h>

#include "cli/json.h"

/* ---- a network ------------------------------------------------------------------------------- */

json_t *sn_json_weights(sn_model *m, uint32_t layer)
{
    json_t *list = json_array();
    sn_weight_info w;
    for (uint32_t i = 0; sn_model_layer_weight(m, layer, i, &w); i++) {
        json_t *o = json_object(), *shape = json_array();
        for (int k = 0; k < w.rank; k++) json_array_append_new(shape, json_integer(w.sizes[k]));
        json_object_set_new(o, "role", sn_json_text(w.role));
        json_object_set_new(o, "type", sn_json_text(w.type));
        json_object_set_new(o, "storage", sn_json_text(w.storage));
        json_object_set_new(o, "shape", shape);
        json_object_set_new(o, "bytes", json_integer((json_int_t)w.bytes));
        json_object_set_new(o, "offset",
                            w.offset < 0 ? json_null() : json_integer((json_int_t)w.offset));
        json_object_set_new(o, "largest", sn_json_real(w.largest));
        if (isfinite(w.single)) json_object_set_new(o, "single", json_real(w.single));
        json_array_append_new(list, o);
    }
    return list;
}

/* Numbers, lists, booleans and quoted texts are written in the text form as JSON writes them; the
 * rest are words. */
static json_t *attributes_of(sn_model *m, uint32_t layer)
{
    json_t *o = json_object();
    sn_param_info p;
    for (uint32_t i = 0; sn_model_layer_param(m, layer, i, &p); i++) {
        json_t *value = json_loads(p.value, JSON_DECODE_ANY, NULL);
        json_object_set_new(o, p.name, value ? value : sn_json_text(p.value));
    }
    return o;
}

/* What a body is fed, or gives. */
static json_t *values_of_body(sn_model *m, uint32_t index, uint32_t body, bool output)
{
    json_t *list = json_array();
    sn_body_value_info v;
    for (uint32_t i = 0; sn_model_body_value(m, index, body, output, i, &v); i++) {
        json_t *o = sn_json_value(&v.value);
        json_object_set_new(o, "what", sn_json_text(v.what));
        json_object_set_new(o, output ? "to" : "from",
                            v.has_outside ? sn_json_value_name(&v.outside) : json_null());
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *bodies_of(sn_model *m, uint32_t index)
{
    json_t *list = json_array();
    sn_body_info info;
    for (uint32_t i = 0; sn_model_layer_body(m, index, i, &info); i++) {
        json_t *o = json_object();
        json_object_set_new(o, "role", sn_json_text(info.role));
        json_object_set_new(o, "runs", info.runs < 0 ? json_null() : json_integer(info.runs));
        json_object_set_new(o, "inputs", values_of_body(m, index, i, false));
        json_object_set_new(o, "outputs", values_of_body(m, index, i, true));
        json_object_set_new(o, "layers", json_array());
        json_array_append_new(list, o);
    }
    return list;
}

/* The node at that place of the list; `number` is that of its layer. */
static json_t *layer(sn_model *m, uint32_t index, const sn_layer_info *info, uint32_t number)
{
    json_t *o = json_object(), *ins = json_array(), *outs = json_array();
    sn_value_info v;
    for (uint32_t i = 0; i < info->n_inputs; i++) {
        if (sn_model_layer_value(m, index, false, i, &v) == SN_OK)
            json_array_append_new(ins, sn_json_value_name(&v));
    }
    for (uint32_t i = 0; i < info->n_outputs; i++) {
        if (sn_model_layer_value(m, index, true, i, &v) == SN_OK)
            json_array_append_new(outs, sn_json_value(&v));
    }
    json_object_set_new(o, "index", info->implied ? json_null() : json_integer(number));
    json_object_set_new(o, "name", sn_json_text(info->name));
    json_object_set_new(o, "op", sn_json_text(info->op));
    json_object_set_new(o, "type", *info->type ? sn_json_text(info->type) : json_null());
    json_object_set_new(o, "params", sn_json_text(info->params));
    json_object_set_new(o, "attributes", attributes_of(m, index));
    json_object_set_new(o, "inputs", ins);
    json_object_set_new(o, "outputs", outs);
    json_object_set_new(o, "macs", sn_json_count(info->macs));
    json_object_set_new(o, "n_weights", json_integer((json_int_t)info->n_weights));
    json_object_set_new(o, "weight_bytes", json_integer((json_int_t)info->weight_bytes));
    json_object_set_new(o, "weights", sn_json_weights(m, index));
    if (info->n_bodies) json_object_set_new(o, "bodies", bodies_of(m, index));
    return o;
}

json_t *sn_json_totals(const sn_cost_info *c, uint32_t n_layers, uint32_t n_in_bodies)
{
    json_t *o = json_object();
    json_object_set_new(o, "layers", json_integer(n_layers));
    json_object_set_new(o, "layers_in_bodies", json_integer(n_in_bodies));
    json_object_set_new(o, "weights", json_integer((json_int_t)c->n_weights));
    json_object_set_new(o, "weight_bytes", json_integer((json_int_t)c->weight_bytes));
    json_object_set_new(o, "macs", sn_json_count(c->macs));
    json_object_set_new(o, "peak_bytes", json_integer((json_int_t)c->peak_bytes));
    json_object_set_new(o, "exact", json_boolean(c->known));
    return o;
}

/* The list that the layer goes into: made[i] is the layer at place i. */
static json_t *list_of(json_t *const *made, json_t *layers, const sn_layer_info *info)
{
    if (info->owner == SN_NO_LAYER) return layers;
    json_t *body = json_array_get(json_object_get(made[info->owner], "bodies"), info->body);
    return json_object_get(body, "layers");
}

static int walk(sn_cli *cli, sn_model *m, json_t *root)
{
    json_t *ins = json_array(), *outs = json_array(), *layers = json_array();
    json_object_set_new(root, "inputs", ins);
    json_object_set_new(root, "outputs", outs);
    json_object_set_new(root, "layers", layers);
    sn_model_list_nodes(m, true);
    sn_model_list_bodies(m, true);
    const uint32_t n_nodes = sn_model_n_layers(m);
    json_t **made = sn_cli_alloc((n_nodes + 1) * sizeof(json_t *)); /* by place in the list */
    uint32_t n = 0, n_in_bodies = 0;
    sn_value_info v;
    for (uint32_t i = 0; i < n_nodes; i++) {
        sn_layer_info info;
        sn_status status = sn_model_layer(m, i, &info);
        if (status != SN_OK) return sn_cli_fail(cli, status);
        const bool inside = info.owner != SN_NO_LAYER;
        json_t *list = list_of(made, layers, &info);
        made[i] = layer(m, i, &info, inside ? (uint32_t)json_array_size(list) : n);
        json_array_append_new(list, made[i]);
        if (!info.implied) *(inside ? &n_in_bodies : &n) += 1;
        for (uint32_t k = 0; !inside && strcmp(info.op, "input") == 0 && k < info.n_outputs; k++) {
            if (sn_model_layer_value(m, i, true, k, &v) == SN_OK)
                json_array_append_new(ins, sn_json_value(&v));
        }
    }
    for (uint32_t i = 0; i < sn_model_n_outputs(m); i++) {
        if (sn_model_output_value(m, i, &v) == SN_OK)
            json_array_append_new(outs, sn_json_value(&v));
    }
    sn_cost_info cost;
    sn_status status = sn_model_cost(m, &cost);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    json_object_set_new(root, "totals", sn_json_totals(&cost, n, n_in_bodies));
    return 0;
}

int sn_json_show(sn_cli *cli, sn_model *m)
{
    static const char *const from_names[] = {"given", "hinted", "chosen", "unknown"};
    json_t *root = sn_json_root(cli);
    sn_model *sized = NULL;
    sn_sizes_from from = SN_SIZES_UNKNOWN;
    sn_status status = sn_model_at_some_size(m, &sized, &from);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    json_object_set_new(root, "sizes", sn_json_text(from_names[from]));
    return walk(cli, sized, root);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static json_t *roles_of(uint32_t op, const sn_op_info *info)
{
    json_t *list = json_array();
    sn_role_info role;
    for (uint32_t i = 0; i < info->n_inputs && sn_op_input_at(op, i, &role); i++) {
        json_t *o = json_object();
        json_object_set_new(o, "name", sn_json_text(role.name));
        json_object_set_new(o, "optional", json_boolean(role.optional));
        json_object_set_new(o, "repeated", json_boolean(role.variadic));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *matrix_row(uint32_t op, const sn_op_info *info)
{
    const struct {
        const char *key;
        bool is;
    } marks[] = {
        {"shape", info->infers},
        {"eval", info->evaluates},
        {"gradient", info->has_gradient},
        {"affine", info->is_affine},
        {"folds_affine", info->folds_affine},
        {"act_slot", info->has_act},
        {"act", info->is_act},
        {"identity", info->may_be_identity},
        {"cost", info->has_cost},
        {"code", info->compiles},
        {"code_of_all_types", info->compiles_types},
    };
    json_t *o = json_object(), *formats = json_array();
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        json_object_set_new(o, marks[i].key, json_boolean(marks[i].is));
    sn_list_info f;
    for (uint32_t i = 0; sn_format_at(i, &f); i++) {
        if (sn_op_is_spelled(op, f.name)) json_array_append_new(formats, sn_json_text(f.name));
    }
    json_object_set_new(o, "formats", formats);
    return o;
}

void sn_json_ops(sn_cli *cli)
{
    json_t *list = json_array();
    sn_op_info info;
    for (uint32_t i = 0; sn_op_at(i, &info); i++) {
        json_t *o = json_object();
        json_object_set_new(o, "name", sn_json_text(info.name));
        json_object_set_new(o, "kind", sn_json_text(info.kind));
        json_object_set_new(o, "what", sn_json_text(info.synopsis));
        json_object_set_new(o, "inputs", roles_of(i, &info));
        json_object_set_new(o, "frame", json_boolean(info.is_frame));
        json_object_set_new(o, "has", matrix_row(i, &info));
        json_array_append_new(list, o);
    }
    json_object_set_new(sn_json_root(cli), "ops", list);
}

void sn_json_passes(sn_cli *cli)
{
    json_t *list = json_array();
    sn_pass_info info;
    for (uint32_t i = 0; sn_pass_at(i, &info); i++) {
        json_t *o = json_object(), *after = json_array();
        const char *other, *why;
        for (uint32_t k = 0; sn_pass_after_at(i, k, &other, &why); k++) {
            json_t *a = json_object();
            json_object_set_new(a, "pass", sn_json_text(other));
            json_object_set_new(a, "why", sn_json_text(why));
            json_array_append_new(after, a);
        }
        json_object_set_new(o, "name", sn_json_text(info.name));
        json_object_set_new(o, "stage", sn_json_text(info.stage));
        json_object_set_new(o, "rewrite", sn_json_text(info.arrow));
        json_object_set_new(o, "needs", sn_json_text(info.needs));
        json_object_set_new(o, "covers", sn_json_text(info.covers));
        json_object_set_new(o, "after", after);
        json_array_append_new(list, o);
    }
    json_object_set_new(sn_json_root(cli), "passes", list);
}

void sn_json_zoo(sn_cli *cli)
{
    json_t *list = json_array();
    sn_list_info info;
    for (uint32_t i = 0; sn_zoo_at(i, &info); i++) {
        json_t *o = json_object();
        json_object_set_new(o, "name", sn_json_text(info.name));
        json_object_set_new(o, "what", sn_json_text(info.what));
        json_array_append_new(list, o);
    }
    json_object_set_new(sn_json_root(cli), "networks", list);
}
