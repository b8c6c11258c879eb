/* SPDX-License-Identifier: Apache-2.0
 *
 * Small models, damaged in every place: cut at each byte, with each bit of the text turned, with
 * other tags on the weights; as text and as binary params. Every one is loaded, inferred, optimized
 * with all checks, saved and loaded again, or refused with a message. */
#include "bad_unit.h"

#include "base/full.h"
#include "base/map.h"
#include "base/num.h"
#include "base/sanitized.h"
#include "formats/ncnn/record.h"

typedef struct model {
    const char *name, *param;
    /* The weight file: F, H, I, Q with a tag (fp32, fp16, int8, table of 256), R without, so many
     * elements */
    const char *bin;
    const char *weights_of[2];
} model;

static const model models[] = {
    {"conv fp32",
     "7767517\n4 4\nInput in 0 1 in 0=3 1=3 2=2\nConvolution c 1 1 in c 0=3 1=3 4=1 5=1 6=54\n"
     "BatchNorm b 1 1 c b 0=3\nReLU r 1 1 b out 0=0.1\n",
     "F54 R3 R3 R3 R3 R3",
     {0}},
    {"conv fp16",
     "7767517\n3 3\nInput in 0 1 in 0=3 1=3 2=2\nConvolution c 1 1 in c 0=3 1=1 5=1 6=6 9=1\n"
     "BatchNorm b 1 1 c out 0=3 1=1e-3\n",
     "H6 R3 R3 R3 R3 R3",
     {0}},
    {"conv int8",
     "7767517\n3 3\nInput in 0 1 in 0=4 1=4 2=2\nConvolution c 1 1 in c 0=3 1=2 5=1 6=24 8=2\n"
     "Clip r 1 1 c out 0=0 1=6\n",
     "I24 R3 R3 R1",
     {0}},
    {"linear of a table",
     "7767517\n4 4\nInput in 0 1 in 0=2 1=2\nFlatten f 1 1 in f\nInnerProduct p 1 1 f p 0=3 1=1 "
     "2=12\n"
     "Sigmoid s 1 1 p out\n",
     "Q12 R3",
     {0}},
    {"constants",
     "7767517\n4 4\nInput in 0 1 in 0=2 1=2 2=3\nMemoryData d 0 1 d 0=2 1=2 2=3\n"
     "BinaryOp b 2 1 in d b 0=2\nBinaryOp e 1 1 b out 0=1 1=1 2=0.5\n",
     "R12",
     {0}},
    {"branches",
     "7767517\n7 10\nInput in 0 1 in 0=4 1=4 2=2\nSplit s 1 3 in s0 s1 s2\n"
     "Convolution c 1 1 s0 c 0=2 1=1 6=4\nPooling p 1 1 s1 p 1=3 2=1 3=1\nConcat k 3 1 c p s2 k\n"
     "Slice l 1 2 k l0 l1 -23300=2,2,-233\nPermute t 1 1 l0 out 0=3\n",
     "F4",
     {0}},
    {"gemm",
     "7767517\n3 3\nInput in 0 1 in 0=5 1=2\nGemm g 1 1 in g 0=0.5 3=1 5=1 6=1 8=2 9=5 10=4\n"
     "Softmax s 1 1 g out 0=1 1=1\n",
     "F10 F2",
     {0}},
    {"lstm",
     "7767517\n2 2\nInput in 0 1 in 0=3 1=2\nLSTM l 1 1 in out 0=2 1=24\n",
     "F24 F8 F16",
     {0}},
    {"views",
     "7767517\n8 8\nInput in 0 1 in 0=4 1=4 2=2\nPadding p 1 1 in p 0=1 1=1 2=1 3=1\n"
     "Crop c 1 1 p c -23309=2,1,1 -23310=2,5,5 -23311=2,1,2\nInterp i 1 1 c i 0=2 1=2.0 2=2.0\n"
     "Reshape r 1 1 i r 6=\"*(0w,2),-1\"\nReduction q 1 1 r q 0=3 1=0 -23303=1,1 4=1 5=1\n"
     "Squeeze z 1 1 q z -23303=1,0\nExpandDims x 1 1 z out -23303=1,0\n",
     "",
     {0}},
    {"deconv",
     "7767517\n6 6\nInput in 0 1 in 0=3 1=3 2=2\nDeconvolution d 1 1 in d 0=2 1=2 3=2 6=16 18=1\n"
     "PReLU p 1 1 d p 0=2\nScale s 1 1 p s 0=2 1=1\nConvolutionDepthWise w 1 1 s w 0=2 1=3 4=-233 "
     "6=18 7=2\n"
     "GroupNorm g 1 1 w out 0=2 1=2\n",
     "F16 R2 R2 R2 F18 R2 R2",
     {0}},
    {"custom",
     "7767517\n3 3\nInput in 0 1 in 0=3\nMyOp my 1 1 in a 0=2 1=0.5 2=hello\n"
     "InnerProduct ip 1 1 a out 0=2 2=6\n",
     "R2 H1 F6",
     {"MyOp=R2,T1"}},
};
enum { N_MODELS = sizeof models / sizeof models[0], MOST_DATA = 4096 };

