/* SPDX-License-Identifier: Apache-2.0
 *
 * Full mode: a sweep over the operators. Each joins what it reads, if a rule allows; among several
 * the group that runs last, so that nothing waits. A rule is a legal form (the file of the rule
 * says which), and a question to the code generator; that the group is convex is asked last
 * (fusion/quotient.h). But for factors nothing is computed twice, so all of it pays. */
#include "fusion/full.h"

#include <string.h>

#include "ops/images.h"

uint32_t sn_fuser_group(sn_fuser *f, uint32_t node) { return sn_group_dag_group(&f->q, node); }

uint32_t sn_fuser_makers(sn_fuser *f, uint32_t i, uint32_t *groups, uint32_t max)
{
    uint32_t n = 0;
    for (unsigned s = 0; s < f->v->node[i]->n_in; s++) {
        const sn_value *value = sn_fusion_read(f->v, f->v->node[i], s);
        uint32_t k = value ? sn_fusion_maker(f->v, value) : SN_NOT_HERE, at = 0;
        if (k == SN_NOT_HERE) continue;
        uint32_t group = sn_fuser_group(f, k);
        while (at < n && groups[at] != group) at++;
        if (at < n || n == max) continue;
        for (at = n++; at > 0 && f->q.at[groups[at - 1]] < f->q.at[group]; at--)
            groups[at] = groups[at - 1];
        groups[at] = group;
    }
    return n;
}

uint32_t sn_fuser_only_maker(sn_fuser *f, uint32_t i, const sn_value **value)
{
    uint32_t maker = SN_NOT_HERE;
    for (unsigned s = 0; s < f->v->node[i]->n_in; s++) {
        const sn_value *read = sn_fusion_read(f->v, f->v->node[i], s);
        if (!read) continue;
        if (maker != SN_NOT_HERE && read != *value) return SN_NOT_HERE;
        maker = sn_fusion_maker(f->v, read);
        if (maker == SN_NOT_HERE) return SN_NOT_HERE;
        *value = read;
    }
    return maker;
}

bool sn_fuser_read_beyond_group(sn_fuser *f, uint32_t i, uint32_t but)
{
    const sn_node *n = f->v->node[i];
    uint32_t group = sn_fuser_group(f, i);
    for (uint16_t o = 0; o < n->n_out; o++) {
        SN_EACH_READER(r, f->v, n->out[o])
        {
            if (r->index == SN_NOT_HERE ||
                (r->index != but && sn_fuser_group(f, r->index) != group))
                return true;
        }
    }
    return false;
}

/* ---- what fits ------------------------------------------------------------------------------- */

bool sn_fuser_at_tile(sn_fuser *f, uint32_t k)
{
    const sn_fused *g = &f->of[sn_fuser_group(f, k)];
    return sn_node_kind(f->v->node[k]) != SN_FUSE_OPAQUE && f->role[k] != SN_ROLE_REDUCE &&
           f->stage[k] == g->stage && f->v->node[k]->n_out == 1 &&
           sn_shape_equal(&f->v->node[k]->out[0]->shape, &g->tile);
}

const char *sn_fuser_conflict(sn_fuser *f, sn_fusion_rule rule, uint32_t a, uint32_t b)
{
    if (sn_fuser_is_off(f, rule)) return sn_fusion_switched_off;
    if (f->q.size[a] + f->q.size[b] > SN_MOST_TOGETHER)
        return "the group would be too large for one function";
    if (f->of[a].n_operands + f->of[b].n_operands > SN_MOST_OPERANDS)
        return sn_arena_printf(f->v->arena, "the group would read %u values, %d at most",
                               f->of[a].n_operands + f->of[b].n_operands, SN_MOST_OPERANDS);
    return sn_group_dag_conflict(&f->q, a, b);
}

/* ---- remarks --------------------------------------------------------------------------------- */

/* A split may have as many outputs as the network has layers, and is asked about for each. */
double sn_fuser_bytes(const sn_fuser *f, uint32_t node)
{
    if (f->bytes[node] < 0) {
        double bytes = 0;
        for (uint16_t o = 0; o < f->v->node[node]->n_out; o++)
            bytes += sn_fusion_bytes(f->v->node[node]->out[o]);
        f->bytes[node] = bytes;
    }
    return f->bytes[node];
}

