/* SPDX-License-Identifier: Apache-2.0
 *
 * Register tiles: which sizes, and printing them. A step of the inner loop loads a vector of
 * weights for each block and broadcasts an input for each pixel; at two multiply-adds and two loads
 * a cycle the tile is bound by the multiply-adds where it has at least as many of them as loads,
 * and enough sums (8) to hide their latency. */
#include "kernels/conv_tile.h"

#include <inttypes.h>
#include <stdlib.h>

extern const char sn_text_conv_tile[], sn_text_conv_tile_run[];

enum { MOST_BLOCKS = 4 };

void sn_bind_ints(sn_bind *b, const sn_named_int *ints, size_t n)
{
    for (size_t i = 0; i < n; i++) sn_bind_int(b, ints[i].name, ints[i].value);
}

sn_chunks sn_chunks_of(int64_t total, int64_t most)
{
    return sn_chunks_in(total, (total + most - 1) / most);
}

sn_chunks sn_chunks_in(int64_t total, int64_t n) { return (sn_chunks){n, total / n, total % n}; }

int64_t sn_chunks_start(const sn_chunks *p, int64_t i)
{
    return i * p->size + (i < p->larger ? i : p->larger);
}

/* Sums, one vector of weights a block, and one broadcast fit the registers; a little air lets the
 * compiler move loads. */
int64_t sn_taps_most_pixels(const sn_machine *m, int64_t blocks)
{
    static const int of_32[] = {0, 12, 12, 8, 6}, of_16[] = {0, 8, 6, 4, 2};
    return m->registers >= 32 ? of_32[blocks] : of_16[blocks];
}

static double vectors_of(const sn_machine *m, const sn_chunks *blocks, const sn_chunks *pixels,
                         double k)
{
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            const int64_t n = (i ? blocks->larger : blocks->n - blocks->larger) *
                              (j ? pixels->larger : pixels->n - pixels->larger);
            if (n > 0)
                sum += (double)n * sn_tile_call_vectors(m, blocks->size + i, pixels->size + j, k);
        }
    }
    return sum;
}

double sn_window_tiling_vectors(const sn_machine *m, const sn_window_tiling *t, double k)
{
    return vectors_of(m, &t->blocks, &t->pixels, k);
}

sn_window_tiling sn_window_tiling_of(const sn_machine *m, int64_t blocks, int64_t pixels, double k)
{
    sn_window_tiling best = {.blocks.n = 0};
    double least = 0;
    for (int64_t most = MOST_BLOCKS; most >= 1; most--) {
        const sn_chunks b = sn_chunks_of(blocks, most);
        const sn_chunks p = sn_chunks_of(pixels, sn_taps_most_pixels(m, b.size + (b.larger > 0)));
        const double vectors = vectors_of(m, &b, &p, k);
        if (best.blocks.n && vectors >= 0.995 * least) continue;
        best = (sn_window_tiling){b, p};
        least = vectors;
    }
    return best;
}

/* ---- printing -------------------------------------------------------------------------------- */

static sn_status keep_sum(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    (void)user, (void)e, (void)n;
    sn_str_add(out, args[0]);
    return SN_OK;
}

static sn_status bind_epilogue(sn_emit *e, sn_bind *b, const sn_step *s)
{
    if (s) return sn_bind_epilogue(e, b, s);
    sn_bind_call(b, "E", keep_sum, NULL);
    sn_bind_text(b, "EPARAMS", "");
    sn_bind_text(b, "ENAME", "sums");
    return SN_OK;
}

sn_status sn_emit_taps(sn_emit *e, const sn_step *s, int64_t blocks, int64_t pixels,
                       const sn_input_strides *walk, const char **name)
{
    sn_bind *b = sn_bind_create(e);
    SN_TRY(bind_epilogue(e, b, s));
    sn_bind_int(b, "NB", blocks);
    sn_bind_int(b, "T", pixels);
    sn_bind_int(b, "N", walk->n);
    sn_bind_int(b, "D", walk->step);
    sn_bind_int(b, "P", walk->pixel);
    sn_bind_int(b, "SMALL", sn_emit_is_small(e) && walk->n > 1);
    sn_bind_int(b, "LINES",
                sn_walk_share(walk->n * blocks * sn_emit_machine(e)->lanes, walk->passes) / 16);
    const char *text = NULL;
    SN_TRY(
        sn_template(e, "conv_tile", "taps_${NB}x${T}_${N}_${D}_${P}_${LINES}_${ENAME}", b, &text));
    char *found = sn_arena_strdup(sn_emit_arena(e), text);
    for (char *end = found; *end; end++) {
        if (*end == '\n') *end = 0;
    }
    *name = found;
    if (sn_emit_has_helper(e, found)) return SN_OK;
    sn_bind_text(b, "NAME", found);
    SN_TRY(sn_template(e, "conv_tile.ct", sn_text_conv_tile, b, &text));
    sn_emit_helper(e, found, text);
    return SN_OK;
}

