/* SPDX-License-Identifier: Apache-2.0
 *
 * A main for fuzz targets without a fuzzer: runs each file named on the command line, and each in a
 * folder named there, once. It fails where nothing was run. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { MAX_BYTES = 1 << 20 };

static char now[4096]; /* what is running, for whoever looks at a crash */

static int one(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return 0;
    uint8_t *all = malloc(MAX_BYTES);
    size_t n = all ? fread(all, 1, MAX_BYTES, f) : 0;
    fclose(f);
    uint8_t *data = malloc(n ? n : 1); /* exactly as long, so that an overrun shows */
    if (!all || !data) abort();
    memcpy(data, all, n);
    free(all);
    snprintf(now, sizeof now, "%s", path);
    LLVMFuzzerTestOneInput(data, n);
    free(data);
    return 1;
}

static int folder(const char *path)
{
    DIR *d = opendir(path);
    if (!d) return one(path);
    int n = 0;
    for (const struct dirent *e; (e = readdir(d));) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s", path, e->d_name);
        if (e->d_name[0] != '.') n += one(file);
    }
    closedir(d);
    return n;
}

int main(int argc, char **argv)
{
    int n = 0;
    for (int i = 1; i < argc; i++) n += folder(argv[i]);
    printf("%d files\n", n);
    return n ? 0 : 1;
}
