/* SPDX-License-Identifier: Apache-2.0
 *
 * What graphs of ONNX files read and make, by names. */
#include "base/unit.h"

#include "formats/onnx/names.h"
#include "ir/graph.h"

enum { NODE_INPUT = 1, NODE_OUTPUT = 2, NODE_ATTRIBUTE = 5 };
enum { GRAPH_NODE = 1, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12, INFO_NAME = 1 };
enum { ATTR_NAME = 1, ATTR_G = 6, ATTR_TYPE = 20 };

static sn_ctx *ctx;
static sn_arena *arena;

static int setup(void **state)
{
    (void)state;
    ctx = sn_ctx_create(NULL, NULL);
    arena = sn_arena_create(ctx);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
    return 0;
}

static void put_info(sn_str *out, uint32_t field, const char *name)
{
    sn_str s;
    sn_str_init(&s, arena);
    sn_wire_put_string(&s, INFO_NAME, name);
    sn_wire_put_bytes(out, field, (sn_text){s.s, s.n});
}

/* `in` "": it reads nothing. */
static void put_node(sn_str *out, const char *in, const char *made, const sn_str *body)
{
    sn_str s, attr;
    sn_str_init(&s, arena);
    sn_str_init(&attr, arena);
    if (*in) sn_wire_put_string(&s, NODE_INPUT, in);
    sn_wire_put_string(&s, NODE_OUTPUT, made);
    if (body) {
        sn_wire_put_string(&attr, ATTR_NAME, "body");
        sn_wire_put_bytes(&attr, ATTR_G, (sn_text){body->s, body->n});
        sn_wire_put_int(&attr, ATTR_TYPE, SN_ONNX_GRAPH);
        sn_wire_put_bytes(&s, NODE_ATTRIBUTE, (sn_text){attr.s, attr.n});
    }
    sn_wire_put_bytes(out, GRAPH_NODE, (sn_text){s.s, s.n});
}

static sn_str begin(void)
{
    sn_str s;
    sn_str_init(&s, arena);
    return s;
}

/* Names read, with commas; a name that is made twice behind a "!". */
static const char *said(const sn_str *bytes)
{
    const sn_onnx_reading r = {.ctx = ctx, .arena = arena, .path = "test", .base = bytes->s};
    sn_onnx_graph graph;
    sn_onnx_names names = {.arena = arena};
    const char *twice = NULL, *text = "";
    assert_int_equal(SN_OK, sn_onnx_read_graph(&r, (sn_text){bytes->s, bytes->n}, &graph));
    assert_int_equal(SN_OK, sn_onnx_names_read(&r, &graph, 0, &names));
    assert_int_equal(SN_OK, sn_onnx_name_made_twice(&r, &graph, &twice));
    for (size_t i = 0; i < names.n; i++)
        text = sn_arena_printf(arena, "%s%s%s", text, i ? "," : "", names.v[i]);
    return twice ? sn_arena_printf(arena, "%s!%s", text, twice) : text;
}

static void test_reads(void **state)
{
    (void)state;
    sn_str g = begin();
    put_info(&g, GRAPH_INPUT, "x");
    put_node(&g, "x", "a", NULL);
    put_node(&g, "a", "b", NULL);
    put_info(&g, GRAPH_OUTPUT, "b");
    assert_string_equal(said(&g), "");
    put_info(&g, GRAPH_OUTPUT, "y");
    put_node(&g, "late", "c", NULL);
    put_node(&g, "x", "late", NULL);
    assert_string_equal(said(&g), "late,y");
}

static void test_bodies(void **state)
{
    (void)state;
    sn_str body = begin(), g = begin();
    put_node(&body, "x", "inner", NULL);
    put_node(&body, "missing", "other", NULL);
    put_info(&body, GRAPH_OUTPUT, "inner");
    put_info(&g, GRAPH_INPUT, "x");
    put_node(&g, "x", "y", &body);
    put_node(&g, "inner", "z", NULL);
    assert_string_equal(said(&g), "missing,inner");
}

static void test_twice(void **state)
{
    (void)state;
    sn_str body = begin(), g = begin();
    put_node(&body, "", "y", NULL);
    put_info(&g, GRAPH_INPUT, "x");
    put_node(&g, "x", "y", &body);
    assert_string_equal(said(&g), "");
    put_node(&g, "y", "x", NULL);
    assert_string_equal(said(&g), "!x");
    put_node(&body, "", "y", NULL);
    g = begin();
    put_node(&g, "", "y", &body);
    assert_string_equal(said(&g), "!y");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_twice),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
