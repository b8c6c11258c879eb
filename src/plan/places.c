/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory for values: of their own, or part of another value's. */
#include "ops/images.h"
#include "ops/ops.h"
#include "plan/planner.h"

sn_type sn_plan_type(const sn_value *v)
{
    return !v || v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type;
}

int64_t sn_plan_images_of(const planner *p, bool of_image) { return of_image ? p->images : 1; }

static sn_storage *new_storage(planner *p, int64_t bytes, bool of_image)
{
    sn_storage *s = SN_NEW(p->arena, sn_storage);
    s->id = (uint32_t)p->storages.n;
    s->bytes = bytes;
    s->images = sn_plan_images_of(p, of_image);
    s->first = INT32_MAX;
    s->last = -1;
    SN_PUSH(p->storages, s);
    return s;
}

static bool is_of_image(const planner *p, const sn_value *v)
{
    return !p->splits || (v && p->of_image[v->id]);
}

static sn_place *new_place(planner *p, const sn_value *v, const sn_shape *s, sn_layout_kind kind,
                           sn_type type, bool of_image)
{
    sn_place *place = SN_NEW(p->arena, sn_place);
    place->value = v;
    place->type = type;
    place->shape = *s;
    place->layout = sn_plan_layout(p, s, kind);
    place->of_image = of_image;
    place->storage = new_storage(
        p, sn_plan_floats(p, &place->layout) * sn_place_element_bytes(place), place->of_image);
    return place;
}

sn_place *sn_plan_place(planner *p, const sn_value *v, const sn_shape *s, sn_layout_kind kind)
{
    return new_place(p, v, s, kind, sn_plan_type(v), is_of_image(p, v));
}

sn_place *sn_plan_own_place(planner *p, const sn_place *y, sn_layout_kind kind)
{
    return new_place(p, NULL, &y->shape, kind, SN_TYPE_f32, y->of_image);
}

sn_place *sn_plan_typed_place(planner *p, const sn_value *v, const sn_shape *s, sn_type type)
{
    return new_place(p, v, s, SN_LAYOUT_PLAIN, type, is_of_image(p, v));
}

sn_place *sn_plan_wide_place(planner *p, const sn_value *v, sn_layout_kind kind)
{
    return new_place(p, v, &v->shape, kind, SN_TYPE_f32, is_of_image(p, v));
}

/* Part of another place, which begins at that channel (BLOCKED) or so many elements on (PLAIN). */
static sn_place *part_of(planner *p, const sn_value *v, const sn_place *whole, int64_t channel,
                         int64_t offset)
{
    sn_place *place = SN_NEW(p->arena, sn_place);
    place->value = v;
    place->type = whole->type;
    place->shape = v->shape;
    place->layout = sn_plan_layout(p, &v->shape, whole->layout.kind);
    place->storage = whole->storage;
    place->of_image = whole->of_image;
    place->apart = whole->apart;
    place->pitch = whole->pitch;
    if (whole->layout.kind == SN_LAYOUT_BLOCKED) {
        place->layout.plane = whole->layout.plane;
        offset = channel / p->k.machine->lanes * whole->layout.plane;
    }
    place->offset = whole->offset + offset * sn_place_element_bytes(whole);
    return place;
}

static sn_place **home_of(planner *p, const sn_value *v)
{
    return &plan_of(p, v)->place[plan_of(p, v)->primary_layout];
}

/* A concat may be a part of a concat, and so on, as deep as the network is: the outermost is placed
 * first. */
sn_place *sn_plan_primary_place(planner *p, const sn_value *v)
{
    SN_VEC(const sn_value *) open = SN_VEC_IN(p->arena);
    for (const sn_value *at = v; at && !*home_of(p, at); at = plan_of(p, at)->concat_of)
        SN_PUSH(open, at);
    while (open.n) {
        const sn_value *at = SN_POP(open);
        const value_plan *vp = plan_of(p, at);
        *home_of(p, at) = vp->concat_of ? part_of(p, at, *home_of(p, vp->concat_of),
                                                  vp->concat_channel, vp->concat_offset)
                                        : sn_plan_place(p, at, &at->shape, vp->primary_layout);
    }
    return *home_of(p, v);
}

/* What join_images and each_image make: the same memory. */
static sn_place *image_place(planner *p, const sn_value *v, const sn_place *x)
{
    sn_place *place = sn_arena_copy(p->arena, x, sizeof *x);
    const bool joins = plan_of(p, v)->joins;
    place->value = v;
    place->shape = v->shape;
    place->of_image = !joins;
    place->apart = !joins;
    place->pitch = 0;
    if (joins) {
        x->storage->joined = true;
        return place;
    }
    place->layout = sn_plan_layout(p, &v->shape, SN_LAYOUT_PLAIN);
    if (((const sn_each_image_params *)v->def->params)->apart) place->pitch = sn_place_bytes(place);
    return place;
}

/* Whether the images of a place lie, or can lie, one behind the other; PLAIN: and nothing else
 * between. */
static bool can_join(const planner *p, const sn_place *x)
{
    const int64_t bytes = sn_plan_floats(p, &x->layout) * sn_place_element_bytes(x);
    if (x->apart || x->storage->where != SN_IN_WORKSPACE) return false;
    return x->layout.kind == SN_LAYOUT_BLOCKED || (x->offset == 0 && x->storage->bytes == bytes);
}

