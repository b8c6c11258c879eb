/* SPDX-License-Identifier: Apache-2.0
 *
 * A fresh folder per test, with what is needed to fill it and to look into it. */
#ifndef SN_TESTS_BASE_FOLDER_H
#define SN_TESTS_BASE_FOLDER_H

#include "unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

static char folder[256];
static char path_buffer[4][512];
static int next_path;

/* NAME in the test's folder; good for the next three calls. */
static inline const char *at(const char *name)
{
    char *p = path_buffer[next_path++ % 4];
    snprintf(p, sizeof path_buffer[0], "%s/%s", folder, name);
    return p;
}

static inline int folder_setup(void **state)
{
    (void)state;
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/sinter-test-XXXXXX", tmp ? tmp : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st;
    (void)kind;
    (void)where;
    return remove(path);
}

static inline int folder_teardown(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static inline void put_file(const char *name, const char *text)
{
    FILE *f = fopen(at(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    assert_int_equal(fclose(f), 0);
}

static inline void assert_file(const char *name, const char *want)
{
    char text[256];
    FILE *f = fopen(at(name), "rb");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    assert_string_equal(text, want);
}

/* Files in the folder; the name of the last one that contains `part` goes to found (may be NULL).
 */
static inline int count_files(const char *part, char found[256])
{
    int n = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        if (!strstr(e->d_name, part)) continue;
        if (found) snprintf(found, 256, "%s", e->d_name);
        n++;
    }
    closedir(d);
    return n;
}

static inline int open_descriptors(void)
{
    int n = 0;
    for (int fd = 0; fd < 256; fd++) n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

#endif
