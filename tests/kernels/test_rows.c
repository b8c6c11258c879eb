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

    {.text = X("6,37") "\"y$\" = layer_norm(\"x$\", @\"g$\", @\"b$\") {affine_size=37, "
                       "n_axes=1}\n" AFFINE("37"),
     .kernel = "norm"},
    {.text = X("3,6,37") "\"y$\" = layer_norm(\"x$\", @\"g$\", @\"b$\") {affine_size=222, "
                         "n_axes=2}\n" AFFINE("222")},
    {.text = X("3,5,64") "\"y$\" = layer_norm(\"x$\") {affine_size=64, n_axes=1, eps=1e-6}"},
    {.text = X("3,5,1") "\"y$\" = layer_norm(\"x$\") {affine_size=1, n_axes=1}"},
    {.text = X("6,37") "\"y$\" = rms_norm(\"x$\", @\"g$\") {affine_size=37, n_axes=1}\n@\"g$\" = "
                       "f32[37] seed 3"},
    {.text = X("6,100") "\"y$\" = rms_norm(\"x$\") {affine_size=100, n_axes=1}"},
    {.text = X("19,5,7") "\"y$\" = instance_norm(\"x$\", @\"g$\", @\"b$\")\n" AFFINE("19"),
     .kernel = "norm"},
    {.text = X("19,5,7") "\"y$\" = instance_norm(\"x$\")"},
    {.text = X("19,1,1") "\"y$\" = instance_norm(\"x$\")"},
    {.text = X("19,5") "\"y$\" = instance_norm(\"x$\")"},
    {.text = X("24,5,7") "\"y$\" = group_norm(\"x$\", @\"g$\", @\"b$\") {group=3}\n" AFFINE("24"),
     .kernel = "norm"},
    {.text = X("48,5,7") "\"y$\" = group_norm(\"x$\", @\"g$\", @\"b$\") {group=2}\n" AFFINE("48")},
    {.text = X("20,5,7") "\"y$\" = group_norm(\"x$\", @\"g$\", @\"b$\") {group=5}\n" AFFINE("20")},
    {.text = X("20,5") "\"y$\" = group_norm(\"x$\") {group=2}"},
    {.text = X("24") "\"y$\" = group_norm(\"x$\", @\"g$\", @\"b$\") {group=3}\n" AFFINE("24"),
     .kernel = "norm"},
    {.text = X("22,3,2") "\"y$\" = group_norm(\"x$\", @\"g$\", @\"b$\") {group=4}\n" AFFINE("22")},
    {.text = X("3,24,5") "\"y$\" = group_norm(\"x$\", @\"g$\", @\"b$\") {group=3, axis=1}\n" AFFINE(
         "24")},
    {.text = X("5,9,11") "\"y$\" = mvn(\"x$\") {normalize_variance=true}"},
    {.text = X("5,9,11") "\"y$\" = mvn(\"x$\") {normalize_variance=true, across_channels=true}"},
    {.text = X("5,9,11") "\"y$\" = mvn(\"x$\")"},
    {.text = X("9,11") "\"y$\" = mvn(\"x$\") {normalize_variance=true}"},

