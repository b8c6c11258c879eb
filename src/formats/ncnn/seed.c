/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights made up from a seed, for models that come without: scaled by fan-in (He et al. 2015) so
 * that activations neither vanish nor explode through depth, variances positive, slopes of
 * activations between 0 and 1/2, factors of normalisations near 1, biases small. */
#include "formats/ncnn/bin.h"

#include "base/map.h"

#include <string.h>

typedef struct seed_range {
    double lo, hi;
} seed_range;

static double fan_in(const sn_ncnn_weight *load)
{
    const sn_shape *s = &load->shape;
    double n = 1;
    for (int i = s->rank > 1 ? 1 : 0; i < s->rank; i++) n *= (double)s->d[i];
    return n;
}

static bool starts(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }

/* Roles with a range of their own, and for which layer types (NULL: any). */
static const struct {
    const char *role, *type;
    seed_range r;
} ranges[] = {
    {"var", NULL, {0.5, 1.5}},
    {"mean", NULL, {-0.1, 0.1}},
    {"slope", "PReLU", {0, 0.5}},
    {"slope", NULL, {0.8, 1.2}},
    {"gamma", NULL, {0.8, 1.2}},
    {"beta", NULL, {-0.1, 0.1}},
    {"bias", NULL, {-0.1, 0.1}},
    {"bias_c", NULL, {-0.1, 0.1}},
    {"bq", NULL, {-0.1, 0.1}},
    {"bk", NULL, {-0.1, 0.1}},
    {"bv", NULL, {-0.1, 0.1}},
    {"bo", NULL, {-0.1, 0.1}},
    {"scale", "Quantize", {20, 40}},
    {"scale", "Dequantize", {0.005, 0.02}},
    {"scale", NULL, {0.8, 1.2}},
    {"scale_in", NULL, {0.001, 0.002}},
    {"scale_out", NULL, {20, 40}},
    {"x_scale", NULL, {20, 40}},
    {"y_scale", NULL, {20, 40}},
    {"per_channel", NULL, {-1, 1}},
    {"data", NULL, {-1, 1}},
    {"b_input_scales", NULL, {0.8, 1.2}},
    {"q_input_scales", NULL, {0.8, 1.2}},
    {"k_input_scales", NULL, {0.8, 1.2}},
    {"v_input_scales", NULL, {0.8, 1.2}},
    {"o_input_scales", NULL, {0.8, 1.2}},
};

static seed_range range_of(const char *type, const sn_ncnn_weight *load)
{
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (strcmp(ranges[i].role, load->role) == 0 &&
            (!ranges[i].type || strcmp(type, ranges[i].type) == 0))
            return ranges[i].r;
    size_t n = strlen(load->role);
    if (n > 5 && (strstr(load->role, "_scale")))
        return (seed_range){400, 600}; /* of int8 weights */
    double bound = sqrt((strcmp(load->role, "weight") == 0 ? 6.0 : 3.0) / fan_in(load));
    if (starts(load->role, "custom")) bound = 1;
    return (seed_range){-bound, bound};
}

static sn_status make_bits(sn_ctx *ctx, sn_rng *rng, const sn_ncnn_weight *load,
                           const sn_tensor **out)
{
    uint64_t n_bytes;
    sn_coding coding = load->bits == 4   ? SN_CODED_BITS4
                       : load->bits == 6 ? SN_CODED_BITS6
                                         : SN_CODED_BITS8;
    if (!sn_coding_bytes(coding, SN_TYPE_i8, sn_shape_count(&load->shape), load->shape.d[1],
                         &n_bytes))
        return sn_fail(ctx, SN_E_SHAPE, "%s is too large", load->role);
    unsigned char *data;
    sn_buf *buf = sn_buf_create(ctx, (size_t)n_bytes, &data);
    for (uint64_t i = 0; i < n_bytes; i++) data[i] = (unsigned char)sn_rng_next(rng);
    sn_tensor *t;
    sn_status s = sn_tensor_view(ctx, SN_TYPE_i8, coding, &load->shape, buf, 0, &t);
    sn_buf_release(buf);
    SN_TRY(s);
    *out = t;
    return SN_OK;
}

sn_status sn_ncnn_make_weight(sn_ctx *ctx, uint64_t seed, int index, const char *type,
                              const sn_ncnn_weight *load, const sn_tensor **out)
{
    sn_rng rng = sn_rng_of(sn_hash_bytes(load->role, strlen(load->role),
                                         seed * 0x9E3779B97F4A7C15ull + (uint64_t)index + 1));
    int64_t n = sn_shape_count(&load->shape);
    if (load->bits) return make_bits(ctx, &rng, load, out);
    sn_tensor *t;
    void *data;
    SN_TRY(sn_tensor_create(ctx, load->int8 ? SN_TYPE_i8 : SN_TYPE_f32, &load->shape, &t, &data));
    if (load->int8) {
        int8_t *v = data;
        for (int64_t i = 0; i < n; i++) v[i] = (int8_t)sn_rng_range(&rng, -127, 127);
    } else {
        float *v = data;
        seed_range r = range_of(type, load);
        for (int64_t i = 0; i < n; i++) v[i] = (float)sn_rng_uniform(&rng, r.lo, r.hi);
    }
    *out = t;
    return SN_OK;
}
