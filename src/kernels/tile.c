/* SPDX-License-Identifier: Apache-2.0
 *
 * Printing micro-kernels: the template tile.ct with its parameters, each kind once. */
#include "kernels/tile.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/text.h"
#include "kernels/typed.h"

extern const char sn_text_tile[], sn_text_tile_run[], sn_text_half[], sn_text_half_one[];

static const char load_some[] = "/* The first n of a vector, then zeros. */\n"
                                "static inline vf v_load_some(const float *p, long n)\n"
                                "{\n"
                                "    float some[VL] = {0};\n"
                                "    for (long j = 0; j < n; j++) some[j] = p[j];\n"
                                "    return v_load(some);\n"
                                "}\n";

static int64_t at_least_1(int64_t n) { return n > 1 ? n : 1; }

int64_t sn_tile_unroll(const sn_tile *tile, int lanes)
{
    if (tile->unroll > 0) return tile->unroll;
    return tile->x == SN_TILE_BLOCKED || tile->x == SN_TILE_CHANNELS ? lanes : 8;
}

/* Weights in half precision are widened as they are loaded. */
static void print_load_half(sn_emit *e)
{
    const bool vectors = sn_emit_machine(e)->lanes > 1;
    if (!vectors) sn_emit_narrow(e, SN_TYPE_f16);
    sn_emit_helper(e, "v_load_half", vectors ? sn_text_half : sn_text_half_one);
}

static void bind_weight_words(sn_emit *e, sn_bind *b, bool half)
{
    if (half) print_load_half(e);
    sn_bind_text(b, CT_W_TYPE, half ? "uint16_t" : "float");
    sn_bind_text(b, CT_LOAD, half ? "v_load_half" : "v_load");
}

void sn_bind_weights(sn_emit *e, sn_bind *b, const sn_packed *p)
{
    bind_weight_words(e, b, p && p->half);
    if (!p) return;
    sn_bind_text(b, CT_W_AT, p->half ? sn_emit_packed_as(e, p, SN_TYPE_f16) : sn_emit_packed(e, p));
}

/* What a tile's text depends on is in its name. */
static const char *name_of(sn_emit *e, const sn_tile *tile, int64_t nb, int64_t t, bool tail,
                           int64_t lines, const sn_bind *b)
{
    static const char *const x_names[] = {"", "_rows", "_columns", "_channels", ""},
                             *const walk_names[] = {"", "_places", "_taps"},
                             *const c_names[] = {"", "_from_row", "_from", "_onto"};
    sn_str s;
    sn_str_init(&s, sn_emit_arena(e));
    sn_str_addf(&s, "tile_%" PRId64 "x%" PRId64 "%s%s%s", nb, t, walk_names[tile->walk],
                x_names[tile->x], c_names[tile->c]);
    if (tile->panels > 1) sn_str_addf(&s, "_panels%" PRId64, tile->panels);
    if (tile->unroll > 0) sn_str_addf(&s, "_by%" PRId64, tile->unroll);
    if (tile->x == SN_TILE_SPACED)
        sn_str_addf(&s, "_%" PRId64 "_%" PRId64, tile->space, tile->row_space);
    if (tile->y_space > 1) sn_str_addf(&s, "_to%" PRId64, tile->y_space);
    if (tile->mend) sn_str_addf(&s, "_%s", tile->mend->name);
    if (tile->half) sn_str_add(&s, "_half");
    if (tile->plain) sn_str_add(&s, tail ? "_plain_tail" : "_plain");
    if (lines > 0) sn_str_addf(&s, "_fetch%" PRId64, lines);
    sn_str_add(&s, sn_bound_text(b, CT_ENAME));
    return s.s;
}

