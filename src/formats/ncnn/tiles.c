/* SPDX-License-Identifier: Apache-2.0
 *
 * Which nodes one line covers. ncnn's layers pair the axes of operands, or flatten them, by
 * themselves; in a graph views say so. From the end, where all readers of a node are known, the
 * line of each node reads through as many of its inputs as it may: what the lines of all readers
 * read through needs none of its own. That a line says what its nodes are is proved by reading it
 * back (spell.c). */
#include "formats/ncnn/spell.h"

#include "formats/ncnn/ops/ops.h"
#include "ops/attention.h"
#include "ops/binary.h"
#include "ops/deform_conv.h"
#include "ops/grid_sample.h"
#include "ops/roi_align.h"

#include <string.h>

/* Whether ncnn gives that input another shape by itself, and by which rule. */
typedef sn_answer (*implies_fn)(const sn_node *reader, uint16_t slot);

static implies_fn rule_of(const sn_node *n, unsigned slot)
{
    static const sn_op *const of_images[] = {&sn_op_conv,
                                             &sn_op_conv_transpose,
                                             &sn_op_unfold,
                                             &sn_op_max_pool,
                                             &sn_op_average_pool,
                                             &sn_op_global_max_pool,
                                             &sn_op_global_average_pool,
                                             &sn_op_adaptive_max_pool,
                                             &sn_op_adaptive_average_pool,
                                             &sn_op_depth_to_space,
                                             &sn_op_space_to_depth,
                                             &sn_ncnn_op_pooling,
                                             &sn_ncnn_op_same_convolution,
                                             &sn_ncnn_op_unfold,
                                             &sn_ncnn_op_pixel_shuffle,
                                             &sn_ncnn_op_reorg,
                                             &sn_ncnn_op_quantized_convolution};
    if (sn_op_is_binary(n->op)) return sn_ncnn_align_implies;
    if (n->op == &sn_op_gemm) return sn_ncnn_gemm_implies;
    if (n->op == &sn_op_slice_scatter && slot == 1) return sn_ncnn_copy_to_implies;
    if (n->op == &sn_op_attention)
        return slot <= SN_ATTENTION_V && n->n_out == 1 ? sn_ncnn_as_heads_implies : NULL;
    if (n->op == &sn_op_rotary_embedding) return slot > 0 ? sn_ncnn_as_angles_implies : NULL;
    if (n->op == &sn_op_roi_align) return slot == SN_ROI_ALIGN_ROIS ? sn_ncnn_roi_implies : NULL;
    if (n->op->params == sn_deform_conv_param_table && slot <= SN_DEFORM_CONV_MASK)
        return sn_ncnn_as_image_implies;
    if (slot != 0) return NULL;
    if (n->op == &sn_op_resize || n->op == &sn_ncnn_op_interp) return sn_ncnn_interp_implies;
    if (n->op == &sn_op_tile) return sn_ncnn_tile_implies;
    if (n->op == &sn_op_fold) return sn_ncnn_fold_implies;
    if (n->op == &sn_op_rnn || n->op == &sn_op_lstm || n->op == &sn_op_gru)
        return sn_ncnn_first_matrix_implies;
    if (n->op == &sn_op_linear || n->op == &sn_ncnn_op_quantized_inner_product)
        return sn_ncnn_as_rows_implies;
    for (size_t i = 0; i < sizeof of_images / sizeof of_images[0]; i++)
        if (n->op == of_images[i]) return sn_ncnn_as_image_implies;
    return NULL;
}

sn_answer sn_ncnn_implies_by_rule(const sn_node *reader, uint16_t slot)
{
    const implies_fn implies = rule_of(reader, slot);
    return implies ? implies(reader, slot) : SN_ANSWER_NO(NULL);
}

/* An inner product that was read from a Convolution of a vector, which ncnn makes anew each time.
 */
bool sn_ncnn_is_dated(const sn_spelling *target, const sn_node *n)
{
    (void)target;
    const sn_ncnn_record *r = n->op == &sn_op_linear ? sn_ncnn_record_of(n) : NULL;
    return r && strcmp(r->type, "Convolution") == 0;
}

/* A view that its line makes of its own result. */
static bool ends_a_line(const sn_node *view)
{
    const sn_node *of = sn_in(view, 0)->def;
    return of && view->origin && of->origin == view->origin;
}

