/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel that packs more constants than a step has room for writes nowhere else, and the step is
 * refused. */
#include "base/unit.h"

#include "kernels/kernel.h"

static int n_constants;

static sn_status pack_all(const sn_kernel_ctx *k, sn_step *s)
{
    for (int i = 0; i < n_constants; i++) {
        float *room = sn_step_pack(k, s, 3, "a constant");
        room[2] = (float)i;
    }
    return SN_OK;
}

static void constants_have_a_bound(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_arena *arena = sn_arena_create(ctx);
    const sn_kernel_ctx k = {.ctx = ctx, .arena = arena};
    const sn_kernel kernel = {.name = "many", .plan = pack_all};
    for (n_constants = SN_MAX_PACKED; n_constants <= SN_MAX_PACKED + 2; n_constants++) {
        const bool fits = n_constants == SN_MAX_PACKED;
        sn_step s = {.kernel = &kernel};
        assert_int_equal(sn_step_plan(&k, &s), fits ? SN_OK : SN_E_UNSUPPORTED);
        assert_int_equal(s.n_packed, SN_MAX_PACKED);
        assert_true(s.packed[SN_MAX_PACKED - 1]->data[2] == SN_MAX_PACKED - 1);
        if (!fits) assert_non_null(strstr(sn_ctx_error(ctx), "constants in one step"));
    }
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constants_have_a_bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
