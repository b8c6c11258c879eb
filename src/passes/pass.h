/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes: what one is, how it edits, how it explains itself. The pipeline is passes.def.
 * docs/writing-a-pass.md shows one from the first line to its test.
 *
 * A pass never changes a node that others see. It builds new nodes beside the old ones and hands
 * both to sn_rewrite, which proves types and shapes equal, has the change checked by running it,
 * gives the new values the old values' names, moves the uses and removes what is dead. A pass that
 * does not fire on something that looked like its pattern says why with sn_missed. */
#ifndef SN_PASSES_PASS_H
#define SN_PASSES_PASS_H

#include "base/map.h"
#include "ir/op.h"
#include "ir/region.h"
#include "ir/spelling.h"

/* What a pass did, or why it did not. */
typedef struct sn_remark {
    bool fired;
    const char *pass;
    const char *text; /* all of it in one line: "conv5 + bn5 -> conv5 (conv)", "conv5 + bn5: not
                         folded: ..." */
    const char *const *layers; /* labels of what was matched, producer first */
    uint32_t n_layers;
    const char *result; /* the layer that they became; NULL: they are gone, or nothing was done */
    const char *why;    /* not done: the reason; it names no layer, so that equal reasons are equal
                           texts. Done: what else there is to say, or NULL */
    const char *other;  /* a layer that the reason is about and that was not matched, or NULL */
    double distance;    /* of the check; negative when it was not checked */
    const char *unchecked; /* why it was not checked, or NULL */
    bool spelling;         /* of a pass that changes the spelling alone */
} sn_remark;

typedef void (*sn_remark_fn)(void *user, const sn_remark *remark);

/* Whether layers that read one value are made one where that costs more multiplications, or copies,
 * than it saves. */
typedef enum sn_sibling_mode {
    SN_SIBLINGS_BY_COST,
    SN_SIBLINGS_ALWAYS,
    SN_SIBLINGS_NEVER,
} sn_sibling_mode;

typedef struct sn_pass_env {
    sn_ctx *ctx;
    const sn_spelling *target;
    sn_sibling_mode siblings;
    sn_check_fn check; /* NULL: rewrites are not checked one by one */
    void *check_user;
    sn_remark_fn remark; /* NULL: nobody listens */
    void *remark_user;
    bool rewrites_only; /* missed optimizations are not reported */
    bool counts_only;   /* remarks of rewrites come without texts and layers */
} sn_pass_env;

typedef struct sn_cloned {
    const sn_node *node, *copy;
    const struct sn_cloned *next;
} sn_cloned;

typedef struct sn_pass_run {
    const sn_pass_env *env;
    const struct sn_pass *pass;
    sn_graph *g;
    sn_arena *arena; /* scratch of this run of the pass */
    uint32_t n_fired;
    uint32_t index;          /* of the pass in the list */
    uint32_t mark;           /* ids from here on are new (sn_rewrite_begin) */
    const sn_cloned *cloned; /* since sn_rewrite_begin */
    struct sn_pipeline *pipeline;
    bool looked_for_nan, has_nan; /* of sn_may_be_nan */
} sn_pass_run;

typedef struct sn_pass_after {
    const char *pass;
    const char *why;
} sn_pass_after;

typedef struct sn_pass {
    const char *name;
    const char *arrow;          /* the rewrite on one line: "conv + batch_norm -> conv" */
    const char *needs;          /* the precondition on one line */
    const char *covers;         /* passes of another optimizer that it stands for, or NULL */
    const sn_pass_after *after; /* passes that must have run first, ends with NULL; or NULL */
    bool spelling; /* takes away what writers put back where their format needs it; not worth
                      reporting */
    bool (*visits)(const sn_op *op); /* without a node of such an operator there is nothing to do or
                                        to tell; NULL: always run */
    /* On a graph: the network, and each body in it. */
    sn_status (*run)(sn_pass_run *run);
} sn_pass;

/* The list, in pipeline order. A stage is repeated until none of its passes fires; then the next
 * one begins; when a later stage fired, the first begins again. */
typedef struct sn_pass_entry {
    const char *stage, *what; /* a row that begins a stage: its name, what it is for */
    const sn_pass *pass;      /* else the pass */
} sn_pass_entry;
const sn_pass_entry *sn_passes(size_t *n);
const sn_pass *sn_pass_find(const char *name);

typedef struct sn_pipeline_options {
    const char *const *only; /* NULL-terminated names, or NULL: all */
    const char *const *skip; /* NULL-terminated, or NULL */
    /* NULL-terminated: these passes in place of the stages, by priority: one runs when those before
     * it have nothing left to do, and after every change the first has its turn again. NULL: the
     * stages. */
    const sn_pass *const *order;
    bool limited; /* to max_rewrites, those of the spelling not counted */
    uint32_t max_rewrites;
    /* After each run of one of these passes (NULL-terminated; NULL: of any) that changed the graph;
     * NULL: nobody listens. */
    const char *const *changed_by;
    sn_status (*changed)(void *user, const sn_pass *pass, uint32_t n_fired);
    void *user;
    /* Before each pass that has something to do: so many of all that are wanted are behind it in
     * this turn of the stages; NULL: nobody listens. */
    void (*progress)(void *user, uint32_t n_done, uint32_t n_total);
} sn_pipeline_options;

