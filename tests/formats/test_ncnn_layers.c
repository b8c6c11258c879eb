/* SPDX-License-Identifier: Apache-2.0
 *
 * All layer types, from the schema: random params, read and written. With its origin a line
 * comes back with the same tokens; without, the line that is written anew reads back as the
 * same node. Also: the rows account for every param that there is. */
#include "formats/format.h"
#include "ncnn_unit.h"

#include "base/num.h"
#include "formats/ncnn/map.h"

enum { ROUNDS = 60 };

/* ---- random lines ---------------------------------------------------------------------------- */

static sn_ncnn_value set[SN_NCNN_N_PARAMS];
static const sn_ncnn_layer *layer;

static void put_int(const char *name, int64_t v)
{
    const sn_ncnn_param *p = sn_ncnn_param_named(layer, name);
    if (p) set[p->id] = sn_ncnn_of_int((int32_t)v);
}

static int32_t now(const char *name)
{
    sn_ncnn_values v;
    sn_ncnn_resolve(layer, set, &v);
    return sn_ncnn_get(&v, name);
}

static bool has(const char *name) { return sn_ncnn_has_param(layer, name); }

static sn_ncnn_value random_value(sn_arena *a, sn_rng *rng, const sn_ncnn_param *p)
{
    int32_t ints[4];
    float floats[4];
    int n = (int)sn_rng_range(rng, 1, 3);
    for (int i = 0; i < 4; i++) {
        ints[i] = (int32_t)sn_rng_range(rng, 0, 3);
        floats[i] = (float)sn_rng_normal(rng);
    }
    switch (p->kind) {
    case SN_NCNN_INT:
        return sn_ncnn_of_int(ints[0]);
    case SN_NCNN_FLOAT:
        return sn_ncnn_of_float(floats[0]);
    case SN_NCNN_INTS:
        return sn_ncnn_of_ints(a, n, ints);
    case SN_NCNN_FLOATS:
        return sn_ncnn_of_floats(a, n, floats);
    case SN_NCNN_STR:
        break;
    }
    return sn_ncnn_of_str(n == 1 ? "0w,-1" : "*(0w,2),2");
}

/* Sizes that weights imply, made to fit. */
static void fit_windows(sn_rng *rng)
{
    int64_t group = has("group") ? sn_rng_range(rng, 1, 3) : 1,
            oc = group * sn_rng_range(rng, 1, 3);
    int64_t size = oc * sn_rng_range(rng, 1, 3);
    static const char *const kernels[] = {"kernel_w", "kernel_h", "kernel_d"};
    for (int i = 0; i < 3; i++) {
        if (!has(kernels[i])) continue;
        put_int(kernels[i], sn_rng_range(rng, 1, 3));
        size *= now(kernels[i]);
    }
    put_int("group", group);
    put_int("num_output", oc);
    put_int("weight_data_size", size);
    int32_t term = now("int8_scale_term");
    put_int("int8_scale_term", term == 3 ? 101 : term);
    put_int("dynamic_weight", now("dynamic_weight") == 1);
}

static void fit_activation(sn_arena *a, sn_rng *rng)
{
    const sn_ncnn_param *p = sn_ncnn_param_named(layer, "activation_params");
    put_int("activation_type", sn_rng_range(rng, 0, 6));
    float v[2] = {0.25f, 0.5f};
    int n = sn_act_n_params(now("activation_type"));
    set[p->id] = n ? sn_ncnn_of_floats(a, n, v) : (sn_ncnn_value){.form = SN_NCNN_ABSENT};
}

