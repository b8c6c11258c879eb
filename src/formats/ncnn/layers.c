/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of layers.def, look-ups in them, and params with their defaults. */
#include "formats/ncnn/schema.h"

#include "base/map.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#define LAYER(index, type)      static const sn_ncnn_param params_##type[] = {
#define INT(id, name, def)      {id, #name, SN_NCNN_INT, SN_NCNN_FIXED, -1, (double)(def)},
#define FLOAT(id, name, def)    {id, #name, SN_NCNN_FLOAT, SN_NCNN_FIXED, -1, (double)(def)},
#define INTS(id, name)          {id, #name, SN_NCNN_INTS, SN_NCNN_FIXED, -1, 0},
#define FLOATS(id, name)        {id, #name, SN_NCNN_FLOATS, SN_NCNN_FIXED, -1, 0},
#define STR(id, name)           {id, #name, SN_NCNN_STR, SN_NCNN_FIXED, -1, 0},
#define LIKE(id, name, other)   {id, #name, SN_NCNN_INT, SN_NCNN_LIKE, other, 0},
#define RULE(id, name, kind, r) {id, #name, SN_NCNN_##kind, SN_NCNN_##r, -1, 0},
/* clang-format off */
#define END {-1, NULL, SN_NCNN_INT, SN_NCNN_FIXED, -1, 0}};
/* clang-format on */
#include "formats/ncnn/layers.def"
#undef LAYER
#undef INT
#undef FLOAT
#undef INTS
#undef FLOATS
#undef STR
#undef LIKE
#undef RULE
#undef END

static const sn_ncnn_layer layers[] = {
#define LAYER(index, type) {index, #type, params_##type},
#define INT(id, name, def)
#define FLOAT(id, name, def)
#define INTS(id, name)
#define FLOATS(id, name)
#define STR(id, name)
#define LIKE(id, name, other)
#define RULE(id, name, kind, r)
#define END
#include "formats/ncnn/layers.def"
};

enum { N_LAYERS = sizeof layers / sizeof layers[0] };

int sn_ncnn_n_layers(void) { return N_LAYERS; }

const sn_ncnn_layer *sn_ncnn_layer_at(int index)
{
    return index >= 0 && index < N_LAYERS ? &layers[index] : NULL;
}

