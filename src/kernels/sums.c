/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/sums.h"

#include "kernels/tiling.h"
#include "ops/moments.h"
#include "ops/ops.h"
#include "ops/pool.h"

extern const char sn_text_sum_products[], sn_text_sum_moments[], sn_text_sums_merge[];

sn_sums_kind sn_sums_kind_of(const sn_node *node)
{
    const sn_shape *x = node->n_in ? &sn_in(node, 0)->shape : NULL;
    if (!x || x->rank < 2) return SN_SUMS_NONE;
    if (node->op == &sn_op_global_average_pool)
        return x->rank == ((const sn_global_pool_params *)node->params)->nd + 1 ? SN_SUMS_MEAN
                                                                                : SN_SUMS_NONE;
    const bool products = node->op == &sn_op_channel_sums && sn_in(node, SN_CHANNEL_SUMS_MEAN);
    if (!products && node->op != &sn_op_moments) return SN_SUMS_NONE;
    if (((const sn_moments_params *)node->params)->axis != 0) return SN_SUMS_NONE;
    return products ? SN_SUMS_PRODUCTS : SN_SUMS_MOMENTS;
}

/* Vectors that a part leaves of a block. */
static int vectors_of(sn_sums_kind kind)
{
    switch (kind) {
    case SN_SUMS_NONE:
        break;
    case SN_SUMS_MEAN:
        return 1;
    case SN_SUMS_MOMENTS:
        return 4;
    case SN_SUMS_PRODUCTS:
        return 2;
    }
    return 0;
}

const char *sn_sums_text(const sn_step *s)
{
    static const char *const texts[] = {"", ", with their means", ", with their moments",
                                        ", with sums of them and of products"};
    return texts[s->sums.kind];
}

static int64_t blocks_of(const sn_step *s, int lanes)
{
    return sn_layout_blocks(&s->out[0]->layout, lanes);
}

void sn_sums_plan(const sn_kernel_ctx *k, sn_step *s, int64_t parts)
{
    const int lanes = k->machine->lanes;
    if (s->sums.kind == SN_SUMS_NONE) return;
    s->units[s->n_phases++] = blocks_of(s, lanes);
    s->sums.parts = parts;
    s->sums.at = (s->shared + 15) / 16 * 16;
    s->shared = s->sums.at + parts * blocks_of(s, lanes) * vectors_of(s->sums.kind) * lanes;
}

const char *sn_sums_at(sn_emit *e, const sn_step *s)
{
    return s->sums.at > 0 ? sn_arena_printf(sn_emit_arena(e), "%s + %lld", sn_emit_shared(e, s),
                                            (long long)s->sums.at)
                          : sn_emit_shared(e, s);
}

const char *sn_sums_function(sn_emit *e, sn_sums_kind kind)
{
    const bool products = kind == SN_SUMS_PRODUCTS;
    const char *name = products ? "sum_products" : "sum_moments";
    if (!sn_emit_has_helper(e, name))
        sn_emit_helper(e, name, products ? sn_text_sum_products : sn_text_sum_moments);
    return name;
}

static sn_status sum_up(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const sn_step *s = user;
    const int lanes = sn_emit_machine(e)->lanes;
    const sn_sums_kind kind = s->sums.kind;
    const sn_layout *y = &s->out[0]->layout;
    const sn_shape *shape = &s->out[0]->shape;
    const long long row = (long long)shape->d[shape->rank - 1] * lanes;
    if (n != 7)
        return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "SUM_UP takes 7 arguments, found %d", n);
    const char *part = args[0], *block = args[1], *pixel = args[3];
    sn_str_addf(out, "%s(y + (%s) * %lld + (%s) * VL, %lld, %lld", sn_sums_function(e, kind), block,
                (long long)y->plane, pixel, (long long)y->plane, row);
    if (kind == SN_SUMS_PRODUCTS) {
        const long long plane = (long long)s->sums.x->layout.plane;
        sn_str_addf(out, ", sums_x + (%s) * %lld + (%s) * VL, %lld, %lld, sums_mean + (%s) * VL",
                    block, plane, pixel, plane, row, block);
    }
    sn_str_addf(out, ", %s, %s, %s, %s, sums + ((%s) * %lld + (%s)) * %d * VL);", args[2], args[4],
                args[5], args[6], part, (long long)blocks_of(s, lanes), block, vectors_of(kind));
    return SN_OK;
}

static const char *declarations(sn_emit *e, const sn_step *s)
{
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    sn_str_addf(&out, "    float *const sums = %s; /* of parts, block by block */",
                sn_sums_at(e, s));
    if (s->sums.kind == SN_SUMS_PRODUCTS)
        sn_str_addf(&out,
                    "\n    const float *const sums_x = %s;\n    const float *const sums_mean = %s;",
                    sn_emit_in(e, s->sums.x), sn_emit_in(e, s->sums.mean));
    return out.s;
}

sn_status sn_bind_sums(sn_emit *e, sn_bind *b, const sn_step *s)
{
    const bool has = sn_sums_by_parts(s);
    sn_bind_int(b, CT_SUMS_HAS, has);
    sn_bind_text(b, CT_SUMS_DECLARE, has ? declarations(e, s) : "");
    sn_bind_call(b, CT_SUM_UP, sum_up, (void *)(uintptr_t)s);
    return SN_OK;
}

sn_status sn_sums_emit(sn_emit *e, const sn_step *s)
{
    const char *body;
    if (s->sums.kind == SN_SUMS_NONE) return SN_OK;
    sn_bind *b = sn_bind_create(e);
    const sn_named_int ints[] = {{CT_SUMS_KIND, s->sums.kind},
                                 {CT_PARTS, s->sums.parts},
                                 {CT_BLOCKS, blocks_of(s, sn_emit_machine(e)->lanes)},
                                 {CT_N, vectors_of(s->sums.kind)},
                                 {CT_CHANNELS, s->out[0]->layout.channels}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    sn_bind_text(b, CT_SUMS, sn_sums_at(e, s));
    sn_bind_text(b, CT_Y, sn_emit_out(e, s->out[1]));
    sn_bind_text(b, CT_Y1, s->sums.kind != SN_SUMS_MEAN ? sn_emit_out(e, s->out[2]) : "");
    sn_bind_text(b, CT_SCALE, sn_emit_number(e, 1.0 / (double)s->out[0]->layout.pixels));
    SN_TRY(sn_template(e, "sums_merge", sn_text_sums_merge, b, &body));
    sn_emit_function(e, s, s->n_phases - 1, body);
    return SN_OK;
}
