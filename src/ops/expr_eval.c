/* SPDX-License-Identifier: Apache-2.0
 *
 * Evaluation of bound formulas over tensors. A tree becomes a straight program over registers, each
 * a block of doubles: first the inputs, then the numbers (filled once), then temporaries. The
 * output is cut into chunks for the threads and each chunk into blocks; a block loads its inputs
 * through their strides, runs the program with one simple loop per step, and stores. All registers
 * stand on the stack, so nothing is allocated inside sn_parallel_for. */
#include "ops/expr.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/parallel.h"

enum {
    BLOCK = 256,       /* elements of a register */
    CHUNK_BLOCKS = 64, /* blocks of one piece of work for a thread */
    MAX_REGISTERS = 24,
    MAX_STEPS = 64,
    MAX_OPERANDS = 8,
};

typedef struct step {
    sn_fn fn;
    uint8_t dst, src[3];
} step;

typedef struct program {
    uint8_t n_inputs, n_numbers, n_registers, result;
    int n_steps;
    double number[MAX_REGISTERS];
    step steps[MAX_STEPS];
} program;

/* ---- compiling ------------------------------------------------------------------------------- */

typedef struct compiler {
    program *p;
    uint32_t used; /* bit r: temporary register r holds a value somebody still wants */
    uint8_t first_temporary;
    bool failed;
} compiler;

static bool number_index(const program *p, double value, int *out)
{
    for (*out = 0; *out < p->n_numbers; ++*out)
        if (memcmp(&p->number[*out], &value, sizeof value) == 0) return true;
    return false;
}

static bool collect_numbers(program *p, const sn_expr *e)
{
    int at = 0;
    if (e->kind == SN_EXPR_NUMBER && !number_index(p, e->number, &at)) {
        if (at == MAX_REGISTERS - MAX_OPERANDS) return false;
        p->number[p->n_numbers++] = e->number;
    }
    for (int i = 0; e->kind == SN_EXPR_CALL && i < sn_fn_n_args(e->fn); i++)
        if (!collect_numbers(p, e->arg[i])) return false;
    return true;
}

static uint8_t take_temporary(compiler *c)
{
    for (uint8_t r = c->first_temporary; r < MAX_REGISTERS; r++) {
        if (c->used >> r & 1) continue;
        c->used |= 1u << r;
        if (r >= c->p->n_registers) c->p->n_registers = (uint8_t)(r + 1);
        return r;
    }
    c->failed = true;
    return 0;
}

static uint8_t compile(compiler *c, const sn_expr *e)
{
    program *p = c->p;
    if (e->kind == SN_EXPR_INPUT && e->input < p->n_inputs) return (uint8_t)e->input;
    if (e->kind == SN_EXPR_NUMBER) {
        int at = 0;
        number_index(p, e->number, &at);
        return (uint8_t)(p->n_inputs + at);
    }
    if (e->kind != SN_EXPR_CALL) {
        c->failed = true;
        return 0;
    }
    step s = {.fn = e->fn};
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) s.src[i] = compile(c, e->arg[i]);
    for (int i = 0; i < sn_fn_n_args(e->fn); i++)
        if (s.src[i] >= c->first_temporary) c->used &= ~(1u << s.src[i]);
    s.dst = take_temporary(c);
    if (p->n_steps == MAX_STEPS) c->failed = true;
    if (!c->failed) p->steps[p->n_steps++] = s;
    return s.dst;
}

static bool program_of(const sn_expr *formula, unsigned n_operands, program *p)
{
    *p = (program){.n_inputs = (uint8_t)n_operands};
    if (n_operands > MAX_OPERANDS || !collect_numbers(p, formula)) return false;
    uint8_t first = (uint8_t)(p->n_inputs + p->n_numbers);
    compiler c = {.p = p, .first_temporary = first};
    p->n_registers = first;
    p->result = compile(&c, formula);
    return !c.failed;
}

/* ---- running --------------------------------------------------------------------------------- */

