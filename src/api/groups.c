/* SPDX-License-Identifier: Apache-2.0
 *
 * Fusion groups of a model as it is compiled, and the steps that they become, in words and by layer
 * index. */
#include "fusion/groups.h"

#include <stdlib.h>

#include "api/generate.h"
#include "passes/pass.h"

typedef struct group_teller {
    sn_arena *arena; /* of the model that is planned, as are all texts */
    const sn_program *p;
    uint32_t *layer; /* by node id */
    const char **label;
    sn_group_info *group;
    uint32_t *number; /* of the program's groups: that they are listed under; UINT32_MAX: none */
} group_teller;

static void number_layers(group_teller *t, const sn_graph *g)
{
    uint32_t n = 0;
    t->layer = SN_NEW_N(t->arena, uint32_t, g->n_ids + 1);
    t->label = SN_NEW_N(t->arena, const char *, g->n_ids + 1);
    SN_EACH_NODE(node, g)
    {
        t->layer[node->id] = n;
        n += sn_node_is_layer(node);
        t->label[node->id] = sn_node_label(t->arena, node);
    }
}

static const char *text_of(const group_teller *t, const char *text)
{
    return text ? sn_arena_strdup(t->arena, text) : NULL;
}

static const char *const *names_of(const group_teller *t, sn_value *const *v, size_t n)
{
    const char **names = SN_NEW_N(t->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) names[i] = v[i]->name ? text_of(t, v[i]->name) : "";
    return names;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void tell_group(const group_teller *t, const sn_group *g, sn_group_info *out)
{
    uint32_t *layers = SN_NEW_N(t->arena, uint32_t, g->n_nodes);
    const char **labels = SN_NEW_N(t->arena, const char *, g->n_nodes),
               **roles = SN_NEW_N(t->arena, const char *, g->n_nodes);
    uint32_t n = 0;
    const char *no_step = NULL;
    for (size_t i = 0; i < g->n_nodes; i++) {
        const sn_node *node = g->nodes[i];
        if (!no_step) no_step = t->p->no_step[node->id];
        if (!sn_node_is_layer(node)) continue;
        layers[n] = t->layer[node->id];
        labels[n] = t->label[node->id];
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
        .bytes_saved = g->bytes_saved,
        .why = text_of(t, g->why),
        .no_step = no_step,
    };
}

static void tell_groups(group_teller *t, sn_groups_info *out)
{
    const sn_groups *r = t->p->groups;
    t->group = SN_NEW_N(t->arena, sn_group_info, r->n + 1);
    t->number = SN_NEW_N(t->arena, uint32_t, r->n + 1);
    for (size_t i = 0; i < r->n; i++) {
        tell_group(t, &r->group[i], &t->group[out->n_groups]);
        const bool listed = t->group[out->n_groups].n_layers > 0;
        t->number[i] = listed ? out->n_groups++ : UINT32_MAX;
    }
    out->groups = t->group;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void add_group(const group_teller *t, uint32_t *list, uint32_t *n, int32_t group)
{
    if (group < 0 || t->number[group] == UINT32_MAX) return;
    for (uint32_t i = 0; i < *n; i++)
        if (list[i] == t->number[group]) return;
    list[(*n)++] = t->number[group];
}

/* Sections are steps one behind the other. */
static bool is_in_branch(const sn_program *p, size_t step)
{
    const int32_t mine = p->section[step];
    return mine != (int32_t)step || (step + 1 < p->n_steps && p->section[step + 1] == mine);
}

static void tell_step(const group_teller *t, uint32_t index, sn_group_step *out)
{
    const sn_step *s = t->p->step[index];
    uint32_t *groups = SN_NEW_N(t->arena, uint32_t, s->n_nodes + 1), n = 0;
    for (size_t i = 0; i < s->n_nodes; i++)
        add_group(t, groups, &n, t->p->groups->of_node[s->nodes[i]->id]);
    if (s->n_nodes == 0) add_group(t, groups, &n, s->group);
    *out = (sn_group_step){.kernel = s->kernel->name,
                           .why = text_of(t, s->why),
                           .n_groups = n,
                           .groups = groups,
                           .thread = t->p->thread[index],
                           .pools = s->pool != NULL,
                           .flops = s->flops * (double)sn_step_images(t->p, s),
                           .bytes = s->bytes * (double)sn_step_images(t->p, s),
                           .side_by_side = is_in_branch(t->p, index)};
}

/* Of each group the steps that compute it, or a part of it. */
static void give_steps(group_teller *t, const sn_group_step *steps, uint32_t n, uint32_t n_groups)
{
    uint32_t **list = SN_NEW_N(t->arena, uint32_t *, n_groups + 1);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < steps[i].n_groups; k++) t->group[steps[i].groups[k]].n_steps++;
    for (uint32_t g = 0; g < n_groups; g++) {
        list[g] = SN_NEW_N(t->arena, uint32_t, t->group[g].n_steps + 1);
        t->group[g].steps = list[g];
        t->group[g].n_steps = 0;
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < steps[i].n_groups; k++) {
            const uint32_t g = steps[i].groups[k];
            list[g][t->group[g].n_steps++] = i;
        }
    }
}

