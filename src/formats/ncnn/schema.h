/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known about ncnn's layer types: their params, as data (layers.def), and the weights they
 * load, as one function per type (loads.c).
 *
 * A param's value is what ncnn keeps of it: 32-bit words without a type, or a string. Whether a
 * word is an int or a float is the layer's business; the text only decides how digits become bits.
 */
#ifndef SN_FORMATS_NCNN_SCHEMA_H
#define SN_FORMATS_NCNN_SCHEMA_H

#include "base/vec.h"
#include "ir/tensor.h"

enum {
    SN_NCNN_N_PARAMS = 32, /* ids are below this */
    SN_NCNN_HINTS = 30,    /* shapes of the results, as somebody once saw them */
    SN_NCNN_FEATURES = 31, /* what the runtime must not use in this layer */
};

typedef enum sn_ncnn_kind {
    SN_NCNN_INT,
    SN_NCNN_FLOAT,
    SN_NCNN_INTS,
    SN_NCNN_FLOATS,
    SN_NCNN_STR,
} sn_ncnn_kind;

typedef enum sn_ncnn_default {
    SN_NCNN_FIXED,
    SN_NCNN_LIKE,       /* another param's value */
    SN_NCNN_QUARTER,    /* a quarter of param 0 */
    SN_NCNN_HEAD_SCALE, /* 1 / sqrt(param 0 / param 1), the division in integers */
} sn_ncnn_default;

typedef struct sn_ncnn_param {
    int id; /* -1: end of the list */
    const char *name;
    sn_ncnn_kind kind;
    sn_ncnn_default rule;
    int like;
    double def;
} sn_ncnn_param;

typedef struct sn_ncnn_layer {
    int index;
    const char *type;
    const sn_ncnn_param *params; /* in the order of emission */
} sn_ncnn_layer;

const sn_ncnn_layer *sn_ncnn_layer_find(const char *type); /* NULL: not one of ncnn's own */
const sn_ncnn_layer *sn_ncnn_layer_at(int index);          /* NULL: out of range */
int sn_ncnn_n_layers(void);
const sn_ncnn_param *sn_ncnn_param_of(const sn_ncnn_layer *layer, int id); /* NULL: not in it */
const sn_ncnn_param *sn_ncnn_param_named(const sn_ncnn_layer *layer, const char *name);

/* ---- values ---------------------------------------------------------------------------------- */

typedef enum sn_ncnn_form {
    SN_NCNN_ABSENT,
    SN_NCNN_SCALAR,
    SN_NCNN_ARRAY,
    SN_NCNN_STRING
} sn_ncnn_form;

typedef struct sn_ncnn_value {
    uint8_t form;  /* sn_ncnn_form; a network has millions of these */
    bool is_float; /* how it is spelled */
    int32_t n;     /* ARRAY */
    union {
        uint32_t word;         /* SCALAR */
        const uint32_t *words; /* ARRAY */
        const char *s;         /* STRING */
    };
} sn_ncnn_value;

/* All params of a layer, defaults put in. Each has the form that its kind asks for. */
typedef struct sn_ncnn_values {
    const sn_ncnn_layer *layer;
    sn_ncnn_value v[SN_NCNN_N_PARAMS];
} sn_ncnn_values;

/* Fills in what is absent; what has the wrong form counts as ncnn reads it (0, or empty). `set`
 * holds SN_NCNN_N_PARAMS values. */
void sn_ncnn_resolve(const sn_ncnn_layer *layer, const sn_ncnn_value *set, sn_ncnn_values *out);
bool sn_ncnn_value_equal(const sn_ncnn_value *a, const sn_ncnn_value *b); /* by bits */

int32_t sn_ncnn_int(const sn_ncnn_values *v, int id); /* 0 where the type has no such param */
float sn_ncnn_float(const sn_ncnn_values *v, int id);
sn_ncnn_value sn_ncnn_of_int(int32_t i);
sn_ncnn_value sn_ncnn_of_float(float f);
sn_ncnn_value sn_ncnn_of_ints(sn_arena *arena, int n, const int32_t *v);
sn_ncnn_value sn_ncnn_of_floats(sn_arena *arena, int n, const float *v);
sn_ncnn_value sn_ncnn_of_str(const char *s);
uint32_t sn_ncnn_bits(float f);
float sn_ncnn_unbits(uint32_t word);

/* ---- weights --------------------------------------------------------------------------------- */

/* One read from the weight file: tagged (any storage) or raw f32. */
typedef struct sn_ncnn_weight {
    const char *role; /* the operator's slot where it has one of that name */
    bool tagged;
    uint8_t bits;   /* 4, 6, 8: packed rows of such integers, behind the tag of int8. Else 0 */
    bool int8;      /* what a made-up content should be */
    sn_shape shape; /* outermost first */
} sn_ncnn_weight;

typedef struct sn_ncnn_loads {
    sn_arena *arena;
    sn_ncnn_weight *v;
    size_t n, cap;
    const char *wrong; /* NULL, or what is wrong with the params, in the arena */
} sn_ncnn_loads;

/* The loads of a layer with these params, in order. `loads->wrong` is set where sizes do not fit
 * together or ncnn would refuse them. */
void sn_ncnn_loads_of(const sn_ncnn_values *v, sn_ncnn_loads *loads);

#endif
