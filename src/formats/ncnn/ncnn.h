/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn models: .param or .param.bin, and .bin. Reading keeps what a file says; an untouched graph
 * is written back with the same tokens and the same bytes. */
#ifndef SN_FORMATS_NCNN_NCNN_H
#define SN_FORMATS_NCNN_NCNN_H

#include "formats/format.h"

extern const sn_format sn_format_ncnn;
extern const sn_spelling sn_ncnn_spelling;

/* The outputs of the graph are the blobs that nobody reads, and what a Noop reads beyond its
 * results, in the order in which the blobs first appear in the file. A blob that no layer makes
 * is an input. */
sn_status sn_ncnn_load(sn_ctx *ctx, const sn_load_options *options, sn_graph **out) SN_MUST_CHECK;

/* Writes `path` as text and its weights beside it (options->weights "none": the text alone). Shapes
 * should have been inferred. SN_E_UNSUPPORTED names the node that ncnn cannot spell. */
sn_status sn_ncnn_save(const sn_graph *g, const sn_save_options *options) SN_MUST_CHECK;

/* Whether what the node fixes is what ncnn would decide at run time, as far as shapes are known. */
bool sn_ncnn_decides_so(const sn_node *n);

/* Layers that the file would have. */
sn_status sn_ncnn_count_lines(const sn_graph *g, const sn_spelling *target,
                              uint32_t *out) SN_MUST_CHECK;
sn_status sn_ncnn_each_weight(const sn_graph *g, void *user,
                              void (*seen)(void *user, const sn_tensor *t,
                                           bool as_halves)) SN_MUST_CHECK;

#endif
