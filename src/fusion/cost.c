/* SPDX-License-Identifier: Apache-2.0
 *
 * What things cost on a machine, before they are planned. */
#include "fusion/cost.h"

double sn_fusion_seconds(const sn_machine *m, double tensor_bytes, double moved)
{
    return sn_traffic_seconds(m->core, moved, tensor_bytes);
}

const char *sn_fusion_level(const sn_machine *m, double tensor_bytes)
{
    static const char *const names[] = {"L1", "L2", "L3", "memory"};
    return names[sn_core_level(m->core, tensor_bytes)];
}

const char *sn_fusion_bytes_text(sn_arena *arena, double bytes)
{
    if (bytes < 1024) return sn_arena_printf(arena, "%.0f B", bytes);
    if (bytes < 1024 * 1024) return sn_arena_printf(arena, "%.1f KB", bytes / 1024);
    return sn_arena_printf(arena, "%.1f MB", bytes / (1024 * 1024));
}

/* ---- work ------------------------------------------------------------------------------------ */

double sn_fusion_formula_work(const sn_expr *e)
{
    if (e->kind != SN_EXPR_CALL) return 0;
    static const double dear[SN_N_FNS] = {
        [SN_FN_div] = 4,    [SN_FN_sqrt] = 4,   [SN_FN_exp] = 10,   [SN_FN_log] = 12,
        [SN_FN_tanh] = 12,  [SN_FN_erf] = 14,   [SN_FN_sin] = 14,   [SN_FN_cos] = 14,
        [SN_FN_tan] = 18,   [SN_FN_asin] = 16,  [SN_FN_acos] = 16,  [SN_FN_atan] = 16,
        [SN_FN_sinh] = 16,  [SN_FN_cosh] = 16,  [SN_FN_asinh] = 18, [SN_FN_acosh] = 18,
        [SN_FN_atanh] = 18, [SN_FN_expm1] = 12, [SN_FN_log1p] = 14, [SN_FN_log10] = 14,
        [SN_FN_pow] = 24,   [SN_FN_fmod] = 8,   [SN_FN_atan2] = 20, [SN_FN_remainder] = 8,
    };
    double work = dear[e->fn] > 0 ? dear[e->fn] : 1;
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) work += sn_fusion_formula_work(e->arg[i]);
    return work;
}
