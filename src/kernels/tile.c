/* SPDX-License-Identifier: Apache-2.0
 *
 * Register tiles for matrix products: which sizes cover a product best, how weights are packed for
 * them, and the C of the calls. A tile of nb vectors by t rows needs nb * t accumulators, and each
 * step of k costs nb + t loads: the more square, the better (Goto and van de Geijn, "Anatomy of
 * high-performance matrix multiplication", 2008). Blocking of k does not pay where the weights of
 * one group stay in the second level cache, as they do here. */
#include "kernels/tile.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"

extern const char sn_text_tile[];

/* ---- sizes ----------------------------------------------------------------------------------- */

#define MAX_NB 4
/* Rows that fit beside nb vectors. */
static const int rows_16[MAX_NB + 1] = {0, 10, 6, 4, 0}, rows_32[MAX_NB + 1] = {0, 12, 8, 8, 6};

double sn_product_tiling_vectors(const sn_machine *m, const sn_product_tiling *c)
{
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        const int big_group = i / 2, big_tile = i % 2;
        const int64_t groups = big_group ? c->big_groups : c->groups - c->big_groups;
        const int64_t tiles = big_tile ? c->big_tiles : c->tiles - c->big_tiles;
        if (groups == 0 || tiles == 0) continue;
        sum += (double)groups * (double)tiles *
               sn_tile_call_vectors(m, c->nb + big_group, c->t + big_tile, (double)c->k);
    }
    return sum;
}

sn_product_tiling sn_product_tiling_of(const sn_machine *m, int64_t rows, int64_t n, int64_t k)
{
    sn_product_tiling best = {.groups = 0};
    const int *most = m->registers >= 32 ? rows_32 : rows_16;
    for (int nb = MAX_NB; nb >= 1; nb--) {
        if (most[nb] == 0) continue;
        sn_product_tiling c = {.lanes = m->lanes,
                               .rows = rows,
                               .n = n,
                               .k = k,
                               .vectors = (n + m->lanes - 1) / m->lanes};
        c.groups = (c.vectors + nb - 1) / nb;
        c.nb = c.vectors / c.groups;
        c.big_groups = c.vectors % c.groups;
        c.tiles = (rows + most[nb] - 1) / most[nb];
        c.t = rows / c.tiles;
        c.big_tiles = rows % c.tiles;
        if (best.groups == 0 ||
            sn_product_tiling_vectors(m, &c) < sn_product_tiling_vectors(m, &best))
            best = c;
    }
    return best;
}

sn_product_tiling sn_product_tiling_across(const sn_machine *m, const sn_product_tiling *groups,
                                           int64_t rows, int64_t k)
{
    const int *most = m->registers >= 32 ? rows_32 : rows_16;
    const int64_t fit = most[groups->nb + (groups->big_groups > 0)];
    sn_product_tiling c = *groups;
    c.rows = rows;
    c.k = k;
    c.tiles = (rows + fit - 1) / fit;
    c.t = rows / c.tiles;
    c.big_tiles = rows % c.tiles;
    return c;
}

const char *sn_product_tiling_text(sn_arena *arena, const sn_product_tiling *c)
{
    return sn_arena_printf(
        arena, "register tile %" PRId64 "x%" PRId64 ", %" PRId64 " groups of %" PRId64 " outputs",
        c->nb + (c->big_groups > 0), c->t + (c->big_tiles > 0), c->groups,
        (c->nb + (c->big_groups > 0)) * c->lanes);
}

sn_product_order sn_product_order_of(const sn_product_tiling *c)
{
    enum { FLOATS = 32768, LEAST = 16 };
    if (c->n > c->rows) return (sn_product_order){true, c->tiles};
    const int64_t fit = FLOATS / ((c->t + 1) * c->k), some = fit < LEAST ? LEAST : fit;
    return (sn_product_order){false, some < c->tiles ? some : c->tiles};
}

/* ---- weights --------------------------------------------------------------------------------- */

void sn_product_tiling_pack(const sn_product_tiling *c, const float *w, int64_t w_k, int64_t w_n,
                            float scale, float *to)
{
    for (int64_t g = 0, first = 0; g < c->groups; g++) {
        const int64_t width = (c->nb + (g < c->big_groups)) * c->lanes;
        const int64_t n = first + width <= c->n ? width : c->n - first;
        for (int64_t k = 0; k < c->k; k++, to += width) {
            for (int64_t j = 0; j < n; j++) to[j] = scale * w[k * w_k + (first + j) * w_n];
        }
        first += width;
    }
}

/* ---- micro-kernels --------------------------------------------------------------------------- */

static const char load_some[] = "/* The first n of a vector, then zeros. */\n"
                                "static inline vf v_load_some(const float *p, long n)\n"
                                "{\n"
                                "    float some[VL] = {0};\n"
                                "    for (long j = 0; j < n; j++) some[j] = p[j];\n"
                                "    return v_load(some);\n"
                                "}\n";

