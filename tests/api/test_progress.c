/* SPDX-License-Identifier: Apache-2.0
 *
 * Progress of long work: each report has a total, which is never passed, and every kind of work is
 * heard of. */
#include "api_unit.h"

typedef struct heard {
    char names[400];
    int n;
} heard;

static void listen(void *user, const char *what, uint64_t n_done, uint64_t n_total)
{
    heard *h = user;
    char name[64];
    if (!n_total || n_done > n_total)
        fail_msg("%s: %llu of %llu", what, (unsigned long long)n_done, (unsigned long long)n_total);
    snprintf(name, sizeof name, "[%s]", what);
    h->n++;
    if (strstr(h->names, name)) return;
    assert_true(strlen(h->names) + strlen(name) < sizeof h->names);
    strcat(h->names, name);
}

static void totals(void **state)
{
    (void)state;
    heard h = {0};
    const sn_context_options o = {.threads = 1, .progress = listen, .user = &h};
    sn_context *c = sn_context_create(&o);
    sn_model *m = NULL, *copy = NULL;
    sn_comparison compared;
    sn_compile_result result;
    sn_storage_info storage;
    const sn_compile_options compile = {.target = "generic", .small = true};
    assert_non_null(c);
    setenv("XDG_CACHE_HOME", at("cache"), 1); /* an empty one: it is compiled */
    put_small("m", 1);
    assert_int_equal(sn_model_load(c, at("m.param"), NULL, &m), SN_OK);
    assert_int_equal(sn_model_pin(m, "in=2,3,3"), SN_OK);
    assert_int_equal(sn_model_clone(m, &copy), SN_OK);
    assert_int_equal(sn_model_optimize(m, NULL, NULL), SN_OK);
    assert_int_equal(sn_model_choose_storage(m, &storage), SN_OK);
    assert_int_equal(sn_model_compare(copy, m, 0, &compared), SN_OK);
    assert_true(compared.equal);
    assert_int_equal(sn_model_compile(m, at("folder"), &compile, &result), SN_OK);
    const char *const wanted[] = {"[optimizing]", "[before]",    "[after]",
                                  "[planning]",   "[compiling]", "[self-test]"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (!strstr(h.names, wanted[i])) fail_msg("%s was not heard: %s", wanted[i], h.names);
    sn_context_destroy(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(totals)};
    return cmocka_run_group_tests(tests, folder_setup, folder_teardown);
}
