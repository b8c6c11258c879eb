/* SPDX-License-Identifier: Apache-2.0
 *
 * The ONNX format: reading of models. */
#ifndef SN_ONNX_ONNX_H
#define SN_ONNX_ONNX_H

#include "formats/format.h"
#include "formats/onnx/contents.h"

extern const sn_format sn_format_onnx;

#define SN_ONNX_TRAINING "ai.onnx.preview.training" /* a domain */

/* Of a graph's origin. */
typedef struct sn_onnx_info {
    sn_onnx_model model;
    sn_onnx_graph graph;
    sn_buf *bytes;             /* of the file; origins keep them */
    const char *path, *folder; /* of the file, escaped for messages, and its folder */
} sn_onnx_info;

/* The node of the file that n is of; NULL: none. */
const sn_onnx_node *sn_onnx_record_of(const sn_node *n);
/* Whether it names, beside what it reads and makes, other tensors of its graph. */
bool sn_onnx_is_gradient(const sn_onnx_node *record);
/* A param of ours that is called so counts axes from the front, where ONNX may count from the back.
 */
bool sn_onnx_is_axis(const char *name);

/* A node of a graph in the file, and what it reads and makes in ours: by the names of its record,
 * NULL where one is left out or is not there. */
typedef struct sn_onnx_unit {
    const sn_onnx_node *record;
    const sn_graph *graph;
    sn_value **in, **out;
} sn_onnx_unit;
typedef SN_VEC(sn_onnx_unit) sn_onnx_units;

sn_status sn_onnx_load(sn_ctx *ctx, const sn_load_options *options, sn_graph **out) SN_MUST_CHECK;
/* What g was before anything was inferred or rewritten: nodes and values that files and import make
 * have the ids that they have in g. Tensors that g still holds are shared. `arena` outlives it. */
sn_status sn_onnx_load_again(const sn_graph *g, sn_arena *arena, sn_onnx_units *units,
                             sn_graph **out) SN_MUST_CHECK;
bool sn_onnx_is_array(const char *path);
sn_status sn_onnx_load_array(sn_ctx *ctx, sn_arena *arena, const char *path, const char **name,
                             const sn_tensor **out) SN_MUST_CHECK;
sn_status sn_onnx_save(const sn_graph *g, const sn_save_options *options) SN_MUST_CHECK;
sn_status sn_onnx_count_nodes(const sn_graph *g, const sn_spelling *target,
                              uint32_t *out) SN_MUST_CHECK;

/* Versions of ONNX's operators that are written. */
enum { SN_ONNX_OLDEST = 7, SN_ONNX_NEWEST = 26 };
extern const sn_spelling sn_onnx_spelling;

#endif
