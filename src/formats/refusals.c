/* SPDX-License-Identifier: Apache-2.0
 *
 * Collecting and reporting. */
#include "formats/refusals.h"

#include <string.h>

#include "base/text.h"
#include "base/ways.h"

enum { MOST_PLACES = 12 }; /* that a message lists */

/* What is left where nothing is known of the reason. */
static const char any_way[] =
    SN_WAY_PART " write a part of the network, and " SN_WAY_COMPILE " writes it as C";

void sn_refusals_init(sn_refusals *r, sn_arena *arena)
{
    *r = (sn_refusals){.arena = arena, .target = "", .list = {.arena = arena}};
}

void sn_refuse(sn_refusals *r, const char *op, const char *place, const char *why, const char *way)
{
    sn_refusal *same = NULL;
    for (size_t i = 0; i < r->list.n && !same; i++)
        if (strcmp(r->list.v[i].op, op) == 0 && strcmp(r->list.v[i].why, why) == 0)
            same = &r->list.v[i];
    if (!same) {
        SN_PUSH(r->list, ((sn_refusal){.op = sn_arena_strdup(r->arena, op),
                                       .why = sn_arena_strdup(r->arena, why),
                                       .way = way ? sn_arena_strdup(r->arena, way) : NULL,
                                       .places = {.arena = r->arena}}));
        same = &r->list.v[r->list.n - 1];
    }
    SN_PUSH(same->places, sn_arena_strdup(r->arena, place));
    r->n++;
}

const char *sn_place_of(sn_arena *arena, const sn_node *n)
{
    const char *name = n->name ? n->name : n->n_out ? n->out[0]->name : NULL;
    const char *own = name ? sn_arena_printf(arena, "'%s'", sn_escape(arena, name))
                           : sn_arena_printf(arena, "#%u", n->id);
    const sn_node *owner = n->graph->owner;
    return owner ? sn_arena_printf(arena, "%s in the body of %s %s", own, sn_node_op_name(owner),
                                   sn_place_of(arena, owner))
                 : own;
}

static const char *text_of(const sn_refusals *r, const sn_refusal *one)
{
    sn_str s;
    sn_str_init(&s, r->arena);
    sn_str_add(&s, one->op);
    const size_t n = one->places.n, shown = n > MOST_PLACES ? MOST_PLACES : n;
    for (size_t i = 0; i < shown; i++) sn_str_addf(&s, "%s%s", i ? ", " : " ", one->places.v[i]);
    if (n > shown) sn_str_addf(&s, " and %zu more", n - shown);
    sn_str_addf(&s, " cannot be written for %s: %s", r->target, one->why);
    if (one->way) sn_str_addf(&s, "; %s", one->way);
    return s.s;
}

sn_status sn_refusals_status(sn_ctx *ctx, const sn_refusals *r)
{
    bool others = false;
    if (!r->n) return SN_OK;
    for (size_t i = 0; i < r->list.n; i++) others = others || !r->list.v[i].way;
    const char *sep = others ? "; " : "", *ways = others ? any_way : "";
    if (r->list.n == 1)
        return sn_fail(ctx, SN_E_UNSUPPORTED, "%s%s%s", text_of(r, &r->list.v[0]), sep, ways);
    return sn_fail(ctx, SN_E_UNSUPPORTED,
                   "%u operators cannot be written for %s; a warning "
                   "names each with its reason%s%s",
                   (unsigned)r->n, r->target, sep, ways);
}

void sn_refusals_warn(sn_ctx *ctx, const sn_refusals *r)
{
    for (size_t i = 0; i < r->list.n && r->list.n > 1; i++)
        sn_warn(ctx, "%s", text_of(r, &r->list.v[i]));
}
