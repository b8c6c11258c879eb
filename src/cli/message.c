/* SPDX-License-Identifier: Apache-2.0
 *
 * What goes to stderr: errors, warnings, and on a terminal a line of progress that is gone
 * whenever anything else is printed. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"

static void put_message(sn_cli *cli, sn_status status, const char *fmt, va_list args)
{
    char line[4096];
    const char *about = cli->about && status != SN_OK ? cli->about : "";
    int n = snprintf(line, sizeof line / 2, "%s%s", about, *about ? ": " : "");
    const size_t at = strlen(line);
    n += vsnprintf(line + at, sizeof line - at, fmt, args);
    const char *kind = status == SN_OK ? "warning: " : "";
    if ((cli->set.json || cli->keeps_messages) && status == SN_OK)
        sn_json_add_message(cli, true, line);
    if (cli->set.json && status != SN_OK) sn_json_add_error(cli, status, line);
    sn_progress_clear(&cli->progress);
    fflush(stdout); /* what was printed before comes before, where both go to one place */
    fputs("sinter: ", stderr);
    fputs(kind, stderr);
    sn_put_safe(stderr, line);
    fputs(n >= (int)sizeof line ? "...\n" : "\n", stderr);
}

int sn_cli_fail(sn_cli *cli, sn_status status)
{
    const char *text = sn_context_error(cli->ctx);
    return sn_cli_error(cli, status, "%s", *text ? text : sn_status_text_of(status));
}

int sn_cli_error(sn_cli *cli, sn_status status, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put_message(cli, status, fmt, args);
    va_end(args);
    return sn_exit_of(status);
}

int sn_cli_usage(sn_cli *cli, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put_message(cli, SN_E_ARG, fmt, args);
    va_end(args);
    if (cli->entry) {
        const char *rest = cli->entry->command->usage;
        fprintf(stderr, "usage: %s%s%s\n", cli->called, *rest ? " " : "", rest);
    } else {
        fputs("usage: sinter COMMAND ...; 'sinter help' lists the commands\n", stderr);
    }
    return SN_EXIT_USAGE;
}

void sn_cli_warn(sn_cli *cli, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put_message(cli, SN_OK, fmt, args);
    va_end(args);
}

/* ---- progress -------------------------------------------------------------------------------- */

void sn_progress_init(sn_progress *p)
{
    const char *term = getenv("TERM");
    *p = (sn_progress){.on = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0};
}

static int columns(void)
{
    struct winsize w;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 20 ? w.ws_col : 80;
}

static bool is_time(sn_progress *p)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return false;
    double passed =
        (double)(now.tv_sec - p->last.tv_sec) + (double)(now.tv_nsec - p->last.tv_nsec) * 1e-9;
    if (p->last.tv_sec && passed < 0.1) return false;
    p->last = now;
    return true;
}

void sn_progress_show(sn_progress *p, const char *what, uint64_t n_done, uint64_t n_total)
{
    if (!p->on || !is_time(p)) return;
    char line[512];
    snprintf(line, sizeof line, "%s %llu/%llu", what, (unsigned long long)n_done,
             (unsigned long long)n_total);
    size_t most = (size_t)columns() - 1;
    if (most < sizeof line) line[most] = 0;
    fputc('\r', stderr);
    sn_put_safe(stderr, line);
    fputs("\033[K", stderr);
    fflush(stderr);
    p->shown = true;
}

void sn_progress_clear(sn_progress *p)
{
    if (!p->shown) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    p->shown = false;
}
