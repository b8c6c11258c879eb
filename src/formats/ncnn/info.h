/* SPDX-License-Identifier: Apache-2.0
 *
 * What the loader remembers of a file for the writer: hung on the graph's origin (`extra`), next to
 * the records that hang on each node's. */
#ifndef SN_FORMATS_NCNN_INFO_H
#define SN_FORMATS_NCNN_INFO_H

#include "base/map.h"
#include "formats/ncnn/ncnn.h"
#include "formats/ncnn/record.h"

typedef struct sn_ncnn_info {
    sn_ncnn_file file;
    int n_blobs;    /* that there are; the header may say more */
    sn_map *direct; /* value id -> readers, where a blob was read more than once without a Split */
    sn_map *splits; /* value id -> sn_ncnn_record of the Split that read it */
    const void *rest; /* bytes behind the last weight */
    size_t n_rest;
} sn_ncnn_info;

/* The loader's, or NULL for a graph from elsewhere. */
const sn_ncnn_info *sn_ncnn_info_of(const sn_graph *g);
/* The record a node was read from, or NULL. Blobs that no layer makes have a node with an origin of
 * type "" and no record. */
const sn_ncnn_record *sn_ncnn_record_of(const sn_node *n);
bool sn_ncnn_is_implicit(const sn_node *n);

#endif
