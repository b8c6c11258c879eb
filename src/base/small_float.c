/* SPDX-License-Identifier: Apache-2.0 */
#include "base/small_float.h"

#include <math.h>

static unsigned sign_of(sn_small_float f)
{
    return f.kind == SN_SMALL_SCALE ? 0 : 1u << (f.exponent + f.mantissa);
}

static unsigned all_bits(sn_small_float f) { return (1u << (f.exponent + f.mantissa)) - 1; }

/* The bits of the largest number. */
static unsigned largest_of(sn_small_float f)
{
    const unsigned all = all_bits(f);
    if (f.kind == SN_SMALL_IEEE) return all - (1u << f.mantissa);
    return f.kind == SN_SMALL_FN || f.kind == SN_SMALL_SCALE ? all - 1 : all;
}

static bool has_infinities(sn_small_float f) { return f.kind == SN_SMALL_IEEE; }

static uint8_t not_a_number(sn_small_float f, unsigned sign)
{
    if (f.kind == SN_SMALL_FNUZ || f.kind == SN_SMALL_FINITE) return (uint8_t)sign_of(f);
    return (uint8_t)(sign | all_bits(f));
}

float sn_small_to_f32(sn_small_float f, uint8_t v)
{
    const unsigned sign = v & sign_of(f), size = v & all_bits(f);
    const unsigned exponent = size >> f.mantissa, digits = size & ((1u << f.mantissa) - 1);
    if (f.kind == SN_SMALL_FNUZ && sign && !size) return NAN;
    if (size > largest_of(f))
        return has_infinities(f) && !digits ? sign ? -INFINITY : INFINITY : NAN;
    const bool normal = exponent || f.kind == SN_SMALL_SCALE;
    const unsigned whole = digits + (normal ? 1u << f.mantissa : 0);
    const float number = ldexpf((float)whole, (int)(normal ? exponent : 1) - f.bias - f.mantissa);
    return sign ? -number : number;
}

static uint8_t beyond(sn_small_float f, unsigned sign, bool saturates)
{
    if (saturates || f.kind == SN_SMALL_FINITE) return (uint8_t)(sign | largest_of(f));
    return has_infinities(f) ? (uint8_t)(sign | (largest_of(f) + 1)) : not_a_number(f, sign);
}

/* The exponent of a power of 2. */
static uint8_t scale_of(sn_small_float f, double v, bool saturates, sn_small_rounding rounding)
{
    int exponent;
    const double digits = frexp(v, &exponent); /* v = digits 2^exponent, digits in 1/2 .. 1 */
    if (isinf(v)) return beyond(f, 0, saturates);
    if (!(v > 0)) return saturates ? 0 : not_a_number(f, 0);
    exponent += f.bias - 1;
    if (rounding == SN_SMALL_UP ? digits > 0.5 : rounding == SN_SMALL_NEAREST && digits >= 0.75)
        exponent++;
    if (exponent < 0) return saturates ? 0 : not_a_number(f, 0);
    return exponent > (int)largest_of(f) ? beyond(f, 0, saturates) : (uint8_t)exponent;
}

uint8_t sn_small_of_f64(sn_small_float f, double v, bool saturates, sn_small_rounding rounding)
{
    const unsigned sign = signbit(v) ? sign_of(f) : 0;
    int exponent;
    if (isnan(v)) return not_a_number(f, sign);
    if (f.kind == SN_SMALL_SCALE) return scale_of(f, v, saturates, rounding);
    if (isinf(v)) return beyond(f, sign, saturates);
    (void)frexp(v, &exponent);
    const int least = 1 - f.bias;
    exponent = v == 0 || exponent - 1 < least ? least : exponent - 1;
    if (exponent > 512) return beyond(f, sign, saturates);
    /* Digits with the leading one, which carries into the exponent; without it below the normals.
     */
    const double whole = nearbyint(ldexp(fabs(v), f.mantissa - exponent));
    const unsigned size = ((unsigned)(exponent - least) << f.mantissa) + (unsigned)whole;
    if (size > largest_of(f)) return beyond(f, sign, saturates);
    return (uint8_t)(f.kind == SN_SMALL_FNUZ && size == 0 ? 0 : sign | size);
}
