/* SPDX-License-Identifier: Apache-2.0
 *
 * The text form: what is printed reads back and prints the same, and every way to get it wrong has
 * its message. */
#include "toy_ops.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/num.h"
#include "ir/dims_inner.h"
#include "ir/ir_text.h"

typedef struct blend_params {
    int32_t axis, taps, ltaps;
    float eps;
    sn_act act;
} blend_params;

/* clang-format off */
static const sn_param blend_table[] = {
    SN_P_INT(blend_params, axis, 0, -8, 7, "anything"),
    SN_P_INT(blend_params, taps, 1, 1, 64, "anything"),
    SN_P_INT_LIKE(blend_params, ltaps, "taps", 1, 64, "anything"),
    SN_P_F32(blend_params, eps, 0.5, "anything"),
    SN_P_ACT(blend_params, act, "anything"),
    SN_P_END
};
/* clang-format on */

static const sn_op toy_blend = {.name = "blend",
                                .slots = slots_x,
                                .n_out = 1,
                                .params_bytes = sizeof(blend_params),
                                .params = blend_table};
static const sn_op toy_split = {.name = "split", .slots = slots_x, .n_out = SN_VARIADIC_OUT};
static const sn_op toy_sink = {.name = "sink", .slots = slots_any, .n_out = 0};

static const sn_op *find(const char *name)
{
    static const sn_op *const ops[] = {
        &toy_input, &toy_constant, &toy_output, &toy_relu,  &toy_add,   &toy_concat, &toy_middle,
        &toy_conv,  &toy_nonzero,  &toy_pick,   &toy_blend, &toy_split, &toy_sink,
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (strcmp(ops[i]->name, name) == 0) return ops[i];
    }
    return NULL;
}

static sn_ctx *ctx;
static sn_arena *arena;

static int set_up(void **state)
{
    (void)state;
    ctx = sn_ctx_create(NULL, NULL);
    arena = sn_arena_create(ctx);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    sn_arena_destroy(arena);
    assert_int_equal(sn_ctx_live_bytes(ctx), 0);
    sn_ctx_destroy(ctx);
    return 0;
}

static sn_graph *read_graph(const char *text)
{
    sn_graph *g = NULL;
    assert_ok(ctx, sn_graph_parse(ctx, "t", sn_text_of(text), find, &g));
    assert_ok(ctx, sn_graph_verify(g));
    return g;
}

static const char *text_of(const sn_graph *g, const sn_text_options *options)
{
    sn_str s;
    sn_str_init(&s, arena);
    sn_graph_print(g, options, &s);
    return s.s;
}

/* `text` reads, prints as `printed` (NULL: as itself), and that prints as itself. */
static void check_text(const char *text, const char *printed)
{
    if (!printed) printed = text;
    for (int i = 0; i < 2; i++) {
        sn_graph *g = read_graph(i ? printed : text);
        assert_string_equal(text_of(g, NULL), printed);
        sn_graph_destroy(g);
    }
}

/* ---- what reads ------------------------------------------------------------------------------ */

static void whole_graph(void **state)
{
    (void)state;
    check_text("\"data\" = input : f32[3,h,w]\n"
               "\"c1\" = conv(\"data\", @\"w\", @\"b\") name=\"conv1\" : f32[8,floordiv(h+1,2),w]\n"
               "\"c2\" = conv(\"c1\", @\"w\", _) features=3\n"
               "\"a\", \"b\" = split(\"c2\") name=\"s\" features=4294967295 : f32[4,_], ?[?]\n"
               "output(\"a\" as \"out\", \"b\", \"b\" as \"b again\")\n"
               "@\"w\" = f32[2,2] [1,0.1,-0,1e30]\n"
               "@\"b\" = param f32[2] [inf,nan]\n",
               NULL);
}

