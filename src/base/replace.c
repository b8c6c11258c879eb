/* SPDX-License-Identifier: Apache-2.0
 *
 * Replacing a set of files so that a failure leaves the old ones. Per target:
 *
 *     open:    a symbolic link is followed; .NAME.XXXXXXXX.sinter-tmp is created beside its file
 *     commit:  1. every temporary file is written out, synced and closed; nothing has changed yet
 *              2. every old file gets a second name, NAME.sinter-old (a hard link; a rename
 *                 where there are none)
 *              3. the temporary files are renamed into place, in order
 *              4. the folders are synced, then the second names are removed
 *
 * A failure in 2 to 4 puts back what the second names hold. A crash leaves them, and the next open
 * refuses such a target with a message that says how to restore: the only copy of the old file
 * might be there. Invariant: commit does not allocate, so no jump out of memory leaves it half way.
 *
 * A run that is killed leaves its temporary files. Each is locked while its owner lives (the kernel
 * drops the lock with the process), so the next run that writes into the folder removes those that
 * nobody holds.
 *
 * Targets that are not regular files (/dev/null, pipes, /dev/stdout) are written to directly, in
 * step 1 at the latest: they cannot be rolled back, but their failure still leaves the files alone.
 */
#include "base/file.h"
#include "base/map.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER_BYTES = 64 << 10, MAX_LINKS = 40, MAX_TEMP_TRIES = 64 };

typedef struct replaced_file {
    sn_sink base; /* first: the sink is the target */
    struct replaced_file *next;
    sn_replace *replace;
    const char *name;   /* as the caller gave it; for messages */
    const char *path;   /* what is replaced: name with links followed; NULL: written directly */
    const char *folder; /* of path */
    const char *temp, *backup;
    bool has_temp, has_backup, renamed;
    int fd;   /* -1: none */
    int lock; /* of the temporary file, until that is renamed or removed; -1: none */
    size_t n_buffer;
    unsigned char *buffer; /* [BUFFER_BYTES] */
} replaced_file;

struct sn_replace {
    sn_arena *arena;
    sn_ctx *ctx;
    sn_resource *resource;
    replaced_file *first, *last;
    replaced_file *failed; /* could not be opened or written: there is nothing complete to commit */
    int reason;            /* errno of the write that failed */
    sn_outlet_fn outlet;   /* NULL: files are written */
    void *outlet_user;
};

static sn_status fail_io(const replaced_file *t, const char *what, int reason)
{
    return sn_fail(t->base.ctx, SN_E_IO, "%s: %s: %s", t->name, what, strerror(reason));
}

/* ---- life ------------------------------------------------------------------------------------ */

static void release_target(replaced_file *t)
{
    if (t->fd >= 0) close(t->fd);
    if (t->has_temp) unlink(t->temp);
    if (t->lock >= 0) close(t->lock);
}

static void release_replace(void *what)
{
    sn_replace *r = what;
    for (replaced_file *t = r->first; t; t = t->next) release_target(t);
    sn_arena_destroy(r->arena); /* and r with it */
}

sn_status sn_replace_begin(sn_ctx *ctx, sn_replace **out)
{
    sn_arena *arena = sn_arena_create(ctx);
    sn_replace *r = SN_NEW(arena, sn_replace);
    r->arena = arena;
    r->ctx = ctx;
    r->resource = sn_resource_add(ctx, release_replace, r);
    *out = r;
    return SN_OK;
}

void sn_replace_abort(sn_replace *r)
{
    if (r) sn_resource_drop(r->ctx, r->resource);
}