/* By hash of the type, so that a file is read in one go. */
enum { N_SLOTS = 512 };
_Static_assert(2 * N_LAYERS <= N_SLOTS, "half of the table stays empty");
static const sn_ncnn_layer *by_type[N_SLOTS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Where the layer of that type is, or would be. */
static const sn_ncnn_layer **slot_of(const char *type)
{
    size_t i = sn_hash_bytes(type, strlen(type), 0) % N_SLOTS;
    while (by_type[i] && strcmp(by_type[i]->type, type) != 0) i = (i + 1) % N_SLOTS;
    return &by_type[i];
}

static void fill_by_type(void)
{
    for (int i = 0; i < N_LAYERS; i++) *slot_of(layers[i].type) = &layers[i];
}

const sn_ncnn_layer *sn_ncnn_layer_find(const char *type)
{
    pthread_once(&once, fill_by_type);
    return *slot_of(type);
}

const sn_ncnn_param *sn_ncnn_param_of(const sn_ncnn_layer *layer, int id)
{
    for (const sn_ncnn_param *p = layer->params; p->id >= 0; p++)
        if (p->id == id) return p;
    return NULL;
}

const sn_ncnn_param *sn_ncnn_param_named(const sn_ncnn_layer *layer, const char *name)
{
    for (const sn_ncnn_param *p = layer->params; p->id >= 0; p++)
        if (p->name[0] == name[0] && strcmp(p->name, name) == 0) return p;
    return NULL;
}

/* ---- values ---------------------------------------------------------------------------------- */

uint32_t sn_ncnn_bits(float f)
{
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word;
}

float sn_ncnn_unbits(uint32_t word)
{
    float f;
    memcpy(&f, &word, sizeof f);
    return f;
}

int32_t sn_ncnn_int(const sn_ncnn_values *v, int id) { return (int32_t)v->v[id].word; }
float sn_ncnn_float(const sn_ncnn_values *v, int id) { return sn_ncnn_unbits(v->v[id].word); }

sn_ncnn_value sn_ncnn_of_int(int32_t i)
{
    return (sn_ncnn_value){.form = SN_NCNN_SCALAR, .word = (uint32_t)i};
}

sn_ncnn_value sn_ncnn_of_float(float f)
{
    return (sn_ncnn_value){.form = SN_NCNN_SCALAR, .is_float = true, .word = sn_ncnn_bits(f)};
}

sn_ncnn_value sn_ncnn_of_ints(sn_arena *arena, int n, const int32_t *v)
{
    return (sn_ncnn_value){
        .form = SN_NCNN_ARRAY, .n = n, .words = sn_arena_copy(arena, v, (size_t)n * sizeof *v)};
}

sn_ncnn_value sn_ncnn_of_floats(sn_arena *arena, int n, const float *v)
{
    return (sn_ncnn_value){.form = SN_NCNN_ARRAY,
                           .is_float = true,
                           .n = n,
                           .words = sn_arena_copy(arena, v, (size_t)n * sizeof *v)};
}

sn_ncnn_value sn_ncnn_of_str(const char *s)
{
    return (sn_ncnn_value){.form = SN_NCNN_STRING, .s = s};
}

bool sn_ncnn_value_equal(const sn_ncnn_value *a, const sn_ncnn_value *b)
{
    if (a->form != b->form) return false;
    switch (a->form) {
    case SN_NCNN_SCALAR:
        return a->word == b->word;
    case SN_NCNN_ARRAY:
        return a->n == b->n &&
               (a->n == 0 || memcmp(a->words, b->words, (size_t)a->n * sizeof *a->words) == 0);
    case SN_NCNN_STRING:
        return strcmp(a->s, b->s) == 0;
    case SN_NCNN_ABSENT:
        break;
    }
    return true;
}

static sn_ncnn_value default_of(const sn_ncnn_param *p, const sn_ncnn_values *v)
{
    switch (p->rule) {
    case SN_NCNN_LIKE:
        return v->v[p->like];
    case SN_NCNN_QUARTER:
        return sn_ncnn_of_int(sn_ncnn_int(v, 0) / 4);
    case SN_NCNN_HEAD_SCALE: {
        int32_t heads = sn_ncnn_int(v, 1);
        return sn_ncnn_of_float(heads == 0 ? 0 : 1.f / sqrtf((float)(sn_ncnn_int(v, 0) / heads)));
    }
    case SN_NCNN_FIXED:
        break;
    }
    switch (p->kind) {
    case SN_NCNN_INT:
        return sn_ncnn_of_int((int32_t)p->def);
    case SN_NCNN_FLOAT:
        return sn_ncnn_of_float((float)p->def);
    case SN_NCNN_STR:
        return sn_ncnn_of_str("");
    case SN_NCNN_INTS:
    case SN_NCNN_FLOATS:
        break;
    }
    return (sn_ncnn_value){.form = SN_NCNN_ARRAY, .is_float = p->kind == SN_NCNN_FLOATS};
}

/* The value in the form that the kind asks for. */
static sn_ncnn_value coerced(const sn_ncnn_param *p, sn_ncnn_value v)
{
    bool is_float = p->kind == SN_NCNN_FLOAT || p->kind == SN_NCNN_FLOATS;
    if (p->kind == SN_NCNN_STR) return v.form == SN_NCNN_STRING ? v : sn_ncnn_of_str("");
    if (p->kind == SN_NCNN_INT || p->kind == SN_NCNN_FLOAT)
        return (sn_ncnn_value){.form = SN_NCNN_SCALAR,
                               .is_float = is_float,
                               .word = v.form == SN_NCNN_SCALAR ? v.word : 0};
    if (v.form != SN_NCNN_ARRAY)
        return (sn_ncnn_value){.form = SN_NCNN_ARRAY, .is_float = is_float};
    v.is_float = is_float;
    return v;
}

void sn_ncnn_resolve(const sn_ncnn_layer *layer, const sn_ncnn_value *set, sn_ncnn_values *out)
{
    memset(out, 0, sizeof *out);
    out->layer = layer;
    /* A `like` may stand before or after what it names: a few rounds settle the longest chain
     * (pad_behind <- pad_front <- pad_left). */
    for (int round = 0; round < 3; round++) {
        for (const sn_ncnn_param *p = layer->params; p->id >= 0; p++) {
            if (round > 0 && p->rule == SN_NCNN_FIXED) continue;
            const sn_ncnn_value *given = &set[p->id];
            out->v[p->id] = given->form != SN_NCNN_ABSENT ? coerced(p, *given) : default_of(p, out);
        }
    }
}