/* All images of a value, in that layout. */
static sn_status joined_place(planner *p, const sn_value *v, sn_layout_kind kind,
                              const sn_place **out)
{
    value_plan *vp = plan_of(p, v);
    const sn_place *x = NULL;
    SN_TRY(sn_plan_read(p, vp->same, kind, &x));
    if (!can_join(p, x)) {
        sn_place *own = sn_plan_place(p, vp->same, &x->shape, kind);
        SN_TRY(sn_plan_convert(p, x, own));
        x = own;
    }
    *out = vp->place[kind] = image_place(p, v, x);
    vp->ready = true;
    return SN_OK;
}

static bool is_view(planner *p, const sn_value *v)
{
    return plan_of(p, v)->same && !sn_value_is_const(v);
}

/* Views: of the value they are views of, in the layout in which they are one. There may be as many
 * one behind the other as the network has layers; the first is placed first. What joins images is
 * read like any other value. */
static sn_status view_place(planner *p, const sn_value *v, const sn_place **out)
{
    SN_VEC(const sn_value *) open = SN_VEC_IN(p->arena);
    for (const sn_value *at = v; is_view(p, at) && !plan_of(p, at)->joins && !*home_of(p, at);
         at = plan_of(p, at)->same)
        SN_PUSH(open, at);
    while (open.n) {
        const sn_value *at = SN_POP(open);
        const value_plan *vp = plan_of(p, at);
        const sn_place *whole = NULL;
        SN_TRY(sn_plan_read(p, vp->same, vp->primary_layout, &whole));
        *home_of(p, at) =
            at->def && at->def->op == &sn_op_each_image && !sn_image_of_joined(at->def)
                ? image_place(p, at, whole)
                : part_of(p, at, whole, vp->alias_channel, vp->alias_offset);
    }
    *out = *home_of(p, v);
    return SN_OK;
}

/* A vector of channels is BLOCKED and PLAIN at once, but that its last block must be whole; so is
 * all where vectors have one lane. */
static bool serves_as(const planner *p, const sn_place *place, sn_layout_kind kind)
{
    const sn_layout *l = &place->layout;
    if (l->kind == kind) return true;
    if (p->k.machine->lanes == 1) return place->shape.rank >= 1;
    if (kind == SN_LAYOUT_PLAIN) return l->pixels == 1 && l->plane == p->k.machine->lanes;
    return sn_shape_count(&place->shape) == place->shape.d[0] && place->shape.rank >= 1 &&
           place->shape.d[0] % p->k.machine->lanes == 0;
}

/* A constant that a kernel reads at run time. */
static sn_status constant_home(planner *p, const sn_value *v)
{
    value_plan *vp = plan_of(p, v);
    if (vp->ready) return SN_OK;
    vp->ready = true;
    if (sn_plan_type(v) != SN_TYPE_f32) return sn_plan_constant(p, sn_plan_primary_place(p, v));
    sn_formula f = {.expr = sn_expr_input(p->arena, 1), .n = 2};
    int64_t stride = 1;
    f.operand[1].value = v;
    for (int k = v->shape.rank - 1; k >= 0; k--) {
        f.operand[1].stride[k] = v->shape.d[k] == 1 ? 0 : stride;
        stride *= v->shape.d[k];
    }
    return sn_plan_map(p, NULL, 0, &f, sn_plan_primary_place(p, v));
}

sn_status sn_plan_read(planner *p, const sn_value *v, sn_layout_kind kind, const sn_place **out)
{
    value_plan *vp = plan_of(p, v);
    if (vp->place[kind] && vp->ready) {
        *out = vp->place[kind];
        return SN_OK;
    }
    const sn_place *primary = NULL;
    if (vp->joins && vp->place[kind]) {
        *out = vp->place[kind];
        return SN_OK;
    }
    if (vp->joins) return joined_place(p, v, kind, out);
    if (is_view(p, v)) {
        SN_TRY(view_place(p, v, &primary));
    } else {
        if (sn_value_is_const(v)) SN_TRY(constant_home(p, v));
        primary = sn_plan_primary_place(p, v);
    }
    if (primary->layout.kind == kind) {
        *out = primary;
        return SN_OK;
    }
    if (vp->place[kind]) {
        *out = vp->place[kind];
        return SN_OK;
    }
    if (serves_as(p, primary, kind)) {
        sn_place *place = sn_arena_copy(p->arena, primary, sizeof *primary);
        place->layout = sn_plan_layout(p, &v->shape, kind);
        *out = vp->place[kind] = place;
        return SN_OK;
    }
    sn_place *place = sn_plan_place(p, v, &v->shape, kind);
    vp->place[kind] = place;
    *out = place;
    return sn_plan_convert(p, primary, place);
}

sn_status sn_plan_read_f32(planner *p, const sn_value *v, sn_layout_kind kind, const sn_place **out)
{
    if (sn_plan_type(v) == SN_TYPE_f32) return sn_plan_read(p, v, kind, out);
    value_plan *vp = plan_of(p, v);
    if (!vp->as_f32) {
        const sn_place *from = NULL;
        SN_TRY(sn_plan_read(p, v, SN_LAYOUT_PLAIN, &from));
        vp->as_f32 = sn_plan_typed_place(p, v, &v->shape, SN_TYPE_f32);
        SN_TRY(sn_plan_convert(p, from, vp->as_f32));
    }
    *out = vp->as_f32;
    if (kind == SN_LAYOUT_PLAIN) return SN_OK;
    if (!vp->place[SN_LAYOUT_BLOCKED]) {
        sn_place *place = sn_plan_wide_place(p, v, SN_LAYOUT_BLOCKED);
        vp->place[SN_LAYOUT_BLOCKED] = place;
        SN_TRY(sn_plan_convert(p, vp->as_f32, place));
    }
    *out = vp->place[SN_LAYOUT_BLOCKED];
    return SN_OK;
}
