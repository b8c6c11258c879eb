/* SPDX-License-Identifier: Apache-2.0
 *
 * Fusion groups of a model, in words and by layer index. */
#include "fusion/groups.h"

#include "api/model.h"
#include "driver/host.h"
#include "ops/structure.h"
#include "passes/pass.h"
#include "plan/capability.h"
#include "ref/shapes.h"

typedef struct group_teller {
    sn_arena *arena;
    const sn_graph *g;
    uint32_t *layer; /* by node id */
    const char **label;
} group_teller;

/* Both have the same nodes under the same ids, but for copies. */
static void number_layers(group_teller *t, const sn_graph *model)
{
    uint32_t n = 0;
    t->layer = SN_NEW_N(t->arena, uint32_t, t->g->n_ids);
    t->label = SN_NEW_N(t->arena, const char *, t->g->n_ids);
    SN_EACH_NODE(node, model)
    {
        t->layer[node->id] = n;
        n += sn_node_is_layer(node);
    }
    SN_EACH_NODE(node, t->g) { t->label[node->id] = sn_node_label(t->arena, node); }
}

static const char *const *names_of(const group_teller *t, sn_value *const *v, size_t n)
{
    const char **names = SN_NEW_N(t->arena, const char *, n);
    for (size_t i = 0; i < n; i++)
        names[i] = v[i]->name ? sn_arena_strdup(t->arena, v[i]->name) : "";
    return names;
}

static void tell_group(const group_teller *t, const sn_group *g, sn_group_info *out)
{
    uint32_t *layers = SN_NEW_N(t->arena, uint32_t, g->n_nodes);
    const char **labels = SN_NEW_N(t->arena, const char *, g->n_nodes),
               **roles = SN_NEW_N(t->arena, const char *, g->n_nodes);
    uint32_t n = 0;
    for (size_t i = 0; i < g->n_nodes; i++) {
        if (!sn_node_is_layer(g->nodes[i])) continue;
        layers[n] = t->layer[g->nodes[i]->id];
        labels[n] = t->label[g->nodes[i]->id];
        roles[n++] = sn_fusion_role_name(g->roles[i]);
    }
    *out = (sn_group_info){
        .n_layers = n,
        .layers = layers,
        .labels = labels,
        .roles = roles,
        .anchor = g->anchor ? t->label[g->anchor->id] : NULL,
        .n_inputs = (uint32_t)g->n_inputs,
        .n_outputs = (uint32_t)g->n_outputs,
        .inputs = names_of(t, g->inputs, g->n_inputs),
        .outputs = names_of(t, g->outputs, g->n_outputs),
        .row_axes = g->row_axes,
        .in_slices = g->in_slices,
        .small = g->small,
        .bytes_saved = g->bytes_saved,
        .why = g->why,
    };
}

static void tell(const group_teller *t, const sn_groups *r, sn_groups_info *out)
{
    sn_group_info *groups = SN_NEW_N(t->arena, sn_group_info, r->n);
    sn_fused_edge *edges = SN_NEW_N(t->arena, sn_fused_edge, r->n_remarks);
    for (size_t i = 0; i < r->n; i++) {
        tell_group(t, &r->group[i], &groups[out->n_groups]);
        out->n_groups += groups[out->n_groups].n_layers > 0;
    }
    for (size_t i = 0; i < r->n_remarks; i++) {
        const sn_fusion_remark *m = &r->remarks[i];
        if (!sn_node_is_layer(m->producer) || !sn_node_is_layer(m->consumer)) continue;
        edges[out->n_edges++] = (sn_fused_edge){
            m->fused, t->label[m->producer->id], t->label[m->consumer->id], m->rule, m->why,
            m->bytes};
    }
    out->groups = groups;
    out->edges = edges;
}

/* Sizes that were only chosen are no sizes to decide by. */
static sn_status need_sizes(const sn_model *m, bool guessed)
{
    SN_EACH_NODE(n, m->graph)
    {
        for (uint16_t i = 0; sn_op_has(n->op, SN_TRAIT_INPUT) && i < n->n_out; i++) {
            const bool hinted = sn_input_is_hinted(n);
            const char *name = n->out[i]->name ? sn_escape(m->arena, n->out[i]->name) : "";
            SN_CHECK(m->context->ctx, sn_shape_known(&n->out[i]->shape) && !guessed, SN_E_SHAPE,
                     "the sizes of the input '%s' are not known, %sand groups are made by size: "
                     "give them with --input %s=SIZES",
                     name, hinted ? "those that the file hints at do not fit the network, " : "",
                     name);
        }
    }
    return SN_OK;
}

static sn_status fuse_for(const sn_model *m, const sn_graph *g, sn_fusion_mode mode,
                          const char *target, sn_groups *out)
{
    sn_kernel_ctx k = {.ctx = m->context->ctx, .arena = m->arena, .n_threads = 1};
    if (!target) return sn_fuse(g, mode, m->arena, out);
    SN_TRY(sn_host_machine(m->arena, target, NULL, &k.machine));
    const sn_capability can = sn_plan_capability(&k);
    const sn_fusion_options options = {.mode = mode, .can = &can, .machine = k.machine};
    return sn_fuse_with(g, &options, m->arena, out);
}

static sn_status groups_at(const sn_model *m, const sn_graph *g, sn_fuse_groups fusion,
                           const char *target, sn_groups_info *out)
{
    static const sn_fusion_mode modes[] = {SN_FUSION_FULL, SN_FUSION_TVM, SN_FUSION_OFF};
    sn_groups r;
    group_teller t = {.arena = m->arena, .g = g};
    SN_CHECK(m->context->ctx, (unsigned)fusion < sizeof modes / sizeof *modes, SN_E_ARG,
             "there is no way %u of fusing", fusion);
    SN_TRY(fuse_for(m, g, modes[fusion], target, &r));
    number_layers(&t, m->graph);
    tell(&t, &r, out);
    return SN_OK;
}

/* Copies (Split) are no work: groups are made of the network without them. */
static sn_status without_copies(const sn_model *m, sn_graph *g)
{
    static const char *const only[] = {"drop_copies", NULL};
    const sn_pass_env env = {
        .ctx = m->context->ctx, .target = m->target, .rewrites_only = true, .counts_only = true};
    const sn_pipeline_options options = {.only = only};
    sn_pipeline_result result = {0};
    SN_TRY(sn_pipeline_run(&env, g, &options, &result));
    return sn_infer_graph(g);
}

static sn_status groups(sn_model *m, sn_fuse_groups fusion, const char *target, sn_groups_info *out)
{
    SN_TRY(sn_model_infer(m));
    sn_total_cost cost;
    sn_graph *sized = NULL;
    bool guessed = false;
    SN_TRY(sn_graph_cost_at_some_size(m->graph, &cost, &sized, &guessed));
    sn_groups_info info = {.sizes = sized ? SN_SIZES_HINTED : SN_SIZES_GIVEN};
    sn_status status = sized && !guessed ? SN_OK : need_sizes(m, guessed);
    if (!sized) sized = sn_graph_clone(m->graph);
    if (status == SN_OK) status = without_copies(m, sized);
    if (status == SN_OK) status = groups_at(m, sized, fusion, target, &info);
    sn_graph_destroy(sized);
    if (status == SN_OK) *out = info;
    return status;
}

sn_status sn_model_groups(sn_model *m, sn_fuse_groups fusion, const char *target,
                          sn_groups_info *out)
{
    SN_GUARD(m->context->ctx, groups(m, fusion, target, out));
}
