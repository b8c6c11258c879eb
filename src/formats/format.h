/* SPDX-License-Identifier: Apache-2.0
 *
 * File formats: what the rest of sinter knows of them. The list is formats.def. */
#ifndef SN_FORMATS_FORMAT_H
#define SN_FORMATS_FORMAT_H

#include "base/file.h"
#include "formats/refusals.h"
#include "ir/op.h"
#include "ir/spelling.h"

typedef struct sn_load_options {
    const char *path;
    /* Weights in a file of their own: NULL takes the file beside `path`; "seed:N" makes contents
     * up, the same for the same N; "none" leaves contents undefined. */
    const char *weights;
    /* What layers of types that nobody knows read from the weight file: "TYPE=LOADS", where
     * LOADS is a list like "R4,T16": raw floats or a tagged buffer, and how many elements.
     * "TYPE=" reads none. */
    const char *const *weights_of;
    size_t n_weights_of;
    bool for_training; /* what the file has for training alone is read as at inference */
    /* What is in these files, from memory; data NULL: they are read. */
    struct {
        const void *data;
        size_t n_bytes;
    } given, given_weights;
} sn_load_options;
/* The file at `path`, read or given. */
sn_status sn_load_options_map(sn_ctx *ctx, const sn_load_options *o,
                              sn_mapping **out) SN_MUST_CHECK;

typedef enum sn_stored {
    SN_STORAGE_KEEP, /* as each weight is stored now; new ones as f32 */
    SN_STORAGE_F32,
    SN_STORAGE_F16, /* where the format has a choice and the node does not forbid it */
} sn_stored;

typedef struct sn_save_options {
    const char *path;
    const char *weights; /* NULL: beside `path` */
    sn_stored storage;
    const sn_spelling *target; /* of the same format; NULL: its newest */
    sn_refusals *refused;      /* gets what cannot be written; NULL: the error alone tells */
    sn_outlet_fn outlet;       /* gets the files; NULL: they are written */
    void *outlet_user;
} sn_save_options;
/* As sn_replace_begin, for files or the outlet. */
sn_status sn_save_options_begin(sn_ctx *ctx, const sn_save_options *o,
                                sn_replace **out) SN_MUST_CHECK;

typedef struct sn_format {
    const char *name;
    const char *help;                  /* one line: file names, what is special */
    const char *endings;               /* of its files' names, for messages: ".a or .b" */
    bool (*matches)(const char *path); /* by its name alone */
    /* For messages: whether what begins so may be a network of it; the file to read in place of one
     * that is none but belongs to it, where that is there, else NULL. NULL: nothing is known. */
    bool (*begins)(const unsigned char *data, size_t n);
    const char *(*instead)(sn_arena *arena, const char *path);
    /* Where weights are, read or written, when no place is given for them. */
    const char *(*beside)(sn_arena *arena, const char *path);
    /* The graph is not inferred yet: values may lack types and shapes. */
    sn_status (*load)(sn_ctx *ctx, const sn_load_options *options, sn_graph **out);
    /* An array in a file of its own: whether a file is one, by its name alone; the name that stands
     * in it, and what it holds. NULL: there are no such files. */
    bool (*is_array)(const char *path);
    sn_status (*load_array)(sn_ctx *ctx, sn_arena *arena, const char *path, const char **name,
                            const sn_tensor **out);
    /* Writes all files or none. */
    sn_status (*save)(const sn_graph *g, const sn_save_options *options);
    /* Layers that the file would have if g were written now; target NULL: as it came. */
    sn_status (*n_layers)(const sn_graph *g, const sn_spelling *target, uint32_t *out);
    /* Every float weight of a layer, and whether a file can store it as halves. */
    sn_status (*each_weight)(const sn_graph *g, void *user,
                             void (*seen)(void *user, const sn_tensor *t, bool as_halves));
    /* Whether some layer of this format is this operator. */
    bool (*spells)(const sn_op *op);
    const sn_dialect *dialect; /* its own operators; NULL: none */
    /* An axis of images stands in front of channels; else its files hold networks of one image. */
    bool batched;
    bool may_be_empty;         /* values may have axes of size 0 */
    const sn_spelling *target; /* the newest; NULL: nothing is written */
    /* What a network of this format is written for where nobody says: in `arena`. NULL: target. */
    const sn_spelling *(*target_for)(const sn_graph *g, sn_arena *arena);
    /* The target of a version by its name, for the network g; SN_E_ARG for what is none. */
    sn_status (*target_of)(const sn_graph *g, sn_arena *arena, const char *version,
                           const sn_spelling **out);
} sn_format;

const sn_format *const *sn_formats(size_t *n);
const sn_format *sn_format_named(const char *name);   /* NULL: none */
const sn_format *sn_format_of_path(const char *path); /* NULL: none */
const sn_format *
sn_format_of_array(const char *path); /* NULL: no format has arrays in such files */

/* All operators: those of ops.def, then each format's own. */
const sn_op *sn_format_op_find(const char *name); /* NULL: none */
const sn_op *sn_format_op_at(size_t i);           /* NULL behind the last */

#endif