void sn_replace_redirect(sn_replace *r, sn_outlet_fn write, void *user)
{
    r->outlet = write;
    r->outlet_user = user;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool write_all(int fd, const unsigned char *p, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, p, n < (1u << 30) ? n : (1u << 30));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

static sn_status put(replaced_file *t, const void *data, size_t n)
{
    if (write_all(t->fd, data, n)) return SN_OK;
    t->replace->failed = t;
    t->replace->reason = errno;
    return fail_io(t, "cannot be written", errno);
}

static sn_status flush(replaced_file *t)
{
    size_t n = t->n_buffer;
    t->n_buffer = 0;
    return put(t, t->buffer, n);
}

static sn_status write_target(sn_sink *sink, const void *data, size_t n)
{
    replaced_file *t = (replaced_file *)sink;
    SN_CHECK(sink->ctx, !t->replace->failed, SN_E_IO, "%s: an earlier write failed", t->name);
    if (n > BUFFER_BYTES - t->n_buffer) SN_TRY(flush(t));
    if (n >= BUFFER_BYTES) return put(t, data, n);
    memcpy(t->buffer + t->n_buffer, data, n);
    t->n_buffer += n;
    return SN_OK;
}

static sn_status write_outlet(sn_sink *sink, const void *data, size_t n)
{
    const replaced_file *t = (const replaced_file *)sink;
    const sn_replace *r = t->replace;
    SN_CHECK(sink->ctx, r->outlet(r->outlet_user, t->name, data, n), SN_E_IO,
             "%s: what takes it in place of a file has failed", t->name);
    return SN_OK;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* "/dev/stdout", "/dev/stderr" and "/dev/fd/N" mean what the caller has open there, with its
 * position, even when that is a regular file. -1: another path. */
static int descriptor_of(const char *path)
{
    int fd = -1, end = 0;
    if (strcmp(path, "/dev/stdout") == 0) return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0) return STDERR_FILENO;
    return sscanf(path, "/dev/fd/%9d%n", &fd, &end) == 1 && !path[end] ? fd : -1;
}

static const char *folder_of(sn_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return ".";
    return slash == path ? "/" : sn_arena_strndup(arena, path, (size_t)(slash - path));
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Follows symbolic links, also one that leads to nothing yet. NULL with errno when there are too
 * many. */
static const char *follow(sn_arena *arena, const char *path)
{
    char to[PATH_MAX];
    for (int i = 0; i < MAX_LINKS; i++) {
        ssize_t n = readlink(path, to, sizeof to - 1);
        if (n < 0) return path; /* no link, or nothing there: open will tell */
        to[n] = '\0';
        path = to[0] == '/' ? sn_arena_strdup(arena, to)
                            : sn_arena_printf(arena, "%s/%s", folder_of(arena, path), to);
    }
    errno = ELOOP;
    return NULL;
}

static sn_status open_directly(replaced_file *t)
{
    int given = descriptor_of(t->name);
    t->fd = given >= 0 ? fcntl(given, F_DUPFD_CLOEXEC, 3) : open(t->name, O_WRONLY | O_CLOEXEC);
    return t->fd >= 0 ? SN_OK : fail_io(t, "cannot be opened for writing", errno);
}

static bool same_target(const char *a_path, const char *a_folder, const char *b_path,
                        const char *b_folder)
{
    struct stat a, b;
    return strcmp(base_of(a_path), base_of(b_path)) == 0 && stat(a_folder, &a) == 0 &&
           stat(b_folder, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Names are added in order and removed in order. So where a file before this one has no second
 * name, and this one's second name is of another file than stands there, the earlier run was
 * through, and to restore this file alone would tear the set apart. */
static sn_status refuse_interrupted(const replaced_file *t, const struct stat *backup)
{
    struct stat now;
    bool moved =
        lstat(t->path, &now) == 0 && (now.st_dev != backup->st_dev || now.st_ino != backup->st_ino);
    bool dropped = false;
    for (const replaced_file *u = t->replace->first; u; u = u->next) {
        dropped = dropped || (u->path && lstat(u->path, &now) == 0);
    }
    if (moved && dropped) {
        return sn_fail(t->base.ctx, SN_E_IO,
                       "%s: an earlier run was interrupted when all its files were in place: %s is "
                       "left over, the file as it was before; delete it and run again",
                       t->name, t->backup);
    }
    return sn_fail(
        t->base.ctx, SN_E_IO,
        "%s: an earlier run was interrupted, or one is under way now: %s holds the file "
        "as it was before; restore it with mv, or delete it if it is not wanted, and run "
        "again",
        t->name, t->backup);
}

static sn_status check_target(const replaced_file *t, const struct stat *old)
{
    sn_ctx *ctx = t->base.ctx;
    struct stat st;
    for (const replaced_file *u = t->replace->first; u; u = u->next) {
        SN_CHECK(ctx, !u->path || !same_target(u->path, u->folder, t->path, t->folder), SN_E_ARG,
                 "%s: is the same file as %s, which is written too", t->name, u->name);
    }
    if (old && access(t->path, W_OK) != 0) return fail_io(t, "cannot be replaced", errno);
    if (lstat(t->backup, &st) == 0) return refuse_interrupted(t, &st);
    return SN_OK;
}

/* ".NAME.0123abcd.sinter-tmp". */
static bool is_temp_name(const char *name)
{
    static const char end[] = ".sinter-tmp";
    enum { TAG = 8, END = sizeof end - 1 };
    const size_t n = strlen(name);
    if (name[0] != '.' || n < 2 + TAG + END || strcmp(name + n - END, end) != 0) return false;
    const char *tag = name + n - END - TAG;
    return tag[-1] == '.' && strspn(tag, "0123456789abcdef") == TAG;
}

/* Whether fd is the file of that name in the folder. */
static bool stands_at(int fd, int folder, const char *name)
{
    struct stat a, b;
    return fstat(fd, &a) == 0 && fstatat(folder, name, &b, AT_SYMLINK_NOFOLLOW) == 0 &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* What nobody holds a lock of was left behind; where there are no locks nothing is removed. */
static void remove_if_left(int folder, const char *name)
{
    struct stat st;
    if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode) ||
        st.st_uid != geteuid())
        return;
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && stands_at(fd, folder, name)) unlinkat(folder, name, 0);
    close(fd);
}

/* Once for all targets in a folder. */
static void remove_left_behind(const replaced_file *t)
{
    for (const replaced_file *u = t->replace->first; u; u = u->next) {
        if (u->path && strcmp(u->folder, t->folder) == 0) return;
    }
    DIR *folder = opendir(t->folder);
    for (const struct dirent *e; folder && (e = readdir(folder));) {
        if (is_temp_name(e->d_name)) remove_if_left(dirfd(folder), e->d_name);
    }
    if (folder) closedir(folder);
}

/* False where another run took the new file, which was not locked yet, for one that was left
 * behind. */
static bool lock_temp(replaced_file *t, const char *temp)
{
    t->lock = fcntl(t->fd, F_DUPFD_CLOEXEC, 3);
    if (t->lock < 0) return true; /* which create_temp refuses */
    if (flock(t->lock, LOCK_EX | LOCK_NB) == 0) return stands_at(t->fd, AT_FDCWD, temp);
    return errno != EWOULDBLOCK; /* no locks here: then nobody has one */
}

/* An own loop, not mkostemp, because a new file is to have the mode that the user's umask gives. */
static sn_status create_temp(replaced_file *t, const struct stat *old)
{
    const char *base = base_of(t->path);
    remove_left_behind(t);
    size_t n = strlen(t->folder) + strlen(base) + 64;
    char *temp = sn_arena_alloc(t->replace->arena, n);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 40;
    for (uint64_t i = 0; i < MAX_TEMP_TRIES; i++) {
        uint64_t tag = sn_hash_bytes(t->path, strlen(t->path), seed + i) & 0xffffffff;
        snprintf(temp, n, "%s/.%.200s.%08llx.sinter-tmp", t->folder, base, (unsigned long long)tag);
        t->fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, old ? 0600 : 0666);
        if (t->fd < 0 && errno == EEXIST) continue;
        if (t->fd < 0 || lock_temp(t, temp)) break;
        if (t->lock >= 0) close(t->lock);
        close(t->fd);
        t->fd = t->lock = -1;
        errno = EEXIST;
    }
    if (t->fd < 0) return fail_io(t, "a temporary file beside it cannot be created", errno);
    t->temp = temp;
    t->has_temp = true;
    if (t->lock < 0) return fail_io(t, "a temporary file beside it cannot be locked", errno);
    if (!old) return SN_OK;
    /* The owner is kept where we may; the mode is what other users of the file rely on. */
    if ((old->st_uid != geteuid() || old->st_gid != getegid()) &&
        fchown(t->fd, old->st_uid, old->st_gid) != 0) {
        errno = 0;
    }
    if (fchmod(t->fd, old->st_mode & 0777) != 0) {
        return fail_io(t, "the mode of the old file cannot be kept", errno);
    }
    return SN_OK;
}

static sn_status open_beside(replaced_file *t, const struct stat *old)
{
    sn_arena *arena = t->replace->arena;
    SN_CHECK(t->base.ctx, !old || !S_ISDIR(old->st_mode), SN_E_IO,
             "%s: is a folder, expected a file", t->name);
    t->path = follow(arena, t->name);
    if (!t->path) return fail_io(t, "cannot be opened for writing", errno);
    SN_CHECK(t->base.ctx, base_of(t->path)[0], SN_E_IO, "%s: is not the name of a file", t->name);
    t->folder = folder_of(arena, t->path);
    t->backup = sn_arena_printf(arena, "%s.sinter-old", t->path);
    SN_TRY(check_target(t, old));
    return create_temp(t, old);
}

sn_status sn_replace_open(sn_replace *r, const char *path, sn_sink **out)
{
    replaced_file *t = SN_NEW(r->arena, replaced_file);
    t->base = (sn_sink){.write = write_target, .ctx = r->ctx};
    t->replace = r;
    t->name = sn_arena_strdup(r->arena, path);
    if (r->outlet) { /* it is none of the files that are moved into place */
        t->base.write = write_outlet;
        SN_TRY(write_outlet(&t->base, "", 0));
        *out = &t->base;
        return SN_OK;
    }
    t->buffer = sn_arena_alloc(r->arena, BUFFER_BYTES);
    t->fd = t->lock = -1;
    struct stat st;
    bool exists = stat(path, &st) == 0;
    /* A folder goes the way of files, where it is refused. */
    bool file = !exists || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode);
    bool directly = !file || descriptor_of(path) >= 0;
    sn_status s = directly ? open_directly(t) : open_beside(t, exists ? &st : NULL);
    if (s != SN_OK) {
        release_target(t);
        r->failed = t;
        return s;
    }
    if (r->last)
        r->last->next = t;
    else
        r->first = t;
    r->last = t;
    *out = &t->base;
    return SN_OK;
}