static void layout(void **state)
{
    (void)state;
    check_text(
        "# first\n\n   \"x\"=input:f32[ 3 , h-1+1,\n  # within brackets\n 4 ]   # the end\r\n"
        "@\"k\" = f32[2] [ 1 , # one\n 2 ]\n"
        "\"y\"  =  add ( \"x\" ,\n @\"k\" )\n"
        "\"z\" = blend(\"y\") { taps = 3,\n eps=0.25 }\n"
        "output(\"z\")",
        "\"x\" = input : f32[3,h,4]\n"
        "\"y\" = add(\"x\", @\"k\")\n"
        "\"z\" = blend(\"y\") {taps=3, eps=0.25}\n"
        "output(\"z\")\n"
        "@\"k\" = f32[2] [1,2]\n");
    check_text("", NULL);
    check_text("# nothing\n", "");
}

static void names(void **state)
{
    (void)state;
    check_text("%7 = input\n%1 = relu(%7)\noutput(%1 as \"y\")\n",
               "%0 = input\n%1 = relu(%0)\noutput(%1 as \"y\")\n");
    check_text("%0 = constant(@%0)\n%1 = add(%0, @\"%0\")\noutput(@%0 as \"y\", %1)\n"
               "@%0 = f32[] [1]\n@\"%0\" = i32[] [2]\n",
               NULL);
    check_text(
        "\"\\\"q\\\\\\n\\t\\x01\\xff\" = input\n\"\" = relu(\"\\\"q\\\\\\n\\t\\x01\\xff\")\n",
        NULL);
    check_text("\"x\" = input\nsink(\"x\", _, \"x\") name=\"s\"\nsink()\n", NULL);
}

static void names_that_are_not_unique(void **state)
{
    (void)state;
    sn_graph *g =
        read_graph("\"a\" = input\n\"b\" = relu(\"a\")\n\"c\" = relu(\"b\")\noutput(\"c\")\n");
    sn_value_set_name(g, g->first->next->out[0], "a");
    assert_string_equal(text_of(g, NULL),
                        "%0 = input\n%1 = relu(%0)\n\"c\" = relu(%1)\noutput(\"c\")\n");
    sn_str s;
    sn_str_init(&s, arena);
    sn_node_print(g->first->next, &s);
    assert_string_equal(s.s, "\"a\" = relu(\"a\")");
    sn_value_set_name(g, g->first->next->next->out[0], "a");
    assert_string_equal(text_of(g, NULL),
                        "%0 = input\n%1 = relu(%0)\n%2 = relu(%1)\noutput(%2 as \"c\")\n");
    sn_graph_destroy(g);
}

static void params(void **state)
{
    (void)state;
    check_text("\"x\" = input\n\"y\" = pick(\"x\") {axis=1, sizes=[1,2], "
               "note=\"a\\\"}\"}\noutput(\"y\")\n",
               NULL);
    check_text(
        "\"x\" = input\n\"y\" = blend(\"x\") {taps=3, ltaps=2, act=clip(0,6)}\noutput(\"y\")\n",
        NULL);
    sn_graph *g = read_graph("\"x\" = input\n\"y\" = blend(\"x\") {taps=3}\n\"z\" = pick(\"y\")\n");
    const blend_params *p = g->first->next->params;
    assert_int_equal(p->ltaps, 3);
    assert_string_equal(g->last->out[0]->name, "z");
    sn_graph_destroy(g);
}

static void types(void **state)
{
    (void)state;
    check_text("\"x\", \"y\", \"z\" = input : f32[], ?[?], bool[2,_]\n"
               "\"a\" = relu(\"z\") : i64[?]\n"
               "\"b\" = relu(\"z\") : ?[0,\"z\".1+1]\n"
               "\"c\" = relu(\"b\") : f32[max(\"z\".1,h),\"past + 1\",_]\n",
               NULL);
    sn_graph *g = read_graph("\"x\", \"y\" = input : f32[3,_], u8[\"x\".1]\n");
    const sn_value *x = g->first->out[0], *y = g->first->out[1];
    assert_int_equal(x->type, SN_TYPE_f32);
    assert_int_equal(y->type, SN_TYPE_u8);
    assert_true(x->shape.d[1] == sn_dim_symbol(g->dims, x->id, 1));
    assert_true(y->shape.d[0] == x->shape.d[1]);
    sn_graph_destroy(g);
    check_text("\"x\" = input : f32[1,2,3,4,5,6,7,8]\n", NULL);
}

