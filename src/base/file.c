/* SPDX-License-Identifier: Apache-2.0
 *
 * Read-only mappings, scratch files, and sinks. A mapped file that another process cuts short
 * raises SIGBUS when read beyond its new end: the price of mapping, which the command line tool
 * states in its documentation. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

bool sn_file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

bool sn_file_is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool sn_file_same(const char *a, const char *b)
{
    struct stat x, y;
    if (stat(a, &x) != 0 || stat(b, &y) != 0 || !S_ISREG(x.st_mode)) return false;
    return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool sn_file_same_folder(const char *a, const char *b)
{
    struct stat x, y;
    if (stat(a, &x) != 0 || stat(b, &y) != 0 || !S_ISDIR(x.st_mode)) return false;
    return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static void release_mapping(void *what)
{
    sn_mapping *m = what;
    if (!m->data) return;
    sn_pages_unwatch(m->ctx, &m->span);
    munmap(m->span.data, m->n_bytes);
    m->data = NULL;
}

/* Fills m from fd. NULL, or what is wrong, with errno where the system has a reason. */
static const char *map_fd(int fd, sn_mapping *m)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return "cannot be examined";
    if (!S_ISREG(st.st_mode)) {
        errno = 0;
        return S_ISDIR(st.st_mode) ? "is a folder, expected a file" : "is not a regular file";
    }
    if ((uintmax_t)st.st_size > SIZE_MAX / 2) {
        errno = EFBIG;
        return "does not fit the address space";
    }
    if (st.st_size == 0) return NULL; /* mmap refuses an empty range */
    void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED) return "cannot be mapped";
    m->data = p;
    m->n_bytes = (size_t)st.st_size;
    return NULL;
}

/* From here on the context has it. */
static void keep(sn_ctx *ctx, sn_mapping *m)
{
    m->ctx = ctx;
    m->span = (sn_page_span){.data = (unsigned char *)m->data, .n_bytes = m->n_bytes};
    m->resource = sn_resource_add(ctx, release_mapping, m);
    if (m->data) sn_pages_watch(ctx, &m->span);
}

sn_status sn_file_map(sn_ctx *ctx, const char *path, sn_mapping **out)
{
    size_t n_path = strlen(path) + 1;
    sn_mapping *m = sn_alloc(ctx, sizeof *m + n_path);
    m->path = memcpy(m + 1, path, n_path);
    /* O_NONBLOCK: a pipe without a writer must not hang us. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *what = fd < 0 ? "cannot be opened" : map_fd(fd, m);
    int reason = errno;
    if (fd >= 0) close(fd);
    if (what) {
        sn_free(ctx, m);
        return sn_fail(ctx, SN_E_IO, "%s: %s%s%s", path, what, reason ? ": " : "",
                       reason ? strerror(reason) : "");
    }
    keep(ctx, m);
    *out = m;
    return SN_OK;
}

sn_status sn_file_of_memory(sn_ctx *ctx, const char *name, const void *data, size_t n_bytes,
                            sn_mapping **out)
{
    enum { ALIGN = 64 };
    const size_t n_name = strlen(name) + 1, head = sizeof(sn_mapping) + n_name + ALIGN;
    size_t bytes;
    sn_mapping *m = sn_add_overflow(n_bytes, head, &bytes) ? NULL : sn_try_alloc(ctx, bytes);
    SN_CHECK(ctx, m, SN_E_MEMORY, "out of memory: %s has %zu bytes", name, n_bytes);
    m->path = memcpy(m + 1, name, n_name);
    m->ctx = ctx;
    m->n_bytes = n_bytes;
    if (n_bytes) {
        unsigned char *to = (unsigned char *)(m + 1) + n_name;
        to += -(uintptr_t)to & (ALIGN - 1);
        m->data = memcpy(to, data, n_bytes);
    }
    *out = m;
    return SN_OK;
}

/* Whether as much again would be left to others. */
static bool has_room(int fd, size_t n_bytes)
{
    struct statvfs s;
    return n_bytes <= INT64_MAX / 2 && fstatvfs(fd, &s) == 0 &&
           (double)s.f_bavail * (double)s.f_frsize >= 2 * (double)n_bytes;
}

/* A file of so many bytes that are there, and which nobody else finds; -1: there is none. */
static int scratch_file(size_t n_bytes)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder) folder = "/var/tmp";
    const int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0) return -1;
    if (has_room(fd, n_bytes) && fallocate(fd, 0, 0, (off_t)n_bytes) == 0) return fd;
    close(fd);
    return -1;
}

sn_mapping *sn_file_scratch(sn_ctx *ctx, size_t n_bytes, unsigned char **data)
{
    if (!n_bytes || !sn_ctx_memory_is_own(ctx)) return NULL;
    sn_mapping *m = sn_alloc(ctx, sizeof *m);
    const int fd = scratch_file(n_bytes);
    void *p = fd < 0 ? MAP_FAILED : mmap(NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0) close(fd);
    if (p == MAP_FAILED) {
        sn_free(ctx, m);
        return NULL;
    }
    m->data = *data = p;
    m->n_bytes = n_bytes;
    keep(ctx, m);
    return m;
}

void sn_unmap_file(sn_ctx *ctx, sn_mapping *m)
{
    if (!m) return;
    if (m->resource) sn_resource_drop(ctx, m->resource);
    sn_free(ctx, m);
}

/* ---- sinks ----------------------------------------------------------------------------------- */

sn_status sn_write(sn_sink *sink, const void *data, size_t n)
{
    if (n == 0) return SN_OK;
    SN_TRY(sink->write(sink, data, n));
    sink->n_bytes += n;
    return SN_OK;
}

sn_status sn_writef(sn_sink *sink, const char *fmt, ...)
{
    char small[512], *text = small;
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(small, sizeof small, fmt, args);
    va_end(args);
    SN_CHECK(sink->ctx, n >= 0, SN_E_IO, "text cannot be formatted: %s", strerror(errno));
    if ((size_t)n >= sizeof small) {
        text = sn_alloc(sink->ctx, (size_t)n + 1);
        va_start(args, fmt);
        vsnprintf(text, (size_t)n + 1, fmt, args);
        va_end(args);
    }
    sn_status s = sn_write(sink, text, (size_t)n);
    if (text != small) sn_free(sink->ctx, text);
    return s;
}

static sn_status write_str(sn_sink *sink, const void *data, size_t n)
{
    sn_str_addn(&((sn_str_sink *)sink)->str, data, n);
    return SN_OK;
}

void sn_str_sink_init(sn_str_sink *sink, sn_arena *arena)
{
    *sink = (sn_str_sink){.base = {.write = write_str, .ctx = sn_arena_ctx(arena)}};
    sn_str_init(&sink->str, arena);
}
