/* SPDX-License-Identifier: Apache-2.0
 *
 * The inside of the writer. A graph becomes lines (layers to be written) that are joined by wires
 * (blobs to be named): spell.c makes lines of nodes, args.c their params, wires.c puts Splits in
 * and gives names, save.c writes. */
#ifndef SN_FORMATS_NCNN_WRITER_H
#define SN_FORMATS_NCNN_WRITER_H

#include "formats/ncnn/bin.h"
#include "formats/ncnn/info.h"
#include "formats/ncnn/map.h"
#include "formats/ncnn/since.h"

enum { SN_NCNN_MAX_BEHIND = 4 }; /* nodes behind the first that one line covers */

typedef struct sn_ncnn_wire {
    const sn_value *value; /* NULL: made by the writer */
    const char *wish;      /* the name it should have, if that is free; NULL: any */
    const char *name;      /* once it is given */
    bool fed;              /* a graph input: the name must stay */
    bool implicit;         /* ... without an Input layer */
    bool constant;         /* of a MemoryData: may be read any number of times */
    bool must;             /* `wish` is an outside name */
} sn_ncnn_wire;

typedef struct sn_ncnn_line {
    const char *type, *name;
    const sn_ncnn_layer *layer;   /* NULL: not ncnn's own */
    const sn_ncnn_record *origin; /* the line it was read as, if of the same type; else NULL */
    const sn_node *node;          /* NULL: made by the writer */
    int n_bottoms, n_tops;
    int *bottoms, *tops; /* wires */
    int n_args, args_cap;
    sn_ncnn_arg *args;
    bool args_as_read; /* all tokens are the origin's */
    size_t n_weights;
    const sn_ncnn_weight *loads;
    const sn_tensor **weights;
    uint32_t features;
} sn_ncnn_line;

typedef struct sn_ncnn_writer {
    sn_ctx *ctx;
    sn_arena *arena;
    sn_arena *scratch; /* of the node that is being spelled */
    const sn_graph *g;
    const sn_ncnn_info *info; /* NULL: the graph is from elsewhere */
    const sn_save_options *options;
    sn_ncnn_release release; /* that must read it */
    sn_map *wire_of;         /* value id -> wire + 1 */
    SN_VEC(sn_ncnn_wire) wires;
    SN_VEC(sn_ncnn_line *) lines;
    SN_VEC(int) outputs; /* wire of each slot of the output node, as the graph has it */
    int n_fresh;
    sn_refusals *refused;
    bool counting; /* nothing will be written: names, args and weights of lines are not needed */
    /* By node id, of the nodes of g: how it is covered by lines. NULL: each node by its own. */
    struct sn_ncnn_tile *tiles;
} sn_ncnn_writer;

/* A line may cover several nodes: its anchor, which computes; views (or adapters) that make of the
 * line's bottoms what that one reads; and nodes behind it, in a chain. */
typedef struct sn_ncnn_tile {
    uint32_t through; /* of an anchor: bit i: the line reads what the maker of input i reads */
    uint32_t anchor;  /* of a chain's last node: the id of the first, itself where it is alone */
    uint8_t n_behind; /* ... and how many come behind the anchor */
    bool inside;      /* the lines of all readers cover it: it has none */
    bool is_led;      /* the line of a node behind covers it: it has none */
} sn_ncnn_tile;

/* Why the layer is not written, and a way out, or NULL; goes on, to find all. */
void sn_ncnn_refuse(sn_ncnn_writer *w, const char *type, const char *name, const char *why,
                    const char *way);
extern const char sn_ncnn_later_release[]; /* the way out of what an older one lacks */
/* "Convolution 'conv1'" */
const char *sn_ncnn_where(sn_ncnn_writer *w, const char *type, const char *name);
int sn_ncnn_wire_of(sn_ncnn_writer *w, const sn_value *v);
int sn_ncnn_new_wire(sn_ncnn_writer *w, const char *wish);
/* Not appended to w->lines yet. */
sn_ncnn_line *sn_ncnn_new_line(sn_ncnn_writer *w, const char *type, const char *name, int n_bottoms,
                               int n_tops);

/* tiles.c: chooses which nodes one line covers. */
sn_status sn_ncnn_choose_tiles(sn_ncnn_writer *w) SN_MUST_CHECK;
/* Whether some line can say the node, alone or with others. */
sn_status sn_ncnn_choose_one(sn_ncnn_writer *w, const sn_node *n, bool *fits) SN_MUST_CHECK;
/* Which views, beside adapters, the line of a node without others behind it reads through. */
sn_status sn_ncnn_choose_inputs(sn_ncnn_writer *w, const sn_node *n,
                                uint32_t *through) SN_MUST_CHECK;
/* Whether ncnn shapes that input of such an operator so by itself; whether a line can say that is
 * another question. */
sn_answer sn_ncnn_implies_by_rule(const sn_node *reader, uint16_t slot);
/* Whether one line says the node and those in front of it that are of another one. */
sn_status sn_ncnn_choose_joined(sn_ncnn_writer *w, const sn_node *n, bool *fits) SN_MUST_CHECK;

/* A blob has an axis at least: what a layer computes without one is none. */
static inline bool sn_ncnn_is_blob(const sn_value *v)
{
    return !v || !v->def || v->shape.rank != 0 ||
           sn_op_has(v->def->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT);
}
/* The node n_behind steps in front of n in a chain that one line may cover; NULL: there is none. */
const sn_node *sn_ncnn_anchor_of(const sn_node *n, int n_behind);
/* spell.c: whether a line that reads through those inputs of the anchor says what the nodes are. */
sn_status sn_ncnn_fits(sn_ncnn_writer *w, const sn_node *n, int n_behind, uint32_t through,
                       bool *fits) SN_MUST_CHECK;
/* The inputs that a line may read through, and (of adapters) has to. */
uint32_t sn_ncnn_may_read_through(const sn_node *n, uint32_t *must);
/* spell.c: appends the lines of one node. */
sn_status sn_ncnn_spell(sn_ncnn_writer *w, const sn_node *n) SN_MUST_CHECK;
/* Whether ncnn decides something of such a node at run time, which a line may have to help with. */
bool sn_ncnn_has_decisions(const sn_op *op);
/* as_read.c: the same for a node that is still what was read as `r`; false where it is not. */
bool sn_ncnn_spell_as_read(sn_ncnn_writer *w, const sn_node *n, const sn_ncnn_record *r);
/* Whether it is, and through which inputs it reads then. */
bool sn_ncnn_is_as_read(const sn_ncnn_writer *w, const sn_node *n, const sn_ncnn_record *r,
                        uint32_t *through);

/* args.c */

/* The fewest changes of the origin's tokens that give the values `target` (of the line's layer). */
sn_status sn_ncnn_fit_args(sn_ncnn_writer *w, sn_ncnn_line *line,
                           const sn_ncnn_values *target) SN_MUST_CHECK;
/* Tokens of 31= and of the hints: after the others, as they depend on whether those changed. */
sn_status sn_ncnn_fit_common(sn_ncnn_writer *w, sn_ncnn_line *line) SN_MUST_CHECK;
void sn_ncnn_add_arg(sn_ncnn_writer *w, sn_ncnn_line *line, int id, sn_ncnn_value value);

/* wires.c: Splits where ncnn needs them, then a name for every wire. */
sn_status sn_ncnn_join(sn_ncnn_writer *w) SN_MUST_CHECK;

#endif
