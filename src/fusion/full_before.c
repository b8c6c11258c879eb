/* SPDX-License-Identifier: Apache-2.0
 *
 * The second sweep: groups that hold nothing complex, before what reads them. Elementwise operators
 * are computed as the reader loads, moves become a map of where it loads from. Whatever is done
 * there is done each time an element is loaded, so this is where cost decides: a direct convolution
 * loads an element for every tap and every block of output channels. A row-local operator (softmax,
 * a norm) keeps its row, so there nothing is done twice, and the value may be stored for others,
 * too. */
#include "fusion/full.h"

#include "ops/pool.h"

/* Members as what they are at the load; nobody goes on with them. */
static void become(sn_fuser *f, uint32_t group, sn_fusion_role role)
{
    SN_EACH_MEMBER(i, &f->q, group)
    {
        f->role[i] = role;
        f->stage[i] = SN_NOT_HERE;
    }
}

static bool any_read_outside(sn_fuser *f, uint32_t group, uint32_t reader)
{
    SN_EACH_MEMBER(i, &f->q, group)
    {
        if (sn_fuser_read_beyond_group(f, i, reader)) return true;
    }
    return false;
}

static double reads_of(sn_fuser *f, const sn_node *reader)
{
    if (sn_node_kind(reader) != SN_FUSE_OUT) return 1;
    if (f->can->reads_per_element) return f->can->reads_per_element(f->can->user, reader);
    return sn_fusion_usual_reads(f->m, reader, f->v->arena);
}

/* Seconds that are needed beyond those of computing it once, against what going through memory
 * costs. */
static const char *loses(sn_fuser *f, uint32_t group, uint32_t k, const sn_node *reader, bool moves,
                         const char **saving)
{
    double work = 0, bytes = sn_fuser_bytes(f, k), reads = reads_of(f, reader);
    SN_EACH_MEMBER(i, &f->q, group)
    work += moves ? 1 / f->m->core->scalar
                  : 2 * sn_fusion_point_work(f->v->node[i], f->v->arena) / sn_machine_flops(f->m);
    if (bytes <= 0 || !(reads < 1e9)) return "sizes are not known";
    double gain = sn_fusion_seconds(f->m, bytes, 2 * bytes) + f->m->core->start,
           loss = (reads - 1) * work * bytes / 4;
    *saving = sn_fuser_saving(f, k, true);
    if (loss > 0)
        *saving = sn_arena_printf(f->v->arena, "%s; computing it %.3g times takes %.3g us more",
                                  *saving, reads, 1e6 * loss);
    if (loss <= gain) return NULL;
    return sn_arena_printf(f->v->arena,
                           "it would be computed %.3g times, which costs %.3g us and saves %.3g",
                           reads, 1e6 * loss, 1e6 * gain);
}

static bool (*asked(sn_fuser *f, bool moves))(void *, const sn_node *, const sn_node *)
{
    return moves ? f->can->can_load_map : f->can->can_prologue;
}

/* The usual case: nobody else reads it, and it pays. */
static void at_the_load(sn_fuser *f, uint32_t group, uint32_t k, uint32_t i)
{
    const sn_fused *g = &f->of[group], *to = &f->of[sn_fuser_group(f, i)];
    const sn_fusion_rule rule = g->moves_only ? SN_FUSION_RULE_LOAD_MAP : SN_FUSION_RULE_PROLOGUE;
    const char *why = NULL, *saving = NULL;
    if (any_read_outside(f, group, i))
        why = "others read the value, too";
    else if (!sn_fuser_at_tile(f, k))
        why = "it is not the last of its group";
    else
        why = loses(f, group, k, f->v->node[i], g->moves_only, &saving);
    if (!why) {
        bool (*can)(void *, const sn_node *, const sn_node *) = asked(f, g->moves_only);
        SN_EACH_MEMBER(m, &f->q, group)
        {
            if (!can || !can(f->can->user, to->anchor, f->v->node[m]))
                why = "no kernel does it as it loads";
        }
    }
    if (!why) why = sn_fuser_conflict(f, sn_fuser_group(f, i), group);
    if (why) {
        sn_fuser_refuse(f, rule, k, i, why);
        return;
    }
    become(f, group, g->moves_only ? SN_ROLE_LOAD_MAP : SN_ROLE_PROLOGUE);
    sn_fuser_join(f, sn_fuser_group(f, i), group, rule, k, i, saving);
}

/* Softmax and norms: the row is there when it is needed. */
static void before_rows(sn_fuser *f, uint32_t group, uint32_t k, uint32_t i, unsigned axes)
{
    const sn_node *n = f->v->node[i];
    const sn_capability *can = f->can;
    uint32_t into = sn_fuser_group(f, i);
    const char *why = NULL;
    if (!sn_fuser_at_tile(f, k) || !sn_shape_equal(&f->of[group].tile, &n->out[0]->shape))
        why = "it has another shape";
    else if (!can->can_row || !can->can_row(can->user, n, &n->out[0]->shape, axes))
        why = "no kernel computes what its rows are made of";
    else if (any_read_outside(f, group, i) &&
             !(can->can_store_more && can->can_store_more(can->user, n, 1)))
        why = "others read the value, too, and no kernel stores both";
    SN_EACH_MEMBER(m, &f->q, group)
    {
        if (!why && (!can->can_prologue || !can->can_prologue(can->user, n, f->v->node[m])))
            why = "no kernel does it as it loads";
    }
    if (!why) why = sn_fuser_conflict(f, into, group);
    if (why) {
        sn_fuser_refuse(f, SN_FUSION_RULE_PROLOGUE, k, i, why);
        return;
    }
    const char *saving = sn_fuser_saving(f, k, !any_read_outside(f, group, i));
    become(f, group, SN_ROLE_PROLOGUE);
    f->of[into].row_axes = axes;
    sn_fuser_join(f, into, group, SN_FUSION_RULE_PROLOGUE, k, i, saving);
}

static void look_at(sn_fuser *f, uint32_t k, uint32_t i)
{
    uint32_t group = sn_fuser_group(f, k), into = sn_fuser_group(f, i);
    const sn_fused *g = &f->of[group], *to = &f->of[into];
    const sn_node *n = f->v->node[i];
    const sn_fusion_role role = f->role[i];
    bool simple = !g->anchor && !g->row_axes && !g->in_slices &&
                  sn_node_kind(f->v->node[k]) != SN_FUSE_OPAQUE;
    if (group == into || !simple || to->in_slices || to->small || sn_node_kind(n) == SN_FUSE_OPAQUE)
        return;
    if (role == SN_ROLE_ANCHOR && !g->moves_only && sn_fusion_row_axes(n) &&
        !sn_is_global_pool(n->op)) {
        before_rows(f, group, k, i, sn_fusion_row_axes(n));
    } else if (role == SN_ROLE_ANCHOR || role == SN_ROLE_REDUCE) {
        at_the_load(f, group, k, i);
    } else if (role == SN_ROLE_POINT && g->moves_only &&
               sn_shape_equal(&g->tile, &n->out[0]->shape)) {
        at_the_load(f, group, k, i);
    } else if (role == SN_ROLE_MOVE && !g->moves_only) {
        at_the_load(f, group, k, i);
    }
}

void sn_fuse_before(sn_fuser *f, uint32_t i)
{
    for (unsigned s = 0; s < f->v->node[i]->n_in; s++) {
        const sn_value *value = sn_fusion_read(f->v, f->v->node[i], s);
        uint32_t k = value ? sn_fusion_maker(f->v, value) : SN_NOT_HERE;
        if (k != SN_NOT_HERE) look_at(f, k, i);
    }
}