/* Symbols of values that are gone keep apart from those that a text names alike. */
static void symbols_of_dead_values(void **state)
{
    (void)state;
    sn_graph *g = read_graph(
        "\"x\" = input : f32[\"v2.0\"]\n\"d\" = relu(\"x\")\n\"y\" = relu(\"x\")\noutput(\"y\")\n");
    sn_node *dead = g->first->next;
    sn_value *y = dead->next->out[0];
    y->shape = SN_SHAPE(sn_dim_symbol(g->dims, dead->out[0]->id, 0));
    const char *name = sn_arena_printf(arena, "v%u.0", dead->out[0]->id);
    (void)sn_dim_named(g->dims, name);
    sn_node_remove(dead);
    const char *text = text_of(g, NULL);
    assert_non_null(strstr(text, sn_arena_printf(arena, "[\"%s'\"]", name)));
    check_text(text, NULL);
    sn_graph_destroy(g);
}

static void constants(void **state)
{
    (void)state;
    check_text(
        "%0 = concat(@\"a\", @\"b\", @\"c\", @\"d\", @\"e\", @\"f\", @\"g\", @\"h\", @\"i\")\n"
        "@\"a\" = i64[2] [-9223372036854775808,9223372036854775807]\n"
        "@\"b\" = u64[1] [18446744073709551615]\n"
        "@\"c\" = i8[3] [-128,127,0]\n"
        "@\"d\" = bool[2] [0,1]\n"
        "@\"e\" = f64[3] [0.1,1e300,-inf]\n"
        "@\"f\" = f16[2] [0.1,65504]\n" /* not what it prints: see below */
        "@\"g\" = u16[1] [65535]\n"
        "@\"h\" = i16[0] []\n"
        "@\"i\" = i32[1] [-2147483648]\n",
        "%0 = concat(@\"a\", @\"b\", @\"c\", @\"d\", @\"e\", @\"f\", @\"g\", @\"h\", @\"i\")\n"
        "@\"a\" = i64[2] [-9223372036854775808,9223372036854775807]\n"
        "@\"b\" = u64[1] [18446744073709551615]\n"
        "@\"c\" = i8[3] [-128,127,0]\n"
        "@\"d\" = bool[2] [0,1]\n"
        "@\"e\" = f64[3] [0.1,1e300,-inf]\n"
        "@\"f\" = f16[2] [0.099975586,65504]\n"
        "@\"g\" = u16[1] [65535]\n"
        "@\"h\" = i16[0] []\n"
        "@\"i\" = i32[1] [-2147483648]\n");
    check_text("%0 = concat(@%0, @%1, @%2, @%3)\n"
               "@%0 = f16(f32)[2] [1,-2]\n"
               "@%1 = bits4(i8)[2,3] hex \"01fe0200\"\n"
               "@%2 = f32[100,100] zeros\n"
               "@%3 = param f32[5] undefined\n",
               NULL);
    check_text("%0 = relu(@%0)\n@%0 = bits6(i8)[12] zeros\n", NULL);
    check_text("%0 = relu(@%0)\n@%0 = f16(f32)[40] undefined\n", NULL);
}

static const sn_tensor *first_constant(const sn_graph *g) { return g->first->in[0].value->data; }

static void seeds(void **state)
{
    (void)state;
    sn_graph *g = read_graph("%0 = relu(@%0)\n@%0 = f32[3,4] seed 7\n");
    sn_rng rng = sn_rng_of(7);
    for (int i = 0; i < 12; i++)
        assert_true(sn_tensor_f32(first_constant(g))[i] == (float)sn_rng_normal(&rng));
    check_text(text_of(g, NULL), NULL);
    sn_graph_destroy(g);
    static const char *const integers[] = {"i64", "i32", "i16", "i8",  "u64",
                                           "u32", "u16", "u8",  "bool"};
    for (size_t k = 0; k < 9; k++) {
        const char *text =
            sn_arena_printf(arena, "%%0 = relu(@%%0)\n@%%0 = %s[200] seed 1\n", integers[k]);
        g = read_graph(text);
        double sum = 0;
        for (int i = 0; i < 200; i++) {
            double v = sn_tensor_at(first_constant(g), i);
            assert_true(v >= 0 && v < (k == 8 ? 2 : 10));
            sum += v;
        }
        assert_true(sum > 50);
        check_text(text_of(g, NULL), NULL);
        sn_graph_destroy(g);
    }
    g = read_graph("%0 = relu(@%0)\n@%0 = f16(f32)[] seed 3\n");
    rng = sn_rng_of(3);
    float value = sn_f16_to_f32(sn_f32_to_f16((float)sn_rng_normal(&rng)));
    assert_true((float)sn_tensor_at(first_constant(g), 0) == value);
    check_text(text_of(g, NULL), NULL);
    sn_graph_destroy(g);
}

