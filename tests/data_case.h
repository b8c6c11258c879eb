/* SPDX-License-Identifier: Apache-2.0
 *
 * One data test, shared by the runner (run_data.c) and its commands (data_*.c). */
#ifndef TESTS_DATA_CASE_H
#define TESTS_DATA_CASE_H

#include "base/text.h"
#include "ir/graph.h"

enum { MAX_SECTIONS = 16 };

typedef struct section {
    const char *name;
    sn_str text;
} section;

typedef struct data_case {
    sn_ctx *ctx;
    sn_arena *arena;
    const char *path;
    const char *command, *arguments;
    sn_str head; /* title and test line */
    section sections[MAX_SECTIONS];
    int n_sections;
    sn_str failure;
    bool blessed, skipped;
} data_case;

typedef struct data_command {
    const char *name;
    sn_status (*run)(data_case *c);
} data_command;
extern const data_command data_commands[];

const char *case_section(const data_case *c, const char *name); /* NULL: none */
void case_fail(data_case *c, const char *fmt, ...) SN_PRINTF(2, 3);
/* Compares with a section; rewrites it when blessing. */
void case_expect(data_case *c, const char *name, const char *found);

/* data_graph.c */
sn_status case_parse(data_case *c, sn_graph **out);
/* Sizes given as NAME=SIZES among the arguments are put on the inputs. */
sn_status case_pin(data_case *c, sn_graph *g);
sn_status run_cat(data_case *c);
sn_status run_infer(data_case *c);
sn_status run_batch(data_case *c);
sn_status run_error(data_case *c);
sn_status run_pass(data_case *c);
sn_status run_optimize(data_case *c);
/* Optimizes with every rewrite checked; checks that the whole network agrees and that a second time
 * nothing fires. */
sn_status case_optimize(data_case *c, sn_graph *g, const char *const *only, sn_str *remarks);

/* data_order.c */
/* The whole pipeline on g in random orders that keep the edges: each must cost what the pipeline's
 * does. */
sn_status case_orders(data_case *c, const sn_graph *g);
sn_status run_order(data_case *c);

/* data_fuse.c */
sn_status run_fuse(data_case *c);

/* data_plan.c */
sn_status run_plan(data_case *c);

/* data_again.c */
/* Optimizes a file twice through files: the second time nothing may change. `folder`: for files. */
void case_again(data_case *c, const char *folder, const char *param, const char *bin);
sn_status case_again_graph(data_case *c,
                           const sn_graph *g); /* the same of a graph, where a file can hold it */

/* data_run.c */
sn_status run_run(data_case *c);
/* Feeds g as the feed section says; the results as text. */
sn_status case_results(data_case *c, const sn_graph *g);

/* data_gradient.c */
sn_status run_gradient(data_case *c);

/* data_ncnn.c, data_cli.c */
sn_status run_ncnn(data_case *c);
sn_status run_cli(data_case *c);

#endif
