/* SPDX-License-Identifier: Apache-2.0
 *
 * The weight file: every storage that a tag can mean, truncation, bytes left over, layers that
 * nobody knows, made-up weights, changing the storage when writing. */
#include "ncnn_unit.h"

#include "base/num.h"

typedef struct bytes {
    unsigned char v[8192];
    size_t n;
} bytes;

static void add(bytes *b, const void *data, size_t n)
{
    assert_true(b->n + n <= sizeof b->v);
    memcpy(b->v + b->n, data, n);
    b->n += n;
}

static void add_u32(bytes *b, uint32_t v) { add(b, &v, 4); }
static void add_f32(bytes *b, float v) { add(b, &v, 4); }

#define IP(size, more)                                                                             \
    "7767517\n2 2\nInput in 0 1 in\nInnerProduct ip 1 1 in out 0=2 2=" size more "\n"

static sn_graph *load_weights(const char *param, const bytes *b)
{
    put_bytes("m.bin", b->v, b->n);
    return load_ok(put_text("m.param", param), NULL);
}

static const sn_tensor *weight(sn_graph *g) { return node_named(g, "ip")->in[1].value->data; }

static void assert_same_bin(const sn_graph *g, const bytes *b)
{
    size_t n;
    free(saved(g));
    char *s = get_bytes(at("saved.bin"), &n);
    assert_int_equal(n, b->n);
    assert_memory_equal(s, b->v, n);
    free(s);
}

/* Six weights as 1..6 in each storage: same elements, and the same bytes when written again. */
static void every_tag_is_read_and_written_back(void **state)
{
    (void)state;
    bytes plain = {.n = 0}, scaled = {.n = 0}, half = {.n = 0}, table = {.n = 0};
    add_u32(&plain, 0);
    add_u32(&scaled, 0x0002C056);
    add_u32(&half, 0x01306B47);
    add_u32(&table, 0x00000100);
    for (int i = 0; i < 256; i++) add_f32(&table, (float)i);
    for (int i = 1; i <= 6; i++) {
        uint16_t h = sn_f32_to_f16((float)i);
        unsigned char c = (unsigned char)i;
        add_f32(&plain, (float)i);
        add_f32(&scaled, (float)i);
        add(&half, &h, 2);
        add(&table, &c, 1);
    }
    add(&table, "\x11\x22", 2); /* padding, whatever it holds */
    const bytes *all[] = {&plain, &scaled, &half, &table};
    static const sn_coding codings[] = {SN_PLAIN, SN_PLAIN, SN_CODED_F16, SN_CODED_TABLE256};
    for (int i = 0; i < 4; i++) {
        sn_graph *g = load_weights(IP("6", ""), all[i]);
        assert_int_equal(weight(g)->type, SN_TYPE_f32);
        assert_int_equal(weight(g)->coding, codings[i]);
        for (int k = 0; k < 6; k++) assert_true(sn_tensor_at(weight(g), k) == k + 1);
        assert_same_bin(g, all[i]);
        sn_graph_destroy(g);
    }
}

static void int8_and_its_scales(void **state)
{
    (void)state;
    bytes b = {.n = 0};
    add_u32(&b, 0x000D4B38);
    add(&b, "\x01\xff\x02\xfe\x03\xfd\0\0", 8);
    add_f32(&b, 10);
    add_f32(&b, 20);
    add_f32(&b, 30);
    sn_graph *g = load_weights(IP("6", " 8=1"), &b);
    sn_node *ip = node_named(g, "ip");
    assert_string_equal(ip->op->name, "ncnn.quantized_inner_product");
    assert_int_equal(weight(g)->type, SN_TYPE_i8);
    assert_true(sn_tensor_at(weight(g), 1) == -1);
    assert_same_bin(g, &b);
    sn_graph_destroy(g);
}

/* Gemm with weights of 4 bits in blocks stays opaque, with every byte. */
static void packed_weights_are_kept(void **state)
{
    (void)state;
    bytes b = {.n = 0};
    add_u32(&b, 0x000D4B38);
    add(&b, "\x21\x43\x65\x87\x19\x2b", 6); /* 2 rows of 5 numbers: 3 bytes each */
    add(&b, "\0\0", 2);
    add_f32(&b, 1);
    add_f32(&b, 2);
    sn_graph *g = load_weights("7767517\n2 2\nInput in 0 1 in\n"
                               "Gemm ip 1 1 in out 3=1 5=1 6=1 8=2 9=5 10=-1 18=400\n",
                               &b);
    sn_node *n = node_named(g, "ip");
    assert_string_equal(n->op->name, "opaque");
    assert_int_equal(n->n_in, 3);
    assert_int_equal(n->in[1].value->data->coding, SN_CODED_BITS4);
    assert_same_bin(g, &b);
    sn_graph_destroy(g);
}