static void parameters_and_kinds(void **state)
{
    (void)state;
    sn_graph *g = read_graph(
        "%0 = add(@%0, @%1)\n@%0 = param f32[1] [1]\n@%1 = f32[1] [1]\n@\"unused\" = f32[] [1]\n");
    assert_int_equal(g->first->in[0].value->kind, SN_PARAM);
    assert_int_equal(g->first->in[1].value->kind, SN_CONST);
    sn_graph_destroy(g);
}

static void options(void **state)
{
    (void)state;
    sn_text_options o = {.constants = false};
    sn_graph *g = read_graph("%0 = relu(@%0)\n@%0 = f32[3,4] seed 7\n");
    assert_string_equal(text_of(g, &o), "%0 = relu(@%0)\n@%0 = f32[3,4] ...\n");
    sn_graph_destroy(g);
}

static void file_of_weights(void **state)
{
    (void)state;
    char folder[] = "/tmp/sinter_test_XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *path = sn_arena_printf(arena, "%s/w.bin", folder);
    sn_graph *g = read_graph(
        "%0 = concat(@%0, @%1, @%2, @%3, @%4)\n@%0 = f32[3,11] seed 7\n@%1 = i8[32] seed 1\n"
        "@%2 = f16(f32)[50] seed 2\n@%3 = f32[99] zeros\n@%4 = i8[33] seed 1\n");
    sn_text_options o = {.constants = true, .weights_path = "w.bin"};
    const char *text = text_of(g, &o), *inline_text = text_of(g, NULL);
    assert_non_null(strstr(text, "@%0 = f32[3,11] file \"w.bin\"@0\n"));
    assert_non_null(strstr(text, "@%1 = i8[32] ["));
    assert_non_null(strstr(text, "@%2 = f16(f32)[50] file \"w.bin\"@192\n"));
    assert_non_null(strstr(text, "@%3 = f32[99] zeros\n"));
    assert_non_null(strstr(text, "@%4 = i8[33] file \"w.bin\"@320\n"));
    sn_str_sink sink;
    sn_str_sink_init(&sink, arena);
    assert_ok(ctx, sn_graph_write_weights(g, &sink.base));
    assert_int_equal(sink.str.n, 353);
    sn_graph_destroy(g);
    FILE *f = fopen(path, "wb");
    assert_int_equal(fwrite(sink.str.s, 1, sink.str.n, f), sink.str.n);
    fclose(f);
    const char *name = sn_arena_printf(arena, "%s/g.txt", folder);
    assert_ok(ctx, sn_graph_parse(ctx, name, sn_text_of(text), find, &g));
    assert_string_equal(text_of(g, NULL), inline_text);
    assert_string_equal(text_of(g, &o), text);
    sn_graph_destroy(g);
    const char *beyond = "%0 = relu(@%0)\n@%0 = f32[33] file \"w.bin\"@320\n";
    assert_fails(ctx, SN_E_FORMAT,
                 "g.txt:2:20: ", sn_graph_parse(ctx, name, sn_text_of(beyond), find, &g));
    remove(path);
    assert_fails(ctx, SN_E_IO, "w.bin", sn_graph_parse(ctx, name, sn_text_of(text), find, &g));
    rmdir(folder);
}

/* ---- what does not --------------------------------------------------------------------------- */

static void check_error(const char *text, const char *message)
{
    sn_graph *g = NULL;
    assert_int_equal(sn_graph_parse(ctx, "t", sn_text_of(text), find, &g), SN_E_FORMAT);
    assert_null(g);
    assert_string_equal(sn_ctx_error(ctx), message);
}

