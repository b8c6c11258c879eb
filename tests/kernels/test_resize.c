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

/* Any axes of values of any rank and type; regions; what shrinks with all its pixels. */
static void any_axes(void **state)
{
    (void)state;
    static const char *const types[] = {"f32", "f64", "f16", "bf16", "u8", "i64", "f8e4m3fn"};
    static const char *const x[] = {"[2,3,5,6]", "[2,3,4,5,6]", "[7]", "[3,4]", "[1,2,1,3,2,4]"};
    static const char *const how[] = {
        "scales=[1.5], axes=[0]",
        "sizes=[3], axes=[0]",
        "scales=[2], axes=[0], nearest_mode=ceil, coordinate_transformation_mode=asymmetric",
    };
    static const char *const means[] = {
        "[2,3,5,6]|scales=[1,1,1.5,0.7], mode=linear",
        "[2,3,5,6]|sizes=[4,9], axes=[2,3], mode=cubic, exclude_outside=true",
        "[2,3,5,6]|sizes=[3,2], axes=[3,2], mode=linear, antialias=true",
        "[2,3,5,6]|sizes=[4,5,2,3], axes=[0,1,2,3], mode=linear",
        "[5,6]|sizes=[4,3], axes=[0,1], mode=cubic, antialias=true",
        "[3,5,6]|sizes=[8,7], axes=[1,2], mode=linear, coordinate_transformation_mode="
        "tf_crop_and_resize, roi=[0.2,-0.4,0.9,1.3], extrapolation_value=3",
        "[1,2,5,6]|sizes=[8,7], axes=[2,3], mode=nearest, coordinate_transformation_mode="
        "tf_crop_and_resize, roi=[0.2,-0.4,0.9,1.3], extrapolation_value=3",
        "[0,3,5,6]|scales=[1,1,2,2], mode=linear",
        "[9]|sizes=[4], axes=[0], mode=linear, coordinate_transformation_mode=align_corners",
    };
    kernel_case *cases = test_calloc(MAX_CASES, sizeof *cases);
    sn_arena *arena = sn_arena_create(ctx);
    size_t n = 0;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        for (size_t i = 0; i < sizeof x / sizeof *x; i++)
            cases[n++] =
                (kernel_case){.text = sn_arena_printf(
                                  arena, "\"x$\" = input : %s%s\n\"y$\" = resize(\"x$\") {%s}",
                                  types[t], x[i], how[(t + i) % 3])};
        for (size_t i = 0; t < 4 && i < sizeof means / sizeof *means; i++) {
            const char *bar = strchr(means[i], '|');
            cases[n++] = (kernel_case){
                .text =
                    sn_arena_printf(arena, "\"x$\" = input : %s%.*s\n\"y$\" = resize(\"x$\") {%s}",
                                    types[t], (int)(bar - means[i]), means[i], bar + 1),
                .kernel = means[i][1] != '0' && (t == 1 || i < 4) ? "resize_plain" : NULL};
        }
    }
    assert_true(n <= MAX_CASES);
    check_cases(cases, n, &(kernel_options){.machine = "generic", .max_threads = 2});
    check_cases(cases, n, &(kernel_options){.batch = 2});
    sn_arena_destroy(arena);
    test_free(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(resizes), cmocka_unit_test(any_axes)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
