/* SPDX-License-Identifier: Apache-2.0
 *
 * move: operators that only move elements, and changes of layout, as the loops that index_map.h
 * finds. Loops whose innermost axis runs on both sides copy vectors; those in which one axis runs
 * through the source and another through the result turn tiles of lanes x lanes in registers; moves
 * within blocks of channels shuffle lanes. Where the elements go without any order, tables say
 * where. */
#include "kernels/move.h"
#include "kernels/index_map.h"
#include "kernels/kernel.h"
#include "kernels/typed.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ops/ops.h"

extern const char sn_text_move_run[], sn_text_move_turn[], sn_text_rolled[];

enum { MOST_NESTS = 64, MOST_UNITS = 64, UNIT_FLOATS = 4096 };

/* Part of a table: floats of output `out` that come from input `in` (or are constants). */
typedef struct table_part {
    uint16_t out;
    int in;
    int64_t first, n;
} table_part;

typedef struct move_config {
    sn_index_nests nests;
    SN_VEC(table_part) parts;
    sn_packed *table; /* instead of nests, or NULL: addresses in the result, then in the source (or
                         bits of constants) */
    sn_packed *constant[SN_MAX_STEP_IN]; /* inputs that are constants */
} move_config;

/* ---- what it takes --------------------------------------------------------------------------- */

/* Operators that leave channels channels, so that blocks stay useful. */
static bool keeps_channels(const sn_node *node)
{
    static const sn_op *const ops[] = {
        &sn_op_concat, &sn_op_split,           &sn_op_slice,         &sn_op_pad,     &sn_op_tile,
        &sn_op_flip,   &sn_op_channel_shuffle, &sn_op_slice_scatter, &sn_op_identity};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (node->op == ops[i]) return sn_out(node, 0)->shape.rank >= 3;
    return false;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    double elements = 0;
    (void)k;
    if (node->no_rule || node->n_in > SN_MAX_STEP_IN || node->n_out > SN_MAX_STEP_IN ||
        !sn_index_map_fits(node))
        return false;
    for (unsigned i = 0; i < node->n_in; i++) out->in[i] = SN_LAYOUT_ANY;
    for (unsigned i = 0; i < node->n_out; i++) {
        out->out[i] = keeps_channels(node) ? SN_LAYOUT_ANY : SN_LAYOUT_PLAIN;
        elements += (double)sn_shape_count(&sn_out(node, i)->shape);
    }
    out->work.scalar = 3 * elements;
    return true;
}

/* ---- planning -------------------------------------------------------------------------------- */

typedef struct move_entry {
    int32_t to, from;
    int in;
} move_entry;

typedef struct table_list {
    SN_VEC(move_entry) v;
} table_list;

static bool add_entry(void *user, int64_t to, int in, int64_t from)
{
    table_list *t = user;
    SN_PUSH(t->v, (move_entry){(int32_t)to, (int32_t)(uint32_t)from, in});
    return true;
}

/* One part for each output and source. */
static void make_table(const sn_kernel_ctx *k, sn_step *s, move_config *c, const sn_index_map *map)
{
    sn_arena *scratch = sn_arena_create(k->ctx);
    table_list *lists = SN_NEW_N(scratch, table_list, map->n_out);
    int64_t total = 0, at = 0;
    for (uint16_t o = 0; o < map->n_out; o++) {
        lists[o].v.arena = scratch;
        (void)sn_index_each(map, s->in, s->out, o, k->machine->lanes, add_entry, &lists[o]);
        total += (int64_t)lists[o].v.n;
    }
    int32_t *words = SN_NEW_N(scratch, int32_t, 2 * total);
    for (uint16_t o = 0; o < map->n_out; o++) {
        for (int in = SN_INDEX_VALUE; in < map->n_in; in++) {
            const int64_t first = at;
            for (size_t i = 0; i < lists[o].v.n; i++) {
                if (lists[o].v.v[i].in != in) continue;
                words[at] = lists[o].v.v[i].to;
                words[total + at++] = lists[o].v.v[i].from;
            }
            if (at > first) SN_PUSH(c->parts, (table_part){o, in, first, at - first});
        }
    }
    memcpy(sn_step_pack(k, s, 2 * total, "where elements go, and where they come from"), words,
           (size_t)(2 * total) * sizeof *words);
    c->table = s->packed[s->n_packed - 1];
    sn_arena_destroy(scratch);
}