static void errors_in_statements(void **state)
{
    (void)state;
    check_error("relu", "t:1:1: 0 inputs of 'relu' found, 1 expected");
    check_error("+", "t:1:1: '+' found, an operator expected");
    check_error("\"x\" = \n", "t:1:7: the end of the line found, an operator expected");
    check_error("\"x\" relu", "t:1:5: 'relu' found, ',' or '=' expected");
    check_error("\"x\", = relu", "t:1:6: '=' found, a name for the next output expected");
    check_error("\"x\" = input\n\"y\" = rleu(\"x\")",
                "t:2:7: 'rleu' found, an operator: did you mean 'relu'? expected");
    check_error("\"x\" = inpu", "t:1:7: 'inpu' found, an operator: did you mean 'input'? expected");
    check_error("\"x\" = inputt",
                "t:1:7: 'inputt' found, an operator: did you mean 'input'? expected");
    check_error("\"x\" = inqut",
                "t:1:7: 'inqut' found, an operator: did you mean 'input'? expected");
    check_error("\"x\" = somethingelse", "t:1:7: 'somethingelse' found, an operator expected");
    check_error("\"x\" = input \"y\"", "t:1:13: '\"y\"' found, the end of the line expected");
    check_error("\"x\" = input name", "t:1:17: the end of the text found, '=' expected");
    check_error("\"x\" = input name=x", "t:1:18: a quoted string expected");
    check_error("\"x\" = input features=4294967296",
                "t:1:22: '4294967296' found, a number of 32 bits expected");
    check_error("\"x\" = input features=-1", "t:1:22: '-' found, a number of 32 bits expected");
    check_error("\"x = input",
                "t:1:1: the end of the line found in a quoted string, '\"' expected");
    check_error("\"x\\q\" = input",
                "t:1:3: unknown escape found, \\\" \\\\ \\n \\t or \\xHH (01 to ff) expected");
    check_error("\"x\\x00\" = input",
                "t:1:3: unknown escape found, \\\" \\\\ \\n \\t or \\xHH (01 to ff) expected");
    check_error("%x = input", "t:1:2: 'x' found, a number of 64 bits after '%' expected");
    check_error("%99999999999999999999 = input",
                "t:1:2: '99999999999999999999' found, a number of 64 bits after '%' "
                "expected");
    check_error("\"\xc3\xa9\" = input +", "t:1:13: '+' found, the end of the line expected");
    sn_graph *g;
    sn_text nul = {"\"x\" = input\n\0", 13};
    assert_fails(ctx, SN_E_FORMAT, "t:2:1: a byte 0 found",
                 sn_graph_parse(ctx, "t", nul, find, &g));
}

static void errors_in_values(void **state)
{
    (void)state;
    check_error("\"x\" = relu(\"y\")", "t:1:12: 'y' found, a value defined before expected");
    check_error("\"x\" = relu(\"x\")", "t:1:12: 'x' found, a value defined before expected");
    check_error("\"data\" = input\n\"x\" = relu(\"dat\")\n",
                "t:2:12: 'dat' found, a value defined before expected: did you mean 'data'?");
    check_error("\"x\" = relu(%3)", "t:1:12: %3 found, a value defined before expected");
    check_error("\"x\" = relu(@\"w\")", "t:1:13: @'w' found, a constant of this text expected");
    check_error("\"x\" = input\n\"x\" = input", "t:2:1: 'x' is defined twice");
    check_error("\"x\", \"x\" = input", "t:1:6: 'x' is defined twice");
    check_error("%1 = input\n%1 = input", "t:2:1: %1 is defined twice");
    check_error("@\"w\" = f32[] [1]\n@\"w\" = f32[] [1]", "t:2:2: 'w' is defined twice");
    check_error("\"x\" = input\n\"y\" = relu(\"x\" \"x\")",
                "t:2:16: '\"x\"' found, ',' or ')' expected");
    check_error("\"x\" = input\n\"y\" = relu(x)",
                "t:2:12: 'x' found, a value (\"name\", %number, @constant or _) expected");
    check_error("\"x\" = input\n\"y\" = relu(\"x\"",
                "t:2:15: the end of the text found, ',' or ')' expected");
}

