/* SPDX-License-Identifier: Apache-2.0
 *
 * Recurrent operators and their gradients in all their forms, over axes of images, directions and
 * states; weights that are constants and weights that come at run time. */
#include "kernels/kernel_unit.h"

#include "base/vec.h"

enum { RNN, GRU, RESET_FIRST, LSTM, PROJECTED, N_KINDS };
enum { GIVEN = 1, CONSTANT = 2 }; /* where an optional input comes from; 0: left out */
enum { LATE_X = 1, LATE_H = 2, LATE_BIAS = 4, LATE_R = 8, LATE_ALL = 15 };

typedef struct cell_case {
    int kind, direction;
    int n; /* axis of images; 0: none */
    int steps, size, cells;
    bool states, merged;
    int lens, peephole;
    double clip;
    unsigned late; /* weights that are inputs */
    bool halves;   /* all that is not a length */
    int by;        /* of a gradient: which results are compared, two in turn from 1 on; 0: none */
} cell_case;

typedef struct case_list {
    SN_VEC(kernel_case) v;
    sn_arena *arena;
} case_list;

static const char *const directions[] = {"forward", "reverse", "bidirectional"};

static bool is_lstm(const cell_case *c) { return c->kind >= LSTM; }

static void add_input(sn_str *s, const char *name, const char *type, const char *shape)
{
    sn_str_addf(s, "\"%s$\" = input : %s[%s]\n", name, type, shape);
}

/* A weight: its definition as an input goes to `before`, as a constant to `behind`. */
static void add_weight(sn_str *before, sn_str *call, sn_str *behind, const char *name, bool late,
                       const char *type, const char *shape)
{
    if (late)
        add_input(before, name, type, shape);
    else
        sn_str_addf(behind, "\n@\"%s$\" = %s[%s] seed %d", name, type, shape, name[0]);
    sn_str_addf(call, ", %s\"%s$\"", late ? "" : "@", name);
}

static void add_lens(const cell_case *c, sn_str *before, sn_str *call, sn_str *behind)
{
    const int n = c->n ? c->n : 1;
    if (!c->lens) {
        sn_str_add(call, ", _");
        return;
    }
    sn_str_addf(call, ", %s\"l$\"", c->lens == CONSTANT ? "@" : "");
    if (c->lens == GIVEN) {
        sn_str_addf(before, "\"l$\" = input : i32[%d]\n", n);
        return;
    }
    sn_str_addf(behind, "\n@\"l$\" = i32[%d] [", n);
    for (int k = 0; k < n; k++) /* all steps, none, and so on */
        sn_str_addf(behind, "%s%d", k ? "," : "", (c->steps + k * c->steps) % (c->steps + 1));
    sn_str_add(behind, "]");
}

/* The results of the gradient: of those that there are, two are y and z. */
static void add_results(const cell_case *c, sn_str *call)
{
    const bool there[] = {true,
                          true,
                          true,
                          true,
                          c->kind == PROJECTED,
                          is_lstm(c) && c->states,
                          is_lstm(c) && c->states,
                          c->peephole != 0};
    int list[8], n = 0;
    for (int i = 0; i < 8; i++)
        if (there[i] || (i == 4 && !is_lstm(c) && c->states)) list[n++] = i;
    for (int i = 0; i < (is_lstm(c) ? 8 : 5); i++) {
        sn_str_add(call, i ? ", " : "");
        if (i == list[(c->by - 1) % n])
            sn_str_add(call, "\"y$\"");
        else if (i == list[c->by % n])
            sn_str_add(call, "\"z$\"");
        else
            sn_str_addf(call, "\"by%d$\"", i);
    }
}

/* What the gradient gets behind the inputs: without states, the gradient by y alone. */
static void add_gradients(const cell_case *c, const char *type, int hidden, sn_str *before,
                          sn_str *call)
{
    const int d = c->direction == 2 ? 2 : 1;
    const char *of_n = c->n ? sn_arena_printf(call->arena, "%d,", c->n) : "",
               *of_d = c->merged ? "" : sn_arena_printf(call->arena, "%d,", d);
    if (is_lstm(c) && !c->peephole) sn_str_add(call, ", _");
    add_input(before, "dy", type,
              sn_arena_printf(call->arena, "%d,%s%s%d", c->steps, of_d, of_n,
                              c->merged ? d * hidden : hidden));
    sn_str_add(call, ", \"dy$\"");
    for (int i = 0; c->states && i < (is_lstm(c) ? 2 : 1); i++) {
        const char *name = i ? "dcn" : "dhn";
        add_input(before, name, type,
                  sn_arena_printf(call->arena, "%d,%s%d", d, of_n, i ? c->cells : hidden));
        sn_str_addf(call, ", \"%s$\"", name);
    }
}

