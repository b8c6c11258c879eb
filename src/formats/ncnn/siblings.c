/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether layers that read one value are faster as one, in ncnn. Time apart / time joined, in ncnn
 * 20261020 on two Zen 3 cores, smallest of 40 or 60 runs:
 *
 *     branches                                1 thread     2 threads
 *     conv, 2 or 3 x 4 to 16, concat          1.19 - 1.59  1.21 - 1.78
 *     conv, 2 or 3 x 32 or 64, concat         1.06 - 1.20  1.21 - 1.71
 *     conv, 2 or 3 of 1 to 24, split          1.06 - 1.55  1.07 - 2.24
 *     conv, 2 or 3 x 32, split                0.99 - 1.17  1.13 - 1.53
 *     conv, 2 or 3 x 64, split                0.96 - 1.09  1.06 - 1.32
 *     conv, 24 and 126, split                 1.08 - 1.13  1.09 - 1.16
 *     conv, 2 and 64 or 4 and 128, split      0.89 - 1.09  0.76 - 1.00  (channels no longer fit the
 *                                                                       vector registers)
 *     linear of a vector, 2 x 4 to 64, split  1.13 - 1.14  1.27 - 1.50
 *     linear of rows, 2 or 3 x 16 to 384      0.93 - 1.01  0.92 - 1.05
 *
 * (conv: 1x1 and 3x3 taps, 64 channels of 56x56 to 512 of 10x10.) So what is cut apart again is
 * joined for convolutions of up to 32 channels each and inner products of a vector with up to 64.
 *
 * Smaller kernels among zeros, from 3 channels of 64x64 and 4 of 14x14 to 256 of 7x7:
 *
 *     1x1 and 3x3, 4 and 4 or 2 and 2, concat     1.00 - 3.10  1.10 - 2.28
 *     1x1, 1x1 and 3x3, 2, 3 and 3, concat        1.30 - 4.18  1.23 - 3.53
 *     1x1 and 3x3, 2 and 4 or 1 and 24, concat    0.23 - 1.07  0.29 - 1.41  (not a multiple of 4 in
 *                                                                           all)
 *     1x1 and 3x3, 16 and 16 or 8 and 32, concat  0.82 - 1.14  0.76 - 1.43
 *     1x1 and 3x3, 4 and 64 or 8 and 128, concat  0.94 - 1.09  1.07 - 1.73
 *     3x3 and 5x5, 8 and 8 or 2 and 32, concat    0.80 - 2.30  0.81 - 1.93
 *     1x1, 3x3 and 5x5, 16 each, concat           0.53 - 0.89  0.81 - 1.26
 *     1x1 and 3x3, 2 and 64 to 16 and 16, split   0.31 - 1.38  0.31 - 1.32
 *
 * So that is done for 4 or 8 channels in all, in a concat, in up to 9 taps. */
#include "formats/ncnn/map.h"
#include "base/ways.h"
#include "ops/conv.h"
#include "ops/ops.h"

enum {
    FEW_CHANNELS = 32, /* see above */
    FEW_OF_VECTOR = 64,
    WITH_ZEROS = 8, /* channels of all, and a multiple of half as many */
    WITH_ZEROS_TAPS = 9,
};

sn_answer sn_ncnn_joining_pays(const sn_spelling *target, const sn_siblings *s)
{
    (void)target;
    const sn_node *host = s->node[s->host];
    const sn_shape *kernel = &sn_in(host, SN_CONV_WEIGHT)->shape;
    const bool windows = host->op != &sn_op_linear;
    int64_t channels = 0, most = 0, taps = 1;
    for (int i = 2; i < kernel->rank; i++) taps *= kernel->d[i];
    for (int i = 0; i < s->n; i++) {
        const int64_t own = sn_in(s->node[i], SN_CONV_WEIGHT)->shape.d[0];
        channels += own;
        most = own > most ? own : most;
    }
    if (s->zeros &&
        (channels > WITH_ZEROS || channels % (WITH_ZEROS / 2) != 0 || taps > WITH_ZEROS_TAPS))
        return SN_ANSWER_NO("zeros around the smaller kernel may cost more "
                            "(" SN_WAY_SIBLINGS ")");
    if (s->cut && ((!windows && sn_out(host, 0)->shape.rank != 1) ||
                   most > (windows ? FEW_CHANNELS : FEW_OF_VECTOR)))
        return SN_ANSWER_NO("to cut the result apart again may cost more "
                            "(" SN_WAY_SIBLINGS ")");
    return SN_ANSWER_YES;
}