static void errors_in_arity(void **state)
{
    (void)state;
    check_error("\"x\" = input\n\"y\" = add(\"x\")", "t:2:7: 1 input of 'add' found, 2 expected");
    check_error("\"x\" = input\n\"y\" = relu(\"x\", \"x\")",
                "t:2:7: 2 inputs of 'relu' found, 1 expected");
    check_error("\"x\" = input\n\"y\" = conv(\"x\")",
                "t:2:7: 1 input of 'conv' found, at least 2 expected");
    check_error("\"x\" = input\n\"y\" = conv(\"x\",\"x\",\"x\",\"x\")",
                "t:2:7: 4 inputs of 'conv' found, at most 3 expected");
    check_error("\"x\" = input\n\"y\" = add(\"x\", _)",
                "t:2:7: '_' found for input 1 (b) of 'add', which may not be left out");
    check_error("\"x\" = input\nrelu(\"x\")",
                "t:2:1: 0 names found for the outputs of 'relu', 1 expected");
    check_error("\"x\" = input\n\"y\", \"z\" = relu(\"x\")",
                "t:2:12: 2 names found for the outputs of 'relu', 1 expected");
    check_error("output()", "t:1:1: 0 inputs of 'output' found, at least 1 expected");
    check_error("output(_)", "t:1:9: ')' found, a value for the output expected");
    check_error("\"x\" = input\n\"y\" = output(\"x\")", "t:2:1: 'output' gives no values");
    check_error("\"x\" = input\noutput(\"x\")\n\"y\" = relu(\"x\")",
                "t:3:7: a node found behind 'output', which is the last one");
    check_error("\"x\" = input\noutput(\"x\" as y)", "t:2:15: a quoted string expected");
}

static void errors_in_params(void **state)
{
    (void)state;
    check_error("\"x\" = input\n\"y\" = blend(\"x\") {tap=1}",
                "t:2:19: there is no param 'tap': did you mean 'taps'?");
    check_error("\"x\" = input\n\"y\" = blend(\"x\") {taps=1, taps=2}",
                "t:2:27: taps is given twice");
    check_error("\"x\" = input\n\"y\" = blend(\"x\") {taps=two}",
                "t:2:24: taps: 'two' found, an integer expected");
    check_error("\"x\" = input\n\"y\" = blend(\"x\") {taps=99999999999}",
                "t:2:24: taps: '99999999999' found, an integer of 32 bits expected");
    check_error("\"x\" = input\n\"y\" = relu(\"x\") {taps=1}", "t:2:18: there is no param 'taps'");
    check_error("\"x\" = input\n\"y\" = pick(\"x\") {sizes=[1,2,3,4]}",
                "t:2:17: params of 'pick': 4 sizes found, at most 3 expected");
    sn_graph *g;
    sn_text range = sn_text_of("\"x\" = input\n\"y\" = blend(\"x\") {taps=65}");
    assert_fails(ctx, SN_E_FORMAT, "t:2:18: params of 'blend': taps is 65",
                 sn_graph_parse(ctx, "t", range, find, &g));
    sn_text open = sn_text_of("\"x\" = input\n\"y\" = blend(\"x\") {taps=6");
    assert_fails(ctx, SN_E_FORMAT, "t:2:25: ", sn_graph_parse(ctx, "t", open, find, &g));
}

static void errors_in_types(void **state)
{
    (void)state;
    check_error("\"x\" = input : f31[2]",
                "t:1:15: 'f31' found, a type like f32: did you mean 'f32'? expected");
    check_error("\"x\" = input : [2]", "t:1:15: '[' found, a type like f32 expected");
    check_error("\"x\" = input : f32", "t:1:18: the end of the text found, '[' expected");
    check_error("\"x\" = input : f32[1,2,3,4,5,6,7,8,9]",
                "t:1:35: more axes found than the 8 that a shape may have");
    check_error("\"x\" = input : f32[2-3]", "t:1:19: -1 found, a size of at least 0 expected");
    check_error("\"x\" = input : f32[2 3]", "t:1:21: '3' found, ',' or ']' expected");
    check_error("\"x\" = input : f32[2,]", "t:1:21: ']' found, a size expected");
    check_error("\"x\" = input : f32[?,2]", "t:1:20: ',' found, ']' expected");
    check_error("\"x\" = input : f32[\"y\".1]",
                "t:1:19: 'y' found, a value defined before expected");
    check_error("\"x\" = input : f32[%1]", "t:1:21: an axis (.0 to .7) expected");
    check_error("\"x\" = input : f32[\"x\".8]", "t:1:24: an axis (.0 to .7) expected");
    check_error("\"x\" = input : f32[99999999999999999999]",
                "t:1:19: the number does not fit 64 bits");
    check_error("\"x\" = input : f32[floordiv(h,0)]", "t:1:31: division by 0");
    check_error("\"x\", \"y\" = input : f32[2]",
                "t:1:26: the end of the text found, ',' and the type of the next output expected");
    check_error("\"x\" = input : f32[2], f32[3]",
                "t:1:21: ',' found, the end of the line expected");
}

