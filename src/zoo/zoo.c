/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of networks, from zoo.def. */
#include "zoo/zoo.h"

#include "zoo/build.h"

#include <string.h>

#define NETWORK(name, file, help) sn_network_fn sn_network_##name;
#include "zoo/zoo.def"
#undef NETWORK

static const sn_zoo_entry entries[] = {
#define NETWORK(name, file, help) {#name, help},
#include "zoo/zoo.def"
#undef NETWORK
};

static sn_network_fn *const networks[] = {
#define NETWORK(name, file, help) sn_network_##name,
#include "zoo/zoo.def"
#undef NETWORK
};

enum { N_NETWORKS = sizeof entries / sizeof *entries };

const sn_zoo_entry *sn_zoo(size_t *n)
{
    *n = N_NETWORKS;
    return entries;
}

static sn_status unknown(sn_ctx *ctx, const char *name)
{
    const char *names[N_NETWORKS];
    sn_arena *arena = sn_arena_create(ctx);
    sn_str list;
    sn_str_init(&list, arena);
    for (size_t i = 0; i < N_NETWORKS; i++) {
        names[i] = entries[i].name;
        sn_str_addf(&list, "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = sn_nearest(name, names, N_NETWORKS);
    const char *hint = near ? sn_arena_printf(arena, ": did you mean '%s'?", near) : "";
    sn_status s = sn_fail(ctx, SN_E_ARG, "there is no network '%s'%s (there are %s)",
                          sn_escape(arena, name), hint, list.s);
    sn_arena_destroy(arena);
    return s;
}

sn_status sn_zoo_build(sn_ctx *ctx, const char *name, uint64_t seed, sn_graph **out)
{
    for (size_t i = 0; i < N_NETWORKS; i++) {
        if (strcmp(entries[i].name, name) != 0) continue;
        sn_build b;
        sn_build_begin(&b, ctx, name, seed);
        networks[i](&b);
        return sn_build_end(&b, out);
    }
    return unknown(ctx, name);
}
