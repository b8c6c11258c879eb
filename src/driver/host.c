/* SPDX-License-Identifier: Apache-2.0
 *
 * The levels of x86-64 are those of its psABI, section "Micro-Architecture Levels". */
#include "driver/host.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "driver/cache.h"
#include "driver/measure.h"
#include "machine/processor.h"

/* Of products with 512 bits over those with 256, from which on they are taken: channels are rarely
 * multiples of 16, and what is filled up with zeros costs about as much. */
#define LEAST_GAIN 1.15
/* Of a usual barrier: so long none takes but where a thread waits for a processor, too. */
#define BUSY 10

bool sn_host_runs(const char *flags)
{
    static const char march[] = "-march=x86-64";
    const char *found = strstr(flags, march);
    if (!found) return true;
    found += strlen(march);
    int needed = found[0] == '-' && found[1] == 'v' && found[2] >= '1' && found[2] <= '4'
                     ? found[2] - '0'
                     : 1;
    return processor_level() >= (strstr(flags, "vnni") ? 5 : needed);
}

sn_status sn_host_check_timed(sn_ctx *ctx, const sn_machine *m)
{
    const sn_machine *own;
    SN_TRY(sn_machine_find(ctx, "native", &own));
    SN_CHECK(ctx, strcmp(m->arch, own->arch) == 0 || strcmp(m->arch, "generic") == 0,
             SN_E_UNSUPPORTED,
             "code for %s cannot be timed on this machine, which is %s: native, generic or another "
             "target of %s is expected",
             m->name, own->arch, own->arch);
    return SN_OK;
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

/* Reads a fact of the first processor's caches; false: the system does not say it. */
static bool __attribute__((format(scanf, 3, 4)))
cache_fact(int index, const char *name, const char *format, ...)
{
    char path[80];
    va_list args;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, name);
    FILE *f = fopen(path, "re");
    if (!f) return false;
    va_start(args, format);
    const int n = vfscanf(f, format, args);
    va_end(args);
    fclose(f);
    return n > 0;
}

/* Bytes of a data cache; 0: the system does not say. */
static double cache_bytes(int level)
{
    int found;
    for (int i = 0; cache_fact(i, "level", "%d", &found); i++) {
        char kind[16] = "", unit = 0;
        long bytes = 0;
        if (found != level || !cache_fact(i, "type", "%15s", kind) ||
            strcmp(kind, "Instruction") == 0 || !cache_fact(i, "size", "%ld%c", &bytes, &unit))
            continue;
        return (double)bytes * (unit == 'K' ? 1 << 10 : unit == 'M' ? 1 << 20 : 1);
    }
    return 0;
}

void sn_host_caches(double bytes[SN_N_CACHES])
{
    for (int i = 0; i < SN_N_CACHES; i++) {
        double found = cache_bytes(i + 1);
        if (found > 0) bytes[i] = i == 2 ? found / 2 : found;
    }
    /* Without a third cache: what lies beyond the second is memory. */
    if (bytes[2] < bytes[1]) bytes[2] = bytes[1];
}

uint64_t sn_host_memory_bytes(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), each = sysconf(_SC_PAGESIZE);
    return pages > 0 && each > 0 ? (uint64_t)pages * (uint64_t)each : 0;
}

/* ---- native ---------------------------------------------------------------------------------- */

static bool is_native(const char *name) { return strcmp(name, "native") == 0; }

/* This machine by its instructions, and as it is with 512 bits; *wide NULL: it has none. */
static sn_status widths(sn_ctx *ctx, const sn_machine **narrow, const sn_machine **wide)
{
    const sn_machine *other;
    *wide = NULL;
    SN_TRY(sn_machine_find(ctx, "native", narrow));
    SN_TRY(sn_machine_find(ctx, (*narrow)->dot ? "x86-64-v4-vnni" : "x86-64-v4", &other));
    if ((*narrow)->lanes == 8 && (*narrow)->registers == 32 && sn_host_runs(other->gcc_flags))
        *wide = other;
    return SN_OK;
}

sn_status sn_host_measure(sn_arena *arena, const char *cache, sn_core *out)
{
    const sn_driver_options o = {.cache = cache};
    const sn_machine *narrow, *wide;
    sn_core core, two;
    SN_TRY(widths(sn_arena_ctx(arena), &narrow, &wide));
    SN_TRY(sn_measure_core(arena, narrow, 1, &o, &core));
    core.name = "measured";
    core.about = "this machine, measured";
    for (int i = sn_machine_width(narrow) + 1; i < SN_N_WIDTHS; i++) core.flops[i] = 0;
    if (sn_usable_processors() > 1) {
        SN_TRY(sn_measure_core(arena, narrow, 2, &o, &two));
        const double barrier = two.start - core.start;
        if (barrier > 0 && barrier < BUSY * core.barrier) core.barrier = barrier;
    }
    if (wide) {
        const sn_machine *const both[2] = {narrow, wide};
        double flops[2];
        SN_TRY(sn_measure_products(arena, both, &o, flops));
        for (int i = 0; i < 2; i++) core.flops[sn_machine_width(both[i])] = flops[i];
    }
    *out = core;
    return SN_OK;
}

static const char *note_name(sn_arena *arena)
{
    unsigned char digest[32];
    sn_sha256 h;
    sn_sha256_init(&h);
    sn_host_hash(&h);
    sn_sha256_end(&h, digest);
    return sn_arena_printf(arena, "core-%02x%02x%02x%02x%02x%02x", digest[0], digest[1], digest[2],
                           digest[3], digest[4], digest[5]);
}