static void add(case_list *list, const cell_case *c)
{
    sn_arena *a = list->arena;
    sn_str before, call, behind;
    sn_str_init(&before, a);
    sn_str_init(&call, a);
    sn_str_init(&behind, a);
    static const char *const ops[] = {"rnn", "gru", "gru", "lstm", "lstm"};
    static const int gates[] = {1, 3, 3, 4, 4}, biases[] = {1, 4, 4, 4, 4};
    const int d = c->direction == 2 ? 2 : 1, rows = gates[c->kind] * c->cells;
    const int hidden = c->kind == PROJECTED ? c->cells / 2 + 1 : c->cells;
    const char *type = c->halves ? "f16" : "f32";
    const char *of_n = c->n ? sn_arena_printf(a, "%d,", c->n) : "";
    add_input(&before, "x", type, sn_arena_printf(a, "%d,%s%d", c->steps, of_n, c->size));
    if (c->by)
        add_results(c, &call);
    else
        sn_str_add(&call, is_lstm(c) ? "\"y$\", \"hn$\", \"cn$\"" : "\"y$\", \"z$\"");
    sn_str_addf(&call, " = %s%s(\"x$\"", ops[c->kind], c->by ? "_gradient" : "");
    add_weight(&before, &call, &behind, "w", c->late & LATE_X, type,
               sn_arena_printf(a, "%d,%d,%d", d, rows, c->size));
    add_weight(&before, &call, &behind, "b", c->late & LATE_BIAS, type,
               sn_arena_printf(a, "%d,%d,%d", d, biases[c->kind], c->cells));
    add_weight(&before, &call, &behind, "r", c->late & LATE_H, type,
               sn_arena_printf(a, "%d,%d,%d", d, rows, hidden));
    if (c->kind == PROJECTED)
        add_weight(&before, &call, &behind, "p", c->late & LATE_R, type,
                   sn_arena_printf(a, "%d,%d,%d", d, hidden, c->cells));
    else if (is_lstm(c))
        sn_str_add(&call, ", _");
    for (int i = 0; i < (is_lstm(c) ? 2 : 1); i++) {
        const char *name = i ? "c" : "h";
        if (c->states)
            add_input(&before, name, type,
                      sn_arena_printf(a, "%d,%s%d", d, of_n, i ? c->cells : hidden));
        sn_str_addf(&call, c->states ? ", \"%s$\"" : ", _", name);
    }
    add_lens(c, &before, &call, &behind);
    if (c->peephole)
        add_weight(&before, &call, &behind, "o", c->peephole == GIVEN, type,
                   sn_arena_printf(a, "%d,%d", d, 3 * c->cells));
    if (c->by) add_gradients(c, type, hidden, &before, &call);
    sn_str_addf(&call, ") {num_output=%d, direction=%s, merge_directions=%s, clip=%g", hidden,
                directions[c->direction], c->merged ? "true" : "false", c->clip);
    if (is_lstm(c)) sn_str_addf(&call, ", hidden_size=%d", c->cells);
    if (c->kind == RESET_FIRST) sn_str_add(&call, ", linear_before_reset=false");
    sn_str_add(&call, "}");
    if (is_lstm(c) && !c->by)
        sn_str_addf(&call, "\n\"z$\" = concat(\"hn$\", \"cn$\") {axis=%d}", c->n ? 2 : 1);
    SN_PUSH(list->v, (kernel_case){.text = sn_arena_printf(a, "%s%s%s", before.s, call.s,
                                                           behind.s ? behind.s : ""),
                                   .kernel = c->by ? "recurrent_gradient" : "recurrent"});
}

static const int images[] = {1, 2, 3, 5};
enum { N_IMAGES = 4 };

/* Each kind over directions, axes of images, states and lengths. */
static void fill_images(case_list *list)
{
    for (int kind = 0; kind < N_KINDS; kind++)
        for (int direction = 0; direction < 3; direction++)
            for (int i = 0; i < 4 * N_IMAGES; i++) {
                const int n = images[i % N_IMAGES];
                add(list, &(cell_case){.kind = kind,
                                       .direction = direction,
                                       .n = n,
                                       .steps = 4,
                                       .size = 7,
                                       .cells = 4 + n,
                                       .states = i / N_IMAGES & 1,
                                       .lens = i / N_IMAGES & 2 ? GIVEN : 0,
                                       .merged = (i + kind) % 3 == 0});
            }
}

/* What only some networks have, alone and together. */
static void fill_forms(case_list *list)
{
    for (int kind = 0; kind < N_KINDS; kind++)
        for (int direction = 0; direction < 3; direction++) {
            cell_case c = {.kind = kind,
                           .direction = direction,
                           .n = 3,
                           .steps = 5,
                           .size = 6,
                           .cells = 11,
                           .states = direction != 1};
            add(list, &c);
            c.steps = 0; /* the last states are the first */
            add(list, &c);
            c.steps = 5;
            c.clip = 0.2;
            add(list, &c);
            c.lens = CONSTANT;
            c.cells = 8;
            add(list, &c);
            c.n = 0; /* a sequence without an axis of images */
            c.lens = direction == 1 ? CONSTANT : GIVEN;
            c.cells = 3;
            add(list, &c);
            for (int from = GIVEN; from <= CONSTANT && kind >= LSTM; from++) {
                c.peephole = from;
                c.n = from;
                c.clip = from == GIVEN ? 0 : 0.4;
                add(list, &c);
                c.cells = 17;
                c.lens = 0;
                add(list, &c);
            }
        }
}

