/* SPDX-License-Identifier: Apache-2.0
 *
 * Loading what was built. */
#include "driver/driver.h"

#include <dlfcn.h>
#include <stdio.h>

struct sn_library {
    sn_resource *resource;
    void *handle;
    const struct sinter_module *module;
};

static void close_handle(void *handle) { dlclose(handle); }

static sn_status find_module(sn_ctx *ctx, void *handle, const char *prefix,
                             const struct sinter_module **out)
{
    char symbol[64];
    static const char *const ends[] = {"_target_modules", "_module", "_sets"};
    const struct sinter_module *m = NULL;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && !m; i++) {
        snprintf(symbol, sizeof symbol, "%s%s", prefix, ends[i]);
        m = dlsym(handle, symbol);
    }
    SN_CHECK(ctx, m, SN_E_INTERNAL, "the compiled network has no '%s_module'", prefix);
    SN_CHECK(ctx, m->abi == SINTER_MODULE_ABI, SN_E_INTERNAL,
             "the compiled network has interface %d, expected %d", m->abi, SINTER_MODULE_ABI);
    *out = m;
    return SN_OK;
}

sn_status sn_library_open(sn_ctx *ctx, const char *path, const char *prefix, sn_library **out)
{
    const struct sinter_module *module = NULL;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    SN_CHECK(ctx, handle, SN_E_IO, "a compiled network cannot be loaded: %s", dlerror());
    sn_resource *held = sn_resource_add(ctx, close_handle, handle);
    sn_status status = find_module(ctx, handle, prefix, &module);
    if (status != SN_OK) {
        sn_resource_drop(ctx, held);
        return status;
    }
    sn_library *l = sn_alloc(ctx, sizeof *l);
    *l = (sn_library){held, handle, module};
    *out = l;
    return SN_OK;
}

const struct sinter_module *sn_library_module(const sn_library *l) { return l->module; }

void sn_library_close(sn_ctx *ctx, sn_library *l)
{
    if (!l) return;
    sn_resource_drop(ctx, l->resource);
    sn_free(ctx, l);
}