static void tell_steps(group_teller *t, sn_groups_info *out)
{
    const uint32_t n = (uint32_t)t->p->n_steps;
    sn_group_step *steps = SN_NEW_N(t->arena, sn_group_step, n + 1);
    for (uint32_t i = 0; i < n; i++) tell_step(t, i, &steps[i]);
    give_steps(t, steps, n, out->n_groups);
    out->n_steps = n;
    out->steps = steps;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* What is in each block, as it is collected: by storage id. */
typedef struct block_values {
    const char **name;
    uint32_t *layer, *id, n;
} block_values;

static bool is_block(const sn_storage *s)
{
    return s->where == SN_IN_WORKSPACE && s->last >= 0 && !s->over;
}

static void add_value(const group_teller *t, block_values *b, const sn_value *v)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (b->id[i] == v->id) return;
    const bool of_layer = v->def && sn_node_is_layer(v->def);
    b->id[b->n] = v->id;
    b->name[b->n] = v->name ? text_of(t, v->name) : "";
    b->layer[b->n++] = of_layer ? t->layer[v->def->id] : SN_NO_LAYER;
}

/* How many results steps put into each storage, or, in the second round, which. */
static void collect_values(const group_teller *t, block_values *of, bool count)
{
    for (size_t i = 0; i < t->p->n_steps; i++) {
        const sn_step *s = t->p->step[i];
        for (int k = 0; k < s->n_out; k++) {
            const sn_storage *to = s->out[k]->storage;
            const sn_value *v = sn_step_result(s, k);
            block_values *b = &of[to->over ? to->over->id : to->id];
            if (v && count) b->n++;
            if (v && !count) add_value(t, b, v);
        }
    }
}

