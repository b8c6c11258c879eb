/* SPDX-License-Identifier: Apache-2.0
 *
 * Networks whose values have an axis of images in front: one image gives the code of the same
 * network without that axis, several are a batch. */
#include "api/api_unit.h"

#include <inttypes.h>
#include <math.h>

#include "api/generate.h"
#include "base/map.h"
#include "formats/format.h"
#include "ir/ir_text.h"
#include "passes/batch_axis.h"
#include "zoo/zoo.h"

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

/* All C and weights, the code up to where inputs and outputs are described. The model goes. */
static const char *code_of_model(sn_model *m, int batch, sn_verify_mode verify, sn_arena *arena)
{
    sn_generated g;
    const sn_compile_options o = {.target = "x86-64-v3", .prefix = "net", .batch = batch};
    const sn_compile_set set = {m, batch};
    must(sn_generate(&set, 1, &o, verify, SN_GENERATE_TO_RUN, arena, &g));
    sn_str code;
    sn_str_init(&code, arena);
    bool ended = false;
    for (size_t i = 0; i < g.sources.n; i++) {
        const sn_source *s = &g.sources.files[i];
        const char *dot = strrchr(s->path, '.');
        if (strcmp(s->path, "main.c") == 0 || strcmp(s->path, "net.h") == 0) continue;
        if (dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0)) {
            char *text = sn_arena_strndup(arena, s->data, s->bytes);
            char *end = strstr(text, "/* ---- interface");
            if (end) *end = '\0';
            ended = ended || end;
            sn_str_addf(&code, "%s:\n%s", s->path, text);
        } else if (dot && strcmp(dot, ".weights") == 0) {
            sn_str_addf(&code, "%s: %016" PRIx64 "\n", s->path,
                        sn_hash_bytes(s->data, s->bytes, s->bytes));
        }
    }
    assert_true(ended);
    sn_generated_release(&g);
    sn_model_destroy(m);
    return code.s;
}

static const char *code_of(const char *front, int axis, int batch, sn_arena *arena)
{
    return code_of_model(model_of(front, axis, arena), batch, SN_VERIFY_EACH, arena);
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

/* Any network of the zoo with an axis of one image in front is compiled to the same text and the
 * same weights as without it: it takes the same time. */
static void one_image_is_the_same_code_in_the_zoo(void **state)
{
    (void)state;
    size_t n = 0;
    const sn_zoo_entry *zoo = sn_zoo(&n);
    for (size_t i = 0; i < n; i++) {
        sn_arena *arena = sn_arena_create(context->ctx);
        sn_model *as_read = NULL, *m = NULL;
        sn_sizes_from from;
        sn_graph *front = NULL;
        const char *why = NULL;
        must(sn_model_zoo(context, zoo[i].name, 1, &as_read));
        must(sn_model_at_some_size(as_read, &m, &from));
        sn_model_destroy(as_read);
        must(sn_model_infer(m));
        must(sn_batch_add(m->graph, 1, arena, &front, &why));
        if (!front) fail_msg("%s: %s", zoo[i].name, why);
        sn_model *one = sn_model_of_graph(context, front, m->format);
        const char *with = code_of_model(one, 0, SN_VERIFY_OFF, arena);
        const char *without = code_of_model(m, 0, SN_VERIFY_OFF, arena);
        if (strcmp(with, without) != 0)
            fail_msg("%s: other code with an axis in front", zoo[i].name);
        sn_arena_destroy(arena);
    }
    assert_true(n > 0);
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

/* However many threads there are, each image is what a run of it alone gives, bit by bit. */
static void each_image_as_if_alone(void **state)
{
    (void)state;
    enum { N_IMAGES = 5, MOST_THREADS = 7 };
    sn_arena *arena = sn_arena_create(context->ctx);
    sn_model *m = model_of("", 0, arena);
    sn_executable *one = NULL, *many = NULL;
    sn_array in, out;
    must(sn_executable_create(m, &(sn_compile_options){.threads = 1}, &one));
    assert_true(sn_executable_input(one, 0, &in) && sn_executable_output(one, 0, &out));
    const size_t n_x = (size_t)in.n, n_y = (size_t)out.n;
    float *x = sn_arena_alloc(arena, N_IMAGES * n_x * sizeof *x),
          *want = sn_arena_alloc(arena, N_IMAGES * n_y * sizeof *want),
          *found = sn_arena_alloc(arena, N_IMAGES * n_y * sizeof *found);
    for (size_t i = 0; i < N_IMAGES * n_x; i++) x[i] = (float)(i * 41 % 211) / 128 - 1;
    for (size_t k = 0; k < N_IMAGES; k++)
        must(sn_executable_run(one, (const void *[]){x + k * n_x}, (void *[]){want + k * n_y}));
    for (int threads = 1; threads <= MOST_THREADS; threads++) {
        const sn_compile_options o = {.threads = threads, .batch = N_IMAGES};
        must(sn_executable_create(m, &o, &many));
        for (int run = 0; run < 3; run++) {
            memset(found, 0xff, N_IMAGES * n_y * sizeof *found);
            must(sn_executable_run(many, (const void *[]){x}, (void *[]){found}));
            if (memcmp(found, want, N_IMAGES * n_y * sizeof *found) != 0)
                fail_msg("other results with %d threads", threads);
        }
        sn_executable_destroy(many);
    }
    sn_executable_destroy(one);
    sn_model_destroy(m);
    sn_arena_destroy(arena);
}

/* What only the data says how much there is of has room, and a count for each image. */
static void each_image_has_its_count(void **state)
{
    (void)state;
    sn_graph *g = NULL;
    size_t n = 0;
    sn_executable *e = NULL;
    sn_output_count count;
    sn_array out;
    must(sn_graph_parse(context->ctx, "net",
                        sn_text_of("\"x\" = input : f32[4]\n\"r\" = neg(\"x\")\n"
                                   "\"p\" = non_zero(\"x\")\noutput(\"r\", \"p\")\n"),
                        sn_format_op_find, &g));
    sn_model *m = sn_model_of_graph(context, g, sn_formats(&n)[0]);
    must(sn_executable_create(m, &(sn_compile_options){.threads = 2, .batch = 2}, &e));
    assert_false(sn_executable_count(e, 0, &count));
    assert_true(sn_executable_count(e, 1, &count));
    assert_int_equal(count.axis, 2);
    assert_int_equal(count.output, 2);
    assert_false(sn_executable_count(e, 2, &count));
    assert_false(sn_executable_count(e, 3, &count));
    assert_true(sn_executable_output(e, 1, &out));
    assert_int_equal(out.n, 2 * 4);
    assert_true(sn_executable_output(e, 2, &out));
    assert_string_equal(out.name, "p.count");
    assert_int_equal(out.n, 2);
    const float x[8] = {0, 1, 0, 2, 0, 0, 3, 0};
    float r[8];
    int64_t p[8], found[2];
    must(sn_executable_run(e, (const void *[]){x}, (void *[]){r, p, found}));
    assert_int_equal(found[0], 2);
    assert_int_equal(found[1], 1);
    assert_int_equal(p[0], 1);
    assert_int_equal(p[1], 3);
    assert_int_equal(p[4], 2);
    sn_executable_destroy(e);
    sn_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_image_is_the_same_code, setup, teardown),
        cmocka_unit_test_setup_teardown(one_image_is_the_same_code_in_the_zoo, setup, teardown),
        cmocka_unit_test_setup_teardown(images_in_front, setup, teardown),
        cmocka_unit_test_setup_teardown(each_image_as_if_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(each_image_has_its_count, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
