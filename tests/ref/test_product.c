/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices and convolutions are blocked, packed and shared among threads, and still
 * what plain loops make: the same bits. */
#include "api/model.h"
#include "base/unit.h"
#include "formats/format.h"

#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "ir/ir_text.h"
#include "ref/inputs.h"
#include "ref/run.h"

static sn_context *context;

static const sn_tensor *random_of(sn_shape shape, uint64_t seed)
{
    const sn_tensor *t = NULL;
    assert_int_equal(
        SN_OK, sn_random_tensor(context->ctx, SN_TYPE_f32, &shape, seed, SN_FLAVOUR_UNIT, 0, &t));
    return t;
}

static const sn_tensor *result_of(const char *text, const sn_tensor *const *feeds, size_t n)
{
    sn_graph *g = NULL;
    const sn_tensor *y = NULL;
    assert_int_equal(SN_OK, sn_graph_parse(context->ctx, "test", (sn_text){text, strlen(text)},
                                           sn_format_op_find, &g));
    assert_int_equal(SN_OK, sn_infer_graph(g));
    assert_int_equal(SN_OK, sn_run_graph(g, feeds, n, NULL, &y));
    sn_graph_destroy(g);
    return y;
}

/* Matrices of `a` and `b` by number of the result's, as a_of and b_of say. */
typedef struct product_case {
    const char *a_text, *b_text;
    sn_shape a, b;
    int64_t n_batches, m, n, k;
    int64_t a_of[6], b_of[6];
    bool transposed;
} product_case;

static void check_product(const product_case *p)
{
    char text[256];
    const sn_tensor *in[] = {random_of(p->a, 1), random_of(p->b, 2)};
    snprintf(text, sizeof text,
             "\"a\" = input : f32[%s]\n\"b\" = input : f32[%s]\n"
             "\"y\" = matmul(\"a\", \"b\") {transB=%d} name=\"m\"\noutput(\"y\")\n",
             p->a_text, p->b_text, p->transposed);
    const sn_tensor *y = result_of(text, in, 2);
    const float *a = sn_tensor_f32(in[0]), *b = sn_tensor_f32(in[1]), *is = sn_tensor_f32(y);
    assert_int_equal(sn_tensor_count(y), p->n_batches * p->m * p->n);
    for (int64_t i = 0; i < p->n_batches * p->m * p->n; i++) {
        const int64_t batch = i / p->n / p->m, row = i / p->n % p->m, column = i % p->n;
        const float *of_a = a + (p->a_of[batch] * p->m + row) * p->k,
                    *of_b = b + p->b_of[batch] * p->k * p->n;
        double sum = 0;
        for (int64_t k = 0; k < p->k; k++)
            sum += (double)of_a[k] *
                   (double)of_b[p->transposed ? column * p->k + k : k * p->n + column];
        const float want = (float)sum;
        assert_memory_equal(&want, &is[i], sizeof want);
    }
    sn_tensor_release(y);
    for (int i = 0; i < 2; i++) sn_tensor_release(in[i]);
}

static void products_of_matrices(void **state)
{
    (void)state;
    const product_case cases[] = {
        {"5,7", "7,9", SN_SHAPE(5, 7), SN_SHAPE(7, 9), 1, 5, 9, 7, {0}, {0}, false},
        {"3,300", "300,33", SN_SHAPE(3, 300), SN_SHAPE(300, 33), 1, 3, 33, 300, {0}, {0}, false},
        {"9,600", "600,70", SN_SHAPE(9, 600), SN_SHAPE(600, 70), 1, 9, 70, 600, {0}, {0}, false},
        {"6,300", "65,300", SN_SHAPE(6, 300), SN_SHAPE(65, 300), 1, 6, 65, 300, {0}, {0}, true},
        {"1030,20", "20,3", SN_SHAPE(1030, 20), SN_SHAPE(20, 3), 1, 1030, 3, 20, {0}, {0}, false},
        /* one right factor for all */
        {"3,2,20", "20,5", SN_SHAPE(3, 2, 20), SN_SHAPE(20, 5), 3, 2, 5, 20, {0, 1, 2}, {0}, false},
        /* each its own, and some for several */
        {"2,1,5,8",
         "3,8,6",
         SN_SHAPE(2, 1, 5, 8),
         SN_SHAPE(3, 8, 6),
         6,
         5,
         6,
         8,
         {0, 0, 0, 1, 1, 1},
         {0, 1, 2, 0, 1, 2},
         false},
        {"4,12",
         "3,5,12",
         SN_SHAPE(4, 12),
         SN_SHAPE(3, 5, 12),
         3,
         4,
         5,
         12,
         {0, 0, 0},
         {0, 1, 2},
         true},
    };
    for (int threads = 1; threads <= 3; threads++) {
        sn_ctx_set_threads(context->ctx, threads);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_product(&cases[i]);
    }
}

