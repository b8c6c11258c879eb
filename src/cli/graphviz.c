/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of pictures. Graphviz is a program of its own, run without a shell. It reads and writes
 * files that have no name, so neither side waits for the other; it is ended when it takes too long.
 */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/draw.h"

extern char **environ;

enum { MOST_SECONDS = 120, MOST_LAYERS = 1500 };

/* ---- an SVG ---------------------------------------------------------------------------------- */

/* What can be done instead of an SVG that is too large. */
static const char *way_out(const sn_drawing *d)
{
    return d->of_step ? "write the text for Graphviz with --draw NAME.dot"
                      : "draw a part with --from and --to, or write the text for Graphviz with -o "
                        "NAME.dot";
}

static int missing(sn_cli *cli, const sn_drawing *d)
{
    return sn_cli_error(cli, SN_E_UNSUPPORTED,
                        "Graphviz is needed to make an SVG, and its program 'dot' is not there: "
                        "install the package "
                        "graphviz, or write the text for it with %s NAME.dot",
                        d->of_step ? "--draw" : "-o");
}

static int spawn_dot(FILE *dot, FILE *svg, FILE *complaints, pid_t *pid)
{
    char *const args[] = {"dot", "-Tsvg", NULL};
    posix_spawn_file_actions_t a;
    int error = posix_spawn_file_actions_init(&a);
    if (error) return error;
    posix_spawn_file_actions_adddup2(&a, fileno(dot), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&a, fileno(svg), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&a, fileno(complaints), STDERR_FILENO);
    error = posix_spawnp(pid, args[0], &a, NULL, args, environ);
    posix_spawn_file_actions_destroy(&a);
    return error;
}

/* Its status, or -1 when it took too long and was ended. */
static int wait_for(pid_t pid)
{
    const struct timespec pause = {0, 20 * 1000 * 1000};
    int status = 0;
    for (long i = 0; i < MOST_SECONDS * 50L; i++) {
        pid_t done = waitpid(pid, &status, WNOHANG);
        if (done == pid) return status;
        if (done < 0 && errno != EINTR) return -1;
        nanosleep(&pause, NULL);
    }
    kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    return -1;
}

static int failed(sn_cli *cli, const sn_drawing *d, FILE *complaints, int status)
{
    char line[512] = "";
    rewind(complaints);
    if (!fgets(line, sizeof line, complaints)) line[0] = 0;
    line[strcspn(line, "\n")] = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return missing(cli, d);
    return sn_cli_error(cli, SN_E_UNSUPPORTED, "Graphviz failed%s%s", *line ? ": " : "", line);
}

/* Runs Graphviz on the text, which stands in `dot` from the start, and writes what it makes into
 * `svg`. */
static int make_svg(sn_cli *cli, const sn_drawing *d, FILE *dot, FILE *svg)
{
    pid_t pid = 0;
    FILE *complaints = tmpfile();
    if (!complaints || fflush(dot) != 0 || fseek(dot, 0, SEEK_SET) != 0) {
        if (complaints) fclose(complaints);
        return sn_cli_error(cli, SN_E_IO, "a temporary file: %s", strerror(errno));
    }
    int code = 0, error = spawn_dot(dot, svg, complaints, &pid);
    if (error) {
        code = error == ENOENT ? missing(cli, d)
                               : sn_cli_error(cli, SN_E_IO, "Graphviz could not be started: %s",
                                              strerror(error));
    } else {
        int status = wait_for(pid);
        if (status == -1) {
            code = sn_cli_error(cli, SN_E_UNSUPPORTED,
                                "Graphviz took longer than %d seconds and was ended: %s",
                                MOST_SECONDS, way_out(d));
        } else if (status != 0) {
            code = failed(cli, d, complaints, status);
        }
    }
    fclose(complaints);
    return code;
}

/* ---- a file ---------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

bool sn_draw_is_name(const char *path)
{
    return ends_with(path, ".dot") || ends_with(path, ".svg");
}

static int write_whole(sn_cli *cli, FILE *from, const char *path)
{
    const long n = fseek(from, 0, SEEK_END) == 0 ? ftell(from) : -1;
    if (n < 0) return sn_cli_error(cli, SN_E_IO, "a temporary file: %s", strerror(errno));
    char *text = sn_cli_alloc((size_t)n + 1);
    rewind(from);
    if (fread(text, 1, (size_t)n, from) != (size_t)n)
        return sn_cli_error(cli, SN_E_IO, "a temporary file: %s", strerror(errno));
    const sn_status status = sn_write_files(cli->ctx, &(sn_file){path, text, (size_t)n}, 1);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

static int check_size(sn_cli *cli, const sn_drawing *d)
{
    uint32_t n = (d->before ? sn_model_n_layers(d->before) : 0) +
                 (d->after ? sn_model_n_layers(d->after) : 0);
    if (n <= MOST_LAYERS) return 0;
    return sn_cli_error(cli, SN_E_UNSUPPORTED,
                        "the picture would have %u layers, %d at most are drawn: %s", n,
                        MOST_LAYERS, way_out(d));
}

int sn_draw_write(sn_cli *cli, const sn_drawing *d, const char *path)
{
    bool is_dot = ends_with(path, ".dot");
    int code = sn_cli_check_target(cli, path);
    if (!code && !is_dot) code = check_size(cli, d);
    if (code) return code;
    FILE *dot = tmpfile(), *svg = tmpfile();
    if (!dot || !svg) {
        code = sn_cli_error(cli, SN_E_IO, "a temporary file: %s", strerror(errno));
    } else {
        code = sn_draw_dot(cli, d, dot);
        if (!code && !is_dot) code = make_svg(cli, d, dot, svg);
        if (!code) code = write_whole(cli, is_dot ? dot : svg, path);
    }
    if (dot) fclose(dot);
    if (svg) fclose(svg);
    return code;
}
