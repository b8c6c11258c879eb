/* SPDX-License-Identifier: Apache-2.0
 *
 * Building. The key of an entry is a hash of the sources, the flags, the compiler (command and
 * version) and the processor, since -march=native means another thing on each. The library is built
 * in a folder of its own within the cache, so that moving it into place is a rename. */
#include "driver/driver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/vec.h"
#include "driver/cache.h"
#include "driver/host.h"
#include "driver/process.h"
#include "driver/toolchain.h"

enum { DEFAULT_SECONDS = 600, ERROR_LINES = 6 };

/* A change to how libraries are built. */
#define RECIPE "sinter driver 2"

typedef struct build {
    sn_arena *arena;
    sn_ctx *ctx;
    const sn_source_set *sources;
    const sn_driver_options *options;
    sn_toolchain toolchain;
    const char *cache, *folder; /* of this build, NULL: none */
    char key[SN_KEY_CHARS + 1];
    size_t n_calls;
} build;

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

static bool is_compiled(const sn_source *f) { return ends_with(f->path, ".c") && !f->apart; }
static bool is_code(const sn_source *f) { return is_compiled(f) || ends_with(f->path, ".h"); }

static const char *flags_of(const build *b)
{
    return b->toolchain.is_gcc ? b->options->gcc_flags : b->options->clang_flags;
}

static const char *flags_of_file(const build *b, const sn_source *f)
{
    return !f->gcc_flags ? flags_of(b) : b->toolchain.is_gcc ? f->gcc_flags : f->clang_flags;
}

/* ---- key ------------------------------------------------------------------------------------- */

static void hash_text(sn_sha256 *h, const char *s) { sn_sha256_add_part(h, s, strlen(s)); }

static void make_key(build *b)
{
    sn_sha256 h;
    unsigned char digest[32];
    sn_sha256_init(&h);
    hash_text(&h, RECIPE);
    for (size_t i = 0; i < b->toolchain.n_argv; i++) hash_text(&h, b->toolchain.argv[i]);
    hash_text(&h, b->toolchain.version);
    hash_text(&h, flags_of(b));
    hash_text(&h, b->options->defines);
    sn_host_hash(&h);
    for (size_t i = 0; i < b->sources->n; i++) {
        if (!is_code(&b->sources->files[i])) continue;
        hash_text(&h, b->sources->files[i].path);
        if (b->sources->files[i].gcc_flags) hash_text(&h, flags_of_file(b, &b->sources->files[i]));
        sn_sha256_add_part(&h, b->sources->files[i].data, b->sources->files[i].bytes);
    }
    sn_sha256_end(&h, digest);
    for (int i = 0; i < 32; i++) snprintf(b->key + 2 * i, 3, "%02x", digest[i]);
}

/* ---- compiling ------------------------------------------------------------------------------- */

static const char *inside(const build *b, const char *name)
{
    return sn_arena_printf(b->arena, "%s/%s", b->folder, name);
}

static sn_status write_file(const build *b, const sn_source *f)
{
    const char *path = inside(b, f->path);
    FILE *file = fopen(path, "wbxe");
    SN_CHECK(b->ctx, file, SN_E_IO, "%s: %s", sn_escape(b->arena, path), strerror(errno));
    bool good = fwrite(f->data, 1, f->bytes, file) == f->bytes;
    good = fclose(file) == 0 && good;
    SN_CHECK(b->ctx, good, SN_E_IO, "%s: cannot be written: %s", sn_escape(b->arena, path),
             strerror(errno));
    return SN_OK;
}

/* One word, whatever is in it. */
static void add_word(const build *b, const char ***argv, size_t *n, const char *word)
{
    const char **more = SN_NEW_N(b->arena, const char *, *n + 2);
    if (*n) memcpy(more, *argv, *n * sizeof *more);
    more[(*n)++] = word;
    *argv = more;
}

static void begin_command(const build *b, const char ***argv, size_t *n)
{
    *argv = NULL;
    *n = 0;
    for (size_t i = 0; i < b->toolchain.n_argv; i++) add_word(b, argv, n, b->toolchain.argv[i]);
}

