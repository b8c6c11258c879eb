/* SPDX-License-Identifier: Apache-2.0
 *
 * Tensors of ONNX files: TensorProto with its three ways to store elements (raw_data, fields of
 * the type, files beside the model), and SparseTensorProto. */
#ifndef SN_ONNX_CONTENTS_H
#define SN_ONNX_CONTENTS_H

#include "formats/onnx/record.h"
#include "ir/tensor.h"

/* TensorProto.DataType of our types; SN_TYPE_UNKNOWN: none of ours. */
sn_type sn_onnx_type_of(int64_t data_type);
int64_t sn_onnx_data_type_of(sn_type type);
/* "float8e4m3fn": of those that are none of ours, for messages. */
const char *sn_onnx_data_type_name(int64_t data_type);

/* Elements of a plain tensor as raw_data has them: those of 4 and 2 bits are packed, into the
 * arena; others are where they lie. */
sn_text sn_onnx_stored(sn_arena *arena, const sn_tensor *t);

/* Where bytes of tensors are: the model itself, and files beside it, which are mapped when a tensor
 * first wants them. */
typedef struct sn_onnx_files {
    sn_onnx_reading reading;
    sn_buf *model;      /* NULL: bytes that do not stay; each tensor is a copy, none is in a file */
    const char *folder; /* of the model; "" is the current one */
    struct sn_map *others; /* sn_buf * by location */
    struct sn_map *known;  /* tensors by the address of their record, taken as they are; or NULL */
    SN_VEC(sn_buf *) mapped; /* the same; tensors have references of their own */
} sn_onnx_files;
void sn_onnx_files_close(sn_onnx_files *files);

/* A window into a file where elements lie so that they can be read there, else a copy. The name is
 * that of the tensor. SN_E_FORMAT, SN_E_IO (files beside it) or SN_E_UNSUPPORTED (its type). */
sn_status sn_onnx_contents(sn_onnx_files *files, sn_text proto, const char **name,
                           const sn_tensor **out) SN_MUST_CHECK;
sn_status sn_onnx_sparse_contents(sn_onnx_files *files, sn_text proto, const char **name,
                                  const sn_tensor **out) SN_MUST_CHECK;

#endif
