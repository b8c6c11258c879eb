/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that become one: expand, depthwise and project convolutions whose results between them
 * nobody else reads. The kernel (kernels/block.h) says whether it can and whether it pays; what it
 * refuses is a remark. */
#include "kernels/block.h"

#include "plan/planner.h"

extern const sn_kernel sn_kernel_pointwise, sn_kernel_depthwise;

static bool touches(const sn_step *s, const sn_storage *storage, bool *writes)
{
    bool reads = false;
    *writes = false;
    for (int i = 0; i < s->n_in; i++) reads |= s->in[i] && s->in[i]->storage == storage;
    for (int i = 0; i < s->epilogue.n; i++)
        reads |= s->epilogue.outside[i].place && s->epilogue.outside[i].place->storage == storage;
    for (int i = 0; i < s->n_out; i++) *writes |= s->out[i]->storage == storage;
    return reads || *writes;
}

/* The only step that touches a storage beside step `but`, and does so by `writing`; SIZE_MAX: there
 * is none, or there are more. */
static size_t only_other(const planner *p, const sn_storage *storage, size_t but, bool writing)
{
    size_t found = SIZE_MAX;
    if (storage->where != SN_IN_WORKSPACE) return SIZE_MAX;
    for (size_t i = 0; i < p->steps.n; i++) {
        bool writes;
        if (i == but || !p->steps.v[i] || !touches(p->steps.v[i], storage, &writes)) continue;
        if (found != SIZE_MAX || writes != writing) return SIZE_MAX;
        found = i;
    }
    return found;
}

static bool is_of(const planner *p, size_t at, const sn_kernel *kernel)
{
    return at != SIZE_MAX && p->steps.v[at]->kernel == kernel && p->steps.v[at]->node;
}

sn_status sn_plan_blocks(planner *p)
{
    for (size_t i = 0; i < p->steps.n; i++) {
        const sn_step *middle = p->steps.v[i];
        if (!middle || middle->kernel != &sn_kernel_depthwise) continue;
        const size_t before = only_other(p, middle->in[0]->storage, i, true),
                     after = only_other(p, middle->out[0]->storage, i, false);
        if (!is_of(p, before, &sn_kernel_pointwise) || !is_of(p, after, &sn_kernel_pointwise))
            continue;
        if (p->steps.v[after]->in[0] == NULL ||
            p->steps.v[after]->in[0]->storage != middle->out[0]->storage)
            continue;
        sn_step *block = NULL;
        const char *why = NULL;
        SN_TRY(sn_block_of(&p->k, p->steps.v[before], middle, p->steps.v[after], &block, &why));
        if (!block) {
            SN_PUSH(p->remarks,
                    sn_arena_printf(
                        p->arena, "'%s' is not computed row by row with its neighbours: %s",
                        middle->node->name ? sn_escape(p->arena, middle->node->name) : "?", why));
            continue;
        }
        p->steps.v[before] = p->steps.v[i] = NULL;
        p->steps.v[after] = block;
    }
    size_t n = 0;
    for (size_t i = 0; i < p->steps.n; i++) {
        if (!p->steps.v[i]) continue;
        p->steps.v[n] = p->steps.v[i];
        p->steps.v[n]->id = (uint32_t)n;
        n++;
    }
    p->steps.n = n;
    return SN_OK;
}