static void fit(sn_arena *a, sn_rng *rng)
{
    const char *t = layer->type;
    if (has("kernel_w") && has("num_output"))
        fit_windows(rng);
    else if (has("kernel_w"))
        put_int("kernel_w", 2), put_int("kernel_h", 1), put_int("kernel_d", 2);
    if (has("activation_params")) fit_activation(a, rng);
    static const char *const positive[] = {"channels",
                                           "affine_size",
                                           "scale_data_size",
                                           "bias_data_size",
                                           "num_slope",
                                           "scale_in_data_size",
                                           "scale_out_data_size",
                                           "stride",
                                           "stride_w",
                                           "stride_h",
                                           "stride_d",
                                           "dilation_w",
                                           "dilation_h",
                                           "dilation_d",
                                           "constantM",
                                           "constantN",
                                           "constantK",
                                           "num_class",
                                           "num_box",
                                           "pooled_width",
                                           "pooled_height",
                                           "upscale_factor",
                                           "group",
                                           "tiles",
                                           "out_w",
                                           "out_h",
                                           "out_d",
                                           "num_heads",
                                           "local_size",
                                           "feat_stride",
                                           "base_size",
                                           "output_dim",
                                           "hoplen",
                                           "winlen",
                                           "n_fft",
                                           "output_w",
                                           "output_h"};
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++)
        if (has(positive[i]) && now(positive[i]) <= 0) put_int(positive[i], 2);
    put_int("fixbug0", 1);
    if (strcmp(t, "InnerProduct") == 0) put_int("num_output", 2), put_int("weight_data_size", 6);
    if (strcmp(t, "Embed") == 0)
        put_int("num_output", 2), put_int("input_dim", 3), put_int("weight_data_size", 6);
    if (strcmp(t, "RNN") == 0 || strcmp(t, "GRU") == 0)
        put_int("num_output", 2), put_int("weight_data_size", 24);
    if (strcmp(t, "LSTM") == 0)
        put_int("num_output", 2), put_int("weight_data_size", 96),
            put_int("hidden_size", now("hidden_size") == 1 ? 2 : 3);
    if (strcmp(t, "MultiHeadAttention") == 0) {
        put_int("embed_dim", 4), put_int("num_heads", 2), put_int("weight_data_size", 12);
        put_int("kdim", 2), put_int("vdim", 3);
        put_int("attn_mask", now("attn_mask") & 1), put_int("kv_cache", now("kv_cache") & 1);
    }
    if (strcmp(t, "Gemm") == 0) {
        put_int("constantA", now("constantA") == 1), put_int("constantB", now("constantB") == 1);
        put_int("constantC", now("constantC") == 1);
    }
    if (strcmp(t, "MemoryData") == 0) {
        put_int("w", 2), put_int("h", now("h") & 2), put_int("c", now("h") ? 3 : 0);
        put_int("d", now("c") && now("d") ? 2 : 0), put_int("load_type", now("load_type") & 1);
    }
    if (strcmp(t, "Reshape") == 0)
        put_int("input_batch_axis", 233), put_int("output_batch_axis", 233);
    if (strcmp(t, "Einsum") == 0) {
        static const int32_t codes[] = {'i', 'j', ',', 'j', 'k', '-', '>', 'i', 'k'};
        set[0] = sn_ncnn_of_ints(a, 9, codes);
    }
    if (strcmp(t, "Spectrogram") == 0 || strcmp(t, "InverseSpectrogram") == 0)
        put_int("n_fft", 4), put_int("winlen", 4), put_int("hoplen", 2);
}

static void random_params(sn_arena *a, sn_rng *rng)
{
    memset(set, 0, sizeof set);
    for (const sn_ncnn_param *p = layer->params; p->id >= 0; p++)
        if (sn_rng_range(rng, 0, 2)) set[p->id] = random_value(a, rng, p);
    fit(a, rng);
}

static int random_bottoms(sn_rng *rng)
{
    const char *t = layer->type;
    if (strcmp(t, "Input") == 0 || strcmp(t, "MemoryData") == 0) return 0;
    if (strcmp(t, "BinaryOp") == 0) return now("with_scalar") ? 1 : 2;
    if (has("dynamic_weight") && now("dynamic_weight")) return now("bias_term") ? 3 : 2;
    if (strcmp(t, "MultiHeadAttention") == 0)
        return (int)sn_rng_range(rng, 1, 3) + now("attn_mask") + 2 * now("kv_cache");
    if (strcmp(t, "SDPA") == 0) return 3 + (now("attn_mask") != 0) + 2 * (now("kv_cache") != 0);
    return (int)sn_rng_range(rng, 1, 3);
}

/* "Type n ..." with fed blobs; tops by what the type is. */
static void random_model(sn_arena *a, sn_rng *rng, sn_str *out)
{
    random_params(a, rng);
    int bottoms = random_bottoms(rng), tops = 1;
    bool many = !strcmp(layer->type, "Split") || !strcmp(layer->type, "Slice") ||
                !strcmp(layer->type, "Input");
    if (many) tops = (int)sn_rng_range(rng, 1, 3);
    if (now("kv_cache")) tops = 3;
    sn_str_addf(out, "7767517\n%d %d\n", bottoms + 1, bottoms + tops);
    for (int i = 0; i < bottoms; i++) sn_str_addf(out, "Input in%d 0 1 in%d\n", i, i);
    sn_str_addf(out, "%-24s %-24s %d %d", layer->type, "n", bottoms, tops);
    for (int i = 0; i < bottoms; i++) sn_str_addf(out, " in%d", i);
    for (int i = 0; i < tops; i++) sn_str_addf(out, " out%d", i);
    for (const sn_ncnn_param *p = layer->params; p->id >= 0; p++)
        if (set[p->id].form)
            assert_int_equal(sn_ncnn_print_arg(ctx, "n", p->id, &set[p->id], out), SN_OK);
    sn_str_add(out, "\n");
}

/* ---- the property ---------------------------------------------------------------------------- */

/* What an operator does not say and ncnn must know. */
static bool must_be_refused(const char *text)
{
    const bool one_shape = strstr(text, "\nEltwise ") != NULL;
    return (one_shape &&
            (strstr(sn_ctx_error(ctx), "its inputs are not proved to have one shape") ||
             strstr(sn_ctx_error(ctx), "ncnn decides what it does by sizes that are not known"))) ||
           strstr(sn_ctx_error(ctx), "the number of channels is not known") ||
           strstr(sn_ctx_error(ctx), "this is an input that layers read");
}