static sn_process compile_call(const build *b, const sn_source *f)
{
    const char **argv;
    size_t n;
    begin_command(b, &argv, &n);
    sn_add_words(b->arena, &argv, &n, "-std=c11 -fPIC -fno-semantic-interposition");
    sn_add_words(b->arena, &argv, &n, flags_of_file(b, f));
    sn_add_words(b->arena, &argv, &n, b->options->defines);
    add_word(b, &argv, &n, "-c");
    add_word(b, &argv, &n, inside(b, f->path));
    add_word(b, &argv, &n, "-o");
    add_word(b, &argv, &n, sn_arena_printf(b->arena, "%s.o", inside(b, f->path)));
    return (sn_process){.argv = argv,
                        .output = sn_arena_printf(b->arena, "%s.log", inside(b, f->path))};
}

static sn_process link_call(const build *b)
{
    const char **argv;
    size_t n;
    begin_command(b, &argv, &n);
    sn_add_words(b->arena, &argv, &n, "-shared -Wl,-Bsymbolic");
    for (size_t i = 0; i < b->sources->n; i++) {
        if (is_compiled(&b->sources->files[i]))
            add_word(b, &argv, &n,
                     sn_arena_printf(b->arena, "%s.o", inside(b, b->sources->files[i].path)));
    }
    add_word(b, &argv, &n, "-o");
    add_word(b, &argv, &n, inside(b, "module.so"));
    sn_add_words(b->arena, &argv, &n, "-lm -lpthread");
    return (sn_process){.argv = argv, .output = inside(b, "link.log")};
}

/* The first lines of what a failed call printed, on one line; the paths of the build folder
 * shortened. */
static const char *what_it_said(const build *b, const char *log)
{
    sn_mapping *m = NULL;
    if (sn_file_map(b->ctx, log, &m) != SN_OK) return "";
    sn_str s;
    sn_str_init(&s, b->arena);
    const char *p = (const char *)m->data, *end = p + m->n_bytes;
    for (int i = 0; i < ERROR_LINES && p && p < end; i++) {
        const char *eol = memchr(p, '\n', (size_t)(end - p));
        if (!eol) eol = end;
        size_t n_folder = strlen(b->folder);
        if ((size_t)(eol - p) > n_folder && memcmp(p, b->folder, n_folder) == 0) p += n_folder + 1;
        sn_str_addf(&s, "%s%.*s", i ? " | " : "", (int)(eol - p < 300 ? eol - p : 300), p);
        p = eol + 1;
    }
    sn_unmap_file(b->ctx, m);
    return sn_escape(b->arena, s.s);
}

static sn_status report(build *b, const sn_process *p, const char *what)
{
    /* Kept to be looked into; the last failure of these sources only. */
    const char *said = what_it_said(b, p->output);
    const char *kept = sn_arena_printf(b->arena, "%s/failed-%.16s", b->cache, b->key);
    sn_cache_remove_folder(kept);
    if (rename(b->folder, kept) != 0) kept = b->folder;
    b->folder = NULL;
    const char *compiler = sn_escape(b->arena, p->argv[0]), *place = sn_escape(b->arena, kept);
    if (p->timed_out)
        return sn_fail(b->ctx, SN_E_UNSUPPORTED,
                       "%s took too long over %s and was stopped; the sources are in %s", compiler,
                       what, place);
    if (p->signal)
        return sn_fail(b->ctx, SN_E_UNSUPPORTED,
                       "%s was ended by signal %d at %s (out of memory?); the sources are in %s",
                       compiler, p->signal, what, place);
    return sn_fail(b->ctx, SN_E_INTERNAL, "%s failed at %s: %s; the sources are in %s", compiler,
                   what, said, place);
}

typedef struct counter {
    const build *b;
    size_t before;
} counter;

static void on_done(void *user, size_t n_done, size_t n)
{
    (void)n;
    const counter *c = user;
    const sn_driver_options *o = c->b->options;
    if (o->progress) o->progress(o->user, c->before + n_done, c->b->n_calls);
}

static sn_status run(build *b, sn_process *list, size_t n, size_t before)
{
    int seconds = b->options->seconds ? b->options->seconds : DEFAULT_SECONDS;
    int side_by_side = b->options->side_by_side ? b->options->side_by_side : sn_ctx_threads(b->ctx);
    counter c = {b, before};
    return sn_run_processes(b->ctx, list, n, side_by_side, seconds, on_done, &c);
}

