/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of kernels, and what kernels share. */
#include <string.h>

#include "ir/types.h"
#include "kernels/kernel.h"

#define KERNEL(name) extern const sn_kernel sn_kernel_##name;
#include "kernels/kernels.def"
#undef KERNEL

static const sn_kernel *const kernels[] = {
#define KERNEL(name) &sn_kernel_##name,
#include "kernels/kernels.def"
#undef KERNEL
    NULL,
};

size_t sn_kernel_count(void) { return sizeof kernels / sizeof kernels[0] - 1; }

const sn_kernel *sn_kernel_at(size_t i) { return i < sn_kernel_count() ? kernels[i] : NULL; }

/* The kernels that may take op: those of its dialect, then those of the list; NULL behind the last.
 */
static const sn_kernel *kernel_for(const sn_op *op, size_t i)
{
    const size_t n_own = op->dialect ? op->dialect->n_kernels : 0;
    return i < n_own ? op->dialect->kernels[i] : sn_kernel_at(i - n_own);
}

bool sn_kernel_knows(const sn_op *op)
{
    if (op->eval && (op->expr || op->reads_shape_only || sn_op_has(op, SN_TRAIT_COPIES_BITS)))
        return true;
    if (op->in_room) return sn_kernel_knows(op->in_room);
    const sn_kernel *k;
    for (size_t i = 0; (k = kernel_for(op, i)); i++) {
        for (const sn_op *const *o = k->ops; o && *o; o++)
            if (*o == op) return true;
    }
    return false;
}

bool sn_kernel_knows_types(const sn_op *op)
{
    if (op->in_room) return sn_kernel_knows_types(op->in_room);
    if (!sn_kernel_knows(op)) return false;
    bool all = !op->types || op->expr || sn_op_has(op, SN_TRAIT_COPIES_BITS);
    const sn_kernel *k;
    for (size_t i = 0; !all && (k = kernel_for(op, i)); i++) {
        for (const sn_op *const *o = k->typed ? k->ops : NULL; o && *o; o++) all = all || *o == op;
    }
    return all;
}

bool sn_kernel_reads_stored(const sn_kernel *k, const sn_node *node, unsigned slot)
{
    const sn_value *v = sn_in(node, slot);
    return k->typed || (k->reads_integers && sn_types_only_integers(node->op, slot)) ||
           (k->reads_bools && v && v->type == SN_TYPE_bool);
}

static bool is_f32(const sn_value *v)
{
    return !v || v->type == SN_TYPE_f32 || v->type == SN_TYPE_UNKNOWN;
}

bool sn_node_is_f32(const sn_node *node)
{
    bool all = true;
    for (uint16_t i = 0; i < node->n_in; i++) all = all && is_f32(sn_in(node, i));
    for (uint16_t i = 0; i < node->n_out; i++) all = all && is_f32(sn_out(node, i));
    return all;
}

/* Of what a format decides itself integers are numbers that f32 holds, too. */
static bool is_held(const sn_node *node, const sn_value *v)
{
    return is_f32(v) || sn_type_is_narrow(v->type) ||
           (node->op->dialect && !sn_type_is_float(v->type));
}

/* Whether the kernel, which computes in f32, gets all elements: f32 holds them, or it reads them as
 * they are stored, or they are known beforehand. */
static bool serves(const sn_kernel *k, const sn_node *node)
{
    bool all = true;
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, i);
        const bool known = v && (sn_value_is_const(v) || sn_node_reads_shape_only(node, i));
        all = all && (is_held(node, v) || (known && i > 0) || sn_kernel_reads_stored(k, node, i));
    }
    for (uint16_t i = 0; i < node->n_out; i++) all = all && is_held(node, sn_out(node, i));
    return all;
}

const sn_kernel *sn_kernel_find(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    const sn_kernel *best = NULL;
    if (node->n_in > SN_MAX_STEP_IN || node->n_out > SN_MAX_STEP_IN) return NULL;
    const sn_kernel *each;
    const bool f32 = sn_node_is_f32(node);
    for (size_t i = 0; (each = kernel_for(node->op, i)); i++) {
        sn_offer w = {.seconds = 0};
        if (node->boundary && !each->boundaries) continue;
        if (!f32 && !each->typed && !serves(each, node)) continue;
        if (!each->wants || !each->wants(k, node, &w)) continue;
        w.seconds = sn_work_seconds(k->machine, &w.work);
        const bool preferred = k->prefer && strcmp(each->name, k->prefer) == 0;
        if (best && w.seconds >= out->seconds && !preferred) continue;
        best = each;
        *out = w;
        if (preferred) break;
    }
    return best;
}

