/* SPDX-License-Identifier: Apache-2.0
 *
 * Networks whose values have an axis of images in front: one image gives the code of the same
 * network without that axis, several are a batch. */
#include "api/api_unit.h"

#include <math.h>

#include "api/generate.h"
#include "formats/format.h"
#include "ir/ir_text.h"

static sn_context *context;

/* FRONT stands for the sizes in front, AXIS for the axis of the channels. */
static const char network[] =
    "\"x\" = input : f32[FRONT4,9,8]\n"
    "\"a\" = conv(\"x\", @\"w\", @\"b\") {pad_begin=[1,1], pad_end=[1,1], axis=AXIS} "
    "name=\"conv\"\n"
    "\"n\" = instance_normalization(\"a\") {axis=AXIS} name=\"norm\"\n"
    "\"r\" = relu(\"n\") name=\"act\"\n"
    "\"k\" = max_pool(\"r\") {kernel=[2,2], stride=[2,2]} name=\"pool\"\n"
    "\"c\" = concat(\"k\", \"k\") {axis=AXIS} name=\"concat\"\n"
    "\"y\" = conv(\"c\", @\"v\") {axis=AXIS} name=\"point\"\n"
    "output(\"y\")\n"
    "@\"w\" = f32[16,4,3,3] seed 1\n@\"b\" = f32[16] seed 2\n@\"v\" = f32[7,32,1,1] seed 3\n";

static int setup(void **state)
{
    if (folder_setup(state)) return -1;
    setenv("XDG_CACHE_HOME", at("cache"), 1);
    context = sn_context_create(NULL);
    return context ? 0 : -1;
}

static int teardown(void **state)
{
    sn_context_destroy(context);
    return folder_teardown(state);
}

static void must(sn_status status)
{
    if (status != SN_OK) fail_msg("%s", sn_context_error(context));
}

static sn_model *model_of(const char *front, int axis, sn_arena *arena)
{
    sn_str text;
    sn_graph *g = NULL;
    size_t n = 0;
    sn_str_init(&text, arena);
    for (const char *p = network; *p;) {
        if (strncmp(p, "FRONT", 5) == 0) {
            sn_str_add(&text, front);
            p += 5;
        } else if (strncmp(p, "AXIS", 4) == 0) {
            sn_str_addf(&text, "%d", axis);
            p += 4;
        } else {
            sn_str_addn(&text, p++, 1);
        }
    }
    must(sn_graph_parse(context->ctx, "net", sn_text_of(text.s), sn_format_op_find, &g));
    g->name = "net";
    return sn_model_of_graph(context, g, sn_formats(&n)[0]);
}

/* The code up to where inputs and outputs are described. */
static const char *code_of(const char *front, int axis, int batch, sn_arena *arena)
{
    sn_generated g;
    sn_model *m = model_of(front, axis, arena);
    const sn_compile_options o = {.target = "x86-64-v3", .prefix = "net", .batch = batch};
    must(sn_generate(m, &o, SN_VERIFY_EACH, SN_GENERATE_TO_RUN, arena, &g));
    const char *code = NULL;
    for (size_t i = 0; i < g.sources.n; i++) {
        if (strcmp(g.sources.files[i].path, "net.c") == 0)
            code = sn_arena_strndup(arena, g.sources.files[i].data, g.sources.files[i].bytes);
    }
    assert_non_null(code);
    char *end = strstr(code, "/* ---- interface");
    assert_non_null(end);
    *end = '\0';
    sn_generated_release(&g);
    sn_model_destroy(m);
    return code;
}

static void one_image_is_the_same_code(void **state)
{
    (void)state;
    sn_arena *arena = sn_arena_create(context->ctx);
    const char *without = code_of("", 0, 0, arena);
    assert_non_null(strstr(without, "pointwise"));
    assert_string_equal(without, code_of("1,", 1, 0, arena));
    assert_string_equal(code_of("", 0, 3, arena), code_of("3,", 1, 0, arena));
    assert_string_not_equal(without, code_of("3,", 1, 0, arena));
    sn_arena_destroy(arena);
}

static void check(const char *front, int batch, const char *sizes, sn_arena *arena)
{
    sn_model *m = model_of(front, 1, arena);
    sn_executable *e = NULL;
    sn_array in, out, want;
    must(sn_executable_create(m, &(sn_compile_options){.threads = 2, .batch = batch}, &e));
    assert_true(sn_executable_input(e, 0, &in) && sn_executable_output(e, 0, &out));
    sn_str found;
    sn_str_init(&found, arena);
    for (int i = 0; i < in.rank; i++) sn_str_addf(&found, "%s%d", i ? "," : "", (int)in.sizes[i]);
    assert_string_equal(found.s, sizes);
    float *x = sn_arena_alloc(arena, in.n * sizeof *x),
          *y = sn_arena_alloc(arena, out.n * sizeof *y);
    for (uint64_t i = 0; i < in.n; i++) x[i] = (float)(i * 37 % 101) / 64 - 1;
    must(sn_executable_run(e, (const void *[]){x}, (void *[]){y}));
    const uint64_t runs = batch > 1 ? (uint64_t)batch : 1;
    for (uint64_t k = 0; k < runs; k++) {
        must(sn_model_run_interpreted(m, (const void *[]){x + k * (in.n / runs)}, &want));
        assert_int_equal(want.n * runs, out.n);
        for (uint64_t i = 0; i < want.n; i++)
            assert_true(fabs(sn_array_at(&want, i) - (double)y[k * want.n + i]) < 1e-4);
    }
    sn_executable_destroy(e);
    sn_model_destroy(m);
}

static void images_in_front(void **state)
{
    (void)state;
    sn_arena *arena = sn_arena_create(context->ctx);
    check("1,", 0, "1,4,9,8", arena);
    check("3,", 0, "3,4,9,8", arena);
    check("1,", 2, "2,1,4,9,8", arena);
    check("3,", 2, "2,3,4,9,8", arena);
    sn_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_image_is_the_same_code, setup, teardown),
        cmocka_unit_test_setup_teardown(images_in_front, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