sn_status sn_replace_try(sn_ctx *ctx, const char *path)
{
    struct stat st;
    const bool exists = stat(path, &st) == 0;
    if ((exists && !S_ISREG(st.st_mode)) || descriptor_of(path) >= 0) return SN_OK;
    sn_replace *r = NULL;
    sn_sink *sink = NULL;
    SN_TRY(sn_replace_begin(ctx, &r));
    const sn_status status = sn_replace_open(r, path, &sink);
    sn_replace_abort(r);
    return status;
}

/* ---- committing ------------------------------------------------------------------------------ */

/* Step 1. Pipes and terminals cannot be synced, and say so with EINVAL or ENOTSUP. */
static sn_status finish(replaced_file *t)
{
    SN_TRY(flush(t));
    if (t->path && fsync(t->fd) != 0 && errno != EINVAL && errno != ENOTSUP) {
        return fail_io(t, "cannot be written", errno);
    }
    int fd = t->fd;
    t->fd = -1;
    return close(fd) == 0 ? SN_OK : fail_io(t, "cannot be written", errno);
}

/* Step 2. What stands at the path now counts, not what stood there when it was opened. */
static sn_status keep_old(replaced_file *t)
{
    struct stat st;
    if (lstat(t->path, &st) != 0) {
        return errno == ENOENT ? SN_OK : fail_io(t, "cannot be examined", errno);
    }
    SN_CHECK(t->base.ctx, S_ISREG(st.st_mode), SN_E_IO, "%s: is no longer a regular file", t->name);
    if (link(t->path, t->backup) != 0) {
        if (errno == EEXIST || lstat(t->backup, &st) == 0) {
            return fail_io(t, "the old file cannot be kept as NAME.sinter-old", EEXIST);
        }
        if (rename(t->path, t->backup) != 0) {
            return fail_io(t, "the old file cannot be kept as NAME.sinter-old", errno);
        }
    }
    t->has_backup = true;
    return SN_OK;
}

