/* SPDX-License-Identifier: Apache-2.0
 *
 *   y = f(x, w), z = f(x, w)   -->   y       one node in place of both
 *
 * Needs: the same operator, params, features and inputs: the same values (the first two in any
 * order where the operator commutes), or weights of their own with the same bytes. Constants alike
 * are nodes too. Not for inputs, for what nobody knows (opaque) and for int8 layers. A node with
 * several results is kept where sharing each of them would cost more layers in a file (a copy for
 * each value that is read twice) than the node saves, or where a scalar could not be written any
 * more. A pad that a convolution or pooling alone reads is left: each of those takes its own pad
 * in.
 *
 * Two results of the network may become one value: their outside names stay with the output node.
 *
 * One hash map a run. The key holds no params, and of weights some bytes only: what meets is
 * compared. Nodes with bodies are the same where these are, node by node. */
#include <string.h>

#include "ops/ops.h"
#include "passes/pass.h"

enum {
    MAX_TRIES = 32,      /* nodes with one key that are compared */
    SAMPLED_BYTES = 512, /* of a weight, from either end */
};

typedef struct duplicates_seen {
    sn_node *node;
    struct duplicates_seen *next;
} duplicates_seen;

static bool own_weight(const sn_value *v)
{
    return v && !v->def && v->kind == SN_CONST && v->data && v->data->buf;
}

static uint64_t hash_value(const sn_value *v)
{
    if (!v) return 1;
    if (!own_weight(v)) return v->id * UINT64_C(0x9e3779b97f4a7c15) + 2;
    const unsigned char *bytes = sn_tensor_data(v->data);
    const size_t n = (size_t)v->data->n_bytes, some = SAMPLED_BYTES;
    if (!n) return 3;
    if (n <= 2 * some) return sn_hash_bytes(bytes, n, n);
    return sn_hash_bytes(bytes + (n - some), some, sn_hash_bytes(bytes, some, n));
}

static uint64_t hash_node(const sn_node *n)
{
    uint64_t h = sn_hash_bytes(n->op->name, strlen(n->op->name), n->n_out);
    for (uint16_t i = 0; i < n->n_in; i++) {
        uint64_t one = hash_value(sn_in(n, i));
        if (i == 0 && n->n_in > 1 && sn_op_has(n->op, SN_TRAIT_COMMUTES)) {
            uint64_t two = hash_value(sn_in(n, ++i));
            one = one < two ? sn_hash_bytes(&one, sizeof one, two)
                            : sn_hash_bytes(&two, sizeof two, one);
        }
        h = sn_hash_bytes(&one, sizeof one, h);
    }
    return h;
}

static bool same_value(const sn_value *a, const sn_value *b)
{
    if (a == b) return true;
    return own_weight(a) && own_weight(b) && sn_tensor_same_bytes(a->data, b->data);
}

static bool same_inputs(const sn_node *a, const sn_node *b)
{
    if (a->n_in != b->n_in) return false;
    bool swapped = a->n_in > 1 && sn_op_has(a->op, SN_TRAIT_COMMUTES) &&
                   same_value(sn_in(a, 0), sn_in(b, 1)) && same_value(sn_in(a, 1), sn_in(b, 0));
    for (uint16_t i = swapped ? 2 : 0; i < a->n_in; i++) {
        if (!same_value(sn_in(a, i), sn_in(b, i))) return false;
    }
    return true;
}

static bool same(const sn_node *a, const sn_node *b)
{
    return a->op == b->op && a->features == b->features && a->n_out == b->n_out &&
           a->implied == b->implied && same_inputs(a, b) &&
           sn_params_equal(a->op->params, a->params, b->params) && sn_node_same_bodies(a, b);
}

static bool may_be_shared(const sn_node *n)
{
    if (sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT | SN_TRAIT_OPAQUE | SN_TRAIT_INTEGER))
        return false;
    if (n->n_out == 0) return false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (v && !own_weight(v) && v->n_uses == 1) return false; /* nothing else reads it */
    }
    const sn_node *reader = n->op == &sn_op_pad ? sn_sole_user(n->out[0]) : NULL;
    return !reader || reader->op->kind != SN_FUSE_OUT;
}

/* Layers in a file that sharing costs more than it saves: one node goes; a value that is read twice
 * needs a copy. */
static int more_layers(const sn_node *a, const sn_node *b)
{
    int more = -1;
    for (uint16_t i = 0; i < a->n_out; i++) {
        uint32_t x = a->out[i]->n_uses, y = b->out[i]->n_uses;
        more += (x + y > 1) - (x > 1) - (y > 1);
    }
    return more;
}

static bool reads_alike(const sn_node *a, const sn_node *b)
{
    return a->op == b->op && a->implied == b->implied && a->n_in == 1 && b->n_in == 1 &&
           sn_params_equal(a->op->params, a->params, b->params);
}

/* A scalar that two views read is not written (sn_spelling.no_scalars), unless they merge, too. */
static bool stays_written(const sn_pass_run *run, const sn_node *kept, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out && run->env->target->no_scalars; i++) {
        if (n->out[i]->shape.rank != 0) continue;
        const sn_node *a = sn_sole_user(kept->out[i]), *b = sn_sole_user(n->out[i]);
        if (!a || !b || !reads_alike(a, b)) return false;
    }
    return true;
}

static sn_status merge(sn_pass_run *run, sn_node *kept, sn_node *n)
{
    sn_value **befores = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_value **afters = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_rewrite rw = {.matched = {kept, n},
                     .n_matched = 2,
                     .same_shape = true,
                     .befores = befores,
                     .afters = afters};
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (!n->out[i]->n_uses) continue;
        befores[rw.n_values] = n->out[i];
        afters[rw.n_values++] = kept->out[i];
    }
    if (!rw.n_values) return SN_OK; /* drop_dead's */
    if (more_layers(kept, n) > 0) {
        sn_missed(run, kept, n,
                  "not merged: copies of the results that both are read for would be more layers");
        return SN_OK;
    }
    if (!stays_written(run, kept, n)) {
        sn_missed(run, kept, n, "not merged: views that differ read the scalar, which the format "
                                "does not have on its own");
        return SN_OK;
    }
    bool done;
    sn_rewrite_begin(run);
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status run(sn_pass_run *run)
{
    sn_map *map = sn_map_create(run->arena);
    SN_EACH_NODE(n, run->g)
    {
        if (!may_be_shared(n)) continue;
        uint64_t key = hash_node(n);
        duplicates_seen *first = sn_map_get_u64(map, key), *s = first;
        int tries = 0;
        while (s && tries < MAX_TRIES && !(s->node->graph && same(s->node, n))) {
            s = s->next;
            tries++;
        }
        if (s && tries < MAX_TRIES) {
            SN_TRY(merge(run, s->node, n));
            continue;
        }
        s = SN_NEW(run->arena, duplicates_seen);
        *s = (duplicates_seen){n, first};
        sn_map_put_u64(map, key, s);
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"recognise_activation", "a piece that two activations share is in neither pattern"},
    {NULL, NULL},
};

const sn_pass sn_pass_merge_duplicates = {
    .name = "merge_duplicates",
    .arrow = "f(x), f(x) -> f(x)",
    .needs = "the same operator, params, inputs and bytes of weights; not more layers for copies",
    .after = after,
    .run = run,
};