/* alpha * a * b + beta * c, a stored transposed, c a row. */
static void general_products(void **state)
{
    (void)state;
    enum { M = 11, N = 37, K = 290 };
    const sn_tensor *in[] = {random_of((sn_shape)SN_SHAPE(K, M), 1),
                             random_of((sn_shape)SN_SHAPE(K, N), 2),
                             random_of((sn_shape)SN_SHAPE(N), 3)};
    const sn_tensor *y = result_of(
        "\"a\" = input : f32[290,11]\n\"b\" = input : f32[290,37]\n\"c\" = input : f32[37]\n"
        "\"y\" = gemm(\"a\", \"b\", \"c\") {transA=1, alpha=0.5, beta=3} "
        "name=\"g\"\noutput(\"y\")\n",
        in, 3);
    const float *a = sn_tensor_f32(in[0]), *b = sn_tensor_f32(in[1]), *c = sn_tensor_f32(in[2]);
    for (int64_t i = 0; i < M * N; i++) {
        double sum = 0;
        for (int64_t k = 0; k < K; k++) sum += (double)a[k * M + i / N] * (double)b[k * N + i % N];
        const float want = (float)(sum * 0.5 + (double)c[i % N] * 3);
        assert_memory_equal(&want, sn_tensor_f32(y) + i, sizeof want);
    }
    sn_tensor_release(y);
    for (int i = 0; i < 3; i++) sn_tensor_release(in[i]);
}

/* Short rows, of which a tile has several, with windows that reach beyond them. */
static void convolutions_of_small_planes(void **state)
{
    (void)state;
    enum { C = 40, H = 5, W = 6, OC = 9, GROUPS = 2, OH = 3, OW = 3, TAPS = 9 };
    const sn_tensor *in[] = {random_of((sn_shape)SN_SHAPE(C, H, W), 1),
                             random_of((sn_shape)SN_SHAPE(OC * GROUPS, C / GROUPS, 3, 3), 2)};
    const sn_tensor *y = result_of("\"x\" = input : f32[40,5,6]\n\"w\" = input : f32[18,20,3,3]\n"
                                   "\"y\" = conv(\"x\", \"w\") {stride=[2,2], pad_begin=[1,1], "
                                   "pad_end=[1,1], group=2} name=\"c\"\noutput(\"y\")\n",
                                   in, 2);
    const float *x = sn_tensor_f32(in[0]), *w = sn_tensor_f32(in[1]);
    assert_int_equal(sn_tensor_count(y), OC * GROUPS * OH * OW);
    for (int64_t i = 0; i < OC * GROUPS * OH * OW; i++) {
        const int64_t oc = i / OW / OH, top = i / OW % OH * 2 - 1, left = i % OW * 2 - 1;
        double sum = 0;
        for (int64_t k = 0; k < C / GROUPS * TAPS; k++) {
            const int64_t c = oc / OC * (C / GROUPS) + k / TAPS, row = top + k / 3 % 3,
                          column = left + k % 3;
            const bool inside = row >= 0 && row < H && column >= 0 && column < W;
            sum += (double)w[oc * (C / GROUPS * TAPS) + k] *
                   (inside ? (double)x[(c * H + row) * W + column] : 0);
        }
        const float want = (float)sum;
        assert_memory_equal(&want, sn_tensor_f32(y) + i, sizeof want);
    }
    sn_tensor_release(y);
    for (int i = 0; i < 2; i++) sn_tensor_release(in[i]);
}

static int setup(void **state)
{
    (void)state;
    context = sn_context_create(NULL);
    return context ? 0 : 1;
}

static int teardown(void **state)
{
    (void)state;
    sn_context_destroy(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(products_of_matrices, setup, teardown),
        cmocka_unit_test_setup_teardown(general_products, setup, teardown),
        cmocka_unit_test_setup_teardown(convolutions_of_small_planes, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
