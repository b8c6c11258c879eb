/* SPDX-License-Identifier: Apache-2.0
 *
 * The ONNX format: reading of models. */
#ifndef SN_ONNX_ONNX_H
#define SN_ONNX_ONNX_H

#include "formats/format.h"
#include "formats/onnx/contents.h"

extern const sn_format sn_format_onnx;

/* Of a graph's origin. */
typedef struct sn_onnx_info {
    sn_onnx_model model;
    sn_onnx_graph graph;
} sn_onnx_info;

sn_status sn_onnx_load(sn_ctx *ctx, const sn_load_options *options, sn_graph **out) SN_MUST_CHECK;

#endif
