/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements by index and by value, of every type: gathers, scatters, the largest and the first k,
 * of windows too, triangles, sequences, one_hot. What moves is compared bit by bit. */
#include "kernels/kernel_unit.h"

#include "base/vec.h"

typedef struct case_list {
    SN_VEC(kernel_case) v;
    sn_arena *arena;
} case_list;

static const char *const types[] = {"f32", "f64", "f16", "bf16", "i64", "i32", "i16",
                                    "i8",  "u64", "u32", "u16",  "u8",  "bool"};
static const char *const index_types[] = {"i64", "i32"};

/* `text` with T for a type, I for a type of indices. */
static void add(case_list *list, const char *kernel, const char *type, const char *indices,
                const char *text)
{
    sn_str s;
    sn_str_init(&s, list->arena);
    for (const char *p = text; *p; p++) {
        if (*p == '@' && p[1] == 'T')
            sn_str_add(&s, type), p++;
        else if (*p == '@' && p[1] == 'I')
            sn_str_add(&s, indices), p++;
        else
            sn_str_addn(&s, p, 1);
    }
    SN_PUSH(list->v, (kernel_case){.text = s.s, .kernel = kernel});
}

#define X "\"x$\" = input : @T[5,3,7]\n"

static void gathers(case_list *list, const char *t, const char *i)
{
    add(list, "picks", t, i,
        X "\"i$\" = input : @I[2,4]\n\"y$\" = gather(\"x$\", \"i$\") {axis=1}");
    add(list, "picks", t, i, X "\"i$\" = input : @I[6]\n\"y$\" = gather(\"x$\", \"i$\") {axis=2}");
    add(list, "picks", t, i, X "\"i$\" = input : @I[]\n\"y$\" = gather(\"x$\", \"i$\")");
    add(list, "picks", t, i,
        X "\"y$\" = gather(\"x$\", @\"i$\") {axis=1}\n@\"i$\" = @I[4] [-1,0,-3,2]");
    add(list, "picks", t, i,
        "\"i$\" = input : @I[9]\n\"y$\" = gather(@\"w$\", \"i$\")\n"
        "@\"w$\" = @T[4,3] [1,0,1,0,0,1,1,1,0,0,1,0]");
    add(list, "picks", t, i,
        X "\"i$\" = input : @I[4,2,7]\n\"y$\" = gather_elements(\"x$\", \"i$\") {axis=1}");
    add(list, "picks", t, i,
        X "\"i$\" = input : @I[5,3,4]\n\"y$\" = gather_elements(\"x$\", \"i$\") {axis=2}");
    add(list, "picks", t, i,
        "\"x$\" = input : @T[6]\n\"y$\" = gather_elements(\"x$\", @\"i$\")\n"
        "@\"i$\" = @I[8] [-1,-2,-3,0,1,2,-6,5]");
    add(list, "picks", t, i, X "\"i$\" = input : @I[4,2]\n\"y$\" = gather_nd(\"x$\", \"i$\")");
    add(list, "picks", t, i, X "\"i$\" = input : @I[6,3]\n\"y$\" = gather_nd(\"x$\", \"i$\")");
    add(list, "picks", t, i,
        X "\"i$\" = input : @I[5,4,1]\n\"y$\" = gather_nd(\"x$\", \"i$\") {batch_dims=1}");
    add(list, "picks", t, i,
        X "\"y$\" = gather_nd(\"x$\", @\"i$\") {batch_dims=1}\n"
          "@\"i$\" = @I[5,2] [-1,0,1,-7,2,6,0,0,-3,-2]");
}

static void scatters(case_list *list, const char *t, const char *i, const char *how)
{
    add(list, "scatter", t, i,
        sn_arena_printf(list->arena,
                        X "\"i$\" = input : @I[4,6,7]\n\"u$\" = input : @T[4,6,7]\n\"y$\" = "
                          "scatter_elements(\"x$\", \"i$\", \"u$\") {axis=1, reduction=%s}",
                        how));
    add(list, "scatter", t, i,
        sn_arena_printf(list->arena,
                        X "\"i$\" = input : @I[5,2,9]\n\"u$\" = input : @T[5,2,9]\n\"y$\" = "
                          "scatter_elements(\"x$\", \"i$\", \"u$\") {axis=2, reduction=%s}",
                        how));
    add(list, "scatter", t, i,
        sn_arena_printf(list->arena,
                        X "\"i$\" = input : @I[6,2]\n\"u$\" = input : @T[6,7]\n\"y$\" = "
                          "scatter_nd(\"x$\", \"i$\", \"u$\") {reduction=%s}",
                        how));
    add(list, "scatter", t, i,
        sn_arena_printf(list->arena,
                        "\"x$\" = input : @T[4,200]\n\"i$\" = input : @I[9,1]\n"
                        "\"u$\" = input : @T[9,200]\n\"y$\" = "
                        "scatter_nd(\"x$\", \"i$\", \"u$\") {reduction=%s}",
                        how));
    add(list, "scatter", t, i,
        sn_arena_printf(list->arena,
                        X "\"y$\" = scatter_nd(\"x$\", @\"i$\", @\"u$\") {reduction=%s}\n"
                          "@\"i$\" = @I[3,3] [-1,-1,-1,0,0,0,4,2,6]\n@\"u$\" = @T[3] [1,1,0]",
                        how));
}