/* Each weight alone at run time, then all of them. */
static void fill_late(case_list *list)
{
    static const unsigned late[] = {LATE_X, LATE_H, LATE_BIAS, LATE_R, LATE_ALL, LATE_ALL};
    for (int kind = 0; kind < N_KINDS; kind++)
        for (int i = 0; i < 6; i++) {
            if (late[i] == LATE_R && kind != PROJECTED) continue;
            for (int direction = 0; direction < 3; direction++)
                add(list, &(cell_case){.kind = kind,
                                       .direction = direction,
                                       .n = i == 4 ? 3 : i % 3,
                                       .steps = 3,
                                       .size = 5,
                                       .cells = i == 5 ? 16 : 5 + i,
                                       .states = i % 2,
                                       .lens = i == 4 ? GIVEN : 0,
                                       .clip = i == 5 ? 0.5 : 0,
                                       .peephole = kind >= LSTM && i == 4 ? GIVEN : 0,
                                       .late = late[i]});
        }
}

static void fill_halves(case_list *list)
{
    for (int kind = 0; kind < N_KINDS; kind++)
        for (int i = 0; i < 3; i++)
            add(list, &(cell_case){.kind = kind,
                                   .direction = i,
                                   .n = 2,
                                   .steps = 3,
                                   .size = 4,
                                   .cells = 9,
                                   .states = true,
                                   .lens = GIVEN,
                                   .late = i == 1 ? LATE_ALL : 0,
                                   .halves = true});
}

/* Each result of each kind, weights being constants and not, over directions, lengths and clips. */
static void fill_gradients(case_list *list)
{
    for (int kind = 0; kind < N_KINDS; kind++)
        for (int i = 0; i < 24; i++)
            add(list, &(cell_case){.kind = kind,
                                   .direction = i % 3,
                                   .n = i % 4,
                                   .steps = i == 7 ? 0 : 1 + i % 5,
                                   .size = 3 + i % 7,
                                   .cells = i % 2 ? 5 : 11,
                                   .states = i % 8 < 5,
                                   .merged = i % 5 == 2,
                                   .lens = i % 4 == 3   ? CONSTANT
                                           : i % 4 == 1 ? GIVEN
                                                        : 0,
                                   .peephole = kind < LSTM ? 0 : i % 3,
                                   .clip = i % 2 ? 0 : 0.3,
                                   .late = i % 7 < 4 ? LATE_ALL : (unsigned)i % 16,
                                   .by = 1 + i / 3,
                                   .halves = i == 11});
}

static void run_list(void (*fill)(case_list *), const kernel_options *o)
{
    case_list list = {.arena = sn_arena_create(ctx)};
    list.v.arena = list.arena;
    fill(&list);
    print_message("%zu cases\n", list.v.n);
    if (o)
        check_cases(list.v.v, list.v.n, o);
    else
        check_machines(list.v.v, list.v.n);
    sn_arena_destroy(list.arena);
}

/* An axis of images that the network has itself. */
static void images_of_the_network(void **state)
{
    (void)state;
    run_list(fill_images, &(kernel_options){.max_threads = 3});
    run_list(fill_images, &(kernel_options){.machine = "generic", .max_threads = 1});
}

static void forms(void **state)
{
    (void)state;
    run_list(fill_forms, NULL);
}

static void weights_at_run_time(void **state)
{
    (void)state;
    run_list(fill_late, NULL);
}

static void gradients(void **state)
{
    (void)state;
    run_list(fill_gradients, NULL);
}

/* Lengths stay integers beside them. */
static void halves(void **state)
{
    (void)state;
    run_list(fill_halves, &(kernel_options){.max_threads = 2});
}

/* An axis of images that the program has: each has weights and lengths of its own, where these are
 * inputs. Each form has one of the sizes. */
static void images_of_the_program(void **state)
{
    (void)state;
    case_list plain = {.arena = sn_arena_create(ctx)}, late = {.arena = plain.arena};
    plain.v.arena = late.v.arena = plain.arena;
    fill_forms(&plain);
    fill_late(&late);
    for (unsigned i = 0; i < N_IMAGES; i++) {
        const kernel_options o = {.batch = images[i], .max_threads = 2};
        kernel_options ordered = o;
        ordered.order = i % 2 ? SN_BATCH_BY_STEP : SN_BATCH_MIXED;
        check_turn(plain.v.v, plain.v.n, i, N_IMAGES, &o);
        check_turn(late.v.v, late.v.n, i, N_IMAGES, &ordered);
    }
    sn_arena_destroy(plain.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(images_of_the_network),
                                       cmocka_unit_test(forms),
                                       cmocka_unit_test(weights_at_run_time),
                                       cmocka_unit_test(gradients),
                                       cmocka_unit_test(halves),
                                       cmocka_unit_test(images_of_the_program)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
