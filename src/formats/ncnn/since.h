/* SPDX-License-Identifier: Apache-2.0
 *
 * Which release of ncnn a layer needs (since.def). Known is which types, params, values and numbers
 * of axes a release reads; that a layer's meaning stayed the same since then is taken for granted.
 */
#ifndef SN_FORMATS_NCNN_SINCE_H
#define SN_FORMATS_NCNN_SINCE_H

#include "formats/ncnn/schema.h"
#include "ir/spelling.h"

/* A release, by its tag: 20210124. Later than all of them: what no release has yet. */
typedef int32_t sn_ncnn_release;
enum { SN_NCNN_NEWEST = 99999999 };

typedef struct sn_ncnn_need {
    sn_ncnn_release since;
    const char *what; /* "activation_type 6", in the arena */
} sn_ncnn_need;

/* The oldest release that knows the type and reads these values as they are. */
sn_ncnn_need sn_ncnn_needs(sn_arena *arena, const sn_ncnn_values *v);
/* ... and blobs of that many axes; 0 for any number that is not 1 to 4. */
sn_ncnn_release sn_ncnn_rank_since(const sn_ncnn_layer *layer, int rank);
sn_ncnn_release sn_ncnn_id_since(int id); /* before, the text with such an id is not read at all */
sn_ncnn_release sn_ncnn_features_since(void);

/* "ncnn 20260113", or "a release of ncnn after 20260526". */
const char *sn_ncnn_release_name(sn_arena *arena, sn_ncnn_release r);

/* The target of that release; NULL, or "": of the newest ncnn that is known. SN_E_ARG for what is
 * none. */
sn_status sn_ncnn_spelling_of(const sn_graph *g, sn_arena *arena, const char *version,
                              const sn_spelling **out) SN_MUST_CHECK;
sn_ncnn_release sn_ncnn_release_of(const sn_spelling *target); /* NULL: the newest */

#endif