static void by_value(case_list *list, const char *t)
{
    static const char *const op[] = {"arg_max", "arg_min"};
    for (int k = 0; k < 2; k++) {
        add(list, "picks", t, "",
            sn_arena_printf(list->arena, X "\"y$\" = %s(\"x$\") {axis=2}", op[k]));
        add(list, "picks", t, "",
            sn_arena_printf(list->arena,
                            X "\"y$\" = %s(\"x$\") {axis=0, keepdims=0, select_last_index=1}",
                            op[k]));
        add(list, "picks", t, "",
            sn_arena_printf(list->arena,
                            "\"x$\" = input : @T[40,30]\n"
                            "\"y$\" = %s(\"x$\") {axis=1, select_last_index=%d}",
                            op[k], k));
    }
    add(list, "picks", t, "",
        X "\"y$\", \"z$\" = top_k(\"x$\", @\"k$\") {axis=2}\n@\"k$\" = i64[1] [3]");
    add(list, "picks", t, "",
        X "\"y$\", \"z$\" = top_k(\"x$\", @\"k$\") {axis=0, largest=0}\n@\"k$\" = i64[1] [5]");
    add(list, "picks", t, "",
        "\"x$\" = input : @T[7,300]\n\"y$\", \"z$\" = top_k(\"x$\", @\"k$\") {axis=1}\n"
        "@\"k$\" = i64[1] [17]");
    add(list, "picks", t, "",
        "\"x$\" = input : @T[7,300]\n\"y$\", \"z$\" = top_k(\"x$\", @\"k$\") {axis=1, largest=0}\n"
        "@\"k$\" = i64[1] [1]");
}

static void of_windows(case_list *list, const char *t, const char *i)
{
    add(list, "pool_places", t, "",
        X "\"y$\", \"i$\" = max_pool(\"x$\") {kernel=[2,3], stride=[1,2], pad_begin=[1,0], "
          "pad_end=[0,2], ceil_mode=1}");
    add(list, "pool_places", t, "",
        "\"x$\" = input : @T[2,3,4,5,6]\n\"y$\", \"i$\" = max_pool(\"x$\") {nd=3, "
        "kernel=[2,1,2], dilation=[2,1,3], storage_order=column_major}");
    add(list, "pool_places", t, "",
        "\"x$\" = input : @T[2,9]\n\"y$\", \"i$\" = max_pool(\"x$\") {nd=1, kernel=[4], "
        "pad_mode=same_lower, stride=[3]}");
    add(list, "pool_places", t, "",
        X "\"y$\", \"i$\" = max_pool(\"x$\") {kernel=[1,1], stride=[2,3], pad_begin=[0,1]}");
    add(list, NULL, t, "", X "\"y$\" = max_pool(\"x$\") {kernel=[2,2], pad_end=[1,1]}");
    add(list, "pool_places", t, i,
        X "\"i$\" = input : @I[5,3,7]\n\"y$\" = max_unpool(\"x$\", \"i$\") {kernel=[2,2], "
          "stride=[2,2]}");
    add(list, "pool_places", t, i,
        "\"x$\" = input : @T[5,3]\n\"y$\" = max_unpool(\"x$\", @\"i$\", @\"s$\") {nd=1, "
        "kernel=[1]}\n@\"i$\" = @I[5,3] [0,3,6,9,12,15,18,1,1,1,24,20,11,12,2]\n"
        "@\"s$\" = i64[2] [5,5]");
}

static void hidden_and_turned(case_list *list, const char *t, const char *i)
{
    add(list, "picks", t, i, X "\"y$\" = trilu(\"x$\")");
    add(list, "picks", t, i, X "\"y$\" = trilu(\"x$\", @\"k$\") {upper=0}\n@\"k$\" = i64[] [-1]");
    add(list, "picks", t, i, X "\"k$\" = input : @I[]\n\"y$\" = trilu(\"x$\", \"k$\") {upper=0}");
    add(list, "picks", t, i, X "\"n$\" = input : @I[3]\n\"y$\" = reverse_sequence(\"x$\", \"n$\")");
    add(list, "picks", t, i,
        X "\"y$\" = reverse_sequence(\"x$\", @\"n$\") {time_axis=1, batch_axis=0}\n"
          "@\"n$\" = @I[5] [0,1,2,3,2]");
    add(list, "picks", t, i,
        "\"i$\" = input : @I[4,3]\n\"v$\" = input : @T[2]\n"
        "\"y$\" = one_hot(\"i$\", @\"d$\", \"v$\") {axis=1}\n@\"d$\" = i64[] [60]");
    add(list, "picks", t, i,
        "\"i$\" = input : @I[40]\n\"y$\" = one_hot(\"i$\", @\"d$\", @\"v$\")\n"
        "@\"d$\" = i64[1] [99]\n@\"v$\" = @T[2] [1,0]");
}