/* The first that failed by itself; others were not started after it. */
static const sn_process *first_failed(const sn_process *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (list[i].exit_code > 0 || list[i].signal || list[i].timed_out) return &list[i];
    }
    return NULL;
}

static sn_status compile(build *b)
{
    size_t n = 0;
    sn_process *list = SN_NEW_N(b->arena, sn_process, b->sources->n);
    const char **names = SN_NEW_N(b->arena, const char *, b->sources->n);
    for (size_t i = 0; i < b->sources->n; i++) {
        const sn_source *f = &b->sources->files[i];
        if (!is_code(f)) continue;
        SN_TRY(write_file(b, f));
        if (!is_compiled(f)) continue;
        names[n] = f->path;
        list[n++] = compile_call(b, f);
    }
    b->n_calls = n + 1;
    if (b->options->progress) b->options->progress(b->options->user, 0, b->n_calls);
    SN_TRY(run(b, list, n, 0));
    const sn_process *failed = first_failed(list, n);
    if (failed) return report(b, failed, names[failed - list]);
    sn_process link = link_call(b);
    SN_TRY(run(b, &link, 1, n));
    if (link.exit_code != 0) return report(b, &link, "linking");
    SN_CHECK(b->ctx, sn_file_exists(inside(b, "module.so")), SN_E_UNSUPPORTED,
             "%s made no library; is it a C compiler?", sn_escape(b->arena, b->toolchain.argv[0]));
    return SN_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

static sn_status ask(build *b, const char *library, sn_built *out)
{
    const sn_driver_options *o = b->options;
    if (o->check) SN_TRY(o->check(o->check_user, library, out->compiler, b->toolchain.is_gcc));
    out->checked = o->check != NULL;
    return SN_OK;
}

/* An entry that nobody has asked about. It goes before it is asked, so that it is not there
 * whatever its code does. */
static sn_status ask_about_entry(build *b, sn_built *out)
{
    const char *entry = out->path, *library = inside(b, "module.so");
    out->path = NULL;
    SN_TRY(sn_cache_unseal(b->arena, entry, library));
    unlink(entry);
    SN_TRY(ask(b, library, out));
    return sn_cache_put(b->arena, b->cache, b->key, library, true, &out->path);
}

static sn_status find_or_make(build *b, sn_built *out)
{
    SN_TRY(sn_toolchain_find(b->arena, b->folder, &b->toolchain));
    make_key(b);
    out->compiler =
        sn_arena_strndup(b->arena, b->toolchain.version, strcspn(b->toolchain.version, "\n"));
    out->cached = sn_cache_find(b->arena, b->cache, b->key, &out->path, &out->checked);
    if (out->cached && b->options->check && !out->checked) return ask_about_entry(b, out);
    if (out->cached || b->options->only_find) return SN_OK;
    SN_TRY(compile(b));
    SN_TRY(ask(b, inside(b, "module.so"), out));
    SN_TRY(
        sn_cache_put(b->arena, b->cache, b->key, inside(b, "module.so"), out->checked, &out->path));
    /* After it was put, so that what is needed now is the youngest. */
    sn_cache_prune(b->arena, b->cache,
                   b->options->cache_limit ? b->options->cache_limit : SN_CACHE_LIMIT);
    return SN_OK;
}

sn_status sn_driver_build(sn_arena *arena, const sn_source_set *sources,
                          const sn_driver_options *options, sn_built *out)
{
    double start = sn_seconds();
    build b = {.arena = arena, .ctx = sn_arena_ctx(arena), .sources = sources, .options = options};
    sn_built made = {0};
    SN_TRY(sn_cache_open(arena, options->cache, &b.cache));
    SN_TRY(sn_cache_work_folder(arena, b.cache, &b.folder));
    sn_status status = find_or_make(&b, &made);
    if (b.folder) sn_cache_remove_folder(b.folder);
    SN_TRY(status);
    made.seconds = sn_seconds() - start;
    *out = made;
    return SN_OK;
}
