/* SPDX-License-Identifier: Apache-2.0
 *
 * The cache's folder and entries. The seal at an entry's end: "SNTRSEAL", or "SNTRGOOD" where what
 * it computes was checked, eight bytes of length, SHA-256 of all that stands before. */
#include "driver/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/vec.h"

enum { SEAL_BYTES = 48, OLD_BUILD_SECONDS = 24 * 3600 };

/* ---- folder ---------------------------------------------------------------------------------- */

static sn_status user_folder(sn_arena *arena, const char **out)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (base && *base == '/') {
        *out = sn_arena_printf(arena, "%s/sinter", base);
        return SN_OK;
    }
    SN_CHECK(sn_arena_ctx(arena), home && *home == '/', SN_E_IO,
             "there is no place for compiled networks: neither XDG_CACHE_HOME nor HOME is the path "
             "of a folder");
    *out = sn_arena_printf(arena, "%s/.cache/sinter", home);
    return SN_OK;
}

/* The folder and those above it that are missing, all closed to others. */
static int make_folders(sn_arena *arena, const char *path)
{
    char *p = sn_arena_strdup(arena, path);
    for (char *slash = p + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        if (mkdir(p, 0700) != 0 && errno != EEXIST) return errno;
        *slash = '/';
    }
    return mkdir(p, 0700) != 0 && errno != EEXIST ? errno : 0;
}

static sn_status check_folder(sn_arena *arena, const char *path)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    const char *name = sn_escape(arena, path);
    struct stat st;
    SN_CHECK(ctx, lstat(path, &st) == 0, SN_E_IO, "%s: %s", name, strerror(errno));
    SN_CHECK(ctx, S_ISDIR(st.st_mode), SN_E_IO,
             "%s: is not a folder (links are not followed): compiled networks are kept there",
             name);
    SN_CHECK(ctx, st.st_uid == geteuid(), SN_E_IO,
             "%s: belongs to user %ld, not to you: what lies there would be run, so it is not used",
             name, (long)st.st_uid);
    SN_CHECK(ctx, (st.st_mode & 077) == 0, SN_E_IO,
             "%s: is open to others (mode %03o): what lies there would be run, so it is not used. "
             "Delete it, or close it with chmod 700 if "
             "you know all that is in it",
             name, (unsigned)(st.st_mode & 0777));
    return SN_OK;
}

sn_status sn_cache_open(sn_arena *arena, const char *path, const char **folder)
{
    if (!path) SN_TRY(user_folder(arena, &path));
    int e = make_folders(arena, path);
    SN_CHECK(sn_arena_ctx(arena), !e, SN_E_IO,
             "%s: the folder for compiled networks cannot be made: %s", sn_escape(arena, path),
             strerror(e));
    SN_TRY(check_folder(arena, path));
    *folder = path;
    return SN_OK;
}

/* ---- entries --------------------------------------------------------------------------------- */

static const char *entry_path(sn_arena *arena, const char *folder, const char *key)
{
    return sn_arena_printf(arena, "%s/%s.so", folder, key);
}

static void make_seal(const unsigned char *data, size_t bytes, bool checked,
                      unsigned char seal[SEAL_BYTES])
{
    sn_sha256 h;
    memcpy(seal, checked ? "SNTRGOOD" : "SNTRSEAL", 8);
    for (int i = 0; i < 8; i++) seal[8 + i] = (unsigned char)((uint64_t)bytes >> 8 * i);
    sn_sha256_init(&h);
    sn_sha256_add(&h, data, bytes);
    sn_sha256_add(&h, seal, 16);
    sn_sha256_end(&h, seal + 16);
}

static bool is_sealed(const unsigned char *data, size_t bytes, bool *checked)
{
    unsigned char want[SEAL_BYTES];
    if (bytes <= SEAL_BYTES) return false;
    const unsigned char *seal = data + bytes - SEAL_BYTES;
    *checked = memcmp(seal, "SNTRGOOD", 8) == 0;
    make_seal(data, bytes - SEAL_BYTES, *checked, want);
    return memcmp(seal, want, SEAL_BYTES) == 0;
}

/* A regular file of the user's that nobody else can write. */
static bool is_own(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
           (st.st_mode & 022) == 0;
}

bool sn_cache_find(sn_arena *arena, const char *folder, const char *key, const char **path,
                   bool *checked)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    const char *entry = entry_path(arena, folder, key);
    sn_mapping *m = NULL;
    if (!is_own(entry) || sn_file_map(ctx, entry, &m) != SN_OK) return false;
    bool good = m->data && is_sealed(m->data, m->n_bytes, checked);
    sn_unmap_file(ctx, m);
    if (!good) {
        sn_warn(ctx, "%s: is not as it was written; compiled anew", sn_escape(arena, entry));
        unlink(entry);
        return false;
    }
    utimensat(AT_FDCWD, entry, NULL, AT_SYMLINK_NOFOLLOW); /* last used now; only pruning cares */
    *path = entry;
    return true;
}

