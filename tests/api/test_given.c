/* SPDX-License-Identifier: Apache-2.0
 *
 * Networks from memory and into it: what is loaded and saved without files is what it is with them.
 */
#include "api_unit.h"

static sn_context *context;

static int setup(void **state)
{
    const sn_context_options o = {.threads = 1};
    if (folder_setup(state)) return -1;
    context = sn_context_create(&o);
    put_small("m", 1);
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

static void assert_error(sn_status is, sn_status status, const char *part)
{
    assert_int_equal(is, status);
    const char *text = sn_context_error(context);
    if (!strstr(text, part)) fail_msg("'%s' has no '%s'", text, part);
}

/* Files as they are written, one behind the other. */
typedef struct given_file {
    char name[64], data[1 << 16];
    size_t n;
} given_file;
typedef struct given_files {
    given_file file[3];
    int n;
    int refuse_at; /* this call fails; 0: none */
    int n_calls;
} given_files;

static bool take_piece(void *user, const char *path, const void *data, size_t n)
{
    given_files *g = user;
    if (++g->n_calls == g->refuse_at) return false;
    if (n == 0) {
        assert_true(g->n < 3);
        given_file *f = &g->file[g->n++];
        f->n = 0;
        snprintf(f->name, sizeof f->name, "%s", path);
        return true;
    }
    assert_true(g->n > 0);
    given_file *f = &g->file[g->n - 1];
    assert_string_equal(f->name, path);
    assert_true(f->n + n <= sizeof f->data);
    memcpy(f->data + f->n, data, n);
    f->n += n;
    return true;
}

static void loaded_as_from_files(void **state)
{
    (void)state;
    size_t n_param, n_bin;
    char *param = get_data("m.param", &n_param), *bin = get_data("m.bin", &n_bin);
    const sn_model_load_options o = {
        .data = param, .bytes = n_param, .weights_data = bin, .weights_bytes = n_bin};
    sn_model *read = NULL, *given = NULL;
    must(sn_model_load(context, at("m.param"), NULL, &read));
    must(sn_model_load(context, "nowhere/m.param", &o, &given));
    memset(param, 'x', n_param); /* it has copies */
    memset(bin, 'x', n_bin);
    free(param);
    free(bin);
    sn_diff diff;
    must(sn_model_diff(read, given, &diff));
    assert_int_equal(diff.n_entries, 0);
    assert_true(diff.n_same > 0);
    must(sn_model_pin(given, "in=2,3,3"));
    must(sn_model_optimize(given, NULL, NULL));
    must(sn_model_optimize(read, NULL, NULL));
    must(sn_model_save(given, at("given.param"), NULL));
    must(sn_model_save(read, at("read.param"), NULL));
    size_t n;
    char *text = get_data("read.param", &n), *weights = NULL;
    assert_data("given.param", text, n);
    weights = get_data("read.bin", &n);
    assert_data("given.bin", weights, n);
    free(text);
    free(weights);
}

/* A file of that name is none that it was read from. */
static void a_name_is_no_file(void **state)
{
    (void)state;
    size_t n_param, n_bin;
    char *param = get_data("m.param", &n_param), *bin = get_data("m.bin", &n_bin);
    const sn_model_load_options o = {
        .data = param, .bytes = n_param, .weights_data = bin, .weights_bytes = n_bin};
    sn_model *m = NULL;
    must(sn_model_load(context, at("m.param"), &o, &m));
    const sn_model_save_options over = {.weights = at("m.param")};
    must(sn_model_save(m, at("new.param"), &over)); /* which is over the network's own weights */
    assert_data("m.param", bin, n_bin);
    free(param);
    free(bin);
}

static void saved_as_into_files(void **state)
{
    (void)state;
    static given_files got;
    sn_model *m = NULL;
    memset(&got, 0, sizeof got);
    must(sn_model_load(context, at("m.param"), NULL, &m));
    must(sn_model_save(m, at("out.param"), NULL));
    const sn_model_save_options o = {.write = take_piece, .user = &got};
    must(sn_model_save(m, "nowhere/out.param", &o));
    assert_int_equal(got.n, 2);
    assert_string_equal(got.file[0].name, "nowhere/out.bin");
    assert_string_equal(got.file[1].name, "nowhere/out.param");
    assert_data("out.bin", got.file[0].data, got.file[0].n);
    assert_data("out.param", got.file[1].data, got.file[1].n);
    /* over the names of the files that it was read from, which stay */
    got.n = 0;
    must(sn_model_save(
        m, at("m.bin"),
        &(sn_model_save_options){
            .format = "ncnn", .weights = at("m.param"), .write = take_piece, .user = &got}));
    assert_int_equal(got.n, 2);
    size_t n;
    char *text = get_data("m.param", &n);
    assert_int_equal(n, strlen(SMALL));
    assert_memory_equal(text, SMALL, n);
    free(text);
}

static void refused_pieces(void **state)
{
    (void)state;
    static given_files got;
    sn_model *m = NULL;
    must(sn_model_load(context, at("m.param"), NULL, &m));
    const sn_model_save_options o = {.write = take_piece, .user = &got};
    int n_calls = 0;
    for (int k = 0; !k || k <= n_calls; k++) {
        memset(&got, 0, sizeof got);
        got.refuse_at = k;
        const sn_status status = sn_model_save(m, "out.param", &o);
        if (k == 0) {
            must(status);
            n_calls = got.n_calls;
            continue;
        }
        assert_error(status, SN_E_IO, "what takes it in place of a file has failed");
        assert_int_equal(got.n_calls, k); /* none after it */
    }
    assert_true(n_calls >= 4);
}

static void through_another_format(void **state)
{
    (void)state;
    static given_files got;
    sn_model *m = NULL, *read = NULL;
    sn_comparison c;
    memset(&got, 0, sizeof got);
    must(sn_model_load(context, at("m.param"), NULL, &m));
    must(sn_model_pin(m, "in=2,3,3"));
    if (!sn_format_of("m.onnx")) {
        skip();
        return;
    }
    must(sn_model_set_spelling(m, "onnx"));
    must(sn_model_save(m, "m.onnx", &(sn_model_save_options){.write = take_piece, .user = &got}));
    assert_int_equal(got.n, 1);
    must(sn_model_load(context, "m.onnx",
                       &(sn_model_load_options){.data = got.file[0].data, .bytes = got.file[0].n},
                       &read));
    must(sn_model_load(context, at("m.param"), NULL, &m));
    must(sn_model_match(m, read, NULL, (const char *const[]){"in=2,3,3", NULL}));
    must(sn_model_compare(m, read, 0, &c));
    assert_true(c.ran && c.equal);
}

static void wrong_ones(void **state)
{
    (void)state;
    sn_model *m = NULL;
    const float w[15] = {0};
    assert_error(
        sn_model_load(context, "m.param", &(sn_model_load_options){.data = SMALL, .bytes = 20}, &m),
        SN_E_FORMAT, "m.param");
    assert_error(
        sn_model_load(context, "m.param", &(sn_model_load_options){.data = "", .bytes = 0}, &m),
        SN_E_FORMAT, "m.param");
    assert_error(sn_model_load(context, "m.txt",
                               &(sn_model_load_options){.data = SMALL, .bytes = strlen(SMALL)}, &m),
                 SN_E_ARG, "no format has files of this name");
    assert_error(sn_model_load(context, "m.param",
                               &(sn_model_load_options){.data = SMALL,
                                                        .bytes = strlen(SMALL),
                                                        .weights_data = w,
                                                        .weights_bytes = 8},
                               &m),
                 SN_E_FORMAT, "m.bin");
    assert_error(sn_model_load(context, "m.param",
                               &(sn_model_load_options){.data = SMALL,
                                                        .bytes = strlen(SMALL),
                                                        .weights = "seed:1",
                                                        .weights_data = w,
                                                        .weights_bytes = sizeof w},
                               &m),
                 SN_E_ARG, "'seed:1'");
    if (sn_format_of("m.onnx"))
        assert_error(sn_model_load(
                         context, "m.onnx",
                         &(sn_model_load_options){
                             .data = "x", .bytes = 1, .weights_data = w, .weights_bytes = sizeof w},
                         &m),
                     SN_E_ARG, "have their weights in them");
    assert_null(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(loaded_as_from_files, setup, teardown),
        cmocka_unit_test_setup_teardown(a_name_is_no_file, setup, teardown),
        cmocka_unit_test_setup_teardown(saved_as_into_files, setup, teardown),
        cmocka_unit_test_setup_teardown(refused_pieces, setup, teardown),
        cmocka_unit_test_setup_teardown(through_another_format, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_ones, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