bool sn_units_are_many(int64_t units, int n_threads)
{
    enum { MANY_UNITS = 16 }; /* for each thread */
    return units >= MANY_UNITS * n_threads;
}

double sn_units_unevenness(int64_t units, int n_threads)
{
    if (units < 1) return n_threads;
    return (double)((units + n_threads - 1) / n_threads * n_threads) / (double)units;
}

int64_t sn_even_parts(const sn_kernel_ctx *k, int64_t least, int64_t others, int64_t most)
{
    int64_t best = least;
    if (sn_units_are_many(least * others, k->n_threads)) return least;
    for (int64_t n = least; n <= most && n < least + k->n_threads; n++) {
        if (sn_units_unevenness(n * others, k->n_threads) <
            sn_units_unevenness(best * others, k->n_threads))
            best = n;
    }
    return best;
}

float *sn_step_pack(const sn_kernel_ctx *k, sn_step *s, int64_t floats, const char *what)
{
    sn_packed *p = SN_NEW(k->arena, sn_packed);
    p->data = SN_NEW_N(k->arena, float, floats > 0 ? floats : 1);
    p->floats = floats;
    p->what = what;
    p->from_slot = s->labelled;
    s->labelled = 0;
    s->overfull |= s->n_packed == SN_MAX_PACKED;
    if (!s->overfull) s->packed[s->n_packed++] = p;
    return p->data;
}

sn_status sn_step_plan(const sn_kernel_ctx *k, sn_step *s)
{
    SN_TRY(s->kernel->plan(k, s));
    SN_CHECK(k->ctx, !s->overfull, SN_E_UNSUPPORTED, "more than %d constants in one step",
             SN_MAX_PACKED);
    return SN_OK;
}

static bool are_halves(const sn_packed *p)
{
    for (int64_t i = 0; i < p->floats; i++)
        if (sn_f16_to_f32(sn_f32_to_f16(p->data[i])) != p->data[i]) return false;
    return true;
}

static void make_halves(sn_packed *p)
{
    unsigned char *const to = (unsigned char *)p->data;
    const int64_t n = p->floats;
    for (int64_t i = 0; i < n; i++) {
        const uint16_t half = sn_f32_to_f16(p->data[i]);
        memcpy(to + 2 * i, &half, sizeof half);
    }
    memset(to + 2 * n, 0, (size_t)(2 * (n % 2)));
    p->floats = (n + 1) / 2;
    p->half = true;
}

bool sn_step_pack_halves(sn_packed *const *p, int n)
{
    for (int i = 0; i < n; i++)
        if (!are_halves(p[i])) return false;
    for (int i = 0; i < n; i++) make_halves(p[i]);
    return true;
}

bool sn_kernel_has_halves(const sn_node *node, unsigned slot)
{
    const sn_value *v = sn_in(node, slot);
    const sn_tensor *t = v && sn_value_is_const(v) ? sn_const_of(v) : NULL;
    return t && (t->coding == SN_CODED_F16 || (t->coding == SN_PLAIN && t->type == SN_TYPE_f16));
}

bool sn_kernel_keeps_halves(const sn_kernel_ctx *k, const sn_node *node, unsigned slot,
                            const sn_work *floats, const sn_work *halves)
{
    return sn_kernel_has_halves(node, slot) &&
           (k->small || k->halves ||
            sn_work_seconds(k->machine, halves) < sn_work_seconds(k->machine, floats));
}

bool sn_kernel_keeps_read_halves(const sn_kernel_ctx *k, const sn_node *node, unsigned slot,
                                 double weights, double times)
{
    sn_work work[2] = {{.vector = 0}};
    for (int half = 0; half < 2; half++) {
        const double bytes = sn_packed_bytes(half) * weights;
        sn_work_stream(&work[half], bytes, sn_weights_span(k, bytes), false);
        sn_work_stream(&work[half], bytes * (times - 1), bytes, false);
    }
    if (!k->machine->halves)
        work[1].vector = times * weights / k->machine->lanes * sn_half_vectors(k->machine);
    return sn_kernel_keeps_halves(k, node, slot, &work[0], &work[1]);
}

