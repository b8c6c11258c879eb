/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers that are still what was read. Most of a large network is untouched, and for such a layer
 * nothing has to be found out: its line has the tokens that it had, and its inputs and weights come
 * from the slots where they went. */
#include "formats/ncnn/writer.h"

#include <string.h>

enum { MAX_BOTTOMS = 16 }; /* compared in pairs below */

void sn_ncnn_remember(sn_arena *arena, const sn_ncnn_import *im, const sn_node *n,
                      sn_ncnn_record *r)
{
    uint16_t *slots = SN_NEW_N(arena, uint16_t, r->n_bottoms + im->loads.n);
    size_t n_found = 0;
    for (int i = 0; i < im->n_slots; i++) {
        const sn_ncnn_slot *s = &im->slots[i];
        if (s->from != SN_FROM_BOTTOM && s->from != SN_FROM_WEIGHT) continue;
        int at = s->from == SN_FROM_BOTTOM ? s->index : r->n_bottoms + s->index;
        slots[at] = (uint16_t)i;
        n_found++;
    }
    /* One input in several slots, or numbers in the params: the long way has the rules for these.
     */
    if (!im->row || n_found != (size_t)im->n_slots || n_found != (size_t)r->n_bottoms + im->loads.n)
        return;
    r->made = (sn_ncnn_expansion){
        .node = n->id, .params = n->params, .slots = slots, .n_slots = im->n_slots};
}

/* What the line reads for a slot: what was made of it by shapes alone belongs to the line. */
static const sn_value *read_at(const sn_node *n, unsigned slot)
{
    const sn_value *v = sn_in(n, slot);
    const bool belongs = v && v->def && v->def->implied && n->origin && v->def->origin == n->origin;
    return belongs ? sn_in(v->def, 0) : v;
}

/* Two inputs are one blob now exactly where they were. */
static bool same_shared_blobs(const sn_node *n, const sn_ncnn_record *r)
{
    for (int i = 1; i < r->n_bottoms; i++) {
        for (int k = 0; k < i; k++) {
            bool was = strcmp(r->bottoms[i], r->bottoms[k]) == 0;
            if (was != (read_at(n, r->made.slots[i]) == read_at(n, r->made.slots[k]))) return false;
        }
    }
    return true;
}

/* Params that became exact, or were copied, are at another place. */
bool sn_ncnn_is_as_read(const sn_ncnn_writer *w, const sn_node *n, const sn_ncnn_record *r,
                        uint32_t *through)
{
    const sn_ncnn_expansion *m = &r->made;
    *through = 0;
    if (w->release != SN_NCNN_NEWEST) return false; /* an older release may lack what it has */
    if (!m->slots || m->node != n->id || m->params != n->params) return false;
    if (n->n_in != m->n_slots || n->n_out != r->n_tops || r->n_bottoms > MAX_BOTTOMS) return false;
    if (sn_op_has(n->op, SN_TRAIT_INPUT)) return false; /* its sizes may have been given since */
    for (int i = 0; i < m->n_slots; i++) {
        const sn_value *v = read_at(n, m->slots[i]);
        if (!v || (v->def != NULL) != (i < r->n_bottoms)) return false;
        if (v != sn_in(n, m->slots[i]))
            *through |= 1u << m->slots[i];
        else if (v->def && v->def->implied)
            return false; /* what another layer implies, and this one may, too */
    }
    return same_shared_blobs(n, r);
}

static void set_weights(sn_ncnn_writer *w, const sn_node *n, const sn_ncnn_record *r,
                        sn_ncnn_line *line)
{
    sn_ncnn_values v;
    sn_ncnn_loads loads = {.arena = w->arena};
    sn_ncnn_record_values(r, &v);
    sn_ncnn_loads_of(&v, &loads);
    line->loads = loads.v;
    line->n_weights = loads.n;
    line->weights = SN_NEW_N(w->arena, const sn_tensor *, loads.n);
    for (size_t i = 0; i < loads.n; i++)
        line->weights[i] = sn_in(n, r->made.slots[(size_t)r->n_bottoms + i])->data;
}

bool sn_ncnn_spell_as_read(sn_ncnn_writer *w, const sn_node *n, const sn_ncnn_record *r)
{
    uint32_t through;
    if (!sn_ncnn_is_as_read(w, n, r, &through)) return false;
    sn_ncnn_line *line =
        sn_ncnn_new_line(w, r->type, n->name ? n->name : r->name, r->n_bottoms, r->n_tops);
    for (int i = 0; i < r->n_bottoms; i++)
        line->bottoms[i] = sn_ncnn_wire_of(w, read_at(n, r->made.slots[i]));
    for (int i = 0; i < r->n_tops; i++) line->tops[i] = sn_ncnn_wire_of(w, n->out[i]);
    line->origin = r;
    line->node = n;
    line->features = n->features;
    line->n_args = r->n_args;
    line->args_as_read = true;
    SN_PUSH(w->lines, line);
    if (w->counting) return true;
    line->args = sn_arena_copy(w->arena, r->args, (size_t)r->n_args * sizeof *r->args);
    if (r->made.n_slots > r->n_bottoms) set_weights(w, n, r, line);
    return true;
}