/* One bit of so many is turned: an odd number, so that every place in a byte occurs. */
static size_t every_bit(void) { return is_full() ? 1 : SANITIZED ? 13 : 3; }

typedef struct bytes {
    unsigned char v[MOST_DATA];
    size_t n;
    size_t tags[8], n_tags;
} bytes;

static void add(bytes *b, const void *data, size_t n)
{
    assert_true(b->n + n <= sizeof b->v);
    memcpy(b->v + b->n, data, n);
    b->n += n;
}

static void add_u32(bytes *b, uint32_t v) { add(b, &v, 4); }
static void add_f32(bytes *b, float v) { add(b, &v, 4); }

static void add_load(bytes *b, char kind, long n, sn_rng *rng)
{
    static const char kinds[] = "FHIQ";
    static const uint32_t tags[] = {0, 0x01306B47, 0x000D4B38, 1};
    if (kind != 'R') {
        b->tags[b->n_tags++] = b->n;
        add_u32(b, tags[strchr(kinds, kind) - kinds]);
    }
    for (int i = 0; kind == 'Q' && i < 256; i++) add_f32(b, (float)i / 256);
    for (long i = 0; i < n; i++) {
        float f = (float)sn_rng_uniform(rng, 0.1, 1);
        uint16_t h = sn_f32_to_f16(f);
        unsigned char c = (unsigned char)(f * 100);
        if (kind == 'H')
            add(b, &h, 2);
        else if (kind == 'I' || kind == 'Q')
            add(b, &c, 1);
        else
            add_f32(b, f);
    }
    while (b->n % 4) add(b, "", 1);
}

static void make_bin(const model *m, bytes *out)
{
    *out = (bytes){.n = 0};
    sn_rng rng = sn_rng_of(7);
    const char *s = m->bin;
    while (*s) {
        char *end;
        long n = strtol(s + 1, &end, 10);
        add_load(out, *s, n, &rng);
        s = *end ? end + 1 : end;
    }
}

static void put_words(const sn_ncnn_arg *a, bytes *out)
{
    const sn_ncnn_value *v = &a->value;
    if (v->form == SN_NCNN_SCALAR) {
        add_u32(out, (uint32_t)a->id);
        add_u32(out, v->word);
    } else if (v->form == SN_NCNN_ARRAY) {
        add_u32(out, (uint32_t)(-23300 - a->id));
        add_u32(out, (uint32_t)v->n);
        for (int i = 0; i < v->n; i++) add_u32(out, v->words[i]);
    } else {
        add_u32(out, (uint32_t)(-23400 - a->id));
        add_u32(out, (uint32_t)strlen(v->s));
        add(out, v->s, strlen(v->s));
        while (out->n % 4) add(out, "", 1);
    }
}

