/* SPDX-License-Identifier: Apache-2.0
 *
 * Updates of weights while a network is trained (ai.onnx.preview.training). Inputs are the rate,
 * how many updates there were, and then lists of equal length: weights, gradients, and what each
 * optimizer keeps of them; outputs are those lists but for the gradients. */
#include <string.h>

#include "formats/onnx/ops/parts.h"

typedef struct training {
    sn_onnx_call *c;
    sn_type type;
    unsigned n; /* weights */
    sn_value *rate, *count;
    sn_value *x, *gradient; /* of the weight that is updated */
} training;

static sn_value *number(const training *t, double v) { return sn_onnx_number(t->c, t->type, v); }
static sn_value *times(const training *t, double v, sn_value *x)
{
    return SN_ONNX_DO(t->c, mul, number(t, v), x);
}
static sn_value *plus(const training *t, sn_value *a, sn_value *b)
{
    return SN_ONNX_DO(t->c, add, a, b);
}
static sn_value *minus(const training *t, sn_value *a, sn_value *b)
{
    return SN_ONNX_DO(t->c, sub, a, b);
}
static sn_value *product(const training *t, sn_value *a, sn_value *b)
{
    return SN_ONNX_DO(t->c, mul, a, b);
}
static sn_value *quotient(const training *t, sn_value *a, sn_value *b)
{
    return SN_ONNX_DO(t->c, div, a, b);
}
/* a where it is not the first update, else b. */
static sn_value *unless_first(const training *t, sn_value *a, sn_value *b)
{
    sn_value *zero = sn_onnx_number(t->c, sn_onnx_type(t->c, 1), 0);
    return SN_ONNX_DO(t->c, where, SN_ONNX_DO(t->c, greater, t->count, zero), a, b);
}

/* Of `lists` lists of inputs. */
static sn_answer begin(sn_onnx_call *c, unsigned lists, training *t)
{
    const unsigned n_in = sn_onnx_n_in(c);
    *t = (training){.c = c, .rate = sn_onnx_in(c, 0), .count = sn_onnx_in(c, 1)};
    if (n_in < 2 + lists || (n_in - 2) % lists) return SN_ONNX_NEVER("its lists differ in length");
    t->n = (n_in - 2) / lists;
    if (sn_onnx_n_out(c) != t->n * (lists - 1))
        return SN_ONNX_NEVER("its outputs are not as many as its inputs");
    for (unsigned i = 0; i < n_in; i++) {
        if (!sn_onnx_has(c, i)) return SN_ONNX_NEVER("an input is left out");
        SN_ONNX_NEED_TYPE(c, i);
        if (i != 1 && sn_onnx_type(c, i) != sn_onnx_type(c, 0))
            return SN_ONNX_NEVER("its inputs are of several types");
    }
    t->type = sn_onnx_type(c, 0);
    return SN_ONNX_YES;
}

/* The weight, and its gradient with that of norm / 2 x^2. */
static void take_weight(training *t, unsigned i, double norm)
{
    t->x = sn_onnx_in(t->c, 2 + i);
    t->gradient = plus(t, times(t, norm, t->x), sn_onnx_in(t->c, 2 + t->n + i));
}

static sn_value *kept(const training *t, unsigned list, unsigned i)
{
    return sn_onnx_in(t->c, 2 + list * t->n + i);
}

/* x -= rate / (1 + decay count) g / (sqrt(h) + epsilon), h += g^2 */
sn_answer sn_onnx_import_adagrad(sn_onnx_call *c)
{
    training t;
    const sn_answer is = begin(c, 3, &t);
    const double decay = sn_onnx_float(c, "decay_factor", 0),
                 epsilon = sn_onnx_float(c, "epsilon", 0),
                 norm = sn_onnx_float(c, "norm_coefficient", 0);
    if (is.is != SN_YES) return is;
    sn_value *less = plus(&t, number(&t, 1), times(&t, decay, sn_onnx_cast(c, t.count, t.type)));
    sn_value *rate = quotient(&t, t.rate, less);
    for (unsigned i = 0; i < t.n; i++) {
        take_weight(&t, i, norm);
        sn_value *h = plus(&t, kept(&t, 2, i), product(&t, t.gradient, t.gradient));
        sn_value *size = plus(&t, SN_ONNX_DO(c, sqrt, h), number(&t, epsilon));
        sn_value *step = quotient(&t, product(&t, rate, t.gradient), size);
        sn_onnx_give(c, i, minus(&t, t.x, step));
        sn_onnx_give(c, t.n + i, h);
    }
    return SN_ONNX_YES;
}