static void bind_sizes(sn_emit *e, const sn_tile *tile, int64_t nb, int64_t t, bool tail,
                       int64_t lines, sn_bind *b)
{
    const int lanes = sn_emit_machine(e)->lanes;
    const int64_t unroll = sn_tile_unroll(tile, lanes);
    const bool rolled = tile->walk == SN_TILE_RUN ? tile->unroll == 1 || sn_emit_is_small(e)
                                                  : unroll > 1 && sn_emit_is_small(e);
    const sn_named_int ints[] = {{CT_S, at_least_1(tile->panels)},
                                 {CT_NB, nb},
                                 {CT_NT, t},
                                 {CT_L, lanes},
                                 {CT_KU, unroll},
                                 {CT_ROLLED, rolled},
                                 {CT_X_FORM, tile->x},
                                 {CT_D, tile->space},
                                 {CT_RS, tile->row_space},
                                 {CT_WALK, tile->walk},
                                 {CT_C, tile->c},
                                 {CT_LINES, lines},
                                 {CT_LINE, sn_tile_line(tile)},
                                 {CT_IS_TAIL, tail},
                                 {CT_PLAIN, tile->plain},
                                 {CT_YS, at_least_1(tile->y_space)},
                                 {CT_MENDED, tile->mend != NULL}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
}

static sn_status bind_mend(sn_emit *e, const sn_tile *tile, int64_t nb, int64_t t, sn_bind *b)
{
    const sn_tile_mend *mend = tile->mend;
    const char *text = "";
    if (mend) SN_TRY(mend->text(e, mend->user, nb, t, &text));
    sn_bind_text(b, CT_MEND, text);
    sn_bind_text(b, CT_SUMMED, mend ? mend->instead : "blocks");
    sn_bind_text(b, CT_N_BLOCKS,
                 mend ? sn_arena_printf(sn_emit_arena(e), "%" PRId64, mend->n_blocks) : "blocks");
    return SN_OK;
}

static void bind_texts(sn_emit *e, const sn_tile *tile, bool tail, int64_t lines, sn_bind *b)
{
    static const char *const c_params[] = {"", ", const float *c, long c_step, float c_factor",
                                           ", const float *c, long c_step, float c_factor",
                                           ", const float *c, long c_step"};
    sn_bind_text(b, CT_ASIDE,
                 lines > 0 ? sn_arena_printf(sn_emit_arena(e),
                                             "\n * Of `next`, what will be read after w, lines are "
                                             "fetched meanwhile: %" PRId64 " for each %" PRId64
                                             " values.",
                                             lines, sn_tile_unroll(tile, sn_emit_machine(e)->lanes))
                           : "");
    sn_bind_text(b, CT_AHEAD,
                 lines == 0   ? ""
                 : tile->half ? "const uint16_t *next, "
                              : "const float *next, ");
    sn_bind_text(b, CT_PANEL, tile->panels > 1 ? "long panel, " : "");
    sn_bind_text(b, CT_X_TYPE,
                 tile->x == SN_TILE_CHANNELS ? "const float *const *" : "const float *");
    bind_weight_words(e, b, tile->half);
    sn_bind_text(b, CT_W, tile->walk == SN_TILE_TAPS ? "k" : "w");
    sn_bind_text(b, CT_CPARAMS, c_params[tile->c]);
    sn_bind_text(b, CT_TPARAMS, tail ? ", long tail" : "");
    sn_bind_text(b, CT_Y_PIXEL,
                 tile->y_space > 1
                     ? sn_arena_printf(sn_emit_arena(e), "(i) * %" PRId64, tile->y_space)
                     : "i");
}

sn_status sn_tile_bind_epilogue(sn_emit *e, const sn_tile *tile, sn_bind **out)
{
    static const sn_step nothing;
    *out = sn_bind_create(e);
    return sn_bind_epilogue(e, *out, tile->step ? tile->step : &nothing);
}

/* Combinations that the template has text for. */
static bool has_text(const sn_tile *tile, int lanes)
{
    if ((tile->x == SN_TILE_SPACED) != (tile->walk != SN_TILE_RUN)) return false;
    if (tile->x == SN_TILE_BLOCKED && sn_tile_unroll(tile, lanes) != lanes) return false;
    if (tile->x == SN_TILE_CHANNELS && tile->c != SN_TILE_C_NONE) return false;
    return tile->panels <= 1 ||
           ((tile->x == SN_TILE_ROWS || tile->x == SN_TILE_COLUMNS) && tile->unroll == 1);
}

sn_status sn_tile_kernel_ahead(sn_emit *e, const sn_tile *tile, int64_t nb, int64_t t, bool tail,
                               int64_t lines, const char **name)
{
    sn_bind *b;
    const char *text;
    if (!has_text(tile, sn_emit_machine(e)->lanes))
        return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "there is no such micro-kernel");
    SN_TRY(sn_tile_bind_epilogue(e, tile, &b));
    *name = name_of(e, tile, nb, t, tail, lines, b);
    if (sn_emit_has_helper(e, *name)) return SN_OK;
    if (tail && tile->c == SN_TILE_C_MATRIX) sn_emit_helper(e, "v_load_some", load_some);
    sn_bind_text(b, CT_NAME, *name);
    bind_sizes(e, tile, nb, t, tail, lines, b);
    bind_texts(e, tile, tail, lines, b);
    SN_TRY(bind_mend(e, tile, nb, t, b));
    SN_TRY(sn_template(e, "tile.ct", sn_text_tile, b, &text));
    sn_emit_helper(e, *name, text);
    return SN_OK;
}

