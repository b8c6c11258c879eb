/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphviz as a program of its own, without a shell. It reads and writes files that have no name,
 * so neither side waits for the other; it is ended when it takes too long. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/draw.h"

extern char **environ;

enum { MOST_SECONDS = 120 };

static int missing(sn_cli *cli)
{
    return sn_cli_error(cli, SN_E_UNSUPPORTED,
                        "Graphviz is needed to make an SVG, and its program 'dot' is not there: "
                        "install the package "
                        "graphviz, or write the text for it with -o NAME.dot");
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

static int failed(sn_cli *cli, FILE *complaints, int status)
{
    char line[512] = "";
    rewind(complaints);
    if (!fgets(line, sizeof line, complaints)) line[0] = 0;
    line[strcspn(line, "\n")] = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return missing(cli);
    return sn_cli_error(cli, SN_E_UNSUPPORTED, "Graphviz failed%s%s", *line ? ": " : "", line);
}

int sn_draw_svg(sn_cli *cli, FILE *dot, FILE *svg)
{
    pid_t pid = 0;
    FILE *complaints = tmpfile();
    if (!complaints || fflush(dot) != 0 || fseek(dot, 0, SEEK_SET) != 0) {
        if (complaints) fclose(complaints);
        return sn_cli_error(cli, SN_E_IO, "a temporary file: %s", strerror(errno));
    }
    int code = 0, error = spawn_dot(dot, svg, complaints, &pid);
    if (error) {
        code = error == ENOENT ? missing(cli)
                               : sn_cli_error(cli, SN_E_IO, "Graphviz could not be started: %s",
                                              strerror(error));
    } else {
        int status = wait_for(pid);
        if (status == -1) {
            code = sn_cli_error(cli, SN_E_UNSUPPORTED,
                                "Graphviz took longer than %d seconds and was ended; draw a part "
                                "with --from and --to, or "
                                "write the text for it with -o NAME.dot",
                                MOST_SECONDS);
        } else if (status != 0) {
            code = failed(cli, complaints, status);
        }
    }
    fclose(complaints);
    return code;
}
