/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes of convolutions, for the kernels. */
#include "kernels/conv_sizes.h"

#include "ops/conv.h"
#include "ops/ops.h"

bool sn_conv_sizes_of(const sn_node *node, sn_conv_sizes *out)
{
    if (node->op != &sn_op_conv) return false;
    const sn_conv_params *p = node->params;
    const sn_value *x = sn_in(node, SN_CONV_X), *w = sn_in(node, SN_CONV_WEIGHT);
    if (!x || !w || p->axis != 0 || x->shape.rank != p->nd + 1) return false;
    if (sn_value_is_const(x) || !sn_kernel_can_pack(w) || !sn_shape_known(&x->shape) ||
        !sn_shape_known(&w->shape))
        return false;
    const sn_extent extent = sn_extent_of(&x->shape, 0, p->nd);
    const sn_window_params window = sn_conv_window(p);
    sn_window_of(&window, &extent, w->shape.d + 2, &out->w);
    out->group = p->group;
    out->icg = w->shape.d[1];
    out->ocg = w->shape.d[0] / p->group;
    out->merged = 1;
    out->pad_value = p->pad_value;
    out->known = sn_value_is_const(w);
    return true;
}

void sn_conv_merge(sn_conv_sizes *c, int lanes)
{
    int64_t m = 1;
    while (m < c->group &&
           (c->group % m != 0 || c->icg * m % lanes != 0 || c->ocg * m % lanes != 0))
        m++;
    c->group /= m;
    c->icg *= m;
    c->ocg *= m;
    c->merged = m;
}

bool sn_conv_padded(const sn_conv_sizes *c)
{
    for (int a = 0; a < 3; a++) {
        if (c->w.begin[a] != 0 || c->w.end[a] != 0) return true;
    }
    return false;
}

bool sn_conv_is_special(const sn_conv_sizes *c)
{
    if (c->group > 1) return c->icg == 1;
    return sn_conv_n_taps(c) == 1;
}

int64_t sn_conv_pixels(const int64_t d[3]) { return d[0] * d[1] * d[2]; }

int64_t sn_conv_n_taps(const sn_conv_sizes *c) { return sn_conv_pixels(c->w.kernel); }

const float *sn_conv_row_of(const sn_conv_sizes *c, const float *w, int64_t g, int64_t o, int64_t i)
{
    const int64_t icg = c->icg / c->merged, ocg = c->ocg / c->merged;
    if (o >= c->ocg || i >= c->icg || o / ocg != i / icg) return NULL;
    return w + ((g * c->ocg + o) * icg + i % icg) * sn_conv_n_taps(c);
}

double sn_conv_band_times(const sn_conv_sizes *c, int64_t bands)
{
    const sn_window *w = &c->w;
    int64_t rows = 0;
    for (int64_t band = 0; band < bands; band++) {
        const int64_t from = band * w->out[1] / bands, to = (band + 1) * w->out[1] / bands;
        int64_t first = from * w->stride[1] - w->begin[1];
        int64_t end = first + sn_window_reach(w, 1, to - from);
        if (first < 0) first = 0;
        if (end > w->in[1]) end = w->in[1];
        rows += end > first ? end - first : 0;
    }
    return (double)rows / (double)w->in[1];
}

double sn_conv_flops(const sn_conv_sizes *c)
{
    return 2.0 * (double)(c->group * c->ocg * (c->icg / c->merged)) *
           (double)(sn_conv_n_taps(c) * sn_conv_pixels(c->w.out));
}

void sn_weight_gradient_count(sn_step *s, const sn_conv_weight_gradient_sizes *c)
{
    s->flops = 2.0 * (double)(c->group * c->ocg * c->icg * c->taps) * (double)c->maps *
               (double)sn_conv_pixels(c->w.out);
    s->bytes = 4.0 * (double)(sn_shape_count(&sn_in(s->node, SN_WEIGHT_GRADIENT_X)->shape) +
                              sn_shape_count(&sn_in(s->node, SN_WEIGHT_GRADIENT_DY)->shape) +
                              sn_shape_count(&sn_out(s->node, 0)->shape));
}
