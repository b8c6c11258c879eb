/* SPDX-License-Identifier: Apache-2.0
 *
 * A .param file as records: one a layer, with every token as it was written. Reading agrees with
 * ncnn's own reader on every file that one reads without harm; what it would misread is an error
 * here. */
#ifndef SN_FORMATS_NCNN_RECORD_H
#define SN_FORMATS_NCNN_RECORD_H

#include "base/file.h"
#include "formats/ncnn/schema.h"

typedef struct sn_ncnn_arg {
    sn_ncnn_value value;
    int id;
    sn_text text; /* "-23310=1,6.0" as found; empty when it came from a binary file */
} sn_ncnn_arg;

/* The node that was made of a record, for as_read.c. */
typedef struct sn_ncnn_expansion {
    const void *params;
    /* of each input, then of each weight; NULL: they are not as simple as that */
    const uint16_t *slots;
    uint32_t node;
    int n_slots;
} sn_ncnn_expansion;

typedef struct sn_ncnn_record {
    const char *type, *name;
    const sn_ncnn_layer *layer; /* NULL: a type that ncnn does not have */
    int n_bottoms, n_tops;
    const char **bottoms, **tops;
    int n_args;
    sn_ncnn_arg *args; /* in the order found; of several with one id the last counts */
    sn_text raw;       /* from the type to the last token; empty when made or read from binary */
    int line;
    sn_ncnn_expansion made;
} sn_ncnn_record;

typedef struct sn_ncnn_file {
    const char *path;
    int n_layers, n_blobs; /* as the header says */
    sn_ncnn_record **layers;
    sn_text whole;  /* the text as it was, "" for binary */
    sn_text header; /* the tokens up to the first layer, "" for binary */
    sn_text tail;   /* what follows the last layer, for ncnn not there */
} sn_ncnn_file;

/* Both copy all text into the arena. */
sn_status sn_ncnn_read_text(sn_ctx *ctx, sn_arena *arena, const char *path, sn_text text,
                            sn_ncnn_file *out) SN_MUST_CHECK;
/* .param.bin stores no names: layers are called Type_index, blobs by number. */
sn_status sn_ncnn_read_binary(sn_ctx *ctx, sn_arena *arena, const char *path, const void *data,
                              size_t n, sn_ncnn_file *out) SN_MUST_CHECK;

/* The value given for each id (SN_NCNN_N_PARAMS entries). */
void sn_ncnn_record_set(const sn_ncnn_record *r, sn_ncnn_value *set);
void sn_ncnn_record_values(const sn_ncnn_record *r, sn_ncnn_values *out);
const sn_ncnn_arg *sn_ncnn_record_arg(const sn_ncnn_record *r, int id); /* the last; NULL: none */

/* ---- numbers and tokens ---------------------------------------------------------------------- */

/* The float that ncnn makes of digits (its arithmetic is its own: long fractions overflow). */
float sn_ncnn_parse_float(const char *s);
/* Digits that it reads back as exactly `f`, at most 15 characters. */
bool sn_ncnn_print_float(float f, char out[16]);

/* " id=value" appended. SN_E_UNSUPPORTED for what the text cannot hold: infinities, NaN, strings
 * with quotes or line ends or longer than 255 bytes. `where` names the layer. */
sn_status sn_ncnn_print_arg(sn_ctx *ctx, const char *where, int id, const sn_ncnn_value *value,
                            sn_str *out) SN_MUST_CHECK;
/* Whether ncnn reads this token as we did. */
bool sn_ncnn_is_readable(const sn_ncnn_arg *arg);
/* "Type  name  1 1 bottom top" in ncnn's columns. */
void sn_ncnn_print_head(const sn_ncnn_record *r, sn_str *out);

#endif
