/* SPDX-License-Identifier: Apache-2.0
 *
 * The ways of making groups, by mode. */
#include <string.h>

#include "fusion/view.h"

const char *sn_fusion_role_name(sn_fusion_role role)
{
    static const char *const names[SN_N_ROLES] = {"anchor", "point",    "move", "reduce",
                                                  "factor", "prologue", "sum"};
    return names[role];
}

const char sn_fusion_switched_off[] = "the rule is switched off";

const char *sn_fusion_rule_name(sn_fusion_rule rule)
{
    static const char *const names[SN_N_FUSION_RULES] = {
#define FUSION_RULE(id, name, does) [SN_FUSION_RULE_##id] = name,
#include "sinter/fusion_rules.def"
#undef FUSION_RULE
        [SN_FUSION_RULE_NONE] = "no rule"};
    return names[rule];
}

sn_status sn_fusion_rules_read(sn_ctx *ctx, const char *names, unsigned *bits)
{
    static const char all[] =
#define FUSION_RULE(id, name, does) ", " name
#include "sinter/fusion_rules.def"
#undef FUSION_RULE
        ;
    *bits = 0;
    for (const char *at = names; at && *at;) {
        const size_t length = strcspn(at, ",");
        sn_fusion_rule r = 0;
        while (r < SN_FUSION_RULE_NONE && (strlen(sn_fusion_rule_name(r)) != length ||
                                           memcmp(sn_fusion_rule_name(r), at, length) != 0))
            r++;
        SN_CHECK(ctx, r < SN_FUSION_RULE_NONE, SN_E_ARG,
                 "there is no rule of fusion '%.*s'; there are %s",
                 (int)(length < 40 ? length : 40), at, all + 2);
        *bits |= 1u << r;
        at += length + (at[length] == ',');
    }
    return SN_OK;
}

static void fuse_nothing(sn_fusion_view *v, sn_groups *out)
{
    uint32_t *same = SN_NEW_N(v->arena, uint32_t, v->n);
    sn_group *facts = SN_NEW_N(v->arena, sn_group, v->n);
    sn_fusion_role *roles = SN_NEW_N(v->arena, sn_fusion_role, v->n);
    for (uint32_t i = 0; i < v->n; i++) {
        same[i] = i;
        facts[i].why = "nothing is fused";
        if (sn_node_kind(v->node[i]) == SN_FUSE_OUT) facts[i].anchor = v->node[i];
        roles[i] = sn_fusion_role_of(sn_node_kind(v->node[i]));
    }
    sn_fusion_result r = {same, same, roles, facts};
    sn_fusion_assemble(v, &r, out);
}

sn_status sn_fuse(const sn_graph *g, const sn_fusion_options *options, sn_arena *arena,
                  sn_groups *out)
{
    sn_fusion_view v;
    sn_fusion_view_init(&v, g, arena);
    if (options->mode == SN_FUSION_OFF) {
        fuse_nothing(&v, out);
    } else if (options->mode == SN_FUSION_TVM) {
        sn_fuse_tvm(&v, out);
    } else {
        sn_fuse_full(&v, options, out);
    }
    return SN_OK;
}