static void run_list(void (*fill)(case_list *list), const kernel_options *o)
{
    sn_arena *arena = sn_arena_create(ctx);
    case_list list = {SN_VEC_IN(arena), arena};
    fill(&list);
    print_message("%zu cases\n", list.v.n);
    check_cases(list.v.v, list.v.n, o);
    sn_arena_destroy(arena);
}

enum { N_TYPES = sizeof types / sizeof *types, N_NUMBERS = N_TYPES - 1 };

static void fill_gathers(case_list *list)
{
    for (int k = 0; k < N_TYPES; k++) gathers(list, types[k], index_types[k % 2]);
}

static void fill_scatters(case_list *list)
{
    static const char *const reductions[] = {"none", "add", "mul", "max", "min"};
    for (int k = 0; k < N_TYPES; k++)
        for (int r = 0; r < 5; r++)
            scatters(list, types[k], index_types[(k + r) % 2], reductions[r]);
}

static void fill_by_value(case_list *list)
{
    for (int k = 0; k < N_NUMBERS; k++) by_value(list, types[k]); /* bools have no order */
}

static void fill_of_windows(case_list *list)
{
    for (int k = 0; k < N_NUMBERS; k++) of_windows(list, types[k], index_types[k % 2]);
}

static void fill_hidden_and_turned(case_list *list)
{
    for (int k = 0; k < N_TYPES; k++) hidden_and_turned(list, types[k], index_types[k % 2]);
    add(list, "picks", "f32", "",
        "\"x$\" = input : f32[9]\n\"i$\" = round(\"x$\")\n"
        "\"y$\" = one_hot(\"i$\", @\"d$\", @\"v$\")\n@\"d$\" = f32[1] [4]\n"
        "@\"v$\" = i32[2] [-1,1]");
}

static void fill_normalizations(case_list *list)
{
    for (int k = 0; k < 4; k++) { /* floats */
        const char *t = types[k];
        add(list, "picks", t, "", X "\"y$\" = lp_normalization(\"x$\") {axis=2}");
        add(list, "picks", t, "", X "\"y$\" = lp_normalization(\"x$\") {axis=0, p=1}");
        add(list, "picks", t, "",
            X "\"y$\" = lp_normalization(\"x$\") {axis=1, n_axes=2, epsilon=0.1}");
        add(list, "picks", t, "",
            X "\"y$\" = lp_normalization(\"x$\") {axis=0, n_axes=2, epsilon=2, "
              "epsilon_rule=least_norm}");
        add(list, "picks", t, "",
            X "\"y$\" = lp_normalization(\"x$\") {axis=0, epsilon=2, epsilon_rule=least_sum}");
        add(list, "picks", t, "",
            X "\"y$\" = lp_normalization(\"x$\") {axis=2, epsilon=1, epsilon_rule=unguarded}");
        add(list, "picks", t, "", X "\"y$\" = mean_variance_normalization(\"x$\") {axes=[1]}");
        add(list, "picks", t, "", X "\"y$\" = mean_variance_normalization(\"x$\") {axes=[0,2]}");
        add(list, "picks", t, "",
            "\"x$\" = input : @T[3,4,5,6]\n\"y$\" = mean_variance_normalization(\"x$\")");
    }
}

static const kernel_options generic = {.machine = "generic", .max_threads = 1};
static const kernel_options batch = {.batch = 3, .max_threads = 2};

static void gathers_of_every_type(void **state)
{
    (void)state;
    run_list(fill_gathers, NULL);
    run_list(fill_gathers, &generic);
    run_list(fill_gathers, &batch);
}

static void scatters_of_every_type(void **state)
{
    (void)state;
    run_list(fill_scatters, NULL);
    run_list(fill_scatters, &batch);
}

static void largest_and_first(void **state)
{
    (void)state;
    run_list(fill_by_value, NULL);
    run_list(fill_by_value, &batch);
}

static void of_windows_and_back(void **state)
{
    (void)state;
    run_list(fill_of_windows, NULL);
    run_list(fill_of_windows, &generic);
    run_list(fill_of_windows, &batch);
}

static void triangles_sequences_and_ones(void **state)
{
    (void)state;
    run_list(fill_hidden_and_turned, NULL);
    run_list(fill_hidden_and_turned, &batch);
}

static void normalizations(void **state)
{
    (void)state;
    run_list(fill_normalizations, NULL);
    run_list(fill_normalizations, &batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gathers_of_every_type),
                                       cmocka_unit_test(scatters_of_every_type),
                                       cmocka_unit_test(largest_and_first),
                                       cmocka_unit_test(of_windows_and_back),
                                       cmocka_unit_test(triangles_sequences_and_ones),
                                       cmocka_unit_test(normalizations)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