static int64_t unroll(const sn_tile *tile, int lanes)
{
    return tile->x == SN_TILE_BLOCKED || tile->x == SN_TILE_CHANNELS ? lanes : 8;
}

static sn_status bind_step(sn_emit *e, const sn_tile *tile, sn_bind **out)
{
    static const sn_step nothing;
    *out = sn_bind_create(e);
    return sn_bind_epilogue(e, *out, tile->step ? tile->step : &nothing);
}

static sn_status micro_kernel(sn_emit *e, const sn_tile *tile, int lanes, int64_t nb, int64_t t,
                              int lines, bool tail, sn_bind *b, const char **name)
{
    static const char *const x_names[] = {"", "_rows", "_columns", "_channels"},
                             *const c_names[] = {"", "_from_row", "_from", "_onto"};
    const char *ename;
    SN_TRY(sn_template_line(e, "tile.c", "${ENAME}", b, &ename));
    *name = sn_arena_printf(sn_emit_arena(e), "tile_%" PRId64 "x%" PRId64 "%s%s%s%s%s", nb, t,
                            x_names[tile->x], c_names[tile->c],
                            tile->plain && tile->x == SN_TILE_BLOCKED ? "_plain" : "",
                            tail ? "_tail" : "", ename);
    if (lines != 1) *name = sn_arena_printf(sn_emit_arena(e), "%s_fetch%d", *name, lines);
    if (!tile->plain && tile->x != SN_TILE_BLOCKED && tile->x != SN_TILE_CHANNELS)
        *name = sn_arena_printf(sn_emit_arena(e), "%s_blocked", *name);
    if (sn_emit_has_helper(e, *name)) return SN_OK;
    if (tail && tile->c == SN_TILE_C_MATRIX) sn_emit_helper(e, "v_load_some", load_some);
    sn_bind_text(b, "NAME", *name);
    static const char *const c_params[] = {"", ", const float *c, long c_step, float c_factor",
                                           ", const float *c, long c_step, float c_factor",
                                           ", const float *c, long c_step"};
    sn_bind_text(b, "X_TYPE",
                 tile->x == SN_TILE_CHANNELS ? "const float *const *" : "const float *");
    sn_bind_text(b, "CPARAMS", c_params[tile->c]);
    sn_bind_text(b, "TPARAMS", tail ? ", long tail" : "");
    sn_bind_int(b, "NB", nb);
    sn_bind_int(b, "T", t);
    sn_bind_int(b, "L", lanes);
    sn_bind_int(b, "KU", unroll(tile, lanes));
    sn_bind_int(b, "SMALL", sn_emit_is_small(e));
    sn_bind_int(b, "X", tile->x);
    sn_bind_int(b, "C", tile->c);
    sn_bind_int(b, "LINES", lines);
    sn_bind_int(b, "TAIL", tail);
    sn_bind_int(b, "PLAIN", tile->plain);
    const char *text;
    SN_TRY(sn_template(e, "tile.ct", sn_text_tile, b, &text));
    sn_emit_helper(e, *name, text);
    return SN_OK;
}

sn_status sn_tile_kernel(sn_emit *e, const sn_tile *tile, int64_t nb, int64_t t, const char **name)
{
    sn_bind *b;
    SN_TRY(bind_step(e, tile, &b));
    return micro_kernel(e, tile, sn_emit_machine(e)->lanes, nb, t, 0, false, b, name);
}

/* ---- calls ----------------------------------------------------------------------------------- */

typedef struct tile_printer {
    sn_emit *e;
    const sn_tile *tile;
    const sn_product_tiling *c;
    const sn_tile_calls *calls;
    sn_bind *bind;
    sn_str out;
} tile_printer;

static sn_status call(tile_printer *p, int64_t nb, int64_t t, int lines, bool tail,
                      const char *before)
{
    const sn_tile_calls *s = p->calls;
    const char *name, *args;
    SN_TRY(micro_kernel(p->e, p->tile, p->c->lanes, nb, t, lines, tail, p->bind, &name));
    const char *text =
        p->tile->plain
            ? sn_arena_printf(sn_emit_arena(p->e), "${EARGSP(%s, v * %d)}", s->flat ? s->flat : "0",
                              p->c->lanes)
            : sn_arena_printf(sn_emit_arena(p->e), "${EARGS(v, %s)}", s->pixel ? s->pixel : "p");
    SN_TRY(sn_template_line(p->e, "tile.c", text, p->bind, &args));
    sn_str_addf(&p->out, "                %s%s(%s, %s, wg, %" PRId64 ", %s%s, %s", before, name,
                s->x, s->x_step, p->c->k, lines ? "next, " : "", s->y, s->y_step);
    if (p->tile->c) sn_str_addf(&p->out, ", %s, %s", s->c, s->c_step);
    if (p->tile->c && p->tile->c != SN_TILE_C_BLOCKED) sn_str_addf(&p->out, ", %s", s->c_factor);
    if (tail) sn_str_addf(&p->out, ", %" PRId64, p->c->n % p->c->lanes);
    sn_str_addf(&p->out, "%s);\n", args);
    return SN_OK;
}