static bool check_one(const char *text, bool *opaque)
{
    sn_graph *g = NULL, *again;
    const char *path = put_text("m.param", text);
    if (inner_load(path, "seed:1", &g) != SN_OK) return false;
    if (sn_infer_graph(g) != SN_OK) { /* contradictory sizes */
        sn_graph_destroy(g);
        return false;
    }
    char *s = saved(g), *before = text_of(g);
    if (strcmp(s, text) != 0) fail_msg("read:\n%s\nwritten:\n%s", text, s);
    *opaque = node_named(g, "n")->op == sn_format_op_find("opaque");
    if (!*opaque) {
        forget_origins(g);
        sn_save_options o = {.path = at("anew.param")};
        sn_status s_anew = sn_ncnn_save(g, &o);
        if (s_anew != SN_OK && !must_be_refused(text)) fail_msg("%s\n%s", text, sn_ctx_error(ctx));
        if (s_anew == SN_OK) {
            again = load_ok(at("anew.param"), NULL);
            char *after = text_of(again);
            if (strcmp(before, after) != 0)
                fail_msg("%s\nread as:\n%s\nwritten anew and read as:\n%s", text, before, after);
            sn_graph_destroy(again);
            free(after);
        }
    }
    free(s);
    free(before);
    sn_graph_destroy(g);
    return true;
}

static void every_layer_type_comes_back(void **state)
{
    (void)state;
    static const char *const always_opaque[] = {"ArgMax", "SPP"};
    for (int t = 0; t < sn_ncnn_n_layers(); t++) {
        layer = sn_ncnn_layer_at(t);
        sn_rng rng = sn_rng_of((uint64_t)t + 1);
        int n_read = 0, n_known = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sn_arena *a = sn_arena_create(ctx);
            sn_str text;
            bool opaque = false;
            sn_str_init(&text, a);
            random_model(a, &rng, &text);
            bool read = check_one(text.s, &opaque);
            n_read += read;
            n_known += read && !opaque;
            sn_arena_destroy(a);
        }
        bool known = true;
        for (int i = 0; i < 2; i++) known = known && strcmp(layer->type, always_opaque[i]) != 0;
        if (n_read < 3 || (known && n_known == 0))
            fail_msg("%s: %d of %d random lines were read, %d not as opaque: %s", layer->type,
                     n_read, ROUNDS, n_known, sn_ctx_error(ctx));
    }
}

/* ---- the rows -------------------------------------------------------------------------------- */

static bool is_tied(const sn_ncnn_row *row, const sn_op *op, const sn_ncnn_param *p)
{
    for (const sn_ncnn_tie *t = row->ties; t->kind != SN_TIE_END; t++)
        if (t->ncnn && strcmp(t->ncnn, p->name) == 0) return true;
    return op->params && sn_param_find(op->params, p->name);
}

static void rows_name_what_exists(void **state)
{
    (void)state;
    size_t n;
    const sn_ncnn_row *rows = sn_ncnn_rows(&n);
    for (size_t i = 0; i < n; i++) {
        const sn_ncnn_row *row = &rows[i];
        const sn_ncnn_layer *of = sn_ncnn_layer_find(row->type);
        const sn_op *op = sn_format_op_find(row->op);
        if (!of || !op) fail_msg("row %s, %s: no such type or operator", row->type, row->op);
        for (const sn_ncnn_tie *t = row->ties; t->kind != SN_TIE_END; t++) {
            if (t->ncnn && !sn_ncnn_param_named(of, t->ncnn))
                fail_msg("%s has no %s", row->type, t->ncnn);
            bool slot = t->kind == SN_TIE_SIZE || t->kind == SN_TIE_HAS || t->kind == SN_TIE_DIM;
            if (slot && sn_ncnn_slot_of(op, t->op) < 0)
                fail_msg("%s has no slot %s", row->op, t->op);
            if (!slot && t->op && !sn_param_find(op->params, t->op))
                fail_msg("%s has no param %s", row->op, t->op);
        }
        /* without hooks every param of the layer must go somewhere */
        for (const sn_ncnn_param *p = of->params; !row->hooks && p->id >= 0; p++)
            if (!is_tied(row, op, p))
                fail_msg("%s: param %s is tied to nothing of %s", row->type, p->name, row->op);
    }
}

static void types_are_numbered_in_order(void **state)
{
    (void)state;
    assert_int_equal(sn_ncnn_n_layers(), 110);
    for (int i = 0; i < 110; i++) {
        assert_int_equal(sn_ncnn_layer_at(i)->index, i);
        assert_ptr_equal(sn_ncnn_layer_find(sn_ncnn_layer_at(i)->type), sn_ncnn_layer_at(i));
    }
    assert_string_equal(sn_ncnn_layer_at(6)->type, "Convolution");
    assert_string_equal(sn_ncnn_layer_at(109)->type, "RotaryEmbed");
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, ncnn_setup, ncnn_teardown)
    const struct CMUnitTest tests[] = {
        T(types_are_numbered_in_order),
        T(rows_name_what_exists),
        T(every_layer_type_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
