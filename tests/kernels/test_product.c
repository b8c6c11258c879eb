/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul, gemm and inner products of several rows: constant and run-time factors, transposes,
 * batches, every kind of summand. */
#include "kernels/kernel_unit.h"

#define MATMUL(a, b, params)                                                                       \
    {                                                                                              \
        .text = "\"a$\" = input : f32[" a "]\n\"b$\" = input : f32[" b                             \
                "]\n\"y$\" = matmul(\"a$\", \"b$\")" params,                                       \
        .kernel = "product"                                                                        \
    }
#define MATMUL_BY(a, b, params)                                                                    \
    {                                                                                              \
        .text = "\"a$\" = input : f32[" a "]\n\"y$\" = matmul(\"a$\", @\"b$\")" params             \
                "\n@\"b$\" = f32[" b "] seed 3",                                                   \
        .kernel = "product"                                                                        \
    }
#define MATMUL_OF(a, b, params)                                                                    \
    {                                                                                              \
        .text = "\"b$\" = input : f32[" b "]\n\"y$\" = matmul(@\"a$\", \"b$\")" params             \
                "\n@\"a$\" = f32[" a "] seed 3",                                                   \
        .kernel = "product"                                                                        \
    }

static const kernel_case matmul[] = {
    MATMUL("1,1", "1,1", ""),
    MATMUL("5,7", "7,3", ""),
    MATMUL("13,40", "40,37", ""),
    MATMUL("13,40", "37,40", " {transB=1}"),
    MATMUL("24,8", "8,64", ""),
    MATMUL("100,33", "33,9", ""),
    MATMUL("3,5,7", "3,7,11", ""),
    MATMUL("3,5,7", "7,11", ""),
    MATMUL("5,7", "4,7,11", ""),
    MATMUL("2,1,6,5", "1,3,5,9", ""),
    MATMUL("2,3,6,5", "3,9,5", " {transB=1}"),
    MATMUL("7", "7", ""),
    MATMUL("7", "7,12", ""),
    MATMUL("6,7", "7", ""),
    MATMUL("7", "2,7,12", ""),
    MATMUL("2,3,7", "7", ""),
    MATMUL_BY("29,19", "19,45", ""),
    MATMUL_BY("29,19", "45,19", " {transB=1}"),
    MATMUL_BY("2,29,19", "19,45", ""),
    MATMUL_BY("2,29,19", "2,19,45", ""),
    MATMUL_OF("29,19", "19,45", ""),
    MATMUL_OF("3,4,19", "19,45", ""),
    {.text = "\"a$\" = input : f32[6,10]\n\"r$\" = input : f32[6,27]\n\"m$\" = matmul(\"a$\", "
             "@\"b$\")\n\"s$\" = add(\"m$\", @\"c$\") \n"
             "\"g$\" = gelu(\"s$\")\n\"y$\" = add(\"g$\", \"r$\")\n@\"b$\" = f32[10,27] seed "
             "3\n@\"c$\" = f32[27] seed 4",
     .kernel = "product"},
    {.text = "\"a$\" = input : f32[3,6,10]\n\"b$\" = input : f32[3,10,16]\n\"r$\" = input : "
             "f32[3,6,16]\n\"m$\" = matmul(\"a$\", \"b$\")\n"
             "\"s$\" = add(\"m$\", \"r$\")\n\"y$\" = relu(\"s$\")",
     .kernel = "product"},
};

#define GEMM(a, b, params)                                                                         \
    {                                                                                              \
        .text = "\"a$\" = input : f32[" a "]\n\"b$\" = input : f32[" b                             \
                "]\n\"y$\" = gemm(\"a$\", \"b$\") {" params "}",                                   \
        .kernel = "product"                                                                        \
    }
#define GEMM_C(a, b, c, params)                                                                    \
    {                                                                                              \
        .text =                                                                                    \
            "\"a$\" = input : f32[" a "]\n\"b$\" = input : f32[" b "]\n\"c$\" = input : f32[" c    \
            "]\n\"y$\" = gemm(\"a$\", \"b$\", \"c$\") {" params "}",                               \
        .kernel = "product"                                                                        \
    }
#define GEMM_BC(a, b, c, params)                                                                   \
    {                                                                                              \
        .text = "\"a$\" = input : f32[" a "]\n\"y$\" = gemm(\"a$\", @\"b$\", @\"c$\") {" params    \
                "}\n@\"b$\" = f32[" b "] seed 5\n@\"c$\" = f32[" c "] seed 6",                     \
        .kernel = "product"                                                                        \
    }
#define GEMM_AC(a, b, c, params)                                                                   \
    {                                                                                              \
        .text = "\"b$\" = input : f32[" b "]\n\"y$\" = gemm(@\"a$\", \"b$\", @\"c$\") {" params    \
                "}\n@\"a$\" = f32[" a "] seed 5\n@\"c$\" = f32[" c "] seed 6",                     \
        .kernel = "product"                                                                        \
    }

static const kernel_case gemm[] = {
    GEMM("13,21", "21,19", "alpha=1"),
    GEMM("21,13", "21,19", "transA=1"),
    GEMM("13,21", "19,21", "transB=1, alpha=0.5"),
    GEMM("21,13", "19,21", "transA=1, transB=1"),
    GEMM("1,21", "21,19", "alpha=2"),
    GEMM_C("13,21", "21,19", "1", "beta=0.25"),
    GEMM_C("13,21", "21,19", "", "alpha=3"),
    GEMM_C("13,21", "21,19", "13,1", "beta=2"),
    GEMM_C("13,21", "21,19", "13,19", "alpha=0.5, beta=2"),
    GEMM_C("13,21", "21,19", "1,19", "beta=2"),
    GEMM_C("13,21", "21,19", "19", ""),
    GEMM_BC("145,24", "24,96", "96", ""),
    GEMM_BC("13,21", "21,19", "13,19", "beta=2"),
    GEMM_BC("13,21", "19,21", "1,19", "transB=1, alpha=0.5"),
    GEMM_AC("13,21", "21,19", "13,1", "alpha=0.5"),
    GEMM_AC("21,13", "21,19", "13,19", "transA=1"),
    GEMM_AC("45,21", "21,19", "45,1", ""),
};

#define ROWS(shape, ic, oc, params)                                                                \
    {                                                                                              \
        .text = "\"x$\" = input : f32[" shape                                                      \
                "]\n\"y$\" = linear(\"x$\", @\"w$\", @\"b$\") {" params "}\n"                      \
                "@\"w$\" = f32[" #oc "," #ic "] seed 1\n@\"b$\" = f32[" #oc "] seed 2\n",          \
        .kernel = "product"                                                                        \
    }

static const kernel_case rows[] = {
    ROWS("2,7", 7, 5, ""),
    ROWS("13,64", 64, 96, "act=relu"),
    ROWS("13,65", 65, 97, "act=relu"),
    ROWS("50,30", 30, 10, ""),
    ROWS("2,3,30", 30, 33, "act=sigmoid"),
};

static void matmul_computes(void **state)
{
    (void)state;
    check_machines(matmul, sizeof matmul / sizeof matmul[0]);
}
static void gemm_computes(void **state)
{
    (void)state;
    check_machines(gemm, sizeof gemm / sizeof gemm[0]);
}
static void rows_compute(void **state)
{
    (void)state;
    check_machines(rows, sizeof rows / sizeof rows[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(matmul_computes),
                                       cmocka_unit_test(gemm_computes),
                                       cmocka_unit_test(rows_compute)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