static void run_step(const step *s, double (*reg)[BLOCK], int n)
{
    /* A step may overwrite one of its sources: element i is read before it is written. */
    double *out = reg[s->dst];
    const double *va = reg[s->src[0]], *vb = reg[s->src[1]], *vc = reg[s->src[2]];
    switch (s->fn) {
#define X(name, n_args, value)                                                                     \
    case SN_FN_##name:                                                                             \
        for (int i = 0; i < n; i++) {                                                              \
            double a = va[i], b = vb[i], c = vc[i];                                                \
            (void)a, (void)b, (void)c;                                                             \
            out[i] = value;                                                                        \
        }                                                                                          \
        break;
        SN_FN_MAP(X)
#undef X
    case SN_N_FNS:
        break;
    }
}

/* n elements from data[first] on, at stride 0 or 1, as doubles. */
static void load_run(const void *data, sn_type type, int64_t first, int64_t stride, int n,
                     double *out)
{
#define LOAD(ctype, convert)                                                                       \
    do {                                                                                           \
        const ctype *v = (const ctype *)data + first;                                              \
        if (stride == 1) {                                                                         \
            for (int i = 0; i < n; i++) out[i] = (double)convert(v[i]);                            \
        } else {                                                                                   \
            for (int i = 0; i < n; i++) out[i] = (double)convert(v[i * stride]);                   \
        }                                                                                          \
    } while (0)
    switch (type) {
    case SN_TYPE_f64:
        LOAD(double, );
        break;
    case SN_TYPE_f32:
        LOAD(float, );
        break;
    case SN_TYPE_f16:
        LOAD(uint16_t, sn_f16_to_f32);
        break;
    case SN_TYPE_bf16:
        LOAD(uint16_t, sn_bf16_to_f32);
        break;
    case SN_TYPE_i64:
        LOAD(int64_t, );
        break;
    case SN_TYPE_i32:
        LOAD(int32_t, );
        break;
    case SN_TYPE_i16:
        LOAD(int16_t, );
        break;
    case SN_TYPE_i8:
        LOAD(int8_t, );
        break;
    case SN_TYPE_u64:
        LOAD(uint64_t, );
        break;
    case SN_TYPE_u32:
        LOAD(uint32_t, );
        break;
    case SN_TYPE_u16:
        LOAD(uint16_t, );
        break;
    case SN_TYPE_u8:
        LOAD(uint8_t, );
        break;
    case SN_TYPE_bool:
        LOAD(uint8_t, );
        break;
    case SN_TYPE_UNKNOWN:
    case SN_N_TYPES:
        break;
    }
#undef LOAD
}

static void store_run(void *data, sn_type type, int64_t first, int n, const double *v)
{
    switch (type) {
    case SN_TYPE_f64:
        memcpy((double *)data + first, v, (size_t)n * sizeof *v);
        break;
    case SN_TYPE_f16:
        for (int i = 0; i < n; i++) ((uint16_t *)data)[first + i] = sn_f32_to_f16((float)v[i]);
        break;
    case SN_TYPE_bf16:
        for (int i = 0; i < n; i++) ((uint16_t *)data)[first + i] = sn_f32_to_bf16((float)v[i]);
        break;
    default:
        for (int i = 0; i < n; i++) ((float *)data)[first + i] = (float)v[i];
        break;
    }
}

typedef struct job {
    program program;
    sn_operand operands[MAX_OPERANDS]; /* strides over the axes below */
    int rank;                          /* at least 1 */
    int64_t size[SN_MAX_RANK];
    int64_t count;
    void *out;
    sn_type out_type;
    bool single; /* see sn_ctx_set_single */
} job;

static void load_block(const job *j, const sn_operand *o, int64_t first, int n, double *out)
{
    if (!o->data) {
        memset(out, 0, (size_t)n * sizeof *out);
        return;
    }
    int64_t at[SN_MAX_RANK], rest = first;
    for (int k = j->rank - 1; k >= 0; k--) at[k] = rest % j->size[k], rest /= j->size[k];
    int last = j->rank - 1;
    for (int done = 0; done < n;) {
        int64_t place = 0, run = j->size[last] - at[last];
        if (run > n - done) run = n - done;
        for (int k = 0; k <= last; k++) place += at[k] * o->stride[k];
        load_run(o->data, o->type, place, o->stride[last], (int)run, out + done);
        done += (int)run;
        at[last] += run;
        for (int k = last; k > 0 && at[k] == j->size[k]; k--) at[k] = 0, at[k - 1]++;
    }
}