static sn_status move_in(replaced_file *t)
{
    if (rename(t->temp, t->path) != 0) return fail_io(t, "cannot be replaced", errno);
    t->has_temp = false;
    t->renamed = true;
    return SN_OK;
}

static sn_status sync_folder(replaced_file *t)
{
    int fd = open(t->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return SN_OK; /* a folder that may be written but not read */
    int reason = fsync(fd) == 0 ? 0 : errno;
    close(fd);
    if (reason && reason != EINVAL && reason != ENOTSUP) {
        return fail_io(t, "its folder cannot be written", reason);
    }
    return SN_OK;
}

/* Runs one step over all regular targets, in order. */
static sn_status for_targets(sn_replace *r, sn_status (*step)(replaced_file *t))
{
    for (replaced_file *t = r->first; t; t = t->next) {
        if (t->path) SN_TRY(step(t));
    }
    return SN_OK;
}

/* The rename puts the old file back in one step. Where path and backup are still links to one file
 * it does nothing, and the second name goes by unlink. */
static void put_back(replaced_file *t)
{
    if (t->has_backup) {
        if (rename(t->backup, t->path) == 0)
            unlink(t->backup);
        else
            sn_warn(t->base.ctx, "%s: could not be restored (%s); the old file is %s", t->name,
                    strerror(errno), t->backup);
    } else if (t->renamed) {
        unlink(t->path); /* there was none before */
    }
    t->has_backup = t->renamed = false;
}

static sn_status drop_old(replaced_file *t)
{
    if (t->has_backup && unlink(t->backup) != 0) {
        sn_warn(t->base.ctx, "%s: written, but the old file stays as %s: %s", t->name, t->backup,
                strerror(errno));
    }
    return SN_OK;
}

static sn_status exchange(sn_replace *r)
{
    SN_TRY(for_targets(r, keep_old));
    SN_TRY(for_targets(r, sync_folder));
    SN_TRY(for_targets(r, move_in));
    return for_targets(r, sync_folder);
}

static sn_status commit(sn_replace *r)
{
    SN_CHECK(r->ctx, !r->failed || r->reason, SN_E_IO, "%s: was not opened", r->failed->name);
    if (r->failed) return fail_io(r->failed, "cannot be written", r->reason);
    for (replaced_file *t = r->first; t; t = t->next) SN_TRY(finish(t));
    sn_status s = exchange(r);
    if (s == SN_OK) return for_targets(r, drop_old);
    for (replaced_file *t = r->first; t; t = t->next) put_back(t);
    return s;
}

sn_status sn_replace_commit(sn_replace *r)
{
    sn_status s = commit(r);
    sn_replace_abort(r);
    return s;
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef enum standing { ALONE, OLD, NEW } standing;

/* What stands at the path, by the second name beside it: names are links to one file until the new
 * one moves in. */
static standing what_stands(sn_arena *arena, const char *path, const char **backup)
{
    struct stat now, old;
    path = follow(arena, path);
    *backup = path ? sn_arena_printf(arena, "%s.sinter-old", path) : "";
    if (!path || lstat(*backup, &old) != 0 || lstat(path, &now) != 0) return ALONE;
    return now.st_dev == old.st_dev && now.st_ino == old.st_ino ? OLD : NEW;
}

sn_status sn_replace_check(sn_ctx *ctx, const char *first, const char *second)
{
    sn_arena *arena = sn_arena_create(ctx);
    const char *old_first, *old_second;
    bool torn = what_stands(arena, first, &old_first) == NEW &&
                what_stands(arena, second, &old_second) == OLD;
    sn_status s = SN_OK;
    if (torn)
        s = sn_fail(ctx, SN_E_IO,
                    "%s: an earlier run was interrupted, or one is under way now: this file is new "
                    "and %s is not; put the old "
                    "one back with mv %s %s, and delete %s",
                    first, second, old_first, first, old_second);
    sn_arena_destroy(arena);
    return s;
}
