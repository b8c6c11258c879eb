/* SPDX-License-Identifier: Apache-2.0
 *
 * The C of the calls that cover a product with tiles. */
#include <inttypes.h>

#include "base/text.h"
#include "kernels/tile.h"

typedef struct tile_printer {
    sn_emit *e;
    const sn_tile *tile;
    const sn_tiling *c;
    const sn_tile_calls *calls;
    sn_bind *bind; /* the step's epilogue */
    sn_str out;
} tile_printer;

static sn_status call(tile_printer *p, int64_t nb, int64_t t, int lines, bool tail,
                      const char *before)
{
    const sn_tile_calls *s = p->calls;
    const char *name;
    SN_TRY(sn_tile_kernel_ahead(p->e, p->tile, nb, t, tail, lines, &name));
    sn_str_addf(&p->out, "                %s%s(%s, %s, wg, %" PRId64 ", %s%s, %s", before, name,
                s->x, s->x_step, p->c->k, lines ? "next, " : "", s->y, s->y_step);
    if (p->tile->c) sn_str_addf(&p->out, ", %s, %s", s->c, s->c_step);
    if (p->tile->c && p->tile->c != SN_TILE_C_BLOCKED) sn_str_addf(&p->out, ", %s", s->c_factor);
    if (tail) sn_str_addf(&p->out, ", %" PRId64, p->c->n % p->c->lanes);
    if (p->tile->plain)
        SN_TRY(sn_bound_call(
            p->e, p->bind, CT_EARGSP,
            (const char *const[]){s->flat ? s->flat : "0",
                                  sn_arena_printf(sn_emit_arena(p->e), "v * %d", p->c->lanes)},
            2, &p->out));
    else
        SN_TRY(sn_bound_call(p->e, p->bind, CT_EARGS,
                             (const char *const[]){"v", s->pixel ? s->pixel : "p"}, 2, &p->out));
    sn_str_add(&p->out, ");\n");
    return SN_OK;
}

static sn_status tiles(tile_printer *p, int64_t nb, int lines, bool tail)
{
    const sn_tiling *c = p->c;
    if (c->tiles.larger == 0) {
        sn_str_addf(&p->out, "                const long p = t * %" PRId64 ";\n", c->tiles.size);
        return call(p, nb, c->tiles.size, lines, tail, "");
    }
    sn_str_addf(&p->out,
                "                const long p = t * %" PRId64 " + (t < %" PRId64 " ? t : %" PRId64
                ");\n",
                c->tiles.size, c->tiles.larger, c->tiles.larger);
    sn_str_addf(&p->out, "                if (t < %" PRId64 ")\n", c->tiles.larger);
    SN_TRY(call(p, nb, c->tiles.size + 1, lines, tail, "    "));
    sn_str_add(&p->out, "                else\n");
    return call(p, nb, c->tiles.size, lines, tail, "    ");
}

/* Lines of 64 bytes that a tile fetches, at most, while it goes through `unroll` values of k: more
 * than one for two of them are not hidden behind the multiply-adds. */
static int64_t most_lines(int64_t unroll) { return unroll > 8 ? unroll / 2 : 4; }

static const char *weight_type(const tile_printer *p)
{
    return p->tile->half ? "uint16_t" : "float";
}

/* What is read behind the group of nb vectors at wg. */
static void add_next(tile_printer *p, int64_t nb, int lines)
{
    const int64_t floats = nb * p->c->lanes * p->c->k;
    if (lines == 0) return;
    if (p->calls->again)
        sn_str_addf(&p->out,
                    "            const %s *next = g + 1 < %" PRId64 " ? wg + %" PRId64 " : %s;\n",
                    weight_type(p), p->c->groups.n, floats, p->calls->w);
    else
        sn_str_addf(&p->out, "            const %s *next = wg + %" PRId64 ";\n", weight_type(p),
                    floats);
}

/* Groups [first, end), all of nb vectors. Each tile fetches its share of the next group's weights,
 * one or a few lines for each step of k. */
static sn_status some_groups(tile_printer *p, int64_t first, int64_t end, int64_t nb, bool tail)
{
    const sn_tiling *c = p->c;
    const int64_t floats = nb * c->lanes * c->k, steps = c->k / sn_tile_unroll(p->tile, c->lanes);
    const int64_t chunk = p->calls->chunk > 0 ? p->calls->chunk : 1;
    const int64_t line = sn_tile_line(p->tile);
    int64_t share = ((floats + line - 1) / line + chunk - 1) / chunk;
    const int64_t wanted = steps > 0 ? (share + steps - 1) / steps : 1,
                  most = most_lines(sn_tile_unroll(p->tile, c->lanes));
    const int lines = sn_emit_is_small(p->e) ? 0
                                             : (int)(wanted < 1      ? 1
                                                     : wanted < most ? wanted
                                                                     : most);
    if (share > lines * steps) share = lines * steps;
    if (first >= end) return SN_OK;
    if (end - first == c->groups.n)
        sn_str_add(&p->out, "        {\n");
    else if (end - first == 1)
        sn_str_addf(&p->out, "        if (g == %" PRId64 ") {\n", first);
    else if (first == 0)
        sn_str_addf(&p->out, "        if (g < %" PRId64 ") {\n", end);
    else if (end == c->groups.n)
        sn_str_addf(&p->out, "        if (g >= %" PRId64 ") {\n", first);
    else
        sn_str_addf(&p->out, "        if (g >= %" PRId64 " && g < %" PRId64 ") {\n", first, end);
    const int64_t shift = first >= c->groups.larger
                              ? c->groups.larger
                              : 0; /* vectors that the larger groups before have more */
    sn_str_addf(&p->out,
                "            const long v = g * %" PRId64 " + %" PRId64 "; /* %" PRId64
                " vectors from here */\n",
                nb, shift, nb);
    sn_str_addf(&p->out, "            const %s *const wg = %s + v * %" PRId64 ";\n", weight_type(p),
                p->calls->w, c->lanes * c->k);
    add_next(p, nb, lines);
    sn_str_add(&p->out, "            for (long t = t0; t < t1; t++");
    if (lines) sn_str_addf(&p->out, ", next += %" PRId64, share * line);
    sn_str_add(&p->out, ") {\n");
    SN_TRY(tiles(p, nb, lines, tail));
    sn_str_add(&p->out, "            }\n        }\n");
    return SN_OK;
}

sn_status sn_tile_emit(sn_emit *e, const sn_tile *tile, const sn_tiling *c,
                       const sn_tile_calls *calls, const char **out)
{
    sn_tile as = *tile;
    as.half = c->half;
    tile_printer p = {.e = e, .tile = &as, .c = c, .calls = calls};
    const bool tail = tile->plain && c->n % c->lanes != 0;
    sn_str_init(&p.out, sn_emit_arena(e));
    SN_TRY(sn_tile_bind_epilogue(e, tile, &p.bind));
    SN_TRY(some_groups(&p, 0, c->groups.larger, c->groups.size + 1, false));
    SN_TRY(some_groups(&p, c->groups.larger, c->groups.n - tail, c->groups.size, false));
    if (tail) SN_TRY(some_groups(&p, c->groups.n - 1, c->groups.n, c->groups.size, true));
    *out = p.out.s;
    return SN_OK;
}
