/* SPDX-License-Identifier: Apache-2.0
 *
 * The levels of x86-64 are those of its psABI, section "Micro-Architecture Levels"; of each, what
 * machines of the level below lack in practice. */
#include "driver/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/cache.h"
#include "driver/roof.h"

/* Of products with 512 bits over those with 256, from which on they are taken: channels are rarely
 * multiples of 16, and what is filled up with zeros costs about as much. */
#define LEAST_GAIN 1.15

static int level(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
              __builtin_cpu_supports("bmi2");
    bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
              __builtin_cpu_supports("avx512vl");
    if (v3) return v4 ? 4 : 3;
    return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") ? 2 : 1;
#else
    return 0;
#endif
}

static bool has_vnni(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512vnni") != 0;
#else
    return false;
#endif
}

bool sn_host_runs(const char *flags)
{
    static const char march[] = "-march=x86-64";
    const char *found = strstr(flags, march);
    if (!found) return true;
    found += strlen(march);
    int needed = found[0] == '-' && found[1] == 'v' && found[2] >= '1' && found[2] <= '4'
                     ? found[2] - '0'
                     : 1;
    return level() >= needed && (!strstr(flags, "vnni") || has_vnni());
}

void sn_host_hash(sn_sha256 *h)
{
    static const char *const fields[] = {"vendor_id", "cpu family",      "model",    "flags",
                                         "Features",  "CPU implementer", "CPU part", "CPU variant"};
    FILE *f = fopen("/proc/cpuinfo", "re");
    char line[8192];
    while (f && fgets(line, sizeof line, f) && line[0] != '\n') {
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
            size_t n = strlen(fields[i]);
            if (strncmp(line, fields[i], n) == 0 && strchr("\t :", line[n]))
                sn_sha256_add_part(h, line, strlen(line));
        }
    }
    if (f) fclose(f);
}

int64_t sn_host_l2_bytes(void)
{
    long bytes = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
    bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    FILE *f = bytes > 0 ? NULL : fopen("/sys/devices/system/cpu/cpu0/cache/index2/size", "re");
    char unit = 0;
    if (f && fscanf(f, "%ld%c", &bytes, &unit) == 2)
        bytes *= unit == 'K' ? 1 << 10 : unit == 'M' ? 1 << 20 : 1;
    if (f) fclose(f);
    return bytes > 0 ? bytes : 0;
}

uint64_t sn_host_memory_bytes(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), each = sysconf(_SC_PAGESIZE);
    return pages > 0 && each > 0 ? (uint64_t)pages * (uint64_t)each : 0;
}

/* ---- native ---------------------------------------------------------------------------------- */

/* The faster of two, whose name is kept as a note of this processor. */
static sn_status measure(sn_arena *arena, const sn_machine *const two[2], const char *cache,
                         const char *folder, const char *note, const sn_machine **out)
{
    const sn_driver_options o = {.cache = cache};
    double flops[2];
    SN_TRY(sn_roof_products(arena, two, &o, flops));
    *out = two[flops[1] > LEAST_GAIN * flops[0]];
    sn_cache_write_note(arena, folder, note, (*out)->name);
    return SN_OK;
}

static sn_status choose(sn_arena *arena, const sn_machine *const two[2], const char *cache,
                        const sn_machine **out)
{
    const char *folder = NULL, *known;
    unsigned char digest[32];
    sn_sha256 h;
    SN_TRY(sn_cache_open(arena, cache, &folder));
    sn_sha256_init(&h);
    sn_host_hash(&h);
    sn_sha256_end(&h, digest);
    const char *note = sn_arena_printf(arena, "native-%02x%02x%02x%02x%02x%02x", digest[0],
                                       digest[1], digest[2], digest[3], digest[4], digest[5]);
    known = sn_cache_read_note(arena, folder, note);
    for (int i = 0; known && i < 2; i++) {
        *out = two[i];
        if (strcmp(known, two[i]->name) == 0) return SN_OK;
    }
    return measure(arena, two, cache, folder, note, out);
}

sn_status sn_host_machine(sn_arena *arena, const char *name, const char *cache,
                          const sn_machine **out)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    const sn_machine *two[2];
    SN_TRY(sn_machine_find(ctx, name, out));
    if (strcmp(name, "native") != 0) return SN_OK;
    two[0] = *out;
    SN_TRY(sn_machine_find(ctx, two[0]->dot ? "x86-64-v4-vnni" : "x86-64-v4", &two[1]));
    /* Whatever stands in the way of measuring will be said where a network is compiled, if it is;
     * code can be written without. */
    if (two[0]->lanes == 8 && two[0]->registers == 32 && sn_host_runs(two[1]->gcc_flags) &&
        choose(arena, two, cache, out) != SN_OK) {
        sn_ctx_clear_error(ctx);
        *out = two[0];
    }
    sn_machine *own = sn_arena_copy(arena, *out, sizeof *own);
    if (sn_host_l2_bytes() > 0) own->l2_bytes = sn_host_l2_bytes();
    *out = own;
    return SN_OK;
}
