/* SPDX-License-Identifier: Apache-2.0
 *
 *   if(c, x, w, u) ... , loop(...) ...  -->  the same with fewer inputs and results
 *
 * What nobody needs goes: captures that no body reads, or that are captured twice; results that
 * nobody reads, unless a loop carries them. Constants that are captured move into the bodies, where
 * passes see them. What a loop carries without changing it is a capture, and its result is what
 * went in. */
#include "base/vec.h"
#include "ops/control.h"
#include "passes/bodies.h"

typedef struct trimming {
    sn_pass_run *run;
    sn_node *n;
    sn_carried c;
    int first, n_formal, n_captures;
    bool *leaves_in;      /* by capture: it goes, or moves into the bodies */
    const sn_tensor **is; /* by capture: the constant that it is, or NULL */
    int *same;            /* by capture: the first one that is the same value */
    bool *leaves_carried; /* by carried value: nothing needs it, or it stays as it is */
    bool *invariant;      /* by carried value: the body gives what it is fed */
    bool *leaves_out;     /* by output of the node */
    int n_gone, n_moved;
} trimming;

static bool is_fed_used(const sn_node *n, int fed)
{
    for (uint16_t i = 0; i < n->n_body; i++) {
        if (sn_graph_fed(n->body[i], (size_t)fed)->n_uses) return true;
    }
    return false;
}

static void look_at_captures(trimming *t)
{
    for (int i = 0; i < t->n_captures; i++) {
        sn_value *x = sn_in(t->n, (unsigned)(t->first + i));
        t->same[i] = i;
        for (int k = 0; k < i && t->same[i] == i; k++) {
            if (sn_in(t->n, (unsigned)(t->first + k)) == x) t->same[i] = k;
        }
        t->is[i] = sn_const_of(x);
        const bool unused = !is_fed_used(t->n, t->n_formal + i);
        t->leaves_in[i] = unused || t->is[i] || t->same[i] != i;
        t->n_moved += !unused && t->is[i];
        t->n_gone += t->leaves_in[i] && (unused || !t->is[i]);
    }
    /* One that only its doubles are read of stays for these. */
    for (int i = 0; i < t->n_captures; i++) {
        if (t->same[i] == i || !is_fed_used(t->n, t->n_formal + i) || t->is[i]) continue;
        if (!t->leaves_in[t->same[i]]) continue;
        t->leaves_in[t->same[i]] = false;
        t->n_gone--;
    }
}

static void look_at_carried(trimming *t)
{
    const sn_graph *body = t->n->body[0];
    for (int i = 0; i < t->c.n; i++) {
        const sn_value *fed = sn_graph_fed(body, (size_t)(t->c.fed + i));
        t->invariant[i] = sn_body_result(body, (unsigned)(t->c.given + i)) == fed;
        t->leaves_carried[i] = t->invariant[i] || (!t->n->out[i]->n_uses && !fed->n_uses);
        t->leaves_out[i] = t->leaves_carried[i];
        t->n_gone += t->leaves_carried[i];
    }
}

static void look_at_outputs(trimming *t)
{
    for (int i = t->c.n; i < t->n->n_out; i++) {
        t->leaves_out[i] = !t->n->out[i]->n_uses;
        t->n_gone += t->leaves_out[i];
    }
}

/* ---- the new node ---------------------------------------------------------------------------- */

static sn_value *feed(sn_graph *body, const sn_value *like)
{
    sn_value *v = sn_out(sn_node_create(body, NULL, &sn_op_input, NULL, 0, NULL, 1), 0);
    v->type = like->type;
    v->name = like->name;
    return v;
}

/* What stands for what the old body was fed. Carried values that stay as they are become captures,
 * behind the others. */
static void feed_body(trimming *t, const sn_graph *from, sn_graph *to, sn_value **as)
{
    for (int i = 0; i < t->n_formal; i++) {
        const bool carried = i >= t->c.fed && i < t->c.fed + t->c.n;
        if (!carried || !t->leaves_carried[i - t->c.fed])
            as[i] = feed(to, sn_graph_fed(from, (size_t)i));
    }
    for (int i = 0; i < t->n_captures; i++) {
        const int k = t->n_formal + i;
        if (!t->leaves_in[i]) as[k] = feed(to, sn_graph_fed(from, (size_t)k));
    }
    for (int i = 0; i < t->c.n; i++) {
        if (t->invariant[i])
            as[t->c.fed + i] = feed(to, sn_graph_fed(from, (size_t)(t->c.fed + i)));
    }
    for (int i = 0; i < t->n_captures; i++) {
        const int k = t->n_formal + i;
        if (as[k] || !sn_graph_fed(from, (size_t)k)->n_uses) continue;
        as[k] = t->is[i] ? sn_constant_node(to, NULL, t->is[i]) : as[t->n_formal + t->same[i]];
    }
}

