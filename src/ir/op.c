/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots of operators, messages that name a node, and outputs that an evaluation makes itself. */
#include "ir/op.h"

#include <stdio.h>
#include <string.h>

const sn_op *sn_dialect_op(const sn_dialect *d, const char *name)
{
    for (size_t i = 0; i < d->n_ops; i++) {
        if (strcmp(d->ops[i]->name, name) == 0) return d->ops[i];
    }
    return NULL;
}

int sn_op_n_slots(const sn_op *op)
{
    int n = 0;
    if (!op->slots) return 0;
    while (op->slots[n].name) n++;
    return n;
}

int sn_op_n_bodies(const sn_op *op)
{
    int n = 0;
    while (op->bodies && op->bodies[n]) n++;
    return n;
}

const char *sn_graph_place(sn_arena *arena, const sn_graph *g)
{
    const sn_node *owner = g->owner;
    if (!owner) return "";
    uint16_t i = 0;
    while (i < owner->n_body && owner->body[i] != g) i++;
    const char *which = i < owner->n_body && owner->op->bodies ? owner->op->bodies[i] : "body";
    const char *name = owner->name ? sn_escape(arena, owner->name)
                                   : sn_arena_printf(arena, "%s #%u", owner->op->name, owner->id);
    const char *around = sn_graph_place(arena, owner->graph);
    return sn_arena_printf(arena, "%s%s%s.%s", around, *around ? "/" : "", name, which);
}

const sn_slot *sn_op_slot(const sn_op *op, unsigned slot)
{
    unsigned n = (unsigned)sn_op_n_slots(op);
    if (slot < n) return &op->slots[slot];
    return n && (op->slots[n - 1].flags & SN_SLOT_VARIADIC) ? &op->slots[n - 1] : NULL;
}

/* Slots are positional: up to the last one that must be there. */
int sn_op_min_inputs(const sn_op *op)
{
    int n = sn_op_n_slots(op);
    while (n > 0 && (op->slots[n - 1].flags & SN_SLOT_OPTIONAL)) n--;
    return n;
}

int sn_op_max_inputs(const sn_op *op)
{
    int n = sn_op_n_slots(op);
    return n && (op->slots[n - 1].flags & SN_SLOT_VARIADIC) ? INT32_MAX : n;
}

/* `conv 'conv5'`: the layer's name, or that of its first output, or the id. */
static void place(const sn_node *node, char *out, size_t n)
{
    const char *name = node->name;
    if (!name && node->n_out) name = node->out[0]->name;
    if (name)
        snprintf(out, n, "%s '%s'", sn_node_op_name(node), name);
    else
        snprintf(out, n, "%s #%u", sn_node_op_name(node), node->id);
}

bool sn_node_is_layer(const sn_node *n)
{
    if (sn_op_has(n->op, SN_TRAIT_OUTPUT)) return false;
    return !(n->implied || n->op->adapts) || sn_value_is_result(n->out[0]);
}

sn_value *sn_before_adapters(sn_value *v)
{
    while (v && v->def && v->def->op->adapts) v = sn_in(v->def, 0);
    return v;
}

const char *sn_node_op_name(const sn_node *n)
{
    const bool is_part = n->implied || n->op->several;
    return is_part && n->origin && n->origin->type ? n->origin->type : n->op->name;
}

sn_status sn_node_fail(sn_ctx *ctx, const sn_node *node, sn_status code, const char *fmt, ...)
{
    char where[256], text[2048];
    place(node, where, sizeof where);
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return sn_fail(ctx, code, "%s: %s", where, text);
}

sn_status sn_eval_alloc(sn_eval *e, unsigned slot, sn_type type, const sn_shape *shape)
{
    sn_tensor *t;
    void *data;
    SN_TRY(sn_tensor_create(e->ctx, type, shape, &t, &data));
    sn_tensor_release(e->out[slot]);
    e->out[slot] = t;
    e->out_data[slot] = data;
    e->out_shape[slot] = *shape;
    e->out_type[slot] = type;
    return SN_OK;
}

const char *sn_fusion_kind_name(sn_fusion_kind kind)
{
    static const char *const names[] = {
        "elementwise", "broadcast", "injective", "reduction", "complex", "", "", "tuple", "opaque"};
    return names[kind];
}

bool sn_node_reads_shape_only(const sn_node *n, unsigned slot)
{
    return n->op->reads_shape_only && n->op->reads_shape_only(n, slot);
}
