/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes as params have them: see sizes.h. */
#include "ops/sizes.h"

#include "ops/rule.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool sn_size_number(const char *entry, int64_t *n)
{
    char *end;
    const char *digits = entry + (*entry == '-');
    if (*digits < '0' || *digits > '9') return false;
    errno = 0;
    *n = strtoll(entry, &end, 10);
    return *end == '\0' && errno == 0;
}

/* ---- names of inputs ------------------------------------------------------------------------- */

const char *sn_size_name(sn_arena *arena, const sn_op *op, unsigned slot, int axis)
{
    const sn_slot *s = sn_op_slot(op, slot);
    const bool first = s == &op->slots[slot];
    return first || slot < (unsigned)sn_op_n_slots(op)
               ? sn_arena_printf(arena, "%s.%d", s->name, axis)
               : sn_arena_printf(arena, "%s%u.%d", s->name, slot, axis);
}

int sn_size_slot(const sn_op *op, sn_text name)
{
    const int n = sn_op_n_slots(op);
    for (int i = 0; i < n; i++)
        if (sn_text_is(name, op->slots[i].name)) return i;
    const sn_slot *last = &op->slots[n - 1];
    const size_t length = strlen(last->name);
    if (!(last->flags & SN_SLOT_VARIADIC) || name.n <= length || name.n > length + 4 ||
        memcmp(name.s, last->name, length) != 0)
        return -1;
    int slot = 0;
    for (size_t i = length; i < name.n; i++) {
        if (name.s[i] < '0' || name.s[i] > '9') return -1;
        slot = slot * 10 + (name.s[i] - '0');
    }
    return slot >= n ? slot : -1;
}

bool sn_size_input(const sn_op *op, const char *entry, unsigned *slot, int *axis)
{
    const char *dot = strchr(entry, '.');
    if (!dot || dot[1] < '0' || dot[1] > '9' || dot[2]) return false;
    const int found = sn_size_slot(op, (sn_text){entry, (size_t)(dot - entry)});
    *slot = (unsigned)found;
    *axis = dot[1] - '0';
    return found >= 0;
}

/* ---- expressions ----------------------------------------------------------------------------- */

typedef struct lookup {
    const sn_op *op;
    sn_dims *dims;
    sn_arena *arena;
    const sn_infer *in; /* NULL: any size is there */
    bool unknown;
} lookup;

static const char *size_of_input(void *user, sn_text name, int axis, sn_dim *out)
{
    lookup *l = user;
    const int slot = sn_size_slot(l->op, name);
    const char *text = sn_arena_strndup(l->arena, name.s, name.n);
    if (slot < 0) return sn_arena_printf(l->arena, "there is no input '%s'", text);
    const char *symbol = sn_arena_printf(l->arena, "%s.%d", text, axis);
    if (!l->in) {
        *out = sn_dim_named_from(l->dims, symbol, 0);
        return NULL;
    }
    if (!sn_shape_rule_has(l->in, (unsigned)slot))
        return sn_arena_printf(l->arena, "input '%s' is left out", text);
    const sn_shape *s = &l->in->in_shape[slot];
    if (s->rank >= 0 && axis >= s->rank)
        return sn_arena_printf(l->arena, "%s has rank %d", text, s->rank);
    l->unknown = l->unknown || s->rank < 0;
    *out = s->rank < 0 ? sn_dim_named_from(l->dims, symbol, 0) : s->d[axis];
    return NULL;
}

static const char *work_out(lookup *l, const char *entry, sn_dim *out)
{
    const char *at = entry;
    const char *wrong = sn_dim_parse_over(l->dims, &at, size_of_input, l, out);
    return wrong || !*at ? wrong : "the expression does not end there";
}

const char *sn_sizes_check(const sn_op *op, const char *param, const sn_names *list,
                           sn_arena *arena)
{
    lookup l = {.op = op, .arena = arena};
    for (int i = 0; i < list->n; i++) {
        int64_t n;
        sn_dim d;
        if (sn_size_number(list->v[i], &n)) continue;
        if (!l.dims) l.dims = sn_dims_create(arena);
        const char *wrong = work_out(&l, list->v[i], &d);
        if (wrong)
            return sn_arena_printf(arena, "%s has \"%s\": %s", param, sn_escape(arena, list->v[i]),
                                   wrong);
    }
    return NULL;
}

sn_status sn_size_infer(const sn_infer *in, const char *entry, sn_size *out)
{
    lookup l = {.op = in->node->op, .dims = in->dims, .arena = in->arena, .in = in};
    int64_t n;
    sn_dim d = 0;
    if (sn_size_number(entry, &n)) {
        *out = sn_size_of_number(in->dims, n);
        return SN_OK;
    }
    const char *wrong = work_out(&l, entry, &d);
    if (wrong)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "\"%s\": %s",
                            sn_escape(in->arena, entry), wrong);
    *out = l.unknown ? (sn_size){.known = false} : sn_size_of_dim(in->dims, d);
    return SN_OK;
}

/* ---- scaled ---------------------------------------------------------------------------------- */

/* A factor of at most 8 bits: times a size it is the same in single and in double precision. */
static bool scale_is_short(float scale)
{
    int exponent;
    float mantissa = frexpf(scale, &exponent) * 256;
    return isfinite(scale) && scale >= 0 && mantissa == truncf(mantissa);
}

bool sn_size_scale(sn_dims *dims, sn_dim d, float scale, sn_dim *out)
{
    if (!sn_dim_known(d)) {
        if (!scale_is_short(scale) || sn_dim_lower(dims, d) < 0) return false;
        *out = sn_dim_scale(dims, d, scale);
        return true;
    }
    volatile float product =
        (float)d * scale; /* rounded to single, whatever the machine computes in */
    if (!(product >= 0 && product < 2147483648.0f)) return false;
    *out = (int64_t)product;
    return true;
}