#define REDUCE(op)                                                                                 \
    {.text = X("19,5,7") "\"y$\" = reduce(\"x$\") {op=" op "}", .kernel = "reduce"},               \
        {.text = X("19,5,7") "\"y$\" = reduce(\"x$\") {op=" op ", reduce_all=false, axes=[0]}"},   \
        {.text = X("19,5,7") "\"y$\" = reduce(\"x$\") {op=" op ", reduce_all=false, axes=[1]}"},   \
        {.text = X("19,5,7") "\"y$\" = reduce(\"x$\") {op=" op                                     \
                             ", reduce_all=false, axes=[2], coeff=0.5}"},                          \
        {.text = X("19,5,7") "\"y$\" = reduce(\"x$\") {op=" op                                     \
                             ", reduce_all=false, axes=[1,2], keepdims=true}"},                    \
        {.text = X("19,5,7") "\"y$\" = reduce(\"x$\") {op=" op ", reduce_all=false, axes=[0,2]}"}, \
    {                                                                                              \
        .text = X("4,2,133") "\"y$\" = reduce(\"x$\") {op=" op ", reduce_all=false, axes=[2]}"     \
    }
    REDUCE("sum"),
    REDUCE("asum"),
    REDUCE("sumsq"),
    REDUCE("mean"),
    REDUCE("max"),
    REDUCE("min"),
    REDUCE("l1"),
    REDUCE("l2"),
    REDUCE("logsumexp"),
    {.text = X("3,2,5,7") "\"y$\" = reduce(\"x$\") {op=mean, reduce_all=false, axes=[0,2]}"},
    {.text = X("3,5") "\"y$\" = reduce(\"x$\") {op=prod}"},
    {.text = X("3,5") "\"y$\" = reduce(\"x$\") {op=prod, reduce_all=false, axes=[0]}"},
    {.text = X("3,5") "\"a$\" = abs(\"x$\")\n\"y$\" = reduce(\"a$\") {op=logsum, reduce_all=false, "
                      "axes=[1]}"},
    {.text = X("1") "\"y$\" = reduce(\"x$\") {op=max}"},

    {.text = X("19,5,7") "\"y$\" = lrn(\"x$\") {alpha=0.5}", .kernel = "lrn"},
    {.text = X("16,5,7") "\"y$\" = lrn(\"x$\") {alpha=0.5, local_size=3, beta=0.5, bias=2}"},
    {.text = X("3,5,30") "\"y$\" = lrn(\"x$\") {alpha=0.5, local_size=15}"},
    {.text = X("40,5,3") "\"y$\" = lrn(\"x$\") {alpha=0.5, local_size=31}"},
    {.text =
         X("3,9,11") "\"y$\" = lrn(\"x$\") {alpha=0.5, region_type=within_channel, local_size=3}"},
    {.text = X("9,11") "\"y$\" = lrn(\"x$\") {alpha=0.5}"},
    {.text = X("3,2,4,5") "\"y$\" = lrn(\"x$\") {alpha=0.5}"},

    {.text = X("5,3,7") "\"y$\" = cumulative_sum(\"x$\") {axis=0}", .kernel = "lines"},
    {.text = X("5,3,7") "\"y$\" = cumulative_sum(\"x$\") {axis=1}"},
    {.text = X("5,3,7") "\"y$\" = cumulative_sum(\"x$\") {axis=-1}"},
    {.text = X("6,3,7") "\"y$\" = glu(\"x$\") {axis=0}", .kernel = "lines"},
    {.text = X("5,3,41") "\"y$\" = glu(\"x$\") {axis=2}"},
    {.text = X("5,4,7") "\"y$\" = glu(\"x$\") {axis=1}"},
    {.text = X("5,4,7") "\"y$\" = statistics_pool(\"x$\") {include_stddev=true}",
     .kernel = "lines"},
    {.text = X("4,7") "\"y$\" = statistics_pool(\"x$\")"},
    {.text = X("18,20") "\"y$\" = fold(\"x$\") {kernel=[3,2], stride=[1,1], pad_begin=[1,0], "
                        "pad_end=[1,0], output_size=[4,6]}",
     .kernel = "lines"},
    {.text = X("12,6") "\"y$\" = fold(\"x$\") {kernel=[2,2], stride=[2,2], dilation=[1,2], "
                       "output_size=[4,7]}"},

#define NORMALIZE(params)                                                                          \
    {.text =                                                                                       \
         X("5,3,7") "\"y$\" = normalize(\"x$\", @\"s$\") {" params "}\n@\"s$\" = f32[5] seed 3"},  \
    {                                                                                              \
        .text =                                                                                    \
            X("3,7") "\"y$\" = normalize(\"x$\", @\"s$\") {" params "}\n@\"s$\" = f32[5] seed 3"   \
    }
    NORMALIZE("eps=0.01"),
    NORMALIZE("eps=0.01, across_spatial=true"),
    NORMALIZE("across_spatial=true, across_channel=false"),
    NORMALIZE("channel_shared=true"),
    NORMALIZE("eps=0.5, eps_mode=pytorch"),
    NORMALIZE("eps=0.5, eps_mode=tensorflow"),
    NORMALIZE("across_channel=false"),
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
