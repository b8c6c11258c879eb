/* SPDX-License-Identifier: Apache-2.0
 *
 * resize: every way to say a size, up and down, on images of few pixels. */
#include "kernels/kernel_unit.h"

enum { MAX_CASES = 200 };

static const char *const sizes[] = {
    "height_scale=2, width_scale=2",
    "height_scale=1.5, width_scale=1.3",
    "output_height=3, output_width=5",
    "output_height=1, output_width=1",
    "output_height=4, output_width=7",
    "output_height=11, output_width=17, align_corner=1",
    NULL,
};

static void resizes(void **state)
{
    (void)state;
    static const char *const types[] = {"nearest", "bilinear", "bicubic"};
    static const char *const images[] = {"1,2,3",  "5,4,7", "8,13,9", "3,2,2", "9,3,3",
                                         "17,1,1", "3,1,4", "2,9",    NULL};
    kernel_case *cases = test_calloc(MAX_CASES, sizeof *cases);
    sn_arena *arena = sn_arena_create(ctx);
    size_t n = 0;
    for (int t = 0; t < 3; t++) {
        for (int i = 0; images[i]; i++) {
            for (int s = 0; sizes[s]; s++) {
                if (t == 2 && strstr(images[i], ",1")) continue; /* bicubic needs two pixels */
                cases[n++] = (kernel_case){
                    .text = sn_arena_printf(arena,
                                            "\"x$\" = input : f32[%s]\n\"y$\" = "
                                            "ncnn.interp(\"x$\") {resize_type=%s, %s}",
                                            images[i], types[t], sizes[s]),
                    /* A copy, or what only ncnn's order of rounding says, is for another. */
                    .kernel =
                        s == 4 || s == 1 || t != 1 || strstr(images[i], ",1") ? NULL : "resize"};
            }
        }
    }
    static const char *const others[] = {
        "\"x$\" = input : f32[7]\n\"y$\" = ncnn.interp(\"x$\") {resize_type=bilinear, "
        "output_height=5, "
        "output_width=20}",
        "\"x$\" = input : f32[5,6,7]\n\"r$\" = input : f32[1,9,10]\n"
        "\"y$\" = ncnn.interp(\"x$\", \"r$\") {resize_type=nearest, dynamic_target_size=1}",
        "\"x$\" = input : f32[5,6,7]\n\"y$\" = resize(\"x$\") {sizes=[5], axes=[1], "
        "mode=linear}",
        "\"x$\" = input : f32[9,6,7]\n\"y$\" = resize(\"x$\") {scales=[1,1.5], axes=[1,2], "
        "mode=cubic, cubic_coeff_a=-0.5, exclude_outside=true}",
        "\"x$\" = input : f32[9,6,7]\n\"y$\" = resize(\"x$\") {scales=[1,1.5,0.7], "
        "coordinate_transformation_mode=half_pixel_symmetric}",
        "\"x$\" = input : f32[17,5]\n\"y$\" = resize(\"x$\") {sizes=[9], axes=[1], mode=linear, "
        "coordinate_transformation_mode=align_corners}",
        "\"x$\" = input : f32[5,6,7]\n\"r$\" = input : f32[5,12,14]\n"
        "\"a$\" = ncnn.interp(\"x$\") {resize_type=nearest, height_scale=2, width_scale=2}\n\"y$\" "
        "= "
        "add(\"a$\", \"r$\")",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        cases[n++] = (kernel_case){.text = others[i], .kernel = "resize"};
    cases[n++] = (kernel_case){.text = "\"x$\" = input : f32[3,3,2]\n\"y$\" = ncnn.interp(\"x$\") "
                                       "{resize_type=nearest, height_scale=41, width_scale=2}",
                               .kernel = "interp"};
    assert_true(n <= MAX_CASES);
    check_machines(cases, n);
    sn_arena_destroy(arena);
    test_free(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(resizes)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