static void run_chunk(void *user, int64_t chunk)
{
    const job *j = (const job *)user;
    const program *p = &j->program;
    double reg[MAX_REGISTERS][BLOCK];
    int64_t first = chunk * BLOCK * CHUNK_BLOCKS, end = first + BLOCK * CHUNK_BLOCKS;
    if (end > j->count) end = j->count;

    int width = end - first < BLOCK ? (int)(end - first) : BLOCK;
    memset(reg[p->n_inputs], 0,
           sizeof reg[0]); /* something defined for arguments that a function does not take */
    for (int i = 0; i < p->n_numbers; i++)
        for (int k = 0; k < width; k++) reg[p->n_inputs + i][k] = p->number[i];
    for (; first < end; first += BLOCK) {
        int n = end - first < BLOCK ? (int)(end - first) : BLOCK;
        for (int i = 0; i < p->n_inputs; i++) load_block(j, &j->operands[i], first, n, reg[i]);
        for (int i = 0; i < p->n_steps; i++) {
            run_step(&p->steps[i], reg, n);
            double *made = reg[p->steps[i].dst];
            for (int k = 0; j->single && k < n; k++) made[k] = (double)(float)made[k];
        }
        store_run(j->out, j->out_type, first, n, reg[p->result]);
    }
}

/* Joins axes k and k + 1 where every operand steps through them as through one. */
static bool join_axes(job *j, unsigned n_operands, int k)
{
    for (unsigned i = 0; i < n_operands; i++)
        if (j->operands[i].stride[k] != j->operands[i].stride[k + 1] * j->size[k + 1]) return false;
    j->size[k] *= j->size[k + 1];
    j->rank--;
    for (int m = k + 1; m < j->rank; m++) j->size[m] = j->size[m + 1];
    for (unsigned i = 0; i < n_operands; i++) {
        int64_t *stride = j->operands[i].stride;
        for (int m = k; m < j->rank; m++) stride[m] = stride[m + 1];
    }
    return true;
}

static void drop_unit_axes(job *j, unsigned n_operands)
{
    int n = 0;
    for (int k = 0; k < j->rank; k++) {
        if (j->size[k] == 1) continue;
        j->size[n] = j->size[k];
        for (unsigned i = 0; i < n_operands; i++)
            j->operands[i].stride[n] = j->operands[i].stride[k];
        n++;
    }
    if (n == 0) {
        j->size[0] = 1;
        for (unsigned i = 0; i < n_operands; i++) j->operands[i].stride[0] = 0;
        n = 1;
    }
    j->rank = n;
}

sn_status sn_eval_map(sn_eval *e, const sn_expr *formula, const sn_operand *operands,
                      unsigned n_operands)
{
    const sn_shape *shape = &e->out_shape[0];
    job *j = SN_NEW(e->arena, job);
    j->count = sn_shape_count(shape);
    if (j->count <= 0) return SN_OK;
    if (!program_of(formula, n_operands, &j->program))
        return sn_node_fail(e->ctx, e->node, SN_E_INTERNAL,
                            "its formula is too large or not bound");

    memcpy(j->operands, operands, n_operands * sizeof *operands);
    j->rank = shape->rank;
    for (int k = 0; k < j->rank; k++) j->size[k] = shape->d[k];
    drop_unit_axes(j, n_operands);
    for (int k = j->rank - 2; k >= 0; k--) join_axes(j, n_operands, k);
    j->out = e->out_data[0];
    j->out_type = e->out_type[0];
    j->single = sn_ctx_is_single(e->ctx);
    int64_t chunk = BLOCK * CHUNK_BLOCKS;
    sn_parallel_for(e->ctx, (j->count + chunk - 1) / chunk, run_chunk, j);
    return SN_OK;
}

/* ---- operands -------------------------------------------------------------------------------- */

sn_operand sn_operand_dense(const sn_tensor *t, const sn_shape *shape)
{
    sn_operand o = {.data = sn_tensor_data(t), .type = t->type};
    int64_t stride = 1;
    for (int k = shape->rank - 1; k >= 0; k--) {
        o.stride[k] = stride;
        stride *= shape->d[k];
    }
    return o;
}

sn_operand sn_operand_along(const sn_tensor *t, int axis)
{
    sn_operand o = {.type = SN_TYPE_f32};
    if (!t) return o;
    o.data = sn_tensor_data(t);
    o.type = t->type;
    if (axis != SN_AXIS_NONE) o.stride[axis] = 1;
    return o;
}
