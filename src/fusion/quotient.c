/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups while they grow. A group must be convex: were a value to leave it, pass through another
 * group and come back, each of the two would wait for the other. Places in a topological order of
 * the groups are kept up to date (after D. Pearce and P. Kelly, A dynamic topological sort
 * algorithm for directed acyclic graphs, 2007): whatever lies on a way from a to b stands between
 * them, so that only there has to be searched, and only what stands there has to move when they
 * become one. */
#include "fusion/quotient.h"

#include <string.h>

#define MOST_BETWEEN 4096 /* keeps the search, and so all of fusion, linear in the graph */

void sn_group_dag_init(sn_group_dag *q, const sn_fusion_view *v)
{
    *q = (sn_group_dag){.v = v};
    uint32_t **rows[] = {&q->parent, &q->next, &q->last, &q->size,
                         &q->at,     &q->who,  &q->seen, &q->todo};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = SN_NEW_N(v->arena, uint32_t, v->n);
    for (uint32_t i = 0; i < v->n; i++) {
        q->parent[i] = q->last[i] = q->at[i] = q->who[i] = i;
        q->next[i] = SN_NOT_HERE;
        q->size[i] = 1;
    }
}

uint32_t sn_group_dag_group(sn_group_dag *q, uint32_t node)
{
    while (q->parent[node] != node) {
        q->parent[node] = q->parent[q->parent[node]];
        node = q->parent[node];
    }
    return node;
}

/* Puts groups that read a member of `group`, and stand before place `end`, on the list; all but
 * `but`. */
static uint32_t push_readers(sn_group_dag *q, uint32_t group, uint32_t end, uint32_t but,
                             uint32_t n_todo)
{
    SN_EACH_MEMBER(i, q, group)
    {
        const sn_node *n = q->v->node[i];
        for (uint16_t o = 0; o < n->n_out; o++) {
            SN_EACH_READER(r, q->v, n->out[o])
            {
                if (r->index == SN_NOT_HERE) continue;
                uint32_t reader = sn_group_dag_group(q, r->index);
                if (reader == group || reader == but || q->seen[reader] == q->round ||
                    q->at[reader] > end)
                    continue;
                q->seen[reader] = q->round;
                q->todo[n_todo++] = reader;
            }
        }
    }
    return n_todo;
}

const char *sn_group_dag_conflict(sn_group_dag *q, uint32_t a, uint32_t b)
{
    uint32_t first = q->at[a] < q->at[b] ? a : b, last = first == a ? b : a;
    if (q->at[last] - q->at[first] > MOST_BETWEEN) return "too much is computed between them";
    q->round++;
    uint32_t n_todo = push_readers(q, first, q->at[last], last, 0);
    while (n_todo) {
        uint32_t group = q->todo[--n_todo];
        n_todo = push_readers(q, group, q->at[last], SN_NOT_HERE, n_todo);
        if (q->seen[last] == q->round)
            return "what lies between them needs the one and is needed by the other";
    }
    return NULL;
}

/* What stands between and hangs on the first (seen in the last search) moves behind the new group,
 * the rest before it. */
static void reorder(sn_group_dag *q, uint32_t from, uint32_t to, uint32_t group)
{
    uint32_t n_later = 0, put = from;
    for (uint32_t place = from + 1; place < to; place++) {
        uint32_t who = q->who[place];
        if (who == SN_NOT_HERE) continue;
        if (q->seen[who] == q->round) {
            q->todo[n_later++] = who;
        } else {
            q->who[put] = who;
            q->at[who] = put++;
        }
    }
    q->who[put] = group;
    q->at[group] = put++;
    for (uint32_t i = 0; i < n_later; i++) {
        q->who[put] = q->todo[i];
        q->at[q->todo[i]] = put++;
    }
    while (put <= to) q->who[put++] = SN_NOT_HERE;
}

void sn_group_dag_join(sn_group_dag *q, uint32_t a, uint32_t b)
{
    uint32_t from = q->at[a] < q->at[b] ? q->at[a] : q->at[b],
             to = q->at[a] < q->at[b] ? q->at[b] : q->at[a];
    q->parent[b] = a;
    q->next[q->last[a]] = b;
    q->last[a] = q->last[b];
    q->size[a] += q->size[b];
    reorder(q, from, to, a);
}