bool sn_ncnn_turns(const sn_node *n, unsigned slot)
{
    const sn_node *def = sn_in(n, slot) ? sn_in(n, slot)->def : NULL;
    return n->op == &sn_op_grid_sample && slot == SN_GRID_SAMPLE_GRID && def && def->implied &&
           def->op == &sn_op_transpose;
}

bool sn_ncnn_takes_in(const sn_node *n, unsigned slot)
{
    const sn_node *def = sn_in(n, slot) ? sn_in(n, slot)->def : NULL;
    const bool cut = n->op == &sn_op_glu && def && def->implied && def->op == &sn_op_slice &&
                     n->origin && def->origin == n->origin;
    return cut || sn_ncnn_turns(n, slot);
}

uint32_t sn_ncnn_may_read_through(const sn_node *n, uint32_t *must)
{
    uint32_t may = 0;
    *must = 0;
    for (uint16_t i = 0; i < n->n_in && i < 32; i++) {
        const sn_value *v = sn_in(n, i);
        const sn_node *def = v ? v->def : NULL;
        if (!def || def->n_out != 1) continue;
        if (def->op->adapts)
            *must |= 1u << i;
        else if (def->implied && rule_of(n, i) && sn_op_has(def->op, SN_TRAIT_VIEW) &&
                 (def->origin == n->origin || !ends_a_line(def)))
            may |= 1u << i;
        else if (sn_ncnn_takes_in(n, i))
            may |= 1u << i;
    }
    may |= *must;
    return may;
}

/* The node n_behind steps in front of n, all of that origin; NULL: there is none. */
static const sn_node *led_by(const sn_node *n, int n_behind, const sn_origin *origin)
{
    for (int k = 0; k < n_behind; k++) {
        const int slot = sn_ncnn_chain_slot(n);
        if (slot < 0 || sn_in(n, (unsigned)slot)->def->origin != origin) return NULL;
        n = sn_in(n, (unsigned)slot)->def;
    }
    return n;
}

static int most_behind(const sn_node *anchor, bool joined)
{
    int most = 0;
    const sn_ncnn_row *row = sn_ncnn_first_of_op(anchor->op);
    for (; row; row = sn_ncnn_bound_of(row)->next_of_op)
        if (row->hooks && row->hooks->max_behind > most && (row->hooks->joins || !joined))
            most = row->hooks->max_behind;
    return most;
}

const sn_node *sn_ncnn_anchor_of(const sn_node *n, int n_behind)
{
    const sn_node *anchor = led_by(n, n_behind, n->origin);
    return anchor && (!n_behind || n_behind <= most_behind(anchor, false)) ? anchor : NULL;
}

sn_status sn_ncnn_choose_joined(sn_ncnn_writer *w, const sn_node *n, bool *fits)
{
    const sn_node *front = sn_in(n, (unsigned)sn_ncnn_chain_slot(n))->def;
    *fits = false;
    for (int k = 1; k <= SN_NCNN_MAX_BEHIND && !*fits; k++) {
        const sn_node *anchor = led_by(n, k, front->origin);
        if (!anchor) break;
        uint32_t must;
        if (k > most_behind(anchor, true)) continue;
        (void)sn_ncnn_may_read_through(anchor, &must);
        SN_TRY(sn_ncnn_fits(w, n, k, must, fits));
    }
    return SN_OK;
}

/* The largest of the sets between `must` and `may` with which a line fits; *fits false where none
 * does. */
static sn_status choose_inputs(sn_ncnn_writer *w, const sn_node *n, int n_behind, uint32_t *through,
                               bool *fits)
{
    uint32_t must;
    const uint32_t may = sn_ncnn_may_read_through(sn_ncnn_anchor_of(n, n_behind), &must);
    for (uint32_t set = may;; set = (set - 1) & may) {
        *through = set;
        if (set == must && !n_behind) break; /* asked for when it is spelled */
        *fits = (set & must) == must;
        if (*fits) SN_TRY(sn_ncnn_fits(w, n, n_behind, set, fits));
        if (*fits || set == must) return SN_OK;
    }
    return SN_OK;
}

sn_status sn_ncnn_choose_inputs(sn_ncnn_writer *w, const sn_node *n, uint32_t *through)
{
    uint32_t must;
    bool fits = true;
    *through = 0;
    SN_TRY(choose_inputs(w, n, 0, through, &fits));
    (void)sn_ncnn_may_read_through(n, &must);
    if (*through == must) *through = 0; /* what has to be is no choice */
    return SN_OK;
}

