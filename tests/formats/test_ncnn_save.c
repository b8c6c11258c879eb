/* SPDX-License-Identifier: Apache-2.0
 *
 * What is written when a graph was changed, or comes from elsewhere: tokens that stay, Splits,
 * names of outputs, decisions that ncnn takes at run time, what it cannot spell. */
#include "formats/format.h"
#include "ncnn_unit.h"

#include "formats/ncnn/since.h"
#include "ops/binary.h"
#include "ops/reshape.h"
#include "ops/conv.h"

#define HEAD(layers, blobs) "7767517\n" layers " " blobs "\n"

/* ---- small rewrites as passes do them -------------------------------------------------------- */

static void drop_copies(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        if (strcmp(n->op->name, "identity") != 0) continue;
        for (int i = 0; i < n->n_out; i++)
            assert_int_equal(sn_value_replace(n->out[i], n->in[0].value, true), SN_OK);
        sn_node_remove(n);
    }
}

/* `old` with other params, in its place; takes over name, origin and the name of the result. */
static sn_node *replace_params(sn_graph *g, sn_node *old, const void *params)
{
    sn_value *in[8];
    for (int i = 0; i < old->n_in; i++) in[i] = old->in[i].value;
    sn_node *n = sn_node_create(g, old, old->op, params, old->n_in, in, old->n_out);
    sn_node_set_name(g, n, old->name);
    sn_value_set_name(g, n->out[0], old->out[0]->name);
    n->origin = old->origin;
    n->features = old->features;
    if (sn_infer_node(n) != SN_OK) fail_msg("%s", sn_ctx_error(ctx));
    assert_int_equal(sn_value_replace(old->out[0], n->out[0], true), SN_OK);
    sn_node_remove(old);
    return n;
}

static sn_graph *parse(const char *text)
{
    sn_graph *g = NULL;
    sn_status s = sn_graph_parse(ctx, "g", sn_text_of(text), sn_format_op_find, &g);
    if (s == SN_OK) s = sn_infer_graph(g);
    if (s != SN_OK) fail_msg("%s", sn_ctx_error(ctx));
    return g;
}