static void errors_in_constants(void **state)
{
    (void)state;
    check_error("@w = f32[] [1]", "t:1:2: 'w' found, a constant's name expected");
    check_error("@\"w\" f32[] [1]", "t:1:6: 'f32' found, '=' expected");
    check_error("@\"w\" = f32[]", "t:1:13: the end of the text found, contents ('[', seed, zeros, "
                                  "hex, file or undefined) expected");
    check_error(
        "@\"w\" = f32[1] ones",
        "t:1:15: 'ones' found, contents ('[', seed, zeros, hex, file or undefined) expected");
    check_error("@\"w\" = f32[2] [1]", "t:1:17: 1 values found, 2 expected by the shape");
    check_error("@\"w\" = f32[2] [1,2,3]",
                "t:1:19: more values found than the 2 that the shape needs");
    check_error("@\"w\" = f32[2] [1 2]", "t:1:18: '2' found, ',' or ']' expected");
    check_error("@\"w\" = f32[1] [x]", "t:1:16: 'x' found, a number expected");
    check_error("@\"w\" = f32[1] [1x]", "t:1:16: '1x' found, a number expected");
    check_error("@\"w\" = f32[1] [1e99]", "t:1:16: '1e99' found, which does not fit f32");
    check_error("@\"w\" = f16[1] [70000]", "t:1:16: '70000' found, which does not fit f16");
    check_error("@\"w\" = i8[1] [128]", "t:1:15: '128' found, which does not fit i8");
    check_error("@\"w\" = i8[1] [-129]", "t:1:15: '-' found, which does not fit i8");
    check_error("@\"w\" = u8[1] [-1]", "t:1:15: '-' found, which does not fit u8");
    check_error("@\"w\" = bool[1] [2]", "t:1:17: '2' found, which does not fit bool");
    check_error("@\"w\" = i32[1] [1.5]", "t:1:16: '1' found, an integer expected");
    check_error("@\"w\" = f32[h] zeros", "t:1:12: an unknown size found, a constant's are numbers");
    check_error("@\"w\" = f32[?] zeros", "t:1:12: '?' found, a size expected");
    check_error("@\"w\" = f32[4294967296,4294967296] zeros",
                "t:1:2: the constant has too many elements");
    check_error("@\"w\" = f32[999999999999] [1]",
                "t:1:27: the shape needs 999999999999 values, the text ends before");
    check_error("@\"w\" = f32[1] seed x", "t:1:20: 'x' found, a seed of 64 bits expected");
    check_error(
        "@\"w\" = f17(f32)[1] [1]",
        "t:1:8: 'f17' found, a coding (plain, f16, table256, bits4, bits6 or bits8) expected");
    check_error("@\"w\" = f16(f32[1] [1]", "t:1:15: '[' found, ')' expected");
    check_error(
        "@\"w\" = bits4(i8)[4] seed 1",
        "t:1:27: a constant coded as bits4 takes zeros, hex, file or undefined as its contents");
    check_error("@\"w\" = u8[200] hex \"0a\"",
                "t:1:19: 400 hex digits expected, the text ends before");
    check_error("@\"w\" = u8[2] hex \"0a\"     # more", "t:1:21: 2 hex digits found, 4 expected");
    check_error("@\"w\" = u8[2] hex \"0a0x\"", "t:1:22: 'x' found, a hex digit (0-9a-f) expected");
    check_error("@\"w\" = u8[2] hex \"0a0b0c\"", "t:1:23: '0c' found, '\"' expected");
    check_error("@\"w\" = f32[1] file x", "t:1:20: a quoted string expected");
    check_error("@\"w\" = f32[1] file \"x\"@y", "t:1:24: 'y' found, an offset in bytes expected");
    check_error("@\"w\" = f32[1] [1] [2]", "t:1:19: '[' found, the end of the line expected");
    sn_graph *g;
    sn_text coded = sn_text_of("@\"w\" = f16(f32)[1] [70000]");
    assert_fails(ctx, SN_E_UNSUPPORTED, "t:1:21: ", sn_graph_parse(ctx, "t", coded, find, &g));
}

