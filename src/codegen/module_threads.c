/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads, or none: what the run time has for several, and what is there in its place where one
 * does all. */
#include "codegen/emitter.h"
#include "plan/program.h"

/* clang-format off */
#define TEXTS(X) \
    X(threads_about) X(threads_includes) X(threads_worker) X(threads_fields) X(threads_wait) \
    X(threads_start) X(threads_init) X(parts_alone)
/* clang-format on */
#define X(name) extern const char sn_text_##name[];
TEXTS(X)
#undef X

_Static_assert(SN_SHARE_HALVINGS + 1 < 8, "threads_wait.ct counts parts in 3 bits");

uint64_t sn_module_net_bytes(bool alone) { return alone ? SN_NET_BYTES_ALONE : SN_NET_BYTES; }

uint64_t sn_module_worker_bytes(bool alone) { return alone ? 0 : SN_WORKER_BYTES; }

static void some(emitter *e)
{
    sn_module_number(e, "halvings", SN_SHARE_HALVINGS);
    const char *const filled[][2] = {
        {"threads_about", sn_text_threads_about}, {"threads_includes", sn_text_threads_includes},
        {"worker", sn_text_threads_worker},       {"threads_fields", sn_text_threads_fields},
        {"parts_alone", sn_text_parts_alone},     {"threads_wait", sn_text_threads_wait},
        {"threads_start", sn_text_threads_start}, {"begin_threads", sn_text_threads_init},
    };
    for (size_t i = 0; i < sizeof filled / sizeof *filled; i++)
        sn_module_var(e, filled[i][0], sn_module_filled(e, filled[i][1]));
    sn_module_var(e, "worker_fits",
                  "typedef char worker_fits[sizeof(struct worker) <= WORKER_BYTES ? 1 : -1];\n");
    sn_module_var(e, "has_clock",
                  sn_module_filled(e, "!defined(${P}_NO_THREADS) || defined(${P}_PROFILE)"));
    sn_module_var(e, "place_workers",
                  "    net->workers = (struct worker *)(void *)at;\n"
                  "    at += (size_t)n_threads * WORKER_BYTES;\n");
    sn_module_var(e, "end_threads", "    if (net) stop_threads(net, net->n_threads - 1);\n");
    sn_module_var(e, "share_fields",
                  sn_module_filled(e, "    int barrier;\n    int thread; /* that does all of it, 0 "
                                      "being the caller of ${p}_run; -1: all share it */\n"
                                      "    int steals; /* who is done takes parts of others' "
                                      "shares */\n"));
    sn_module_var(e, "barrier_words", "; a barrier stands before the step");
    sn_module_var(e, "link", "-lm -lpthread");
    sn_module_var(e, "usual_threads", "threads");
    sn_module_var(e, "threads_in_init",
                  sn_module_filled(e, "n_threads counts the caller of ${p}_run: the others are "
                                      "started here and sleep between runs. 0,\n * or an error "
                                      "and *net as it was."));
    sn_module_number(e, "max_threads", 256);
    sn_module_var(e, "cmake_threads",
                  sn_module_filled(e, "if(Threads_FOUND)\n"
                                      "  target_link_libraries(${p} PUBLIC Threads::Threads)\n"
                                      "else()\n  target_compile_definitions(${p} PRIVATE "
                                      "${P}_NO_THREADS)\nendif()\n"));
    sn_module_var(e, "cmake_find", "find_package(Threads)\n");
}

static void none(emitter *e)
{
    const bool batch = sn_module_has_batch(e->m);
    static const char *const nothing[] = {
        "threads_about", "threads_includes", "worker",        "threads_fields", "threads_start",
        "worker_fits",   "place_workers",    "cmake_threads", "cmake_find",     "barrier_words"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) sn_module_var(e, nothing[i], "");
    sn_module_var(e, "threads_wait", batch ? sn_module_filled(e, sn_text_parts_alone) : "");
    sn_module_var(e, "begin_threads",
                  sn_module_filled(e, "    *out = net;\n    return ${P}_OK;\n"));
    sn_module_var(e, "end_threads", "    (void)net;\n");
    sn_module_var(e, "has_clock", sn_module_filled(e, "defined(${P}_PROFILE)"));
    sn_module_var(e, "share_fields",
                  batch                 ? "    int barrier;\n    int thread;\n    int steals;\n"
                  : e->m->sets->scratch ? "    size_t scratch; /* bytes in the workspace: where it "
                                          "works something out */\n"
                                        : "");
    sn_module_var(e, "link", "-lm");
    sn_module_var(e, "usual_threads", "1");
    sn_module_var(e, "threads_in_init", "n_threads is 1. 0, or an error and *net as it was.");
    sn_module_number(e, "max_threads", 1);
}

void sn_module_threads(emitter *e)
{
    const bool alone = e->m->no_threads;
    sn_module_number(e, "net_bytes", sn_module_net_bytes(alone));
    sn_module_number(e, "worker_bytes", sn_module_worker_bytes(alone));
    if (alone)
        none(e);
    else
        some(e);
}