static sn_status append(sn_ctx *ctx, const char *file, const unsigned char seal[SEAL_BYTES])
{
    int fd = open(file, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    ssize_t n = fd < 0 ? -1 : write(fd, seal, SEAL_BYTES);
    int e = errno;
    if (fd >= 0 && close(fd) != 0 && n == SEAL_BYTES) {
        n = -1;
        e = errno;
    }
    SN_CHECK(ctx, n == SEAL_BYTES, SN_E_IO, "%s: %s", file,
             n < 0 ? strerror(e) : "the disk is full");
    return SN_OK;
}

sn_status sn_cache_put(sn_arena *arena, const char *folder, const char *key, const char *file,
                       bool checked, const char **path)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    unsigned char seal[SEAL_BYTES];
    sn_mapping *m = NULL;
    SN_TRY(sn_file_map(ctx, file, &m));
    make_seal(m->data, m->n_bytes, checked, seal);
    sn_unmap_file(ctx, m);
    SN_TRY(append(ctx, file, seal));
    const char *entry = entry_path(arena, folder, key);
    SN_CHECK(ctx, chmod(file, 0600) == 0 && rename(file, entry) == 0, SN_E_IO, "%s: %s",
             sn_escape(arena, entry), strerror(errno));
    *path = entry;
    return SN_OK;
}

sn_status sn_cache_unseal(sn_arena *arena, const char *path, const char *file)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    sn_mapping *m = NULL;
    SN_TRY(sn_file_map(ctx, path, &m));
    FILE *f = fopen(file, "wbxe");
    bool good = f && m->n_bytes > SEAL_BYTES &&
                fwrite(m->data, 1, m->n_bytes - SEAL_BYTES, f) == m->n_bytes - SEAL_BYTES;
    if (f) good = fclose(f) == 0 && good;
    sn_unmap_file(ctx, m);
    SN_CHECK(ctx, good, SN_E_IO, "%s: cannot be written", sn_escape(arena, file));
    return SN_OK;
}

/* ---- notes ----------------------------------------------------------------------------------- */

enum { NOTE_BYTES = 2048 };

const char *sn_cache_read_note(sn_arena *arena, const char *folder, const char *name)
{
    const char *path = sn_arena_printf(arena, "%s/%s", folder, name);
    char text[NOTE_BYTES];
    FILE *f = is_own(path) ? fopen(path, "re") : NULL;
    if (!f) return NULL;
    size_t n = fread(text, 1, sizeof text, f);
    fclose(f);
    return n < sizeof text ? sn_arena_strndup(arena, text, n) : NULL;
}

void sn_cache_write_note(sn_arena *arena, const char *folder, const char *name, const char *text)
{
    char *aside = sn_arena_printf(arena, "%s/note-XXXXXX", folder);
    int fd = mkstemp(aside);
    if (fd < 0) return;
    ssize_t n = write(fd, text, strlen(text));
    bool good = close(fd) == 0 && n == (ssize_t)strlen(text);
    if (!good || rename(aside, sn_arena_printf(arena, "%s/%s", folder, name)) != 0) unlink(aside);
}

/* ---- work folders ---------------------------------------------------------------------------- */

sn_status sn_cache_work_folder(sn_arena *arena, const char *folder, const char **path)
{
    char *made = sn_arena_printf(arena, "%s/build-XXXXXX", folder);
    SN_CHECK(sn_arena_ctx(arena), mkdtemp(made), SN_E_IO, "%s: no folder can be made in it: %s",
             sn_escape(arena, folder), strerror(errno));
    *path = made;
    return SN_OK;
}

void sn_cache_remove_folder(const char *path)
{
    DIR *d = opendir(path);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            unlinkat(dirfd(d), e->d_name, 0);
    }
    closedir(d);
    rmdir(path);
}

/* ---- pruning --------------------------------------------------------------------------------- */

typedef struct cache_entry {
    const char *path;
    uint64_t bytes;
    time_t used;
} cache_entry;

static int by_use(const void *a, const void *b)
{
    const cache_entry *x = a, *y = b;
    if (x->used != y->used) return x->used < y->used ? -1 : 1;
    return strcmp(x->path, y->path);
}

static void close_folder(void *d) { closedir(d); }

void sn_cache_prune(sn_arena *arena, const char *folder, uint64_t limit_bytes)
{
    SN_VEC(cache_entry) list = SN_VEC_IN(arena);
    uint64_t total = 0;
    DIR *d = opendir(folder);
    if (!d) return;
    sn_resource *held = sn_resource_add(sn_arena_ctx(arena), close_folder, d);
    for (struct dirent *e; (e = readdir(d));) {
        const char *path = sn_arena_printf(arena, "%s/%s", folder, e->d_name);
        struct stat st;
        size_t n = strlen(e->d_name);
        if (lstat(path, &st) != 0) continue;
        bool is_build =
            strncmp(e->d_name, "build-", 6) == 0 || strncmp(e->d_name, "failed-", 7) == 0;
        if (S_ISDIR(st.st_mode) && is_build) {
            if (st.st_mtime + OLD_BUILD_SECONDS < time(NULL)) sn_cache_remove_folder(path);
        } else if (S_ISREG(st.st_mode) && n == SN_KEY_CHARS + 3 &&
                   strcmp(e->d_name + n - 3, ".so") == 0) {
            SN_PUSH(list, (cache_entry){path, (uint64_t)st.st_size, st.st_mtime});
            total += (uint64_t)st.st_size;
        }
    }
    sn_resource_drop(sn_arena_ctx(arena), held);
    if (list.n) qsort(list.v, list.n, sizeof *list.v, by_use);
    for (size_t i = 0; i < list.n && total > limit_bytes; i++) {
        if (unlink(list.v[i].path) == 0) total -= list.v[i].bytes;
    }
}