static void truncated_weights_are_refused(void **state)
{
    (void)state;
    bytes b = {.n = 0};
    add_u32(&b, 0);
    for (int i = 0; i < 5; i++) add_f32(&b, 1);
    put_bytes("m.bin", b.v, b.n);
    load_fails(put_text("m.param", IP("6", "")), NULL, SN_E_FORMAT,
               "InnerProduct 'ip': found 24 bytes at byte 0, expected 28");
}

static void weights_left_over_are_kept_with_a_warning(void **state)
{
    (void)state;
    bytes b = {.n = 0};
    add_u32(&b, 0);
    for (int i = 0; i < 6; i++) add_f32(&b, 1);
    add(&b, "tail", 4);
    sn_graph *g = load_weights(IP("6", ""), &b);
    assert_non_null(strstr(warnings, "4 bytes behind the last weight"));
    assert_same_bin(g, &b);
    sn_graph_destroy(g);
}

static void a_missing_file_names_the_way_out(void **state)
{
    (void)state;
    load_fails(put_text("m.param", IP("6", "")), NULL, SN_E_IO,
               "weights from 'seed:1' are made up");
    sn_graph *g = load_ok(put_text("m.param", "7767517\n1 1\nInput in 0 1 in\n"), NULL);
    sn_graph_destroy(g); /* nothing to read, nothing missing */
}

#define CUSTOM                                                                                     \
    "7767517\n3 3\nInput in 0 1 in\nMyOp my 1 1 in a 0=2 1=0.5 2=hello 31=7\n"                     \
    "InnerProduct ip 1 1 a out 0=2 2=6\n"

static void layers_nobody_knows(void **state)
{
    (void)state;
    bytes b = {.n = 0};
    add_f32(&b, 7);
    add_f32(&b, 8);
    add_u32(&b, 0x01306B47);
    add(&b, "\0\x3c\0\0", 4);
    add_u32(&b, 0);
    for (int i = 0; i < 6; i++) add_f32(&b, (float)i);
    put_bytes("m.bin", b.v, b.n);
    const char *path = put_text("m.param", CUSTOM);
    load_fails(path, NULL, SN_E_FORMAT, "sn_model_load_options.weights_of with \"MyOp=LOADS\"");

    static const char *const fits[] = {"MyOp=R2,T1"}, *const too_few[] = {"MyOp=R2"},
                             *const bad[] = {"MyOp=R2;"};
    sn_load_options o = {.path = path, .weights_of = fits, .n_weights_of = 1};
    sn_graph *g = NULL;
    if (sn_ncnn_load(ctx, &o, &g) != SN_OK) fail_msg("%s", sn_ctx_error(ctx));
    sn_node *my = node_named(g, "my");
    assert_string_equal(my->op->name, "opaque");
    assert_int_equal(my->features, 7);
    assert_int_equal(my->n_in, 3);
    assert_true(sn_tensor_at(my->in[2].value->data, 0) == 1);
    assert_int_equal(sn_infer_graph(g), SN_OK);
    assert_saved(g, CUSTOM);
    assert_same_bin(g, &b);
    sn_graph_destroy(g);

    o.weights_of = too_few;
    assert_int_equal(sn_ncnn_load(ctx, &o, &g), SN_E_FORMAT);
    o.weights_of = bad;
    assert_int_equal(sn_ncnn_load(ctx, &o, &g), SN_E_ARG);
}