static void copy_body(trimming *t, sn_node *m, const sn_graph *from)
{
    sn_arena *arena = t->run->arena;
    sn_graph *to = sn_node_add_body(m);
    const sn_node *output = sn_graph_output(from);
    sn_value **as = SN_NEW_N(arena, sn_value *, t->n_formal + t->n_captures);
    sn_value **results = SN_NEW_N(arena, sn_value *, output->n_in);
    feed_body(t, from, to, as);
    sn_graph_copy_nodes(from, to, NULL, as, results);
    for (int i = 0; i < output->n_in; i++) {
        if (i >= t->c.given && t->leaves_out[i - t->c.given]) continue;
        sn_graph_add_output(to, output->op, results[i], NULL);
    }
}

/* Lists of a scan have a row for each output. */
static sn_ints without(const trimming *t, const sn_ints *list)
{
    int32_t *v = SN_NEW_N(t->run->arena, int32_t, list->n), n = 0;
    for (int i = 0; i < list->n && t->c.n + i < t->n->n_out; i++) {
        if (!t->leaves_out[t->c.n + i]) v[n++] = list->v[i];
    }
    return (sn_ints){n, v};
}

static const void *params_of(trimming *t)
{
    int n_carried = t->c.n;
    for (int i = 0; i < t->c.n; i++) n_carried -= t->leaves_carried[i];
    if (t->n->op == &sn_op_loop) {
        sn_loop_params *p = SN_NEW(t->run->arena, sn_loop_params);
        p->carried = n_carried;
        return p;
    }
    if (t->n->op != &sn_op_scan) return NULL;
    sn_scan_params *p = SN_NEW(t->run->arena, sn_scan_params);
    *p = *(const sn_scan_params *)t->n->params;
    p->states = n_carried;
    p->output_axes = without(t, &p->output_axes);
    p->output_directions = without(t, &p->output_directions);
    return p;
}

static sn_node *make(trimming *t, uint16_t n_out)
{
    SN_VEC(sn_value *) in = SN_VEC_IN(t->run->arena);
    for (int i = 0; i < t->first; i++) {
        const bool carried = i >= t->c.slot && i < t->c.slot + t->c.n;
        if (!carried || !t->leaves_carried[i - t->c.slot]) SN_PUSH(in, sn_in(t->n, (unsigned)i));
    }
    for (int i = 0; i < t->n_captures; i++) {
        if (!t->leaves_in[i]) SN_PUSH(in, sn_in(t->n, (unsigned)(t->first + i)));
    }
    for (int i = 0; i < t->c.n; i++) {
        if (t->invariant[i]) SN_PUSH(in, sn_in(t->n, (unsigned)(t->c.slot + i)));
    }
    sn_node *m =
        sn_node_create(t->run->g, t->n, t->n->op, params_of(t), (uint16_t)in.n, in.v, n_out);
    m->name = t->n->name;
    m->origin = t->n->origin;
    for (uint16_t i = 0; i < t->n->n_body; i++) copy_body(t, m, t->n->body[i]);
    return m;
}

static sn_status trim(trimming *t)
{
    sn_value **now = SN_NEW_N(t->run->arena, sn_value *, t->n->n_out);
    uint16_t n_out = 0, slot = 0;
    for (int i = 0; i < t->n->n_out; i++) n_out = (uint16_t)(n_out + !t->leaves_out[i]);
    sn_rewrite_begin(t->run);
    sn_node *m = n_out ? make(t, n_out) : NULL;
    for (int i = 0; i < t->n->n_out; i++) {
        if (!t->leaves_out[i]) now[i] = sn_out(m, slot++);
        if (i < t->c.n && t->invariant[i]) now[i] = sn_in(t->n, (unsigned)(t->c.slot + i));
    }
    const char *note = sn_arena_printf(t->run->arena, "%d dropped, %d constant%s moved in",
                                       t->n_gone, t->n_moved, t->n_moved == 1 ? "" : "s");
    return sn_commit_outputs(t->run, t->n, now, true, note);
}

static sn_status visit(sn_pass_run *run, sn_node *n)
{
    trimming t = {.run = run,
                  .n = n,
                  .c = sn_carried_of(n),
                  .first = sn_first_capture(n),
                  .n_formal = sn_body_n_formal(n)};
    t.n_captures = n->n_in - t.first;
    t.leaves_in = SN_NEW_N(run->arena, bool, t.n_captures);
    t.is = SN_NEW_N(run->arena, const sn_tensor *, t.n_captures);
    t.same = SN_NEW_N(run->arena, int, t.n_captures);
    t.leaves_carried = SN_NEW_N(run->arena, bool, t.c.n);
    t.invariant = SN_NEW_N(run->arena, bool, t.c.n);
    t.leaves_out = SN_NEW_N(run->arena, bool, n->n_out);
    look_at_captures(&t);
    look_at_carried(&t);
    look_at_outputs(&t);
    return t.n_gone || t.n_moved ? trim(&t) : SN_OK;
}

static bool visits(const sn_op *op) { return op->bodies && !op->resolve; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->n_body && visits(n->op) && sn_node_is_read(n)) SN_TRY(visit(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_trim_bodies = {
    .name = "trim_bodies",
    .arrow = "if, loop, scan -> the same with fewer captures and results",
    .needs = "nothing needs what goes; constants move in; what is carried without a change is a "
             "capture",
    .visits = visits,
    .run = run,
};