const char *sn_fuser_saving(sn_fuser *f, uint32_t producer, bool vanishes)
{
    double bytes = sn_fuser_bytes(f, producer), moved = vanishes ? 2 * bytes : bytes;
    if (bytes <= 0) return "its size is not known";
    return sn_arena_printf(f->v->arena, "%s less through %s, %.3g us",
                           sn_fusion_bytes_text(f->v->arena, moved), sn_fusion_level(f->m, bytes),
                           1e6 * (sn_fusion_seconds(f->m, bytes, moved) + f->m->core->start));
}

static uint64_t edge_key(uint32_t producer, uint32_t consumer)
{
    return (uint64_t)producer << 32 | consumer;
}

bool sn_fuser_refuse(sn_fuser *f, sn_fusion_rule rule, uint32_t producer, uint32_t consumer,
                     const char *why)
{
    uint64_t key = edge_key(producer, consumer);
    if (sn_map_has_u64(f->refusals, key)) return false;
    sn_fusion_remark r = {.producer = f->v->node[producer],
                          .consumer = f->v->node[consumer],
                          .rule = sn_fusion_rule_name(rule),
                          .why = why};
    r.bytes = 2 * sn_fuser_bytes(f, producer);
    SN_PUSH(f->v->remarks, r);
    sn_map_put_u64(f->refusals, key, (void *)(uintptr_t)f->v->remarks.n);
    return false;
}

void sn_fuser_join(sn_fuser *f, uint32_t a, uint32_t b, sn_fusion_rule rule, uint32_t producer,
                   uint32_t consumer, const char *why)
{
    sn_fused *g = &f->of[a], *h = &f->of[b];
    g->rules |= h->rules | 1u << rule;
    g->n_operands += h->n_operands;
    g->moves_only = g->moves_only && h->moves_only;
    sn_group_dag_join(&f->q, a, b);
    sn_fusion_remark r = {.fused = true,
                          .producer = f->v->node[producer],
                          .consumer = f->v->node[consumer],
                          .rule = sn_fusion_rule_name(rule)};
    r.why = why;
    r.bytes = sn_fuser_bytes(f, producer) *
              (sn_fuser_read_beyond_group(f, producer, SN_NOT_HERE) ? 1 : 2);
    SN_PUSH(f->v->remarks, r);
}

void sn_fuser_place(sn_fuser *f, uint32_t producer, uint32_t consumer, const char *why)
{
    sn_fusion_remark r = {
        .fused = true, .producer = f->v->node[producer], .consumer = f->v->node[consumer]};
    r.rule = sn_fusion_rule_name(SN_FUSION_RULE_SLICES);
    r.why = why;
    r.bytes = 2 * sn_fuser_bytes(f, producer);
    SN_PUSH(f->v->remarks, r);
    sn_map_put_u64(f->refusals, edge_key(producer, consumer), (void *)(uintptr_t)f->v->remarks.n);
}

/* ---- sweeps ---------------------------------------------------------------------------------- */

static bool take(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    switch (sn_node_kind(n)) {
    case SN_FUSE_ELEMENTWISE:
    case SN_FUSE_BROADCAST:
        return n->n_out == 1 && sn_fuse_point(f, i);
    case SN_FUSE_INJECTIVE:
        return sn_fuse_move(f, i);
    case SN_FUSE_REDUCTION:
        return !f->apart && sn_fuse_sum(f, i);
    case SN_FUSE_OUT:
        return sn_fuse_sum(f, i) || (!f->apart && (sn_fuse_factor(f, i) || sn_fuse_prologue(f, i)));
    default:
        return false;
    }
}

static void begin(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const sn_fusion_kind kind = sn_node_kind(n);
    sn_fused *g = &f->of[i];
    g->tile = n->n_out == 1 ? n->out[0]->shape : sn_shape_unknown();
    g->anchor = kind == SN_FUSE_OUT ? f->v->node[i] : NULL;
    g->moves_only = kind == SN_FUSE_INJECTIVE;
    f->role[i] = sn_fusion_role_of(kind);
    for (unsigned s = 0; s < n->n_in && kind <= SN_FUSE_REDUCTION; s++)
        g->n_operands += sn_fusion_read(f->v, n, s) != NULL;
    if (kind == SN_FUSE_INJECTIVE) g->n_operands = 1;
}

static const char *no_rule(const sn_fuser *f, uint32_t producer, uint32_t consumer)
{
    const sn_fusion_kind a = sn_node_kind(f->v->node[producer]),
                         b = sn_node_kind(f->v->node[consumer]);
    if (a == SN_FUSE_OPAQUE || b == SN_FUSE_OPAQUE) return "an opaque operator is computed alone";
    if (a == SN_FUSE_REDUCTION || b == SN_FUSE_REDUCTION) return "a reduction is computed alone";
    return b == SN_FUSE_OUT && a != SN_FUSE_OUT
               ? "it is complex, and needs many elements of the value at once"
               : "both are complex";
}

