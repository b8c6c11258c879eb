/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn's own operators: those whose meaning no other format shares, or that nothing else here has
 * yet. */
#ifndef SN_FORMATS_NCNN_OPS_OPS_H
#define SN_FORMATS_NCNN_OPS_OPS_H

#include "ops/ops.h"

#define OP(name, file) extern const sn_op sn_ncnn_op_##name;
#include "formats/ncnn/ops/ops.def"
#undef OP

extern const sn_dialect sn_ncnn_dialect;

/* As sn_spelling.implies_view, by the rules of ncnn.align, ncnn.as_rows, ncnn.as_image, of
 * ncnn.as_matrix with ncnn.gemm_c, of ncnn.first_matrix, of ncnn.as_heads, of
 * ncnn.as_angles, of ncnn.tile, of ncnn.copy_to, of ncnn.interp and of ncnn.roi_align. */
sn_answer sn_ncnn_align_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_as_rows_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_as_image_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_tile_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_fold_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_copy_to_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_as_angles_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_as_heads_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_first_matrix_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_interp_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_roi_implies(const sn_node *reader, uint16_t slot);
sn_answer sn_ncnn_gemm_implies(const sn_node *reader, uint16_t slot);

/* x itself as the result of a layer, which stays one. */
sn_value *sn_ncnn_same(sn_resolve *r, sn_value *x);
/* A number as an operand. */
sn_value *sn_ncnn_number(sn_resolve *r, double v);
/* All elements of v as one axis. */
sn_value *sn_ncnn_flattened(sn_resolve *r, sn_value *v);
/* Whether a and b have the shape of one value, whatever it is. */
bool sn_ncnn_same_source(const sn_value *a, const sn_value *b);

#endif
