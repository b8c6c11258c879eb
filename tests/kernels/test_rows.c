/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that reduce: softmax, norms, sums, local response, and what goes line by line. Shapes
 * that are no multiples of vectors, single elements, every axis; plain and on blocks of channels.
 */
#include "kernels/kernel_unit.h"

#define X(shape)  "\"x$\" = input : f32[" shape "]\n"
#define AFFINE(n) "@\"g$\" = f32[" n "] seed 3\n@\"b$\" = f32[" n "] seed 4"

static const kernel_case cases[] = {
    {.text = X("5,3,7") "\"y$\" = softmax(\"x$\") {axis=0}", .kernel = "softmax"},
    {.text = X("5,3,7") "\"y$\" = softmax(\"x$\") {axis=1}"},
    {.text = X("5,3,7") "\"y$\" = softmax(\"x$\") {axis=2}"},
    {.text = X("21,9,10") "\"y$\" = softmax(\"x$\") {axis=0}"},
    {.text = X("4,2,131") "\"y$\" = softmax(\"x$\") {axis=2}"},
    {.text = X("1000") "\"y$\" = softmax(\"x$\")"},
    {.text = X("1,1,1") "\"y$\" = softmax(\"x$\") {axis=1}"},
    {.text = X("6,37") "\"y$\" = softmax(\"x$\") {axis=1}"},
    {.text =
         X("37,2") "\"y$\" = softmax(\"x$\") {axis=1}"}, /* short rows, the last group not full */
    {.text = X("4,6,11") "\"y$\" = softmax(\"x$\") {axis=2}"},
    {.text = X("3,15") "\"y$\" = softmax(\"x$\") {axis=1}"},

    {.text =
         X("6,37") "\"y$\" = layer_normalization(\"x$\", @\"g$\", @\"b$\") {axis=1}\n" AFFINE("37"),
     .kernel = "norm"},
    {.text = X("3,6,37") "\"y$\" = layer_normalization(\"x$\", @\"g$\", @\"b$\") {axis=1}\n" AFFINE(
         "6,37")},
    {.text = X("3,5,64") "\"y$\" = layer_normalization(\"x$\") {axis=2, epsilon=1e-6}"},
    {.text = X("3,5,1") "\"y$\" = layer_normalization(\"x$\") {axis=2}"},
    {.text = X("6,37") "\"y$\" = rms_normalization(\"x$\", @\"g$\") {axis=1}\n@\"g$\" = "
                       "f32[37] seed 3"},
    {.text = X("6,100") "\"y$\" = rms_normalization(\"x$\") {axis=1}"},
    {.text = X("19,5,7") "\"y$\" = instance_normalization(\"x$\", @\"g$\", @\"b$\")\n" AFFINE("19"),
     .kernel = "norm"},
    {.text = X("19,5,7") "\"y$\" = instance_normalization(\"x$\")"},
    {.text = X("19,1,1") "\"y$\" = instance_normalization(\"x$\")"},
    {.text = X("19,5") "\"y$\" = instance_normalization(\"x$\")"},
    {.text =
         X("2,19,5") "\"y$\" = instance_normalization(\"x$\", @\"g$\", @\"b$\") {axis=1}\n" AFFINE(
             "19")},
    {.text = X("24,5,7") "\"y$\" = group_normalization(\"x$\", @\"g$\", @\"b$\") "
                         "{num_groups=3}\n" AFFINE("24"),
     .kernel = "norm"},
    {.text = X("48,5,7") "\"y$\" = group_normalization(\"x$\", @\"g$\", @\"b$\") "
                         "{num_groups=2}\n" AFFINE("48")},
    {.text = X("20,5,7") "\"y$\" = group_normalization(\"x$\", @\"g$\", @\"b$\") "
                         "{num_groups=5}\n" AFFINE("20")},
    {.text = X("20,5") "\"y$\" = group_normalization(\"x$\") {num_groups=2}"},
    {.text =
         X("24") "\"y$\" = group_normalization(\"x$\", @\"g$\", @\"b$\") {num_groups=3}\n" AFFINE(
             "24"),
     .kernel = "norm"},
    {.text = X("3,24,5") "\"y$\" = group_normalization(\"x$\", @\"g$\", @\"b$\") {num_groups=3, "
                         "axis=1}\n" AFFINE("24")},
    {.text = X("5,9,11") "\"y$\" = ncnn.mvn(\"x$\") {normalize_variance=true}"},
    {.text =
         X("5,9,11") "\"y$\" = ncnn.mvn(\"x$\") {normalize_variance=true, across_channels=true}"},
    {.text = X("5,9,11") "\"y$\" = ncnn.mvn(\"x$\")"},
    {.text = X("9,11") "\"y$\" = ncnn.mvn(\"x$\") {normalize_variance=true}"},

#define REDUCE_OF(sizes, op, more)                                                                 \
    {                                                                                              \
        .text = X(sizes) "\"y$\" = reduce(\"x$\") {op=" op more "}", .kernel = "reduce"            \
    }
#define REDUCE(op)                                                                                 \
    REDUCE_OF("19,5,7", op, ""), REDUCE_OF("19,5,7", op, ", keepdims=false"),                      \
        REDUCE_OF("19,5,7", op, ", axes=[0]"),                                                     \
        REDUCE_OF("19,5,7", op, ", axes=[1], keepdims=false"),                                     \
        REDUCE_OF("19,5,7", op, ", axes=[2], keepdims=false"),                                     \
        REDUCE_OF("19,5,7", op, ", axes=[1,2]"),                                                   \
        REDUCE_OF("19,5,7", op, ", axes=[1,2], keepdims=false"),                                   \
        REDUCE_OF("19,5,7", op, ", axes=[0,2], keepdims=false"),                                   \
        REDUCE_OF("4,2,133", op, ", axes=[2], keepdims=false"),                                    \
        REDUCE_OF("3,2,2,1,5,17", op, ", axes=[1,4]"),                                             \
        REDUCE_OF("2,1,2,3,1,2,2,5", op, ", axes=[0,5,7], keepdims=false")
    REDUCE("sum"),
    REDUCE("mean"),
    REDUCE("max"),
    REDUCE("min"),
    REDUCE("l1"),
    REDUCE("l2"),
    REDUCE("log_sum_exp"),
    REDUCE("sum_square"),
    REDUCE_OF("3,2,5,7", "mean", ", axes=[0,2], keepdims=false"),
    REDUCE_OF("3,5", "prod", ", keepdims=false"),
    REDUCE_OF("3,5", "prod", ", axes=[0], keepdims=false"),
    REDUCE_OF("3,5", "sum_square", ", noop_with_empty_axes=true"),
    {.text = X("3,5") "\"a$\" = abs(\"x$\")\n\"y$\" = reduce(\"a$\") {op=log_sum, axes=[1]}"},
    {.text = X("3,40") "\"a$\" = mul(\"x$\", @\"k$\")\n\"y$\" = reduce(\"a$\") {op=log_sum_exp, "
                       "axes=[1]}\n@\"k$\" = f32[] [300]"},
    {.text = X("3,40") "\"a$\" = mul(\"x$\", @\"k$\")\n\"y$\" = reduce(\"a$\") {op=log_sum_exp, "
                       "axes=[0]}\n@\"k$\" = f32[] [300]"},
    {.text = X("3,4,9") "\"a$\" = mul(\"x$\", @\"k$\")\n\"y$\" = reduce(\"a$\") {op=log_sum_exp, "
                        "axes=[0,2]}\n@\"k$\" = f32[] [300]"},
    {.text = X("1") "\"y$\" = reduce(\"x$\") {op=max}"},

    {.text = X("19,5,7") "\"y$\" = lrn(\"x$\") {axis=0, alpha=0.5}", .kernel = "lrn"},
    {.text = X("16,5,7") "\"y$\" = lrn(\"x$\") {axis=0, alpha=0.5, size=3, beta=0.5, bias=2}"},
    {.text = X("16,5,7") "\"y$\" = lrn(\"x$\") {axis=0, alpha=0.5, size=1}", .kernel = "lrn"},
    {.text = X("19,5,7") "\"y$\" = lrn(\"x$\") {axis=0, alpha=0.5, size=2}", .kernel = "lrn"},
    {.text = X("3,5,30") "\"y$\" = lrn(\"x$\") {axis=0, alpha=0.5, size=16}"},
    {.text = X("40,5,3") "\"y$\" = lrn(\"x$\") {axis=0, alpha=0.5, size=31}"},
    {.text = X("3,9,11") "\"y$\" = ncnn.lrn(\"x$\") {alpha=0.5, region_type=within_channel, "
                         "local_size=3}"},
    {.text = X("9,11") "\"y$\" = ncnn.lrn(\"x$\") {alpha=0.5}"},
    {.text = X("3,2,4,5") "\"y$\" = ncnn.lrn(\"x$\") {alpha=0.5}"},
    {.text = X("9,2,5") "\"y$\" = ncnn.lrn(\"x$\") {alpha=0.5, local_size=4}",
     .kernel = "ncnn_lrn"},
    {.text = X("3,2,4,5") "\"y$\" = lrn(\"x$\") {alpha=0.5, size=2}"},
    {.text = X("19,5,7") "\"y$\" = lrn(\"x$\") {axis=0, alpha=0.5, size=4}"},
    {.text = X("2,3,2,4,5") "\"y$\" = lrn(\"x$\") {axis=2, alpha=0.5}"},

    {.text = X("5,3,7") "\"y$\" = cum_sum(\"x$\") {axis=0}", .kernel = "cum_sum"},
    {.text = X("5,3,7") "\"y$\" = cum_sum(\"x$\") {axis=1}"},
    {.text = X("5,3,7") "\"y$\" = cum_sum(\"x$\") {axis=2}"},
    {.text = X("5,3,4,4") "\"y$\" = det(\"x$\")", .kernel = "det"},
    {.text = X("1,1") "\"y$\" = det(\"x$\")"},
    {.text = "\"x$\" = input : f64[3,9,9]\n\"y$\" = det(\"x$\")"},
    {.text = "\"x$\" = input : f16[3,3,3]\n\"y$\" = det(\"x$\")"},
    {.text = X("5,6") "\"p$\" = sigmoid(\"x$\")\n\"y$\" = couple_pairs(\"p$\")",
     .kernel = "couple_pairs"},
    {.text = X("2,3,1") "\"p$\" = sigmoid(\"x$\")\n\"y$\" = couple_pairs(\"p$\")"},
    {.text = "\"x$\" = input : f16[3,10]\n\"p$\" = sigmoid(\"x$\")\n\"y$\" = couple_pairs(\"p$\")"},
    {.text = X("6,3,7") "\"y$\" = glu(\"x$\") {axis=0}", .kernel = "lines"},
    {.text = X("5,3,42") "\"y$\" = glu(\"x$\") {axis=2}"},
    {.text = X("5,4,7") "\"y$\" = glu(\"x$\") {axis=1}"},
    {.text = X("5,4,7") "\"y$\" = ncnn.statistics_pooling(\"x$\") {include_stddev=true}",
     .kernel = "statistics"},
    {.text = X("4,7") "\"y$\" = ncnn.statistics_pooling(\"x$\")"},
    {.text = X("18,20") "\"y$\" = fold(\"x$\") {kernel=[3,2], stride=[1,1], pad_begin=[1,0], "
                        "pad_end=[1,0], output_size=[4,6]}",
     .kernel = "fold"},
    {.text = X("12,6") "\"y$\" = fold(\"x$\") {kernel=[2,2], stride=[2,2], dilation=[1,2], "
                       "output_size=[4,7]}"},

#define NORMALIZE(sizes, n, params)                                                                \
    {                                                                                              \
        .text = X(sizes) "\"y$\" = ncnn.normalize(\"x$\", @\"s$\") {" params "}\n@\"s$\" = f32[" n \
                         "] seed 3"                                                                \
    }
    NORMALIZE("5,3,7", "5", "eps=0.01"),
    NORMALIZE("3,7", "1", "eps=0.01"),
    NORMALIZE("5,3,7", "5", "eps=0.01, across_spatial=true"),
    NORMALIZE("3,7", "1", "eps=0.01, across_spatial=true"),
    NORMALIZE("5,3,7", "5", "across_spatial=true, across_channel=false"),
    NORMALIZE("3,7", "1", "across_spatial=true, across_channel=false"),
    NORMALIZE("5,3,7", "1", "channel_shared=true"),
    NORMALIZE("3,7", "1", "channel_shared=true"),
    NORMALIZE("5,3,7", "5", "eps=0.5, eps_mode=pytorch"),
    NORMALIZE("3,7", "1", "eps=0.5, eps_mode=pytorch"),
    NORMALIZE("5,3,7", "5", "eps=0.5, eps_mode=tensorflow"),
    NORMALIZE("3,7", "1", "eps=0.5, eps_mode=tensorflow"),
    NORMALIZE("5,3,7", "5", "across_channel=false"),
    NORMALIZE("3,7", "5", "across_channel=false"),

    {.text =
         X("2,3,2,2,5") "\"y$\" = layer_normalization(\"x$\", @\"g$\", @\"b$\") {axis=3}\n" AFFINE(
             "2,5")},
    {.text =
         X("3,4,5,6") "\"y$\" = layer_normalization(\"x$\", @\"g$\", @\"b$\") {axis=2}\n" AFFINE(
             "4,1,6")}, /* gamma broadcasts */
    {.text = X("3,4,5") "\"y$\" = layer_normalization(\"x$\", @\"g$\", @\"b$\") {axis=1}\n" AFFINE(
         "1")},
    {.text = X("6,37") "\"y$\" = rms_normalization(\"x$\", @\"g$\") {axis=1}\n@\"g$\" = "
                       "f32[6,1] seed 3"},
};

static void reduces(void **state)
{
    (void)state;
    check_machines(cases, sizeof cases / sizeof cases[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reduces)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