static sn_type type_of(const sn_step *s) { return s->out[0]->type; }

static sn_status pack_constants(const sn_kernel_ctx *k, sn_step *s, move_config *c)
{
    for (unsigned i = 0; s->node && i < s->node->n_in; i++) {
        const sn_value *v = sn_in(s->node, i);
        const float *data = NULL;
        if (!v || s->in[i] || !sn_const_of(v) || !sn_index_map_moves(s->node, i)) continue;
        if (s->n_packed >= SN_MAX_PACKED - 1)
            return sn_node_fail(k->ctx, s->node, SN_E_UNSUPPORTED,
                                "it has too many constant inputs");
        if (type_of(s) != SN_TYPE_f32) {
            SN_TRY(sn_step_pack_value(k, s, v, "a constant input"));
            c->constant[i] = s->packed[s->n_packed - 1];
            continue;
        }
        SN_TRY(sn_step_constant(k, s->node, i, &data));
        const int64_t n = sn_shape_count(&v->shape);
        memcpy(sn_step_pack(k, s, n, "a constant input"), data, (size_t)n * sizeof *data);
        c->constant[i] = s->packed[s->n_packed - 1];
    }
    return SN_OK;
}

static const char *reason(const sn_kernel_ctx *k, const sn_step *s, const move_config *c)
{
    if (c->table) return "a table of addresses: they have no order";
    const char *how = c->nests.lanes > 1 ? "vectors of channels" : "elements";
    const char *what = s->node  ? ""
                       : s->map ? "packs weights, "
                       : s->channels
                           ? sn_arena_printf(k->arena, "channels of %d tensors, ", s->n_in)
                       : s->in[0]->layout.kind == s->out[0]->layout.kind ? "copy, "
                                                                         : "change of layout, ";
    if (s->n_nodes > 1) what = sn_arena_printf(k->arena, "%zu moves in one, ", s->n_nodes);
    return sn_arena_printf(k->arena, "%s%zu nests of loops over %s", what, c->nests.n, how);
}

static sn_status plan_map(const sn_kernel_ctx *k, sn_step *s, move_config *c, sn_arena *scratch)
{
    sn_index_map *map = NULL;
    if (s->channels) {
        sn_index_nests_of_channels(k->arena, s, k->machine->lanes, &c->nests);
        return SN_OK;
    }
    if (s->map) {
        map = sn_arena_copy(scratch, s->map, sizeof *s->map);
    } else if (s->node) {
        SN_TRY(sn_index_map_of_chain(k->ctx, scratch, s->nodes, s->n_nodes, &map));
    } else {
        map = sn_index_map_same(scratch, sn_shape_count(&s->out[0]->shape));
    }
    if (!sn_index_nests_of(k->arena, scratch, map, s->in, s->out, k->machine->lanes, MOST_NESTS,
                           &c->nests)) {
        c->nests.n = 0;
        make_table(k, s, c, map);
    }
    return SN_OK;
}

static bool is_identity(const sn_index_pattern *q, int lanes)
{
    if (q->n_from != 1) return false;
    for (int l = 0; l < lanes; l++)
        if (q->from[l] == SN_INDEX_VALUE || (q->from[l] == 0 && q->lane[l] != l)) return false;
    return true;
}

/* What stands where it belongs: vectors of an operand that is part of the result's memory. */
static bool is_in_place(const sn_step *s, const sn_index_nest *nest, int lanes)
{
    const sn_index_pattern *q = nest->pattern;
    const sn_place *y = s->out[q->out], *x = q->n_from == 1 ? s->in[q->in[0]] : NULL;
    bool same = x && x->storage == y->storage && nest->from[0] == nest->to &&
                x->offset == y->offset && is_identity(q, lanes);
    for (int a = 0; a < nest->n && same; a++) same = nest->from_step[a][0] == nest->to_step[a];
    return same;
}

