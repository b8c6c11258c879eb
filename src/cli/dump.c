/* SPDX-License-Identifier: Apache-2.0
 *
 * Dumps are made to be read and to be compared with diff: the text form, without the contents of
 * weights. */
#include "cli/dump.h"

#include <errno.h>
#include <string.h>

const char *const *sn_dump_passes(const sn_cli *cli)
{
    const sn_texts *names = &cli->set.dump_after;
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->v[i], "all") == 0) return NULL;
    return names->v;
}

static bool put(void *user, const char *text, size_t n) { return fwrite(text, 1, n, user) == n; }

static sn_status fail(sn_dump *d, const char *path, int error)
{
    d->failed =
        sn_cli_error(d->cli, SN_E_IO, "%s: the dump cannot be written: %s", path, strerror(error));
    return SN_E_IO;
}

sn_status sn_dump_model(sn_dump *d, sn_model *m, const char *pass)
{
    char number[16];
    snprintf(number, sizeof number, "/%03u-", ++d->n);
    const char *dir = d->cli->set.dump_to ? d->cli->set.dump_to : ".";
    const char *path = sn_cli_join(sn_cli_join(dir, number), sn_cli_join(pass, ".txt"));
    d->failed = sn_cli_check_target(d->cli, path);
    if (d->failed) return SN_E_IO;
    errno = 0;
    FILE *f = fopen(path, "w");
    if (!f) return fail(d, path, errno);
    sn_status status = sn_report(d->cli->ctx, m, "text", put, f);
    bool written = !ferror(f);
    int error = errno;
    if (fclose(f) != 0 && written) {
        written = false;
        error = errno;
    }
    return written ? status : fail(d, path, error);
}
