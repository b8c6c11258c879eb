/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests with broken models share: one run of everything that sinter does with a file,
 * under an allocator that counts and has a limit. Each run ends well or with a status and a
 * message; whatever it was, nothing stays allocated. A run that works too long stops the program
 * and says which one. */
#ifndef SN_TESTS_FORMATS_BAD_UNIT_H
#define SN_TESTS_FORMATS_BAD_UNIT_H

#include "base/cpu_limit.h"
#include "base/folder.h"

#include "api/model.h"

#include <signal.h>

enum { MOST_BYTES = 192 << 20, MOST_SECONDS = 60 };

static char now_running[256]; /* the case, for messages */
static size_t live_bytes;
static sn_context *context;
static size_t idle_bytes; /* of the context alone */
static long n_runs, n_loaded, n_saved;
static long compare_every = 1; /* whole networks are run in every so many-th run */

/* Nothing here outlives the test, so the disk need not be waited for. */
int fsync(int fd)
{
    (void)fd;
    return 0;
}

static inline void *limited_alloc(void *user, void *ptr, size_t old_bytes, size_t new_bytes)
{
    (void)user;
    if (new_bytes > old_bytes && new_bytes - old_bytes > MOST_BYTES - live_bytes) return NULL;
    void *p = NULL;
    if (new_bytes == 0)
        free(ptr);
    else if (!(p = realloc(ptr, new_bytes)))
        return NULL;
    live_bytes = live_bytes - old_bytes + new_bytes;
    return p;
}

static inline void too_slow(int sig)
{
    (void)sig;
    static const char text[] = "takes too long: ";
    ssize_t n = write(2, text, sizeof text - 1);
    n += write(2, now_running, strlen(now_running));
    _exit(n < 0 ? 2 : 1);
}

static inline void new_context(void)
{
    sn_context_destroy(context);
    assert_int_equal(live_bytes, 0);
    const sn_context_options o = {.alloc = limited_alloc, .threads = 1};
    context = sn_context_create(&o);
    assert_non_null(context);
    idle_bytes = live_bytes;
}

static inline int bad_setup(void **state)
{
    signal(SIGXCPU, too_slow);
    if (access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 0); /* tens of thousands of files */
    if (folder_setup(state) != 0) return -1;
    new_context();
    n_runs = n_loaded = n_saved = 0;
    return 0;
}

static inline int bad_teardown(void **state)
{
    sn_context_destroy(context);
    context = NULL;
    return folder_teardown(state) == 0 && live_bytes == 0 ? 0 : -1;
}

static inline const char *put_data(const char *name, const void *data, size_t n)
{
    const char *path = at(name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, n, f), n);
    fclose(f);
    return path;
}

/* A failure that a user can do something with. A model that cannot be held in memory is none. */
static inline bool failed_well(const char *step, sn_status s, const char *must_name)
{
    const char *text = sn_context_error(context);
    if (s == SN_OK) return false;
    if (s == SN_E_INTERNAL || s == SN_E_DIFFERS || !text[0])
        fail_msg("%s: %s ends with %s '%s'", now_running, step, sn_status_name_of(s), text);
    if (must_name && s != SN_E_MEMORY && !strstr(text, must_name))
        fail_msg("%s: %s does not name '%s': '%s'", now_running, step, must_name, text);
    return true;
}

static inline sn_status save_and_reload(sn_model *m)
{
    sn_status s = sn_model_save(m, at("saved.param"), NULL);
    if (failed_well("save", s, NULL)) return s;
    n_saved++;
    return SN_OK;
}

static inline sn_status reload(const sn_model_load_options *o)
{
    sn_model *again = NULL;
    const sn_model_load_options same = {.weights_of = o->weights_of};
    sn_status s = sn_model_load(context, at("saved.param"), &same, &again);
    if (s != SN_OK && s != SN_E_MEMORY)
        fail_msg("%s: what was saved is not read: %s", now_running, sn_context_error(context));
    sn_model_destroy(again);
    return s;
}

static inline sn_status all_steps(sn_model *m, const sn_model_load_options *o)
{
    if (sn_graph_verify(m->graph) != SN_OK)
        fail_msg("%s: %s", now_running, sn_context_error(context));
    sn_status s = sn_model_infer(m);
    if (failed_well("infer", s, "m.param")) return s;
    const sn_optimize_options checks = {.verify = n_runs % compare_every ? SN_VERIFY_EACH
                                                                         : SN_VERIFY_DEFAULT};
    s = sn_model_optimize(m, &checks, NULL);
    if (failed_well("optimize", s, NULL) && s == SN_E_MEMORY) return s;
    if (sn_graph_verify(m->graph) != SN_OK)
        fail_msg("%s, optimized: %s", now_running, sn_context_error(context));
    s = save_and_reload(m);
    if (s == SN_OK) s = reload(o);
    return s == SN_E_MEMORY ? s : SN_OK;
}

/* Runs all layers, also where nothing is rewritten. */
static inline sn_status compare_with_copy(sn_model *m, const sn_model_load_options *o)
{
    sn_model *copy = NULL;
    sn_comparison c;
    sn_status s = sn_model_clone(m, &copy);
    if (s == SN_OK) s = all_steps(m, o);
    if (s == SN_OK) s = sn_model_compare(copy, m, 0, &c);
    if (!failed_well("compare", s, NULL) && c.ran && !c.equal && !c.inconclusive)
        fail_msg("%s: '%s' is off by %g", now_running, c.different ? c.different : "", c.worst);
    sn_model_destroy(copy);
    return s;
}

/* The whole way of the model in "m.param"; `context` may be a new one afterwards. */
static inline sn_status run_model(const char *path, const sn_model_load_options *o)
{
    sn_model *m = NULL;
    n_runs++;
    limit_cpu(MOST_SECONDS);
    sn_status s = sn_model_load(context, path, o, &m);
    if (!failed_well("load", s, "/m.")) {
        n_loaded++;
        s = n_runs % compare_every == 0 ? compare_with_copy(m, o) : all_steps(m, o);
        sn_model_destroy(m);
    } else {
        assert_null(m);
    }
    limit_cpu(0);
    if (s == SN_E_MEMORY) new_context();
    if (live_bytes != idle_bytes)
        fail_msg("%s: %zu bytes are left, %zu expected", now_running, live_bytes, idle_bytes);
    return s;
}

#endif