sn_status sn_tile_kernel(sn_emit *e, const sn_tile *tile, int64_t nb, int64_t t, bool tail,
                         const char **name)
{
    const int lanes = sn_emit_machine(e)->lanes;
    const int64_t floats = sn_tile_unroll(tile, lanes) * nb * lanes;
    return sn_tile_kernel_ahead(e, tile, nb, t, tail,
                                sn_tile_share(tile, floats) / sn_tile_line(tile), name);
}

/* ---- in templates ---------------------------------------------------------------------------- */

static sn_status tile_call(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    if (n != 2 && n != 3)
        return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "a tile takes 2 or 3 sizes, found %d", n);
    const char *name;
    SN_TRY(sn_tile_kernel(e, user, atoll(args[0]), atoll(args[1]), n == 3 && atoi(args[2]), &name));
    sn_str_add(out, name);
    return SN_OK;
}

void sn_bind_tile(sn_emit *e, sn_bind *b, sn_ct_call name, const sn_tile *tile)
{
    sn_bind_call(b, name, tile_call, sn_arena_copy(sn_emit_arena(e), tile, sizeof *tile));
}

typedef struct panels_user {
    int64_t rows;
    sn_tile tile;
} panels_user;

static sn_status panels_call(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const panels_user *p = user;
    sn_tile tile = p->tile;
    const char *name = NULL;
    if (n != 1)
        return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "a tile takes a number of panels, found %d",
                       n);
    tile.panels = atoll(args[0]);
    SN_TRY(sn_tile_kernel(e, &tile, 1, p->rows, false, &name));
    sn_str_add(out, name);
    return SN_OK;
}

void sn_bind_tile_panels(sn_emit *e, sn_bind *b, sn_ct_call name, const sn_tile *tile, int64_t rows)
{
    panels_user *p = SN_NEW(sn_emit_arena(e), panels_user);
    *p = (panels_user){rows, *tile};
    sn_bind_call(b, name, panels_call, p);
}

/* ---- runs of rows ---------------------------------------------------------------------------- */

typedef struct run_user {
    int64_t counts[2];
    sn_tile tile;
} run_user;

/* Bit t: tiles of t rows occur. */
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
    const int64_t nb = atoll(args[0]), most = sn_tiling_most_rows(sn_emit_machine(e), nb);
    const unsigned sizes = sizes_of(r, most);
    sn_tile tile = r->tile;
    if (tile.passes > 0) tile.passes = (r->counts[0] + most - 1) / most; /* as few as a run has */
    const char *name = sn_arena_printf(sn_emit_arena(e),
                                       "tile_run_%" PRId64 "_%x_%" PRId64 "_%" PRId64 "_%" PRId64
                                       "_%" PRId64 "%s",
                                       nb, sizes, tile.unroll, tile.space, tile.row_space,
                                       tile.passes, tile.half ? "_half" : ""),
               *text = NULL;
    sn_str_add(out, name);
    if (sn_emit_has_helper(e, name)) return SN_OK;
    sn_str cases;
    sn_str_init(&cases, sn_emit_arena(e));
    for (int64_t t = 1; t <= most; t++) {
        const char *kernel = NULL;
        if (!(sizes >> t & 1)) continue;
        SN_TRY(sn_tile_kernel(e, &tile, nb, t, false, &kernel));
        sn_str_addf(&cases,
                    "%s        case %" PRId64 ": %s(x, xa, 0, 0, w, na, 1, 1%s, y, y_step); break;",
                    cases.n ? "\n" : "", t, kernel, tile.passes > 0 ? ", next" : "");
    }
    sn_bind *b = sn_bind_create(e);
    const sn_named_int ints[] = {{CT_NB, nb},
                                 {CT_MOST, most},
                                 {CT_RS, tile.row_space},
                                 {CT_KU, tile.unroll},
                                 {CT_LINE, sn_tile_line(&tile)},
                                 {CT_NEXT, tile.passes > 0}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    bind_weight_words(e, b, tile.half);
    sn_bind_text(b, CT_NAME, name);
    sn_bind_text(b, CT_CASES, cases.s);
    SN_TRY(sn_template(e, "tile_run.ct", sn_text_tile_run, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}

void sn_bind_tile_run(sn_emit *e, sn_bind *b, sn_ct_call name, const sn_tile *tile,
                      const sn_chunks *counts)
{
    run_user *r = SN_NEW(sn_emit_arena(e), run_user);
    *r = (run_user){{counts->size, sn_chunks_largest(counts)}, *tile};
    sn_bind_call(b, name, run_call, r);
}
