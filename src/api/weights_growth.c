/* SPDX-License-Identifier: Apache-2.0
 *
 * From the bytes that the model stores to those of the file, in steps that add up: elements are
 * decoded, rewrites work out others, each kernel packs them in its order, other sets of sizes and
 * targets in theirs. */
#include "api/weights_growth.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "ops/cost.h"

typedef struct growth_list {
    SN_VEC(sn_weights_growth) v;
} growth_list;

static void grow(growth_list *list, const char *why, int64_t bytes)
{
    for (size_t i = 0; i < list->v.n; i++) {
        if (strcmp(list->v.v[i].why, why) != 0) continue;
        list->v.v[i].bytes += bytes;
        return;
    }
    SN_PUSH(list->v, (sn_weights_growth){why, bytes});
}

static int64_t decoded_bytes(const sn_tensor *t)
{
    return sn_tensor_count(t) * (int64_t)sn_type_bytes(t->type);
}

/* All constants of the graph, each once, with as many bytes as its elements take. */
static int64_t constants_of(const sn_graph *g)
{
    int64_t sum = 0;
    sn_arena *scratch = sn_arena_create(g->ctx);
    bool *seen = SN_NEW_N(scratch, bool, g->n_ids + 1);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_body; i++) sum += constants_of(n->body[i]);
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            if (!v || v->def || !v->data || seen[v->id]) continue;
            seen[v->id] = true;
            sum += decoded_bytes(v->data);
        }
    }
    sn_arena_destroy(scratch);
    return sum;
}

/* Of the constants that the step's operators read, those that no step before did. */
static int64_t new_constants(const sn_step *s, sn_map *seen)
{
    int64_t sum = 0;
    for (size_t i = 0; i < s->n_nodes; i++) {
        for (uint16_t k = 0; k < s->nodes[i]->n_in; k++) {
            const sn_value *v = sn_in(s->nodes[i], k);
            if (!v || v->def || !v->data || sn_map_has_u64(seen, (uintptr_t)v)) continue;
            sn_map_put_u64(seen, (uintptr_t)v, NULL);
            sum += decoded_bytes(v->data);
        }
    }
    return sum;
}

/* Of what the step packs, what no step before has there. */
static int64_t new_packed(const sn_step *s, sn_map *seen)
{
    int64_t sum = 0;
    for (int i = 0; i < s->n_packed; i++) {
        const uint64_t at = (uint64_t)s->packed[i]->offset;
        if (sn_map_has_u64(seen, at)) continue;
        sn_map_put_u64(seen, at, NULL);
        sum += s->packed[i]->floats * (int64_t)sizeof(float);
    }
    return sum;
}

/* What it takes less than floats would, having kept halves of `takes` bytes of floats. */
static int64_t kept_halves(const sn_step *s, int64_t takes)
{
    int64_t sum = 0;
    for (int i = 0; i < s->n_packed; i++)
        if (s->packed[i]->half) sum += s->packed[i]->floats * (int64_t)sizeof(float);
    return sum < takes / 2 ? sum : takes / 2;
}

static int larger_first(const void *a, const void *b)
{
    const sn_weights_growth *x = a, *y = b;
    return x->bytes != y->bytes ? (x->bytes < y->bytes ? 1 : -1) : strcmp(x->why, y->why);
}

void sn_describe_growth(const sn_model *model, const sn_generated *g, sn_compile_result *out)
{
    enum { OF_TOTAL = 100 }; /* smaller parts of it are not worth a word */
    const sn_program *p = g->sets->program;
    const int64_t stored = (int64_t)sn_graph_weights(model->graph).n_bytes,
                  decoded = constants_of(model->graph),
                  total = p->weight_floats * (int64_t)sizeof(float);
    sn_map *constants = sn_map_create(model->arena), *packed = sn_map_create(model->arena);
    growth_list list = {SN_VEC_IN(model->arena)};
    int64_t read = 0, in_first = 0, kept = 0;
    for (size_t i = 0; i < p->n_steps; i++) {
        const int64_t takes = new_constants(p->step[i], constants),
                      packs = new_packed(p->step[i], packed),
                      halves = kept_halves(p->step[i], takes);
        grow(&list, p->step[i]->kernel->name, packs - (takes - halves));
        read += takes;
        kept += halves;
        in_first += packs;
    }
    grow(&list, "decoded", decoded - kept - stored);
    grow(&list, "worked out beforehand", read - decoded);
    grow(&list, "other sizes or targets", total - in_first);
    qsort(list.v.v, list.v.n, sizeof *list.v.v, larger_first);
    uint32_t n = 0;
    while (n < list.v.n && list.v.v[n].bytes > 0 && list.v.v[n].bytes >= total / OF_TOTAL) n++;
    out->model_weights_bytes = (uint64_t)stored;
    out->packed_weights_bytes = (uint64_t)total;
    out->weights_growth = list.v.v;
    out->n_weights_growth = n;
}