static void refused(const sn_graph *g, const char *part)
{
    sn_arena *arena = sn_arena_create(ctx);
    sn_refusals all;
    sn_refusals_init(&all, arena);
    sn_save_options o = {.path = at("refused.param"), .refused = &all};
    sn_status s = sn_ncnn_save(g, &o);
    bool told = strstr(sn_ctx_error(ctx), part) != NULL;
    for (size_t i = 0; i < all.list.n; i++) told = told || strcmp(all.list.v[i].why, part) == 0;
    if (s != SN_E_UNSUPPORTED || !told)
        fail_msg("found %s '%s', expected '%s'", sn_status_name(s), s ? sn_ctx_error(ctx) : "",
                 part);
    assert_int_equal(count_files("refused", NULL), 0);
    sn_arena_destroy(arena);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

#define LINE "Convolution c 1 1 in c 0=4 1=3 11=3 5=1 6=108 27=9 31=5 "

static void only_what_changed_is_spelled_anew(void **state)
{
    (void)state;
    sn_graph *g =
        load_text(HEAD("2", "2") "Input in 0 1 in 0=5 1=5 2=3\n" LINE "-23330=4,3,3,3,4\n");
    sn_node *c = node_named(g, "c");
    sn_conv_params p = *(const sn_conv_params *)c->params;
    p.act = (sn_act){SN_ACT_CLIP, 0, 6};
    c = replace_params(g, c, &p);
    c->features |= 8;
    assert_saved(g, HEAD("2", "2") "Input in 0 1 in 0=5 1=5 2=3\n"
                                   "Convolution              c                        1 1 in c 0=4 "
                                   "1=3 11=3 5=1 6=108 27=9 31=13 "
                                   "-23330=4,3,3,3,4 9=3 -23310=2,0.00000000e+00,6.00000000e+00\n");
    sn_graph_destroy(g);
}

/* Left out, pad_right and the other two follow pad_left: when that changes they must be said. */
static void a_default_that_follows_is_pinned(void **state)
{
    (void)state;
    sn_graph *g =
        load_text(HEAD("2", "2") "Input in 0 1 in\nConvolution c 1 1 in c 0=4 1=3 4=1 6=108\n");
    sn_node *c = node_named(g, "c");
    sn_conv_params p = *(const sn_conv_params *)c->params;
    p.pad_begin = SN_INTS(g->arena, 1, 2); /* h, w */
    p.pad_end = SN_INTS(g->arena, 1, 0);
    c = replace_params(g, c, &p);
    char *s = saved(g);
    assert_non_null(strstr(s, " c 0=4 1=3 4=2 6=108 14=1 15=0\n")); /* bottom follows top */
    free(s);
    sn_graph_destroy(g);
}

/* A size of a hint that is no size is no shape: nothing is to be read behind it. */
static void negative_hints_say_nothing(void **state)
{
    (void)state;
    static const char text[] = HEAD("2", "2") "Input in 0 1 in 0=4 1=4 2=2\n"
                                              "ReLU r 1 1 in r 30=4,3,4,4,-2000000000 0=0.1\n";
    sn_graph *g = load_text(text);
    assert_int_equal(sn_infer_graph(g), SN_OK);
    assert_saved(g, text);
    sn_graph_destroy(g);
}

static void hints_follow_or_go(void **state)
{
    (void)state;
    static const char text[] = HEAD("2", "2") "Input in 0 1 in 0=4 1=4 2=2 -23330=4,3,4,4,2\n"
                                              "ReLU r 1 1 in r -23330=4,3,4,4,2 0=0.1\n";
    sn_graph *g = load_text(text);
    assert_saved(g, text);
    g->first->out[0]->shape =
        SN_SHAPE(2, 6, 5); /* somebody pinned the input: the hints are wrong now */
    assert_int_equal(sn_infer_graph(g), SN_OK);
    assert_saved(g, HEAD("2", "2") "Input                    in                       0 1 in 0=4 "
                                   "1=4 2=2 -23330=5,3,5,6,1,2\n"
                                   "ReLU                     r                        1 1 in r "
                                   "-23330=5,3,5,6,1,2 0=0.1\n");
    sn_graph_destroy(g);
}

/* Of several hints the last counts; without it one before it would. */
static void wrong_hints_all_go(void **state)
{
    (void)state;
    sn_graph *g = load_text(HEAD("2", "2") "Input in 0 1 in 0=4\n"
                                           "ReLU r 1 1 in r 30=2,4,4,1 30=2,5,5,1 0=0.1\n");
    assert_int_equal(sn_infer_graph(g), SN_OK);
    assert_saved(
        g, HEAD("2", "2") "Input in 0 1 in 0=4\n"
                          "ReLU                     r                        1 1 in r 0=0.1\n");
    sn_graph_destroy(g);
}

/* Each of these comes back as it was, whatever ncnn thinks of it. */
static const char *const kept[] = {
    HEAD("2", "9") "Input in 0 1 in\n  ReLU   r 1 1 in r 0=1e-1\n", /* more blobs than there are */
    HEAD("1", "1") "Input in 0 1 in 0=3\nNoop out 1 1 in y\n",      /* text behind the last layer */
    HEAD("3", "4") "Input a 0 1 a\nInput b 0 1 b\nBinaryOp s 2 1 a b y 0=7\n", /* b - a */
    HEAD("2", "2") "Input a 0 1 a\nBinaryOp s 1 1 a y 0=8 1=1 2=3.0\n",        /* 3 / a */
    HEAD("3", "3") "Input a 0 1 a\nReLU r 1 1 a x\nReLU q 1 1 a x\n",          /* two called x */
    HEAD("2", "4") "BinaryOp s 2 1 a b y\nReLU r 1 1 y z\n", /* nobody makes a, b */
    HEAD("4",
         "5") "Input a 0 1 a\nReLU r 1 1 a b\nReLU q 1 1 b c\nNoop n 2 2 b c d e\n", /* b twice */
    HEAD("4", "4") "Input a 0 1 a\nReLU r 1 1 a b\nReLU q 1 1 b c\nNoop n 2 1 b c d\n",
    HEAD("3", "3") "MemoryData m 0 1 m 0=2\nInput a 0 1 a\nBinaryOp s 2 1 m a y\n",
    HEAD("2", "2") "Input a 0 1 a 0=3 1=4 2=6\nPooling p 1 1 a b 0=1 4=1 1=7 5=1\n",
    HEAD("4", "4") "Input a 0 1 a\nInput w 0 1 w\nConvolution c 2 1 a w c 0=77 1=9 19=1\nReLU r 1 "
                   "1 c y\n",
    HEAD("3", "3") "Input a 0 1 a\nInput w 0 1 w\nDeconvolution c 2 1 a w c 0=2 1=3 28=1\n",
    HEAD("2", "2") "Input a 0 1 a 0=3\nDropout d 1 1 a y 0=0.50\n",
    HEAD("2", "3") "Input a 0 1 a\nSplit s 1 2 a b c\n",
};

static void untouched_files_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        sn_graph *g = load_text(kept[i]);
        char *s = saved(g);
        if (strcmp(s, kept[i]) != 0) fail_msg("written:\n%s\nexpected:\n%s", s, kept[i]);
        free(s);
        sn_graph_destroy(g);
    }
}