/* Returns the part of the floats that is moved. */
static double drop_in_place(const sn_step *s, sn_index_nests *nests)
{
    size_t n = 0;
    double all = 0, moved = 0;
    for (size_t i = 0; i < nests->n; i++) {
        const sn_index_nest *nest = &nests->v[i];
        double points = 1;
        for (int a = 0; a < nest->n; a++) points *= (double)nest->size[a];
        all += points;
        if (is_in_place(s, nest, nests->lanes)) continue;
        moved += points;
        nests->v[n++] = *nest;
    }
    nests->n = n;
    return all > 0 ? moved / all : 1;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    move_config *c = SN_NEW(k->arena, move_config);
    c->parts.arena = k->arena;
    s->config = c;
    s->n_phases = 1;
    sn_arena *scratch = sn_arena_create(k->ctx);
    sn_status status = pack_constants(k, s, c);
    if (status == SN_OK) status = plan_map(k, s, c, scratch);
    sn_arena_destroy(scratch);
    SN_TRY(status);
    double elements = 0;
    for (int i = 0; i < s->n_out; i++) elements += (double)sn_shape_count(&s->out[i]->shape);
    elements *= drop_in_place(s, &c->nests);
    s->bytes = 2 * elements * (double)sn_place_element_bytes(s->out[0]);
    s->units[0] = elements < UNIT_FLOATS                        ? 1
                  : elements > (double)UNIT_FLOATS * MOST_UNITS ? MOST_UNITS
                                                                : (int64_t)(elements / UNIT_FLOATS);
    s->why = reason(k, s, c);
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

typedef struct move_printer {
    sn_emit *e;
    const sn_step *s;
    const move_config *c;
    sn_str out;
    int depth; /* of indentation */
    bool rolled;
} move_printer;

/* Above so many nests in one function its loops stay loops: with each unrolled as a whole, clang's
 * search for neighbouring loads and stores in the one block that is left takes minutes. */
enum { MAX_UNROLLED_NESTS = 16 };

static void line(move_printer *p)
{
    for (int i = 0; i < p->depth; i++) sn_str_add(&p->out, "    ");
}

static const char *source(const move_printer *p, int in)
{
    const sn_type type = type_of(p->s);
    if (p->s->in[in]) return sn_emit_in(p->e, p->s->in[in]);
    return type == SN_TYPE_f32 ? sn_emit_packed(p->e, p->c->constant[in])
                               : sn_emit_packed_as(p->e, p->c->constant[in], type);
}

static void add_number(sn_str *out, int64_t v) { sn_str_addf(out, "%lld", (long long)v); }

/* base + at + i0 * step0 + ..: an address within the nest; axes in `skip` (bits) left out. */
static const char *address(const move_printer *p, const sn_index_nest *nest, const char *base,
                           int64_t at, int from, unsigned skip)
{
    sn_str text;
    sn_str_init(&text, sn_emit_arena(p->e));
    const char *plus = strrchr(base, '+'); /* "WORK + 64": one number for both */
    char *end = NULL;
    const long long offset = plus ? strtoll(plus + 1, &end, 10) : 0;
    const bool joins = plus && *end == 0;
    sn_str_addn(&text, base, joins ? (size_t)(plus - base) - 1 : strlen(base));
    if (joins) at += offset;
    if (at) {
        sn_str_add(&text, " + ");
        add_number(&text, at);
    }
    for (int a = 0; a < nest->n; a++) {
        const int64_t step = from < 0 ? nest->to_step[a] : nest->from_step[a][from];
        if (step == 0 || skip >> a & 1) continue;
        sn_str_addf(&text, step < 0 ? " - i%d * " : " + i%d * ", a);
        add_number(&text, step < 0 ? -step : step);
    }
    return text.s;
}

/* The axis whose range the threads share: the first long one, else the longest. -1: there is none.
 */
static int shared_axis(const sn_index_nest *nest)
{
    int best = -1;
    for (int a = 0; a < nest->n; a++) {
        if (nest->size[a] >= MOST_UNITS / 2) return a;
        if (best < 0 || nest->size[a] > nest->size[best]) best = a;
    }
    return best;
}

/* Opens the loops of the axes that are not skipped; declares the range of the shared one. */
static void open_loops(move_printer *p, const sn_index_nest *nest, unsigned skip)
{
    const int64_t units = p->s->units[0];
    const int shared = units > 1 ? shared_axis(nest) : -1;
    line(p);
    sn_str_add(&p->out, shared < 0 && units > 1 ? "if (first == 0) {\n" : "{\n");
    p->depth++;
    if (shared >= 0) {
        line(p);
        const long long size = (long long)nest->size[shared];
        sn_str_addf(&p->out, "const long begin = %lld * first / %lld, end = %lld * last / %lld;\n",
                    size, (long long)units, size, (long long)units);
    }
    for (int a = 0; a < nest->n; a++) {
        if (skip >> a & 1) continue;
        line(p);
        if (p->rolled) sn_str_add(&p->out, "ROLLED ");
        if (a == shared)
            sn_str_addf(&p->out, "for (long i%d = begin; i%d < end; i%d++) {\n", a, a, a);
        else
            sn_str_addf(&p->out, "for (long i%d = 0; i%d < %lld; i%d++) {\n", a, a,
                        (long long)nest->size[a], a);
        p->depth++;
    }
}

static void close_loops(move_printer *p, int depth)
{
    while (p->depth > depth) {
        p->depth--;
        line(p);
        sn_str_add(&p->out, "}\n");
    }
}

static const char *constant_text(const move_printer *p, uint32_t bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    if (type_of(p->s) != SN_TYPE_f32)
        return sn_emit_store(p->e, type_of(p->s), SN_IN_FLOAT, sn_emit_number(p->e, (double)v));
    const uint32_t exponent = bits >> 23 & 0xff;
    if (exponent != 0xff && (exponent != 0 || bits << 1 == 0))
        return sn_emit_number(p->e, (double)v);
    return sn_arena_printf(sn_emit_arena(p->e), "s_of_bits((int32_t)0x%xu)", (unsigned)bits);
}

/* ---- elements -------------------------------------------------------------------------------- */

static int axis_with(const sn_index_nest *nest, int64_t to, int64_t from, bool by_to)
{
    for (int a = 0; a < nest->n; a++)
        if (by_to ? nest->to_step[a] == to : nest->from_step[a][0] == from) return a;
    return -1;
}

/* An axis as the range of it that is this thread's. */
static const char *extent(const move_printer *p, const sn_index_nest *nest, int axis)
{
    if (p->s->units[0] > 1 && shared_axis(nest) == axis) return "end - begin";
    return sn_arena_printf(sn_emit_arena(p->e), "%lld", (long long)nest->size[axis]);
}

static const char *begin_of(const move_printer *p, const sn_index_nest *nest, int axis,
                            int64_t step)
{
    if (p->s->units[0] <= 1 || shared_axis(nest) != axis) return "";
    if (step == 1) return " + begin";
    return sn_arena_printf(sn_emit_arena(p->e), " + begin * %lld", (long long)step);
}

static sn_status print_helper(sn_emit *e, const char *name, const char *text)
{
    const char *printed = NULL;
    if (sn_emit_has_helper(e, name)) return SN_OK;
    sn_bind *b = sn_bind_create(e);
    const int lanes = sn_emit_machine(e)->lanes;
    int levels = 0;
    while (1 << levels < lanes) levels++;
    sn_bind_int(b, CT_lanes, lanes);
    sn_bind_int(b, CT_levels, levels);
    SN_TRY(sn_template(e, name, text, b, &printed));
    sn_emit_helper(e, name, printed);
    return SN_OK;
}

sn_status sn_move_turn_helper(sn_emit *e)
{
    return print_helper(e, "move_turn", sn_text_move_turn);
}

/* Rows and columns change places. */
static sn_status print_turn(move_printer *p, const sn_index_nest *nest, const char *x,
                            const char *y, int row, int column)
{
    const unsigned skip = 1u << row | 1u << column;
    const int depth = p->depth;
    SN_TRY(sn_move_turn_helper(p->e));
    open_loops(p, nest, skip);
    line(p);
    sn_str_addf(&p->out, "move_turn(%s%s%s, %lld, ", address(p, nest, x, nest->from[0], 0, skip),
                begin_of(p, nest, row, 1), begin_of(p, nest, column, nest->from_step[column][0]),
                (long long)nest->from_step[column][0]);
    sn_str_addf(&p->out, "%s%s%s, %lld, ", address(p, nest, y, nest->to, -1, skip),
                begin_of(p, nest, row, nest->to_step[row]), begin_of(p, nest, column, 1),
                (long long)nest->to_step[row]);
    sn_str_addf(&p->out, "%s, %s);\n", extent(p, nest, row), extent(p, nest, column));
    close_loops(p, depth);
    return SN_OK;
}

static sn_status print_elements(move_printer *p, const sn_index_nest *nest)
{
    const sn_index_pattern *q = nest->pattern;
    const int depth = p->depth, last = nest->n - 1, lanes = sn_emit_machine(p->e)->lanes;
    const char *y = sn_emit_out(p->e, p->s->out[q->out]);
    const bool moves = q->n_from == 1;
    const char *x = moves ? source(p, q->in[0]) : NULL;
    const bool is_f32 = type_of(p->s) == SN_TYPE_f32; /* what the helpers move */
    const int row = moves ? axis_with(nest, 0, 1, false) : -1,
              column = moves ? axis_with(nest, 1, 0, true) : -1;
    if (is_f32 && row >= 0 && column >= 0 && row != column && nest->size[row] >= lanes &&
        nest->size[column] >= lanes)
        return print_turn(p, nest, x, y, row, column);
    const bool run = moves && last >= 0 && nest->to_step[last] == 1 &&
                     nest->from_step[last][0] == 1 && nest->size[last] >= 8;
    const unsigned skip = run ? 1u << last : 0;
    if (run && is_f32) SN_TRY(print_helper(p->e, "move_run", sn_text_move_run));
    open_loops(p, nest, skip);
    line(p);
    if (run && !is_f32) {
        sn_str_addf(&p->out, "memcpy(%s%s, ", address(p, nest, y, nest->to, -1, skip),
                    begin_of(p, nest, last, 1));
        sn_str_addf(&p->out, "%s%s, (size_t)(%s) * %d);\n",
                    address(p, nest, x, nest->from[0], 0, skip), begin_of(p, nest, last, 1),
                    extent(p, nest, last), (int)sn_type_bytes(type_of(p->s)));
    } else if (run) {
        sn_str_addf(&p->out, "move_run(%s%s, ", address(p, nest, x, nest->from[0], 0, skip),
                    begin_of(p, nest, last, 1));
        sn_str_addf(&p->out, "%s%s, %s);\n", address(p, nest, y, nest->to, -1, skip),
                    begin_of(p, nest, last, 1), extent(p, nest, last));
    } else {
        sn_str_addf(&p->out, "*(%s) = ", address(p, nest, y, nest->to, -1, 0));
        if (moves)
            sn_str_addf(&p->out, "*(%s);\n", address(p, nest, x, nest->from[0], 0, 0));
        else
            sn_str_addf(&p->out, "%s;\n", constant_text(p, q->value[0]));
    }
    close_loops(p, depth);
    return SN_OK;
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* `a` with the lanes that come from source `q` taken out of `b`: __builtin_shufflevector, after
 * which lane l of the result is where the pattern wants it if its source is `q` or an earlier one.
 */
static void print_shuffle(move_printer *p, const sn_index_pattern *q, int source, bool first,
                          int lanes)
{
    for (int l = 0; l < lanes; l++) {
        int index = l; /* what was put in place before */
        if (first && q->from[l] == 0) index = q->lane[l];
        if (q->from[l] == source) index = lanes + (source >= 0 ? q->lane[l] : l);
        sn_str_addf(&p->out, ", %d", index);
    }
    sn_str_add(&p->out, ");\n");
}

static bool has_values(const sn_index_pattern *q, int lanes)
{
    for (int l = 0; l < lanes; l++)
        if (q->from[l] == SN_INDEX_VALUE) return true;
    return false;
}

static void print_constants(move_printer *p, const sn_index_pattern *q, int lanes)
{
    sn_str_add(&p->out, "(vf){");
    for (int l = 0; l < lanes; l++)
        sn_str_addf(&p->out, "%s%s", l > 0 ? ", " : "",
                    q->from[l] == SN_INDEX_VALUE ? constant_text(p, q->value[l]) : "0.0f");
    sn_str_add(&p->out, "}");
}

static const char *vector(const move_printer *p, int source)
{
    return source ? sn_arena_printf(sn_emit_arena(p->e), "a%d", source) : "a";
}

/* a: the lanes of all sources where the pattern wants them. */
static void print_gather(move_printer *p, const sn_index_nest *nest, int lanes)
{
    const sn_index_pattern *q = nest->pattern;
    for (int k = 0; k < q->n_from; k++) {
        line(p);
        sn_str_addf(&p->out, "%svf %s = v_load(%s);\n",
                    k > 0 || (q->n_from == 1 && !has_values(q, lanes)) ? "const " : "",
                    vector(p, k), address(p, nest, source(p, q->in[k]), nest->from[k], k, 0));
    }
    for (int k = q->n_from > 1 ? 1 : 0; k < q->n_from; k++) {
        if (k == 0) continue;
        line(p);
        sn_str_addf(&p->out, "a = __builtin_shufflevector(a, %s", vector(p, k));
        print_shuffle(p, q, k, k == 1, lanes);
    }
    if (!has_values(q, lanes)) return;
    line(p);
    sn_str_add(&p->out, "a = __builtin_shufflevector(a, ");
    print_constants(p, q, lanes);
    print_shuffle(p, q, SN_INDEX_VALUE, q->n_from == 1, lanes);
}

static sn_status print_vectors(move_printer *p, const sn_index_nest *nest, int lanes)
{
    const sn_index_pattern *q = nest->pattern;
    const int depth = p->depth;
    const char *y = address(p, nest, sn_emit_out(p->e, p->s->out[q->out]), nest->to, -1, 0);
    open_loops(p, nest, 0);
    if (q->n_from == 0) {
        line(p);
        sn_str_addf(&p->out, "v_store(%s, ", y);
        print_constants(p, q, lanes);
        sn_str_add(&p->out, ");\n");
    } else if (is_identity(q, lanes)) {
        line(p);
        sn_str_addf(&p->out, "v_store(%s, v_load(%s));\n", y,
                    address(p, nest, source(p, q->in[0]), nest->from[0], 0, 0));
    } else if (q->n_from == 1 && !has_values(q, lanes)) {
        print_gather(p, nest, lanes);
        line(p);
        sn_str_addf(&p->out, "v_store(%s, __builtin_shufflevector(a, a", y);
        for (int l = 0; l < lanes; l++)
            sn_str_addf(&p->out, ", %d", q->from[l] == 0 ? q->lane[l] : l);
        sn_str_add(&p->out, "));\n");
    } else {
        print_gather(p, nest, lanes);
        line(p);
        sn_str_addf(&p->out, "v_store(%s, a);\n", y);
    }
    close_loops(p, depth);
    return SN_OK;
}

static void print_table(move_printer *p)
{
    const long long total = p->c->table->floats / 2, units = p->s->units[0];
    sn_str_addf(&p->out,
                "    const int32_t *to = (const int32_t *)(const void *)(%s), *from = to + %lld;\n",
                sn_emit_packed(p->e, p->c->table), total);
    for (size_t i = 0; i < p->c->parts.n; i++) {
        const table_part *t = &p->c->parts.v[i];
        sn_str_addf(
            &p->out,
            "    for (long i = %lld + %lld * first / %lld; i < %lld + %lld * last / %lld; i++) ",
            (long long)t->first, (long long)t->n, units, (long long)t->first, (long long)t->n,
            units);
        sn_str_addf(&p->out, "(%s)[to[i]] = ", sn_emit_out(p->e, p->s->out[t->out]));
        if (t->in >= 0)
            sn_str_addf(&p->out, "(%s)[from[i]];\n", source(p, t->in));
        else
            sn_str_addf(&p->out, "%s;\n",
                        sn_emit_store(p->e, type_of(p->s), SN_IN_FLOAT, "s_of_bits(from[i])"));
    }
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const move_config *c = s->config;
    move_printer p = {
        .e = e, .s = s, .c = c, .depth = 1, .rolled = c->nests.n > MAX_UNROLLED_NESTS};
    sn_str_init(&p.out, sn_emit_arena(e));
    if (p.rolled) SN_TRY(print_helper(e, "ROLLED", sn_text_rolled));
    if (c->table) print_table(&p);
    for (size_t i = 0; i < c->nests.n; i++) {
        if (c->nests.lanes > 1)
            SN_TRY(print_vectors(&p, &c->nests.v[i], c->nests.lanes));
        else
            SN_TRY(print_elements(&p, &c->nests.v[i]));
    }
    sn_emit_function(e, s, 0, p.out.s);
    return SN_OK;
}

const sn_kernel sn_kernel_move = {
    .name = "move",
    .synopsis = "moves elements: whatever permutes, cuts, joins, pads or changes the layout",
    .wants = wants,
    .plan = plan,
    .emit = emit,
    .typed = true,
    .boundaries = true,
};