/* ---- anything -------------------------------------------------------------------------------- */

static const char seed_text[] =
    "# c\n\"x\", %4 = input name=\"in\" : f32[3,h,_], i32[\"x\".2]\n"
    "\"y\" = conv(\"x\", @\"w\", _) features=3 : f32[floordiv(h-1,2)+1,max(w,3)*2]\n"
    "\"z\" = blend(\"y\") {taps=3, act=clip(0,6), eps=1e-5}\n\"p\" = pick(\"z\") {sizes=[1,2]}\n"
    "output(\"z\" as \"o\", %4, \"p\")\n@\"w\" = f16(f32)[2,2] [1,-2,inf,0.5]\n@%0 = param i8[4] "
    "seed 9\n";

/* Edited at random, a text is refused, or prints what reads back and prints the same. */
static void edited_texts(void **state)
{
    (void)state;
    static const char alphabet[] = "\"%@_=()[]{}:,.#\\\n -+*019xhf~$?";
    sn_rng rng = sn_rng_of(11);
    int n_read = 0;
    for (int i = 0; i < 20000; i++) {
        char text[sizeof seed_text + 16];
        size_t n = sizeof seed_text - 1;
        memcpy(text, seed_text, n);
        int64_t edits = sn_rng_range(&rng, 1, 3);
        for (int64_t e = 0; e < edits; e++) {
            size_t at = (size_t)sn_rng_range(&rng, 0, (int64_t)n - 1);
            size_t from = (size_t)sn_rng_range(&rng, 0, (int64_t)n - 9);
            switch (sn_rng_range(&rng, 0, 2)) {
            case 0:
                text[at] = alphabet[sn_rng_range(&rng, 0, sizeof alphabet - 2)];
                break;
            case 1:
                memmove(text + at, text + at + 1, --n - at);
                break;
            default:
                memmove(text + (at < n - 8 ? at : 0), text + from, 8);
                break;
            }
        }
        sn_graph *g;
        if (sn_graph_parse(ctx, "t", (sn_text){text, n}, find, &g) != SN_OK) continue;
        n_read++;
        sn_arena_mark mark = sn_arena_save(arena);
        check_text(text_of(g, NULL), NULL);
        sn_arena_restore(arena, mark);
        sn_graph_destroy(g);
    }
    assert_true(n_read > 500);
}

static void cut_texts(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof seed_text; n++) {
        sn_graph *g;
        char *exact = malloc(n ? n : 1); /* so that a read beyond it is seen */
        memcpy(exact, seed_text, n);
        if (sn_graph_parse(ctx, "t", (sn_text){exact, n}, find, &g) == SN_OK)
            sn_graph_destroy(g);
        else
            assert_true(strncmp(sn_ctx_error(ctx), "t:", 2) == 0);
        free(exact);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(whole_graph),
        TEST(layout),
        TEST(names),
        TEST(names_that_are_not_unique),
        TEST(params),
        TEST(types),
        TEST(symbols_of_dead_values),
        TEST(constants),
        TEST(seeds),
        TEST(parameters_and_kinds),
        TEST(options),
        TEST(file_of_weights),
        TEST(errors_in_statements),
        TEST(errors_in_values),
        TEST(errors_in_arity),
        TEST(errors_in_params),
        TEST(errors_in_types),
        TEST(errors_in_constants),
        TEST(edited_texts),
        TEST(cut_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