static void put_blobs(const char **names, int n, sn_map *numbers, sn_arena *arena, bytes *out)
{
    for (int i = 0; i < n; i++) {
        if (!sn_map_has(numbers, names[i])) {
            uintptr_t *number = SN_NEW(arena, uintptr_t);
            *number = sn_map_count(numbers);
            sn_map_put(numbers, names[i], number);
        }
        add_u32(out, (uint32_t) * (uintptr_t *)sn_map_get(numbers, names[i]));
    }
}

/* The same model as a .param.bin. */
static void make_binary(const model *m, bytes *out)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_arena *arena = sn_arena_create(ctx);
    sn_map *numbers = sn_map_create(arena);
    sn_ncnn_file f;
    assert_int_equal(sn_ncnn_read_text(ctx, arena, "m", sn_text_of(m->param), &f), SN_OK);
    *out = (bytes){.n = 0};
    add_u32(out, 7767517);
    add_u32(out, (uint32_t)f.n_layers);
    add_u32(out, (uint32_t)f.n_blobs);
    for (int i = 0; i < f.n_layers; i++) {
        const sn_ncnn_record *r = f.layers[i];
        add_u32(out, r->layer ? (uint32_t)r->layer->index : 256);
        add_u32(out, (uint32_t)r->n_bottoms);
        add_u32(out, (uint32_t)r->n_tops);
        put_blobs(r->bottoms, r->n_bottoms, numbers, arena, out);
        put_blobs(r->tops, r->n_tops, numbers, arena, out);
        for (int k = 0; k < r->n_args; k++) put_words(&r->args[k], out);
        add_u32(out, (uint32_t)-233);
    }
    sn_ctx_destroy(ctx);
}

static void name_case(const model *m, const char *what, size_t at_byte, int bit)
{
    snprintf(now_running, sizeof now_running, "%s: %s at byte %zu bit %d", m->name, what, at_byte,
             bit);
}

static sn_model_load_options options_of(const model *m)
{
    return (sn_model_load_options){.weights_of = m->weights_of};
}

/* ---- the tests ------------------------------------------------------------------------------- */

static void whole_models_work(void **state)
{
    (void)state;
    static const char *const binary_weights_of[] = {"Custom0=R2,T1", NULL};
    for (int i = 0; i < N_MODELS; i++) {
        bytes bin, binary;
        make_bin(&models[i], &bin);
        make_binary(&models[i], &binary);
        put_data("m.bin", bin.v, bin.n);
        name_case(&models[i], "whole", 0, 0);
        sn_model_load_options o = options_of(&models[i]);
        sn_status s = run_model(put_data("m.param", models[i].param, strlen(models[i].param)), &o);
        if (s != SN_OK) fail_msg("%s: %s", now_running, sn_context_error(context));
        name_case(&models[i], "binary", 0, 0);
        o.weights_of = models[i].weights_of[0] ? binary_weights_of : NULL;
        s = run_model(put_data("m.param.bin", binary.v, binary.n), &o);
        if (s != SN_OK) fail_msg("%s: %s", now_running, sn_context_error(context));
    }
    assert_int_equal(n_saved, 2 * N_MODELS);
}

static void params_cut_anywhere(void **state)
{
    (void)state;
    for (int i = 0; i < N_MODELS; i++) {
        const model *m = &models[i];
        bytes bin;
        make_bin(m, &bin);
        put_data("m.bin", bin.v, bin.n);
        sn_model_load_options o = options_of(m);
        for (size_t n = 0; n < strlen(m->param); n++) {
            name_case(m, "param cut", n, 0);
            run_model(put_data("m.param", m->param, n), &o);
        }
    }
    assert_in_range(n_loaded, 1, n_runs / 4); /* only what lacks params or less at the end */
}