static void memory_without_sizes_stays(void **state)
{
    (void)state;
    static const char text[] = HEAD("2", "2") "MemoryData m 0 1 m\nReLU r 1 1 m y\n";
    put_bytes("v.bin", "", 0);
    sn_graph *g = load_ok(put_text("v.param", text), NULL);
    assert_null(sn_const_of(node_named(g, "m")->out[0])
                    ? sn_const_of(node_named(g, "m")->out[0])->buf
                    : NULL);
    assert_saved(g, text);
    sn_graph_destroy(g);
}

/* ---- Splits and names ------------------------------------------------------------------------ */

static const char split_file[] =
    HEAD("5", "7") "Input in 0 1 in\nReLU a 1 1 in a\nSplit mine 1 3 a a0 out0 a1\n"
                   "ReLU r 1 1 a0 r\nBinaryOp s 2 1 r a1 out1\n";

static void splits_come_back_under_their_names(void **state)
{
    (void)state;
    sn_graph *g = load_text(split_file);
    drop_copies(g);
    assert_saved(g, split_file);
    sn_graph_destroy(g);
}

static void a_split_nobody_needs_is_gone(void **state)
{
    (void)state;
    sn_graph *g = load_text(
        HEAD("4", "5") "Input in 0 1 in\nSplit s 1 2 in a b\nReLU r 1 1 a c\nReLU q 1 1 b d\n");
    drop_copies(g);
    sn_node *q = node_named(g, "q"), *output = sn_graph_output(g);
    assert_string_equal(sn_output_name(output, 1), "d");
    sn_node_set_input(output, 1, node_named(g, "r")->out[0]);
    sn_node_remove(q);
    /* two outputs share a value now: each keeps its name */
    assert_saved(
        g,
        HEAD("3",
             "4") "Input in 0 1 in\nReLU                     r                        1 1 in c_1\n"
                  "Split                    splitncnn_0              1 2 c_1 c d\n");
    sn_graph_destroy(g);
}

static void outputs_that_are_inputs_or_read_inside(void **state)
{
    (void)state;
    sn_graph *g = parse("\"x\" = input : f32[3]\n\"y\" = relu(\"x\")\n\"z\" = sigmoid(\"y\")\n"
                        "output(\"x\" as \"same\", \"y\" as \"mid\", \"z\" as \"end\")\n");
    assert_saved(
        g, HEAD("5",
                "7") "Input                    x                        0 1 x 0=3\n"
                     "Split                    splitncnn_0              1 2 x x_splitncnn_0 same\n"
                     "ReLU                     y                        1 1 x_splitncnn_0 y\n"
                     "Split                    splitncnn_1              1 2 y y_splitncnn_0 mid\n"
                     "Sigmoid                  z                        1 1 y_splitncnn_0 end\n");
    sn_graph_destroy(g);
    g = parse("\"x\" = input : f32[3]\n\"y\" = relu(\"x\")\noutput(\"x\", \"y\")\n");
    refused(g, "output 'x': this is an input that layers read");
    sn_graph_destroy(g);
}