/* v and h are running means of g and g^2; x -= rate v / (sqrt(h) + epsilon). The rate makes up for
 * means that begin at 0. */
sn_answer sn_onnx_import_adam(sn_onnx_call *c)
{
    training t;
    const sn_answer is = begin(c, 4, &t);
    const double alpha = sn_onnx_float(c, "alpha", (double)0.9f),
                 beta = sn_onnx_float(c, "beta", (double)0.999f),
                 epsilon = sn_onnx_float(c, "epsilon", 0),
                 norm = sn_onnx_float(c, "norm_coefficient", 0),
                 after = sn_onnx_float(c, "norm_coefficient_post", 0);
    if (is.is != SN_YES) return is;
    sn_value *count = sn_onnx_cast(c, t.count, t.type), *one = number(&t, 1);
    sn_value *of_v = minus(&t, one, SN_ONNX_DO(c, pow, number(&t, alpha), count));
    sn_value *of_h = minus(&t, one, SN_ONNX_DO(c, pow, number(&t, beta), count));
    sn_value *rate = quotient(&t, product(&t, t.rate, SN_ONNX_DO(c, sqrt, of_h)), of_v);
    rate = unless_first(&t, rate, t.rate);
    for (unsigned i = 0; i < t.n; i++) {
        take_weight(&t, i, norm);
        sn_value *g = t.gradient;
        sn_value *v = plus(&t, times(&t, alpha, kept(&t, 2, i)), times(&t, 1 - alpha, g));
        sn_value *h =
            plus(&t, times(&t, beta, kept(&t, 3, i)), times(&t, 1 - beta, product(&t, g, g)));
        sn_value *size = plus(&t, SN_ONNX_DO(c, sqrt, h), number(&t, epsilon));
        sn_value *x = minus(&t, t.x, quotient(&t, product(&t, rate, v), size));
        sn_onnx_give(c, i, after == 0 ? x : times(&t, 1 - after, x));
        sn_onnx_give(c, t.n + i, v);
        sn_onnx_give(c, 2 * t.n + i, h);
    }
    return SN_ONNX_YES;
}

/* v = alpha v + beta g, beta being 1 at first; x -= rate v, or rate (g + alpha v). */
sn_answer sn_onnx_import_momentum(sn_onnx_call *c)
{
    training t;
    const sn_answer is = begin(c, 3, &t);
    const double alpha = sn_onnx_float(c, "alpha", 0), beta = sn_onnx_float(c, "beta", 0),
                 norm = sn_onnx_float(c, "norm_coefficient", 0);
    const bool nesterov = sn_onnx_is(c, "mode", "nesterov", "");
    if (is.is != SN_YES) return is;
    if (!nesterov && !sn_onnx_is(c, "mode", "standard", ""))
        return SN_ONNX_NEVER("its mode is neither standard nor nesterov");
    sn_value *scale = unless_first(&t, number(&t, beta), number(&t, 1));
    for (unsigned i = 0; i < t.n; i++) {
        take_weight(&t, i, norm);
        sn_value *v = times(&t, alpha, kept(&t, 2, i));
        v = plus(&t, v, product(&t, scale, t.gradient));
        sn_value *step = nesterov ? plus(&t, t.gradient, times(&t, alpha, v)) : v;
        sn_onnx_give(c, i, minus(&t, t.x, product(&t, t.rate, step)));
        sn_onnx_give(c, t.n + i, v);
    }
    return SN_ONNX_YES;
}
