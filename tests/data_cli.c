/* SPDX-License-Identifier: Apache-2.0
 *
 * Data tests of the tool: a shell script in an empty folder. $SINTER is the tool. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/sanitized.h"
#include "data_case.h"

/* Most of the time of a script that builds what sinter writes goes to a C compiler, of which
 * sanitizers see nothing. */
static bool is_for_others(const char *script)
{
    static unsigned n;
    return strstr(script, "-std=c11") && !has_turn_sanitized(&n, 4);
}

sn_status run_cli(data_case *c)
{
    const char *script = case_section(c, "run"), *tool = getenv("SINTER");
    SN_CHECK(c->ctx, script, SN_E_ARG, "there is no section 'run'");
    SN_CHECK(c->ctx, tool && *tool, SN_E_ARG, "$SINTER does not name the tool");
    c->skipped = is_for_others(script);
    if (c->skipped) return SN_OK;
    char folder[] = "/tmp/sinter-test-XXXXXX";
    SN_CHECK(c->ctx, mkdtemp(folder), SN_E_IO, "no temporary folder could be made");
    char path[64];
    snprintf(path, sizeof path, "%s.sh", folder);
    FILE *f = fopen(path, "w");
    SN_CHECK(c->ctx, f, SN_E_IO, "%s cannot be written", path);
    fprintf(f, "cd %s || exit 99\nexec 2>&1 </dev/null\n%s", folder, script);
    fclose(f);
    FILE *p = popen(sn_arena_printf(c->arena, "sh %s", path), "r");
    SN_CHECK(c->ctx, p, SN_E_IO, "the shell cannot be started");
    sn_str out;
    sn_str_init(&out, c->arena);
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, p)) > 0;) sn_str_addn(&out, block, n);
    int status = pclose(p);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    case_expect(c, "out", out.s);
    const char *wanted = case_section(c, "exit");
    if (wanted || code) case_expect(c, "exit", sn_arena_printf(c->arena, "%d\n", code));
    remove(path);
    return system(sn_arena_printf(c->arena, "rm -rf %s", folder)) == 0 ? SN_OK : SN_E_IO;
}