static void names_become_tokens(void **state)
{
    (void)state;
    sn_graph *g =
        parse("\"my input\" = input : f32[3]\n\"a b\" = relu(\"my input\") name=\"two words\"\n"
              "\"c\" = sigmoid(\"a b\")\noutput(\"c\")\n");
    assert_saved(
        g, HEAD("3", "3") "Input                    my_input                 0 1 my_input 0=3\n"
                          "ReLU                     two_words                1 1 my_input a_b\n"
                          "Sigmoid                  c                        1 1 a_b c\n");
    sn_graph_destroy(g);
    g = parse("\"x\" = input : f32[3]\n\"y\" = relu(\"x\")\noutput(\"y\" as \"a b\")\n");
    refused(g, "output 'a b': ncnn needs names without spaces");
    sn_graph_destroy(g);
}

/* ---- graphs from elsewhere ------------------------------------------------------------------- */

static void constants_get_layers_of_their_own(void **state)
{
    (void)state;
    sn_graph *g = parse("\"x\" = input : f32[2,3]\n\"y\" = add(\"x\", @\"k\")\n\"z\" "
                        "= mul(\"y\", @\"two\")\n"
                        "\"w\" = add(\"z\", @\"k\")\noutput(\"w\")\n@\"k\" = f32[2,3] "
                        "[1,2,3,4,5,6]\n@\"two\" = f32[] [2]\n");
    char *s = saved(g);
    assert_non_null(strstr(s, "MemoryData               k                        0 1 k 0=3 1=2\n"));
    assert_non_null(strstr(
        s, "BinaryOp                 z                        1 1 y z 0=2 1=1 2=2.00000000e+00\n"));
    assert_non_null(strstr(s, "2 1 z k w\n"));
    assert_null(strstr(s, "Split"));
    free(s);
    sn_graph *again = load_ok(at("saved.param"), NULL);
    assert_true(sn_tensor_at(sn_const_of(node_named(again, "k")->out[0]), 5) == 6);
    sn_graph_destroy(again);
    sn_graph_destroy(g);
}

static void integers_keep_their_bits(void **state)
{
    (void)state;
    sn_graph *g =
        parse("\"k\" = constant(@\"ids\")\n\"y\" = ncnn.embed(\"k\", @\"w\")\noutput(\"y\")\n"
              "@\"ids\" = i32[3] [2,0,1]\n@\"w\" = f32[3,2] seed 1\n");
    free(saved(g));
    size_t n;
    char *bin = get_bytes(at("saved.bin"), &n);
    assert_memory_equal(bin, ((int32_t[]){2, 0, 1}), 12);
    free(bin);
    sn_graph_destroy(g);
}

#define ALIGNED(c)                                                                                 \
    "\"x\" = input : f32[" c                                                                       \
    ",5,4]\n\"v\" = input : f32[4]\n\"y\" = add(\"x\", \"v\")\noutput(\"y\")\n"

static void alignment_is_made_sure_of(void **state)
{
    (void)state;
    sn_graph *g = parse(ALIGNED("3")); /* 4 is not 3: ncnn takes the last axis by itself */
    char *s = saved(g);
    assert_null(strstr(s, "Reshape"));
    free(s);
    sn_graph_destroy(g);
    g = parse(ALIGNED("4")); /* ncnn would take the first */
    s = saved(g);
    assert_non_null(strstr(
        s, "Reshape                  y_Reshape                1 1 v y_Reshape 0=4 1=1 2=1\n"));
    free(s);
    sn_graph *again = load_ok(at("saved.param"), NULL);
    assert_string_equal(sn_in(node_named(again, "y"), 1)->def->op->name, "reshape");
    sn_graph_destroy(again);
    sn_graph_destroy(g);
}

static void flattening_is_made_sure_of(void **state)
{
    (void)state;
    sn_graph *g = parse("\"x\" = input : f32[1,3]\n\"v\" = reshape(\"x\") {shape=[-1]}\n"
                        "\"y\" = linear(\"v\", @\"w\")\noutput(\"y\")\n@\"w\" = f32[2,3] seed 1\n");
    char *s = saved(g); /* rows of 3 would be mapped row by row */
    assert_non_null(strstr(s, "Flatten                  v                        1 1 x v\n"));
    free(s);
    sn_graph_destroy(g);
    g = parse("\"x\" = input : f32[2,2,3]\n\"y\" = linear(\"x\", @\"w\")\noutput(\"y\")\n"
              "@\"w\" = f32[2,3] seed 1\n");
    refused(
        g,
        "linear 'y' cannot be written for ncnn: ncnn.as_rows 'y': number of elements of x is 12, 3 "
        "expected: the runtime would read out of bounds");
    sn_graph_destroy(g);
}

