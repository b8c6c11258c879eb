/* SPDX-License-Identifier: Apache-2.0
 *
 * A network at sizes to run it at: those that are known, else those that its file hints at. */
#include "api/model.h"
#include "base/ways.h"
#include "ops/structure.h"
#include "ref/run.h"

/* Sizes as they might be, in the place of those that are open: one image, rows and columns of a
 * picture, some of others. Where nothing is known, those of a picture. */
static const char *example_sizes(const sn_shape *shape, sn_arena *arena)
{
    bool known = false;
    sn_str s;
    for (int i = 0; i < shape->rank; i++) known = known || sn_dim_known(shape->d[i]);
    if (shape->rank < 1 || (shape->rank == 3 && !known)) return "3,240,320";
    sn_str_init(&s, arena);
    for (int i = 0; i < shape->rank; i++) {
        const int left = shape->rank - i;
        const bool picture = shape->rank >= 4 && left <= 2;
        const int64_t open = i == 0 && shape->rank > 1 ? 1 : picture ? (left == 2 ? 240 : 320) : 16;
        sn_str_addf(&s, "%s%lld", i ? "," : "",
                    (long long)(sn_dim_known(shape->d[i]) ? shape->d[i] : open));
    }
    return s.s;
}

sn_status sn_model_lacks_sizes(sn_model *m, const sn_value *input)
{
    const sn_input_params *params = input->def->params;
    const char *name = input->name ? sn_escape(m->arena, input->name) : "";
    return sn_fail(
        m->context->ctx, SN_E_SHAPE,
        "the sizes of input '%s' are not known%s: give them, like " SN_WAY_INPUT("%s=%s"), name,
        params->hint.n ? ", and those that the file hints at do not fit the network" : "",
        *name ? name : "data", example_sizes(&input->shape, m->arena));
}

sn_status sn_model_open_input(sn_model *m, const sn_value **open)
{
    size_t n = 0;
    *open = NULL;
    SN_TRY(sn_model_infer(m));
    sn_value **inputs = sn_graph_inputs(m->graph, m->arena, &n);
    for (size_t i = 0; i < n && !*open; i++)
        if (!sn_shape_known(&inputs[i]->shape)) *open = inputs[i];
    return SN_OK;
}

static sn_status sized(sn_model *m, sn_model **out)
{
    sn_model *made = NULL;
    sn_sizes_from from = SN_SIZES_UNKNOWN;
    const sn_value *open = NULL;
    SN_TRY(sn_model_at_some_size(m, &made, &from));
    if (from == SN_SIZES_GIVEN || from == SN_SIZES_HINTED) {
        *out = made;
        return SN_OK;
    }
    sn_model_destroy(made);
    SN_TRY(sn_model_open_input(m, &open));
    if (open) return sn_model_lacks_sizes(m, open);
    return sn_fail(
        m->context->ctx, SN_E_SHAPE,
        "sizes inside the network depend on its data, so it cannot be compiled; " SN_WAY_INTERPRET
        " can run it");
}

sn_status sn_model_sized(sn_model *m, sn_model **out) { SN_GUARD(m->context->ctx, sized(m, out)); }

sn_status sn_model_clone_at_hints(sn_model *m, sn_model **out)
{
    const sn_value *open = NULL;
    sn_model *copy = NULL;
    sn_str said;
    SN_TRY(sn_model_clone(m, &copy));
    *out = copy;
    SN_TRY(sn_model_open_input(copy, &open));
    sn_str_init(&said, copy->arena);
    if (open) SN_TRY(sn_model_pin_hints(copy, copy->arena, &said));
    SN_TRY(sn_model_open_input(copy, &open));
    return open ? sn_model_lacks_sizes(copy, open) : SN_OK;
}

sn_status sn_model_at_hints(sn_model *m, sn_model **out)
{
    const sn_value *open = NULL;
    *out = m;
    SN_TRY(sn_model_open_input(m, &open));
    return open ? sn_model_clone_at_hints(m, out) : SN_OK;
}