sn_status sn_host_remember(sn_arena *arena, const char *cache, const sn_core *core)
{
    const char *folder = NULL;
    sn_str text;
    SN_TRY(sn_cache_open(arena, cache, &folder));
    sn_str_init(&text, arena);
    sn_core_print(core, &text);
    sn_cache_write_note(arena, folder, note_name(arena), text.s);
    return SN_OK;
}

/* What is remembered of this processor, else measured now. */
static sn_status known_core(sn_arena *arena, const char *cache, sn_core *out)
{
    const char *folder = NULL, *known;
    SN_TRY(sn_cache_open(arena, cache, &folder));
    known = sn_cache_read_note(arena, folder, note_name(arena));
    if (known && sn_core_parse(arena, "the note of this machine", known, out) == SN_OK)
        return SN_OK;
    sn_ctx_clear_error(sn_arena_ctx(arena));
    SN_TRY(sn_host_measure(arena, cache, out));
    return sn_host_remember(arena, cache, out);
}

sn_status sn_host_machine(sn_arena *arena, const char *name, const char *cache,
                          const sn_machine **out)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    const sn_machine *narrow, *wide;
    if (!is_native(name)) return sn_machine_find(ctx, name, out);
    SN_TRY(widths(ctx, &narrow, &wide));
    sn_core *core = sn_arena_copy(arena, narrow->core, sizeof *core);
    const char *unmeasured = NULL;
    /* Whatever stands in the way of measuring will be said where a network is compiled, if it is;
     * code can be written without. */
    if (known_core(arena, cache, core) != SN_OK) {
        unmeasured = sn_arena_strdup(arena, sn_ctx_error(ctx));
        sn_ctx_clear_error(ctx);
        *core = *narrow->core;
        sn_host_caches(core->level_bytes);
        wide = NULL;
    }
    const bool is_wide = wide && core->flops[sn_machine_width(wide)] >
                                     LEAST_GAIN * core->flops[sn_machine_width(narrow)];
    sn_machine *own = sn_arena_copy(arena, is_wide ? wide : narrow, sizeof *own);
    core->unmeasured = unmeasured;
    own->core = core;
    *out = own;
    return SN_OK;
}

static sn_status core_of(sn_arena *arena, const char *core, sn_core *out)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    const sn_core *known;
    sn_mapping *file = NULL;
    if (sn_core_find(ctx, core, &known) == SN_OK) {
        *out = *known;
        return SN_OK;
    }
    if (!sn_file_exists(core)) return SN_E_ARG; /* as it was said */
    sn_ctx_clear_error(ctx);
    SN_TRY(sn_file_map(ctx, core, &file));
    const char *text = sn_arena_strndup(arena, (const char *)file->data, file->n_bytes);
    sn_unmap_file(ctx, file);
    return sn_core_parse(arena, sn_escape(arena, core), text, out);
}

sn_status sn_host_machine_as(sn_arena *arena, const char *name, const char *core, const char *cache,
                             const sn_machine **out)
{
    const sn_machine *m;
    if (!core) return sn_host_machine(arena, name, cache, out);
    sn_core *facts = SN_NEW(arena, sn_core);
    SN_TRY(sn_machine_find(sn_arena_ctx(arena), name, &m));
    SN_TRY(core_of(arena, core, facts));
    sn_machine *own = sn_arena_copy(arena, m, sizeof *own);
    own->core = facts;
    *out = own;
    return SN_OK;
}

/* ---- several --------------------------------------------------------------------------------- */

static sn_status add_target(sn_arena *arena, const char *all, const char *name,
                            sn_host_targets *list)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    const sn_machine *m;
    SN_CHECK(ctx, *name, SN_E_ARG, "targets '%s': a name is missing beside a '+'",
             sn_escape(arena, all));
    SN_TRY(sn_machine_find(ctx, name, &m));
    if (is_native(name)) SN_TRY(sn_host_machine(arena, name, NULL, &m));
    size_t at = 0;
    for (size_t i = 0; i < list->n; i++) {
        const sn_machine *other = list->machine[i];
        SN_CHECK(ctx, strcmp(other->name, m->name) != 0, SN_E_ARG, "targets '%s': %s comes twice",
                 sn_escape(arena, all), m->name);
        SN_CHECK(ctx, strcmp(other->arch, m->arch) == 0, SN_E_ARG,
                 "targets '%s': %s and %s are of two architectures; a folder is for one",
                 sn_escape(arena, all), other->name, m->name);
        if (other->level >= m->level) at = i + 1;
    }
    SN_CHECK(ctx, list->n < SN_MAX_TARGETS, SN_E_ARG, "targets '%s': at most %d are possible",
             sn_escape(arena, all), (int)SN_MAX_TARGETS);
    for (size_t i = list->n++; i > at; i--) {
        list->name[i] = list->name[i - 1];
        list->machine[i] = list->machine[i - 1];
    }
    list->name[at] = name;
    list->machine[at] = m;
    return SN_OK;
}

sn_status sn_host_targets_of(sn_arena *arena, const char *names, sn_host_targets *out)
{
    sn_host_targets list = {.n = 0};
    for (const char *rest = names; rest;) {
        const size_t length = strcspn(rest, "+");
        SN_TRY(add_target(arena, names, sn_arena_strndup(arena, rest, length), &list));
        rest = rest[length] ? rest + length + 1 : NULL;
    }
    *out = list;
    return SN_OK;
}