typedef struct sn_pipeline_result {
    uint32_t n_fired, n_checked, n_unchecked, n_refused, n_rounds;
    uint32_t n_spelling; /* of those fired, by passes that change the spelling alone */
    double worst;        /* largest distance of a check */
} sn_pipeline_result;

/* Runs the pipeline on g, in place. Infers shapes first and between passes. */
sn_status sn_pipeline_run(const sn_pass_env *env, sn_graph *g, const sn_pipeline_options *options,
                          sn_pipeline_result *out) SN_MUST_CHECK;

/* ---- for passes ------------------------------------------------------------------------------ */

/* SN_EACH_NODE over the run's graph; what was allocated in run->arena for one node is gone at the
 * next. */
#define SN_EACH_VISITED(n, run)                                                                    \
    for (sn_arena_mark n##_mark = sn_arena_save((run)->arena), *n##_once = &n##_mark; n##_once;    \
         n##_once = NULL)                                                                          \
        for (sn_node *n = (run)->g->first, *n##_next;                                              \
             n && (sn_arena_restore((run)->arena, n##_mark), n##_next = n->next, 1); n = n##_next) \
            if (!n->graph) {                                                                       \
            } else

/* Before new nodes are made for one rewrite. */
void sn_rewrite_begin(sn_pass_run *run);
/* Removes what was made right before `before` since then: there will be no rewrite. */
void sn_rewrite_abandon(sn_pass_run *run, sn_node *before);
/* A copy of `node` right before `before`: op, params, inputs, outputs, name, features, origin. */
sn_node *sn_rewrite_clone(sn_pass_run *run, const sn_node *node, sn_node *before);
/* Infers a node that was made and may not stay: what it wants of sizes is not learnt. */
sn_status sn_rewrite_infer(sn_node *made) SN_MUST_CHECK;
/* Whether that can be done; no error is left behind. */
bool sn_rewrite_infers(sn_node *made);
/* A node in front of `before`, called after it, whose shapes are inferred; NULL, with no error
 * left, where they do not fit. */
sn_node *sn_rewrite_node(sn_pass_run *run, sn_node *before, const sn_op *op, const void *params,
                         uint16_t n_in, sn_value **in, uint16_t n_out);

/* Input `slot` of a new node; inputs before it that the node lacks are left out. */
void sn_put_input(sn_node *n, uint16_t slot, sn_value *v);

enum { SN_MAX_MATCHED = 48 };

typedef struct sn_rewrite {
    sn_node *matched[SN_MAX_MATCHED]; /* nodes of the pattern, producer first; those no longer read
                                         are removed */
    int n_matched;
    /* Nodes that stay, and without which the precondition would not hold (a relu that says what
     * cannot be below 0): run together with the pattern by the check. */
    sn_node *const *given;
    size_t n_given;
    sn_value *before, *after; /* `after` may be an old value: an elimination */
    /* Where the pattern has several outputs: all of them, in place of the two above. */
    size_t n_values;
    sn_value *const *befores, *const *afters;
    bool same_shape; /* the pass itself proves that the shapes are equal where inference cannot tell
                      */
    /* what matched and result do not say: "constant 2 becomes a scalar"; or NULL */
    const char *note;
} sn_rewrite;
/* New nodes inherit the features of what they are made of. SN_OK also when the check took the
 * rewrite back: *done says. */
sn_status sn_rewrite_commit(sn_pass_run *run, const sn_rewrite *rw, bool *done) SN_MUST_CHECK;

/* "a + b: why". Reported once per pair, in the last sweep only. b may be NULL. The reason names no
 * layer: it says "the conv" (sn_op.name), which groups it with its like. */
void sn_missed(sn_pass_run *run, const sn_node *a, const sn_node *b, const char *fmt, ...)
    SN_PRINTF(4, 5);
/* Whether `status` is that what was to be made cannot be (SN_E_UNSUPPORTED): "a + b: what: why" is
 * reported, with the context's error as the reason, which is cleared. */
bool sn_missed_unsupported(sn_pass_run *run, sn_status status, const sn_node *a, const sn_node *b,
                           const char *what);
/* The node whose output `v` is and that nobody but `reader` reads; NULL, with the reason reported,
 * otherwise. `quiet` tells nothing. */
sn_node *sn_sole_producer(sn_pass_run *run, sn_value *v, const sn_node *reader, bool quiet);
/* Missed because `other` reads v too, besides `reader`. */
void sn_missed_reader(sn_pass_run *run, const sn_value *v, const sn_node *reader,
                      const sn_node *other);
/* Name, or "add #12"; in a body behind its place: "choose.then/relu1". */
const char *sn_node_label(sn_arena *arena, const sn_node *n);

/* The pass's whole rewrite is to remove `n`, which nobody reads; reported as one. */
sn_status sn_remove_unread(sn_pass_run *run, sn_node *n) SN_MUST_CHECK;
/* Removes a node that nobody reads, and then whatever that makes unread. Inputs and outputs stay.
 */
void sn_remove_dead(sn_node *n);

#endif