static int by_first(const void *a, const void *b)
{
    const sn_memory_block *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static sn_memory_block block_of(const sn_storage *s, const block_values *b)
{
    const int64_t bytes = s->lasts && s->images > 1 ? s->pitch * s->images : s->bytes;
    return (sn_memory_block){b->n,
                             b->name,
                             b->layer,
                             (uint64_t)s->offset,
                             (uint64_t)bytes,
                             (uint32_t)s->first,
                             (uint32_t)s->last};
}

static void tell_memory(const group_teller *t, sn_groups_info *out)
{
    const sn_program *p = t->p;
    block_values *of = SN_NEW_N(t->arena, block_values, p->n_storages + 1);
    sn_memory_block *blocks = SN_NEW_N(t->arena, sn_memory_block, p->n_storages + 1);
    collect_values(t, of, true);
    for (size_t i = 0; i < p->n_storages; i++) {
        block_values *b = &of[i];
        b->name = SN_NEW_N(t->arena, const char *, b->n + 1);
        b->layer = SN_NEW_N(t->arena, uint32_t, b->n + 1);
        b->id = SN_NEW_N(t->arena, uint32_t, b->n + 1);
        b->n = 0;
    }
    collect_values(t, of, false);
    for (size_t i = 0; i < p->n_storages; i++)
        if (is_block(p->storage[i]))
            blocks[out->n_blocks++] = block_of(p->storage[i], &of[p->storage[i]->id]);
    if (out->n_blocks) qsort(blocks, out->n_blocks, sizeof *blocks, by_first);
    out->blocks = blocks;
    out->tensor_bytes = (uint64_t)sn_program_bytes(p);
    out->unshared_bytes = (uint64_t)p->tensor_bytes;
    out->scratch_bytes = (uint64_t)p->scratch_floats * sizeof(float);
    out->weights_bytes = (uint64_t)p->weight_floats * sizeof(float);
}

/* ---- reasons --------------------------------------------------------------------------------- */

static void tell_reasons(const group_teller *t, sn_groups_info *out)
{
    const sn_groups *r = t->p->groups;
    sn_fused_edge *edges = SN_NEW_N(t->arena, sn_fused_edge, r->n_remarks + 1);
    const char **remarks = SN_NEW_N(t->arena, const char *, t->p->n_remarks + 1);
    for (size_t i = 0; i < r->n_remarks; i++) {
        const sn_fusion_remark *m = &r->remarks[i];
        if (!sn_node_is_layer(m->producer) || !sn_node_is_layer(m->consumer)) continue;
        edges[out->n_edges++] =
            (sn_fused_edge){m->fused, t->label[m->producer->id], t->label[m->consumer->id],
                            m->rule,  text_of(t, m->why),        m->bytes};
    }
    for (size_t i = 0; i < t->p->n_remarks; i++) remarks[i] = text_of(t, t->p->remark[i]);
    out->edges = edges;
    out->n_remarks = (uint32_t)t->p->n_remarks;
    out->remarks = remarks;
}

/* The network that the program is of, which becomes the caller's. Where images meet in it here and
 * there that is the one in which they are taken apart. */
static sn_model *taken_over(sn_generated_set *s)
{
    sn_model *m = s->planned;
    s->planned = NULL;
    if (!s->split) return m;
    sn_model *split = sn_model_of_graph(m->context, s->split, m->format);
    s->split = NULL;
    split->inferred = split->told_hint = true;
    sn_model_read_like(split, m);
    sn_model_destroy(m);
    return split;
}

static sn_status groups(sn_model *m, const sn_compile_options *options, sn_groups_info *out)
{
    const sn_compile_set set = {m, options->batch};
    sn_arena *arena = sn_arena_create(m->context->ctx);
    sn_generated g = {0};
    sn_groups_info info = {0};
    sn_status status = sn_generate(&set, 1, options, SN_VERIFY_EACH, SN_GENERATE_PLAN, arena, &g);
    if (status == SN_OK && g.n_sets > 1)
        status = sn_fail(m->context->ctx, SN_E_ARG,
                         "'%s': one target is expected here; several in one are for folders",
                         options->target);
    if (status == SN_OK) {
        info.planned = taken_over(g.sets);
        group_teller t = {.arena = info.planned->arena, .p = g.sets->program};
        number_layers(&t, info.planned->graph);
        tell_groups(&t, &info);
        tell_steps(&t, &info);
        tell_memory(&t, &info);
        tell_reasons(&t, &info);
        *out = info;
    }
    sn_generated_release(&g);
    sn_arena_destroy(arena);
    return status;
}

sn_status sn_model_groups(sn_model *m, const sn_compile_options *options, sn_groups_info *out)
{
    sn_compile_options o;
    SN_TAKE_OPTIONS(m->context->ctx, sn_compile_options, &o, options);
    SN_GUARD(m->context->ctx, groups(m, &o, out));
}