void sn_step_drop_packed(sn_step *s, const sn_packed *packed)
{
    int n = 0;
    for (int i = 0; i < s->n_packed; i++)
        if (s->packed[i] != packed) s->packed[n++] = s->packed[i];
    s->n_packed = n;
}

void sn_step_pack_tensor(const sn_kernel_ctx *k, sn_step *s, const sn_tensor *t, const char *what)
{
    const size_t bytes = (size_t)sn_tensor_count(t) * sn_type_bytes(t->type);
    float *to = sn_step_pack(k, s, (int64_t)((bytes + sizeof *to - 1) / sizeof *to), what);
    if (bytes) memcpy(to, sn_tensor_data(t), bytes);
}

sn_status sn_step_pack_value(const sn_kernel_ctx *k, sn_step *s, const sn_value *v,
                             const char *what)
{
    const sn_tensor *t = sn_const_of(v), *plain = NULL;
    if (!t)
        return sn_fail(k->ctx, SN_E_UNSUPPORTED, "the contents of constant '%s' are not known",
                       v->name ? sn_escape(k->arena, v->name) : "");
    SN_TRY(sn_tensor_convert(k->ctx, t, t->type, &plain));
    sn_step_pack_tensor(k, s, plain, what);
    sn_tensor_release(plain);
    return SN_OK;
}

bool sn_kernel_can_pack(const sn_value *v)
{
    enum { MOST_LABELS = 1 << 28 };
    if (sn_value_is_const(v)) return sn_const_of(v) != NULL;
    return v && sn_shape_known(&v->shape) && sn_shape_count(&v->shape) < MOST_LABELS;
}

sn_status sn_step_weight(const sn_kernel_ctx *k, sn_step *s, unsigned slot, const float **out)
{
    const sn_value *v = sn_in(s->node, slot);
    if (sn_value_is_const(v)) return sn_step_constant(k, s->node, slot, out);
    const int64_t n = sn_shape_count(&v->shape);
    float *labels = SN_NEW_N(k->arena, float, n > 0 ? n : 1);
    for (int64_t i = 0; i < n; i++) {
        const uint32_t label = (uint32_t)i + 1;
        memcpy(&labels[i], &label, sizeof label);
    }
    s->labelled = (int)slot + 1;
    *out = labels;
    return SN_OK;
}

sn_packed *sn_step_pack_by(const sn_kernel_ctx *k, sn_step *s, unsigned slot, int64_t floats,
                           const char *what, const sn_kernel *maker, void *config)
{
    sn_packed *p = SN_NEW(k->arena, sn_packed);
    *p = (sn_packed){.floats = floats,
                     .what = what,
                     .from_slot = (int)slot + 1,
                     .maker = maker,
                     .maker_config = config};
    s->overfull |= s->n_packed == SN_MAX_PACKED;
    if (!s->overfull) s->packed[s->n_packed++] = p;
    return p;
}

bool sn_step_packs_at_run_time(const sn_step *s)
{
    for (int i = 0; i < s->n_packed; i++)
        if (s->packed[i]->from_slot) return true;
    return false;
}

sn_status sn_step_constant(const sn_kernel_ctx *k, const sn_node *node, unsigned slot,
                           const float **out)
{
    *out = NULL;
    const sn_value *v = sn_in(node, slot);
    if (!v) return SN_OK;
    const sn_tensor *t = sn_const_of(v), *plain = NULL;
    if (!t)
        return sn_node_fail(k->ctx, node, SN_E_UNSUPPORTED,
                            "input %u is not a constant with known contents", slot);
    SN_TRY(sn_tensor_convert(k->ctx, t, SN_TYPE_f32, &plain));
    *out = sn_arena_copy(k->arena, sn_tensor_f32(plain),
                         (size_t)sn_tensor_count(plain) * sizeof(float));
    sn_tensor_release(plain);
    return SN_OK;
}