/* Whether the line of some reader of n reads what n reads instead: then that has to be a blob. */
static bool is_read_through(const sn_ncnn_writer *w, const sn_node *n)
{
    for (uint16_t k = 0; k < n->n_out; k++) {
        SN_EACH_USE(u, n->out[k])
        {
            if (u->slot < 32 && w->tiles[u->node->id].through >> u->slot & 1) return true;
        }
    }
    return false;
}

/* The longest chain of nodes that fits in one line, n being its last one. */
static sn_status choose(sn_ncnn_writer *w, const sn_node *n)
{
    sn_ncnn_tile *t = &w->tiles[n->id];
    const sn_ncnn_record *r = sn_ncnn_record_of(n);
    t->anchor = n->id;
    if (r && sn_ncnn_is_as_read(w, n, r, &t->through)) return SN_OK;
    for (int k = is_read_through(w, n) ? 0 : SN_NCNN_MAX_BEHIND; k >= 0; k--) {
        const sn_node *anchor = sn_ncnn_anchor_of(n, k);
        uint32_t through;
        bool fits = k == 0;
        if (!anchor) continue;
        SN_TRY(choose_inputs(w, n, k, &through, &fits));
        if (k && !fits) continue;
        w->tiles[anchor->id].through = through;
        t->anchor = anchor->id;
        t->n_behind = (uint8_t)k;
        for (int i = 1; i <= k; i++) {
            const sn_node *m = n;
            for (int j = 0; j < i; j++) m = sn_in(m, (unsigned)sn_ncnn_chain_slot(m))->def;
            w->tiles[m->id].is_led = true;
        }
        return SN_OK;
    }
    return SN_OK;
}

sn_status sn_ncnn_choose_one(sn_ncnn_writer *w, const sn_node *n, bool *fits)
{
    const sn_node *last = n;
    *fits = false;
    for (int d = 0; d <= SN_NCNN_MAX_BEHIND && last; d++) {
        for (int k = SN_NCNN_MAX_BEHIND; k >= d && !*fits; k--) {
            const sn_node *anchor = sn_ncnn_anchor_of(last, k);
            if (!anchor) continue;
            uint32_t must;
            const uint32_t may = sn_ncnn_may_read_through(anchor, &must);
            for (uint32_t set = may;; set = (set - 1) & may) {
                if ((set & must) == must) SN_TRY(sn_ncnn_fits(w, last, k, set, fits));
                if (*fits || set == must) break;
            }
        }
        const sn_value *v = last->n_out == 1 ? last->out[0] : NULL;
        last = v && v->n_uses == 1 ? v->uses->node : NULL;
        if (last && sn_op_has(last->op, SN_TRAIT_OUTPUT)) last = NULL;
    }
    return SN_OK;
}

/* Whether every read of what n makes is one that the reader's line covers; where there is none it
 * has a line. */
static bool is_inside(const sn_ncnn_writer *w, const sn_node *n)
{
    bool any = false;
    for (uint16_t k = 0; k < n->n_out; k++) {
        SN_EACH_USE(u, n->out[k])
        {
            const sn_ncnn_tile *t = &w->tiles[u->node->id];
            if (t->inside || u->slot >= 32 || !(t->through >> u->slot & 1)) return false;
            any = true;
        }
    }
    return any;
}

static bool may_be_inside(const sn_node *n)
{
    return n->n_out == 1 && (n->op->adapts || sn_op_has(n->op, SN_TRAIT_VIEW) ||
                             (n->implied && (n->op == &sn_op_transpose || n->op == &sn_op_slice)));
}

sn_status sn_ncnn_choose_tiles(sn_ncnn_writer *w)
{
    w->tiles = SN_NEW_N(w->arena, sn_ncnn_tile, w->g->n_ids);
    for (const sn_node *n = w->g->last; n; n = n->prev) {
        sn_ncnn_tile *t = &w->tiles[n->id];
        if (sn_op_has(n->op, SN_TRAIT_OUTPUT)) continue;
        t->inside = !t->is_led && may_be_inside(n) && is_inside(w, n);
        if (!t->inside && !t->is_led) SN_TRY(choose(w, n));
    }
    return SN_OK;
}