static sn_status tiles(tile_printer *p, int64_t nb, int lines, bool tail)
{
    const sn_product_tiling *c = p->c;
    if (c->big_tiles == 0) {
        sn_str_addf(&p->out, "                const long p = t * %" PRId64 ";\n", c->t);
        return call(p, nb, c->t, lines, tail, "");
    }
    sn_str_addf(&p->out,
                "                const long p = t * %" PRId64 " + (t < %" PRId64 " ? t : %" PRId64
                ");\n",
                c->t, c->big_tiles, c->big_tiles);
    sn_str_addf(&p->out, "                if (t < %" PRId64 ")\n", c->big_tiles);
    SN_TRY(call(p, nb, c->t + 1, lines, tail, "    "));
    sn_str_add(&p->out, "                else\n");
    return call(p, nb, c->t, lines, tail, "    ");
}

/* Lines of 64 bytes that a tile fetches, at most, while it goes through `unroll` values of k: more
 * than one for two of them are not hidden behind the multiply-adds. */
static int64_t most_lines(int64_t unroll) { return unroll > 8 ? unroll / 2 : 4; }

/* What is read behind the group of nb vectors at wg. */
static void add_next(tile_printer *p, int64_t nb, int lines)
{
    const int64_t floats = nb * p->c->lanes * p->c->k;
    if (lines == 0) return;
    if (p->calls->again)
        sn_str_addf(&p->out,
                    "            const float *next = g + 1 < %" PRId64 " ? wg + %" PRId64
                    " : %s;\n",
                    p->c->groups, floats, p->calls->w);
    else
        sn_str_addf(&p->out, "            const float *next = wg + %" PRId64 ";\n", floats);
}

/* Groups [first, end), all of nb vectors. Each tile fetches its share of the next group's weights,
 * one or a few lines for each step of k. */
static sn_status some_groups(tile_printer *p, int64_t first, int64_t end, int64_t nb, bool tail)
{
    const sn_product_tiling *c = p->c;
    const int64_t floats = nb * c->lanes * c->k, steps = c->k / unroll(p->tile, c->lanes);
    const int64_t chunk = p->calls->chunk > 0 ? p->calls->chunk : 1;
    int64_t share = ((floats + 15) / 16 + chunk - 1) / chunk;
    const int64_t wanted = steps > 0 ? (share + steps - 1) / steps : 1,
                  most = most_lines(unroll(p->tile, c->lanes));
    const int lines = sn_emit_is_small(p->e) ? 0
                                             : (int)(wanted < 1      ? 1
                                                     : wanted < most ? wanted
                                                                     : most);
    if (share > lines * steps) share = lines * steps;
    if (first >= end) return SN_OK;
    if (end - first == c->groups)
        sn_str_add(&p->out, "        {\n");
    else if (end - first == 1)
        sn_str_addf(&p->out, "        if (g == %" PRId64 ") {\n", first);
    else if (first == 0)
        sn_str_addf(&p->out, "        if (g < %" PRId64 ") {\n", end);
    else if (end == c->groups)
        sn_str_addf(&p->out, "        if (g >= %" PRId64 ") {\n", first);
    else
        sn_str_addf(&p->out, "        if (g >= %" PRId64 " && g < %" PRId64 ") {\n", first, end);
    const int64_t shift = first >= c->big_groups
                              ? c->big_groups
                              : 0; /* vectors that the larger groups before have more */
    sn_str_addf(&p->out,
                "            const long v = g * %" PRId64 " + %" PRId64 "; /* %" PRId64
                " vectors from here */\n",
                nb, shift, nb);
    sn_str_addf(&p->out, "            const float *const wg = %s + v * %" PRId64 ";\n", p->calls->w,
                c->lanes * c->k);
    add_next(p, nb, lines);
    sn_str_add(&p->out, "            for (long t = t0; t < t1; t++");
    if (lines) sn_str_addf(&p->out, ", next += %" PRId64, share * 16);
    sn_str_add(&p->out, ") {\n");
    SN_TRY(tiles(p, nb, lines, tail));
    sn_str_add(&p->out, "            }\n        }\n");
    return SN_OK;
}

sn_status sn_tile_emit(sn_emit *e, const sn_tile *tile, const sn_product_tiling *c,
                       const sn_tile_calls *calls, const char **out)
{
    tile_printer p = {.e = e, .tile = tile, .c = c, .calls = calls};
    const bool tail = tile->plain && c->n % c->lanes != 0;
    sn_str_init(&p.out, sn_emit_arena(e));
    SN_TRY(bind_step(e, tile, &p.bind));
    SN_TRY(some_groups(&p, 0, c->big_groups, c->nb + 1, false));
    SN_TRY(some_groups(&p, c->big_groups, c->groups - tail, c->nb, false));
    if (tail) SN_TRY(some_groups(&p, c->groups - 1, c->groups, c->nb, true));
    *out = p.out.s;
    return SN_OK;
}