/* Every edge between groups has a reason; those that came to lie within a group need none. */
static void settle_remarks(sn_fuser *f)
{
    for (uint32_t i = 0; i < f->v->n; i++) {
        for (unsigned s = 0; s < f->v->node[i]->n_in; s++) {
            const sn_value *value = sn_fusion_read(f->v, f->v->node[i], s);
            uint32_t k = value ? sn_fusion_maker(f->v, value) : SN_NOT_HERE;
            if (k == SN_NOT_HERE || sn_fuser_group(f, k) == sn_fuser_group(f, i)) continue;
            sn_fuser_refuse(f, SN_FUSION_RULE_NONE, k, i, no_rule(f, k, i));
        }
    }
    size_t n = 0;
    for (size_t r = 0; r < f->v->remarks.n; r++) {
        const sn_fusion_remark *m = &f->v->remarks.v[r];
        uint32_t a = sn_fuser_group(f, f->v->index[m->producer->id]),
                 b = sn_fuser_group(f, f->v->index[m->consumer->id]);
        if (m->fused || a != b) f->v->remarks.v[n++] = *m;
    }
    f->v->remarks.n = n;
}

/* Why single operators are alone: the first edge that was refused. */
static const char **why_alone(sn_fuser *f)
{
    const char **why = SN_NEW_N(f->v->arena, const char *, f->v->n);
    for (size_t r = 0; r < f->v->remarks.n; r++) {
        const sn_fusion_remark *m = &f->v->remarks.v[r];
        uint32_t a = f->v->index[m->producer->id], b = f->v->index[m->consumer->id];
        if (m->fused) continue;
        if (!why[a]) why[a] = m->why;
        if (!why[b]) why[b] = m->why;
    }
    return why;
}

static const char *why_of(sn_fuser *f, uint32_t group, const char *alone)
{
    if (f->of[group].in_slices && f->q.size[group] == 1)
        return "parts lie where they belong: nothing is left to do";
    if (f->q.size[group] == 1) return alone ? alone : "there is nothing beside it";
    sn_str s;
    sn_str_init(&s, f->v->arena);
    for (sn_fusion_rule r = 0; r < SN_N_FUSION_RULES; r++) {
        if (f->of[group].rules >> r & 1)
            sn_str_addf(&s, "%s%s", s.n ? ", " : "", sn_fusion_rule_name(r));
    }
    return s.s;
}

static void give(sn_fuser *f, sn_groups *out)
{
    sn_group *facts = SN_NEW_N(f->v->arena, sn_group, f->v->n);
    uint32_t *group = SN_NEW_N(f->v->arena, uint32_t, f->v->n);
    const char **alone = why_alone(f);
    for (uint32_t i = 0; i < f->v->n; i++) {
        group[i] = sn_fuser_group(f, i);
        if (group[i] != i) continue;
        const sn_fused *g = &f->of[i];
        facts[i] = (sn_group){.anchor = g->anchor, .in_slices = g->in_slices};
        facts[i].why = why_of(f, i, alone[i]);
    }
    sn_fusion_result r = {group, f->q.at, f->role, facts};
    sn_fusion_assemble(f->v, &r, out);
}

void sn_fuse_full(sn_fusion_view *v, const sn_fusion_options *options, sn_groups *out)
{
    sn_fuser f = {.v = v, .can = options->can, .m = options->machine, .without = options->without};
    if (options->apart) f.apart = sn_values_of_images(v->g, v->arena);
    f.of = SN_NEW_N(v->arena, sn_fused, v->n);
    f.role = SN_NEW_N(v->arena, sn_fusion_role, v->n);
    f.stage = SN_NEW_N(v->arena, uint32_t, v->n);
    f.bytes = SN_NEW_N(v->arena, double, v->n);
    f.kept_for = SN_NEW_N(v->arena, uint32_t, v->n);
    for (uint32_t i = 0; i < v->n; i++) f.bytes[i] = -1, f.kept_for[i] = SN_NOT_HERE;
    f.refusals = sn_map_create(v->arena);
    sn_group_dag_init(&f.q, v);
    for (uint32_t i = 0; i < v->n; i++) {
        begin(&f, i);
        take(&f, i);
    }
    settle_remarks(&f);
    give(&f, out);
}
