/* SPDX-License-Identifier: Apache-2.0
 *
 * Results of types that no network of a file has, as the tool prints them. */
#include "base/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/arrays.h"
#include "cli/json.h"

static char printed[4096];

/* What is printed of an array of that type, with --json and --text or as a summary. */
static const char *print(const char *type, const void *data, uint64_t n, bool json)
{
    const sn_array a = {.name = "y",
                        .type = type,
                        .rank = 1,
                        .sizes = {(int64_t)n},
                        .n = n,
                        .data = (void *)(uintptr_t)data};
    sn_cli cli = {.set = {.json = json, .text = json}};
    char path[] = "/tmp/sinter_printed_XXXXXX";
    const int file = mkstemp(path), out = dup(1);
    assert_true(file >= 0 && out >= 0);
    fflush(stdout);
    dup2(file, 1);
    const int code = sn_cli_put_arrays(&cli, &a, 1);
    if (json) (void)sn_json_print(&cli);
    fflush(stdout);
    dup2(out, 1);
    close(out);
    close(file);
    FILE *f = fopen(path, "r");
    const size_t length = f ? fread(printed, 1, sizeof printed - 1, f) : 0;
    printed[length] = 0;
    if (f) fclose(f);
    remove(path);
    json_decref(cli.json);
    assert_int_equal(code, 0);
    return printed;
}

static void doubles_have_all_their_digits(void **state)
{
    (void)state;
    const double wide[] = {0.1, 1.0000000000000002};
    const float single[] = {0.1f, 1.5f};
    assert_non_null(strstr(print("f64", wide, 2, true), "0.10000000000000001"));
    assert_non_null(strstr(printed, "1.0000000000000002"));
    assert_non_null(strstr(print("f32", single, 2, true), "0.100000001"));
    assert_null(strstr(printed, "0.1000000014"));
}

static void integers_are_compared_as_such(void **state)
{
    (void)state;
    const int64_t wide[] = {-5, INT64_MAX - 1, INT64_MAX, INT64_MAX - 2};
    const uint64_t natural[] = {UINT64_MAX - 1, UINT64_MAX, 3};
    assert_non_null(strstr(print("i64", wide, 4, false), "at 2\n"));
    assert_non_null(strstr(printed, "min -5 "));
    assert_non_null(strstr(print("u64", natural, 3, false), "at 1\n"));
    const float some[] = {NAN, -2, 7, NAN, 1};
    assert_non_null(
        strstr(print("f32", some, 5, false), "min -2  mean 2  max 7 at 2  2 not a num"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_have_all_their_digits),
        cmocka_unit_test(integers_are_compared_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