typedef struct tile_user {
    const sn_step *s;
    const sn_input_strides *walk;
} tile_user;

static sn_status tile_call(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const tile_user *t = user;
    if (n != 2) return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "a tile takes 2 sizes, found %d", n);
    const char *name = NULL;
    SN_TRY(sn_emit_taps(e, t->s, atoll(args[0]), atoll(args[1]), t->walk, &name));
    sn_str_add(out, name);
    return SN_OK;
}

void sn_bind_taps(sn_emit *e, sn_bind *b, const char *name, const sn_step *s,
                  const sn_input_strides *walk)
{
    tile_user *t = SN_NEW(sn_emit_arena(e), tile_user);
    *t = (tile_user){s, walk};
    sn_bind_call(b, name, tile_call, t);
}

/* ---- runs ------------------------------------------------------------------------------------ */

typedef struct run_user {
    int64_t counts[2];
    sn_input_strides walk;
} run_user;

/* Bit t: tiles of t pixels occur. */
static unsigned sizes_of(const run_user *r, int64_t most)
{
    unsigned sizes = 0;
    for (int i = 0; i < 2; i++) {
        const sn_chunks p = sn_chunks_of(r->counts[i], most);
        sizes |= 1u << p.size;
        if (p.larger > 0) sizes |= 1u << (p.size + 1);
    }
    return sizes;
}

static sn_status run_call(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const run_user *r = user;
    if (n != 1)
        return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "a run of tiles takes 1 size, found %d", n);
    const sn_machine *m = sn_emit_machine(e);
    const int64_t blocks = atoll(args[0]), most = sn_taps_most_pixels(m, blocks);
    const unsigned sizes = sizes_of(r, most);
    sn_input_strides walk = r->walk;
    if (walk.passes > 0) walk.passes = (r->counts[0] + most - 1) / most; /* as few as a run has */
    const char *name = sn_arena_printf(sn_emit_arena(e),
                                       "taps_run_%" PRId64 "_%x_%" PRId64 "_%" PRId64 "_%" PRId64
                                       "_%" PRId64,
                                       blocks, sizes, walk.n, walk.step, walk.pixel, walk.passes),
               *text = NULL;
    sn_str_add(out, name);
    if (sn_emit_has_helper(e, name)) return SN_OK;
    sn_str cases;
    sn_str_init(&cases, sn_emit_arena(e));
    for (int64_t t = 1; t <= most; t++) {
        const char *tile = NULL;
        if (!(sizes >> t & 1)) continue;
        SN_TRY(sn_emit_taps(e, NULL, blocks, t, &walk, &tile));
        sn_str_addf(&cases,
                    "%s        case %" PRId64
                    ": %s(x, xa, 0, 0, w, na, 1, 1%s, y, y_plane); break;",
                    cases.n ? "\n" : "", t, tile, walk.passes > 0 ? ", next" : "");
    }
    sn_bind *b = sn_bind_create(e);
    sn_bind_int(b, "NB", blocks);
    sn_bind_int(b, "MOST", most);
    sn_bind_int(b, "P", walk.pixel);
    sn_bind_int(b, "N", walk.n);
    sn_bind_int(b, "NEXT", walk.passes > 0);
    sn_bind_text(b, "NAME", name);
    sn_bind_text(b, "CASES", cases.s);
    SN_TRY(sn_template(e, "conv_tile_run.ct", sn_text_conv_tile_run, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}

void sn_bind_taps_run(sn_emit *e, sn_bind *b, const char *name, const sn_chunks *counts,
                      const sn_input_strides *walk)
{
    run_user *r = SN_NEW(sn_emit_arena(e), run_user);
    *r = (run_user){{counts->size, counts->size + (counts->larger > 0)}, *walk};
    sn_bind_call(b, name, run_call, r);
}