static void added_layers_take_no_name_that_is_there(void **state)
{
    (void)state;
    sn_graph *g = parse("\"x\" = input : f32[4,5,4]\n\"v\" = input : f32[4]\n"
                        "\"y\" = add(\"x\", \"v\")\n\"y_Reshape\" = relu(\"y\") name=\"r\"\n"
                        "\"z\" = tanh(\"y_Reshape\")\noutput(\"z\")\n");
    char *s = saved(g);
    assert_non_null(strstr(
        s, "Reshape                  y_Reshape                1 1 v y_Reshape_1 0=4 1=1 2=1\n"));
    assert_non_null(
        strstr(s, "ReLU                     r                        1 1 y y_Reshape\n"));
    free(s);
    sn_graph_destroy(g);
}

static void what_ncnn_lacks_is_refused_by_name(void **state)
{
    (void)state;
    sn_graph *g =
        parse("\"x\" = input : f32[1,3,4,4]\n\"y\" = batch_normalization(\"x\", @\"a\", @\"a\", "
              "@\"a\", @\"a\") {axis=1} name=\"bn\"\n"
              "output(\"y\")\n@\"a\" = f32[3] [1,1,1]\n");
    refused(g, "batch_normalization 'bn' cannot be written for ncnn: BatchNorm is of one "
               "image, channels first; give sn_model_pin \"NAME=1,...\", a batch of 1");
    sn_graph_destroy(g);
    g = parse("\"x\" = input : f32[0,3]\n\"y\" = relu(\"x\")\noutput(\"y\")\n");
    refused(g, "it has no elements; ncnn takes a size of 0 for one that is not known");
    sn_graph_destroy(g);
    g = parse("\"x\" = input : f32[1,2,3,4,4]\n\"y\" = relu(\"x\")\noutput(\"y\")\n");
    refused(g, "a result has 5 axes, 4 at most");
    sn_graph_destroy(g);
    g = parse("\"x\" = input : i32[3]\n\"y\" = add(\"x\", @\"k\") name=\"sum\"\noutput(\"y\")\n"
              "@\"k\" = i32[3] [1,2,3]\n");
    refused(g, "add 'sum' cannot be written for ncnn: a result is of i32, ncnn has f32");
    sn_graph_destroy(g);
}

/* ---- the target ------------------------------------------------------------------------------ */

static bool can(const char *op, const void *params, int n_in)
{
    return sn_spelling_can(&sn_ncnn_spelling, ctx, sn_format_op_find(op), params, (uint16_t)n_in);
}

static void the_target_asks_the_rows(void **state)
{
    (void)state;
    sn_conv_params p;
    const sn_op *conv = sn_format_op_find("conv");
    sn_params_init(conv->params, &p);
    for (int kind = 0; kind < SN_N_ACTS; kind++) {
        p.act = (sn_act){kind, 0.5f, 1};
        assert_true(can("conv", &p, 3));
    }
    p.act = (sn_act){SN_ACT_HARD_SWISH, -1, 0}; /* falls: not what the fused form computes */
    assert_false(can("conv", &p, 3));
    p.act = (sn_act){0};
    p.axis = 1;
    assert_false(can("conv", &p, 3));
    p.axis = 0;
    p.nd = 3;
    p.group = 2;
    assert_true(can("conv", &p, 2)); /* by ConvolutionDepthWise3D */
    assert_true(can("relu", &(float){0.1f}, 1));
    const char *rest = "-1";
    assert_true(can("reshape", &(sn_reshape_params){.shape = {1, &rest}}, 1));
}