static void weights_cut_anywhere(void **state)
{
    (void)state;
    for (int i = 0; i < N_MODELS; i++) {
        const model *m = &models[i];
        bytes bin;
        make_bin(m, &bin);
        const char *path = put_data("m.param", m->param, strlen(m->param));
        char kept[512];
        snprintf(kept, sizeof kept, "%s", path);
        sn_model_load_options o = options_of(m);
        for (size_t n = 0; n < bin.n; n++) {
            name_case(m, "bin cut", n, 0);
            put_data("m.bin", bin.v, n);
            assert_int_equal(run_model(kept, &o), SN_E_FORMAT);
        }
    }
}

static void params_with_a_bit_turned(void **state)
{
    (void)state;
    for (int i = 0; i < N_MODELS; i++) {
        const model *m = &models[i];
        bytes bin, text = {.n = 0};
        make_bin(m, &bin);
        put_data("m.bin", bin.v, bin.n);
        add(&text, m->param, strlen(m->param));
        sn_model_load_options o = options_of(m);
        for (size_t n = 0; n < text.n * 8; n += every_bit()) {
            name_case(m, "param turned", n / 8, (int)(n % 8));
            text.v[n / 8] ^= (unsigned char)(1 << n % 8);
            run_model(put_data("m.param", text.v, text.n), &o);
            text.v[n / 8] ^= (unsigned char)(1 << n % 8);
        }
    }
    assert_in_range(n_loaded, n_runs / 20, n_runs);
}

/* All bits of tags; of other bytes one bit each, which may make infinities and NaN. */
static void weights_with_a_bit_turned(void **state)
{
    (void)state;
    for (int i = 0; i < N_MODELS; i++) {
        const model *m = &models[i];
        bytes bin;
        make_bin(m, &bin);
        char kept[512];
        snprintf(kept, sizeof kept, "%s", put_data("m.param", m->param, strlen(m->param)));
        sn_model_load_options o = options_of(m);
        for (size_t n = 0; n < bin.n * 8; n += every_bit()) {
            bool tag = false;
            for (size_t k = 0; k < bin.n_tags; k++)
                tag = tag || (n / 8 >= bin.tags[k] && n / 8 < bin.tags[k] + 4);
            if (!tag && (n % 8 != n / 8 % 8 || (bin.n > 500 && n % 64))) continue;
            name_case(m, "bin turned", n / 8, (int)(n % 8));
            bin.v[n / 8] ^= (unsigned char)(1 << n % 8);
            put_data("m.bin", bin.v, bin.n);
            run_model(kept, &o);
            bin.v[n / 8] ^= (unsigned char)(1 << n % 8);
        }
    }
    assert_in_range(n_loaded, n_runs / 4, n_runs);
}

static void binary_params(void **state)
{
    (void)state;
    for (int i = 0; i < N_MODELS; i++) {
        const model *m = &models[i];
        bytes bin, binary;
        make_bin(m, &bin);
        make_binary(m, &binary);
        put_data("m.bin", bin.v, bin.n);
        sn_model_load_options o = options_of(m);
        for (size_t n = 0; n < binary.n; n++) {
            name_case(m, "binary cut", n, 0);
            sn_status s = run_model(put_data("m.param.bin", binary.v, n), &o);
            if (s != SN_E_FORMAT) fail_msg("%s: %s", now_running, sn_status_name_of(s));
        }
        for (size_t n = 0; n < binary.n * 8; n += every_bit()) {
            name_case(m, "binary turned", n / 8, (int)(n % 8));
            binary.v[n / 8] ^= (unsigned char)(1 << n % 8);
            run_model(put_data("m.param.bin", binary.v, binary.n), &o);
            binary.v[n / 8] ^= (unsigned char)(1 << n % 8);
        }
    }
    assert_in_range(n_loaded, n_runs / 20, n_runs);
}

int main(void)
{
    compare_every = 7;
#define T(f) cmocka_unit_test_setup_teardown(f, bad_setup, bad_teardown)
    const struct CMUnitTest tests[] = {
        T(whole_models_work),        T(params_cut_anywhere),       T(weights_cut_anywhere),
        T(params_with_a_bit_turned), T(weights_with_a_bit_turned), T(binary_params),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