static void seeds_are_deterministic_and_in_range(void **state)
{
    (void)state;
    const char *path = put_text(
        "m.param", "7767517\n5 5\nInput in 0 1 in\nConvolution c 1 1 in c 0=64 1=3 6=18432\n"
                   "BatchNorm b 1 1 c b 0=64\nPReLU p 1 1 b p 0=64\nReLU r 1 1 p r\n");
    sn_graph *a = load_ok(path, "seed:5"), *b = load_ok(path, "seed:5"),
             *c = load_ok(path, "seed:6");
    SN_EACH_NODE(n, a)
    {
        sn_node *same = n->name ? node_named(b, n->name) : NULL,
                *other = n->name ? node_named(c, n->name) : NULL;
        for (int i = 1; n->name && i < n->n_in; i++) {
            assert_true(sn_tensor_same_bytes(n->in[i].value->data, same->in[i].value->data));
            assert_false(sn_tensor_same_bytes(n->in[i].value->data, other->in[i].value->data));
        }
    }
    const sn_tensor *var = node_named(a, "b")->in[4].value->data,
                    *slope = node_named(a, "p")->in[1].value->data;
    const sn_tensor *w = node_named(a, "c")->in[1].value->data;
    double sum = 0, squares = 0;
    for (int i = 0; i < 64; i++) {
        assert_true(sn_tensor_at(var, i) > 0);
        assert_true(sn_tensor_at(slope, i) >= 0 && sn_tensor_at(slope, i) <= 0.5);
    }
    for (int i = 0; i < 18432; i++) {
        sum += sn_tensor_at(w, i);
        squares += sn_tensor_at(w, i) * sn_tensor_at(w, i);
    }
    assert_true(fabs(sum / 18432) < 0.01);
    assert_true(fabs(squares / 18432 - 2.0 / 288) < 0.0005); /* 2 / fan-in */
    sn_graph_destroy(a);
    sn_graph_destroy(b);
    sn_graph_destroy(c);
    load_fails(path, "seed:", SN_E_ARG, "a number expected");
}

static void storage_can_be_changed(void **state)
{
    (void)state;
    bytes b = {.n = 0};
    add_u32(&b, 0);
    for (int i = 0; i < 6; i++) add_f32(&b, i == 5 ? 60000.f : 0.1f);
    add_f32(&b, 1);
    add_f32(&b, 2);
    sn_graph *g = load_weights(IP("6", " 1=1"), &b);
    sn_save_options o = {.path = at("h.param"), .storage = SN_STORAGE_F16};
    assert_int_equal(sn_ncnn_save(g, &o), SN_OK);
    sn_graph *h = load_ok(at("h.param"), NULL);
    assert_int_equal(weight(h)->coding, SN_CODED_F16);
    assert_int_equal(node_named(h, "ip")->in[2].value->data->coding,
                     SN_PLAIN); /* bias has no tag */
    o = (sn_save_options){.path = at("f.param"), .storage = SN_STORAGE_F32};
    assert_int_equal(sn_ncnn_save(h, &o), SN_OK);
    sn_graph *f = load_ok(at("f.param"), NULL);
    assert_int_equal(weight(f)->coding, SN_PLAIN);
    for (int i = 0; i < 6; i++)
        assert_true(sn_tensor_at(weight(f), i) == sn_tensor_at(weight(h), i));
    sn_graph_destroy(f);
    sn_graph_destroy(h);

    node_named(g, "ip")->features = 2; /* no storage as fp16 here */
    o = (sn_save_options){.path = at("k.param"), .storage = SN_STORAGE_F16};
    assert_int_equal(sn_ncnn_save(g, &o), SN_OK);
    h = load_ok(at("k.param"), NULL);
    assert_int_equal(weight(h)->coding, SN_PLAIN);
    sn_graph_destroy(h);
    sn_graph_destroy(g);
}

static void a_weight_too_large_for_fp16_is_refused(void **state)
{
    (void)state;
    bytes b = {.n = 0};
    add_u32(&b, 0);
    for (int i = 0; i < 6; i++) add_f32(&b, i == 3 ? 70000.f : 1.f);
    sn_graph *g = load_weights(IP("6", ""), &b);
    sn_save_options o = {.path = at("h.param"), .storage = SN_STORAGE_F16};
    assert_int_equal(sn_ncnn_save(g, &o), SN_E_UNSUPPORTED);
    assert_non_null(strstr(sn_ctx_error(ctx), "InnerProduct 'ip': weight: "));
    assert_int_equal(count_files("h.", NULL), 0); /* nothing is left behind */
    sn_graph_destroy(g);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, ncnn_setup, ncnn_teardown)
    const struct CMUnitTest tests[] = {
        T(every_tag_is_read_and_written_back),
        T(int8_and_its_scales),
        T(packed_weights_are_kept),
        T(truncated_weights_are_refused),
        T(weights_left_over_are_kept_with_a_warning),
        T(a_missing_file_names_the_way_out),
        T(layers_nobody_knows),
        T(seeds_are_deterministic_and_in_range),
        T(storage_can_be_changed),
        T(a_weight_too_large_for_fp16_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