static void targets_of_releases(void **state)
{
    (void)state;
    sn_graph *g = parse("\"x\" = input : f32[2]\noutput(\"x\")\n");
    sn_arena *arena = sn_arena_create(ctx);
    const sn_spelling *t = NULL;
    sn_conv_params p;
    sn_params_init(sn_format_op_find("conv")->params, &p);
    p.act = (sn_act){SN_ACT_MISH, 0, 0};
    static const struct {
        const char *tag;
        bool mish, swish, sdpa, relu;
    } rows[] = {{"20180314", false, false, false, true},
                {"20200413", false, false, false, true},
                {"20200616", true, true, false, true},
                {"20260113", true, true, true, true},
                {"", true, true, true, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(sn_ncnn_spelling_of(g, arena, rows[i].tag, &t), SN_OK);
        const sn_op *attention = sn_format_op_find("attention");
        void *sp = SN_NEW_N(arena, char, attention->params_bytes);
        sn_params_init(attention->params, sp);
        assert_int_equal(sn_spelling_can(t, ctx, sn_format_op_find("conv"), &p, 3), rows[i].mish);
        assert_int_equal(sn_spelling_can(t, ctx, sn_format_op_find("swish"), NULL, 1),
                         rows[i].swish);
        assert_int_equal(sn_spelling_can(t, ctx, attention, sp, 3), rows[i].sdpa);
        assert_int_equal(sn_spelling_can(t, ctx, sn_format_op_find("relu"), &(float){0.1f}, 1),
                         rows[i].relu);
    }
    assert_int_equal(sn_ncnn_spelling_of(g, arena, "20180313", &t), SN_E_ARG);
    assert_int_equal(sn_ncnn_spelling_of(g, arena, "2020061x", &t), SN_E_ARG);
    sn_graph_destroy(g);
    sn_arena_destroy(arena);
}

/* Batch norm, scale: with four axes only later than with three. The rewrite is asked with shapes.
 */
static void targets_ask_for_axes(void **state)
{
    (void)state;
    sn_arena *arena = sn_arena_create(ctx);
    const sn_spelling *t = NULL;
    sn_graph *g = parse("\"x\" = input : f32[2,3,4,4]\n\"y\" = prelu(\"x\", "
                        "@\"a\")\noutput(\"y\")\n@\"a\" = f32[2,1,1,1] [1,1]\n");
    const sn_node *n = g->first->next;
    assert_int_equal(sn_ncnn_spelling_of(g, arena, "20260113", &t), SN_OK);
    assert_true(sn_spelling_can(t, ctx, n->op, n->params, 2));
    assert_false(t->can_node(t, n));
    assert_int_equal(sn_ncnn_spelling_of(g, arena, "20260526", &t), SN_OK);
    assert_true(t->can_node(t, n));
    assert_true(sn_ncnn_spelling.can_node(&sn_ncnn_spelling, n));
    sn_graph_destroy(g);
    sn_arena_destroy(arena);
}

/* Each layer type has its row, and no param is older than its type or newer than "not yet". */
static void releases_are_known_of_every_type(void **state)
{
    (void)state;
    sn_arena *arena = sn_arena_create(ctx);
    for (int i = 0; i < sn_ncnn_n_layers(); i++) {
        sn_ncnn_value none[SN_NCNN_N_PARAMS] = {0};
        sn_ncnn_values v;
        sn_ncnn_resolve(sn_ncnn_layer_at(i), none, &v);
        sn_ncnn_need need = sn_ncnn_needs(arena, &v);
        if (need.since < 20180314 || need.since >= SN_NCNN_NEWEST)
            fail_msg("%s: %d", sn_ncnn_layer_at(i)->type, need.since);
        assert_string_equal(need.what,
                            sn_ncnn_layer_at(i)->type); /* all default: nothing of it is newer */
    }
    sn_arena_destroy(arena);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, ncnn_setup, ncnn_teardown)
    const struct CMUnitTest tests[] = {
        T(only_what_changed_is_spelled_anew),
        T(a_default_that_follows_is_pinned),
        T(hints_follow_or_go),
        T(negative_hints_say_nothing),
        T(wrong_hints_all_go),
        T(untouched_files_come_back),
        T(memory_without_sizes_stays),
        T(splits_come_back_under_their_names),
        T(a_split_nobody_needs_is_gone),
        T(outputs_that_are_inputs_or_read_inside),
        T(names_become_tokens),
        T(constants_get_layers_of_their_own),
        T(integers_keep_their_bits),
        T(alignment_is_made_sure_of),
        T(flattening_is_made_sure_of),
        T(added_layers_take_no_name_that_is_there),
        T(what_ncnn_lacks_is_refused_by_name),
        T(the_target_asks_the_rows),
        T(targets_of_releases),
        T(targets_ask_for_axes),
        T(releases_are_known_of_every_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
