/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn's int8 layers in operators that belong to no format (sn_op.pieces): x becomes bytes, is
 * multiplied by bytes into sums of 32 bits, and these are scaled. Elements become the same numbers,
 * but for the last bit of what is scaled, and what that makes of a number halfway between two
 * integers. NaN is left out of account. */
#ifndef SN_FORMATS_NCNN_OPS_INT8_PIECES_H
#define SN_FORMATS_NCNN_OPS_INT8_PIECES_H

#include "ir/op.h"

sn_answer sn_ncnn_qconv_pieces(sn_resolve *r);
sn_answer sn_ncnn_qlinear_pieces(sn_resolve *r);

#endif
