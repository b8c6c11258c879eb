/* SPDX-License-Identifier: Apache-2.0
 *
 * Evaluation of bound formulas over tensors. A tree becomes a straight program over registers, each
 * a block of doubles, or of 64-bit integers where all operands are integers: first the inputs, then
 * the numbers (filled once), then temporaries. The output is cut into chunks for the threads and
 * each chunk into blocks; a block loads its inputs through their strides, runs the program with one
 * simple loop per step, and stores. All registers stand on the stack, so nothing is allocated
 * inside sn_parallel_for. */
#include "ops/expr.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/parallel.h"
#include "ops/elems.h"

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

typedef enum domain { REAL, SIGNED, UNSIGNED } domain;

/* One register. */
typedef union block {
    double real[BLOCK];
    int64_t i[BLOCK];
    uint64_t u[BLOCK];
} eval_block;

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

static void run_step(const step *s, eval_block *reg, int n)
{
    /* A step may overwrite one of its sources: element i is read before it is written. */
    double *out = reg[s->dst].real;
    const double *va = reg[s->src[0]].real, *vb = reg[s->src[1]].real, *vc = reg[s->src[2]].real;
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

static bool on_integers(sn_fn fn)
{
    switch (fn) {
#define X(name, value) case SN_FN_##name:
        SN_FN_INT_MAP(X)
#undef X
        return true;
    default:
        return false;
    }
}

#define X(name, value)                                                                             \
    case SN_FN_##name:                                                                             \
        for (int i = 0; i < n; i++) {                                                              \
            const I a = va[i], b = vb[i], c = vc[i];                                               \
            (void)a, (void)b, (void)c;                                                             \
            out[i] = value;                                                                        \
        }                                                                                          \
        break;
/* By squaring; of a negative exponent what is left of the fraction. Products wrap. */
static uint64_t to_the(uint64_t a, uint64_t b)
{
    if ((int64_t)b < 0) return a == 1 ? 1 : a == UINT64_MAX ? (b & 1 ? a : 1) : 0;
    uint64_t p = 1;
    for (; b; b >>= 1, a *= a)
        if (b & 1) p *= a;
    return p;
}

#define U uint64_t
#define RUN_ON_INTEGERS(field)                                                                     \
    I *out = reg[s->dst].field;                                                                    \
    const I *va = reg[s->src[0]].field, *vb = reg[s->src[1]].field, *vc = reg[s->src[2]].field;    \
    (void)width;                                                                                   \
    switch (s->fn) {                                                                               \
        SN_FN_INT_MAP(X)                                                                           \
    default:                                                                                       \
        break;                                                                                     \
    }

#define I               int64_t
#define is_minus_one(b) ((b) == -1)
#define is_negative(v)  ((v) < 0)
static void run_signed(const step *s, eval_block *reg, int n, unsigned width) { RUN_ON_INTEGERS(i) }
#undef I
#undef is_minus_one
#undef is_negative
#define I               uint64_t
#define is_minus_one(b) false
#define is_negative(v)  false
static void run_unsigned(const step *s, eval_block *reg, int n, unsigned width)
{
    RUN_ON_INTEGERS(u)
}
#undef I
#undef is_minus_one
#undef is_negative
#undef U
#undef X
#undef RUN_ON_INTEGERS

/* To that many bits, of two's complement. */
static void wrap(eval_block *b, int n, sn_type type)
{
    switch (type) {
#define X(name, ctype, least, most)                                                                \
    case SN_TYPE_##name:                                                                           \
        for (int i = 0; i < n; i++) b->i[i] = (int64_t)SN_WRAP(ctype, least, most, b->i[i]);       \
        break;
        SN_INT_TYPE_MAP(X)
#undef X
    default:
        break;
    }
}

/* ---- loading and storing --------------------------------------------------------------------- */

/* A number as the integer of a type that sn_word_of makes of it. */
#define X(name, ctype, least, most)                                                                \
    static ctype cut_##name(double v) { return (ctype)sn_word_of(SN_TYPE_##name, v); }             \
    static ctype wrapped_##name(int64_t v) { return SN_WRAP(ctype, least, most, v); }
SN_INT_TYPE_MAP(X)
#undef X

/* n elements from data[first] on, at stride 0 or 1, into the register from `at` on. */
#define LOAD(name, ctype, field, value)                                                            \
    case SN_TYPE_##name:                                                                           \
        for (int i = 0; i < n; i++) {                                                              \
            const ctype v = ((const ctype *)data)[first + i * stride];                             \
            to->field[at + i] = value;                                                             \
        }                                                                                          \
        break;
static void load_reals(const void *data, sn_type type, int64_t first, int64_t stride, int n,
                       eval_block *to, int at)
{
    if (type == SN_TYPE_f32 && stride == 1) { /* nearly always: a loop of vectors */
        const float *v = (const float *)data + first;
        for (int i = 0; i < n; i++) to->real[at + i] = (double)v[i];
        return;
    }
    switch (type) {
        LOAD(f64, double, real, v)
        LOAD(f32, float, real, (double)v)
#define X(name, ctype, to_f32, of_f64) LOAD(name, ctype, real, (double)to_f32(v))
        SN_NARROW_MAP(X)
#undef X
        LOAD(bool, uint8_t, real, v != 0)
#define X(name, ctype, least, most) LOAD(name, ctype, real, (double)v)
        SN_INT_TYPE_MAP(X)
#undef X
    case SN_TYPE_UNKNOWN:
    case SN_N_TYPES:
        break;
    }
}

/* Integers of 64 bits whose result is rounded to less than f64: what they lose on the way to double
 * does not count then. */
static void load_to_odd(const void *data, sn_type type, int64_t first, int64_t stride, int n,
                        eval_block *to, int at)
{
    switch (type) {
        LOAD(i64, int64_t, real, sn_i64_to_odd(v))
        LOAD(u64, uint64_t, real, sn_u64_to_odd(v))
    default:
        load_reals(data, type, first, stride, n, to, at);
        break;
    }
}

static void load_integers(const void *data, sn_type type, int64_t first, int64_t stride, int n,
                          eval_block *to, int at)
{
    switch (type) {
        LOAD(bool, uint8_t, i, v != 0)
#define X(name, ctype, least, most) LOAD(name, ctype, i, (int64_t)v)
        SN_INT_TYPE_MAP(X)
#undef X
    default:
        break;
    }
}
#undef LOAD

#define STORE(name, ctype, field, value)                                                           \
    case SN_TYPE_##name:                                                                           \
        for (int i = 0; i < n; i++) ((ctype *)data)[first + i] = value(from->field[i]);            \
        break;
static bool is_true(double v) { return !(v == 0); }

static void store_reals(void *data, sn_type type, int64_t first, int n, const eval_block *from)
{
    switch (type) {
        STORE(f64, double, real, )
        STORE(f32, float, real, (float))
#define X(name, ctype, to_f32, of_f64) STORE(name, ctype, real, of_f64)
        SN_NARROW_MAP(X)
#undef X
        STORE(bool, uint8_t, real, is_true)
#define X(name, ctype, least, most) STORE(name, ctype, real, cut_##name)
        SN_INT_TYPE_MAP(X)
#undef X
    case SN_TYPE_UNKNOWN:
    case SN_N_TYPES:
        break;
    }
}

static void store_integers(void *data, sn_type type, int64_t first, int n, const eval_block *from)
{
    switch (type) {
        STORE(bool, uint8_t, i, 0 !=)
#define X(name, ctype, least, most) STORE(name, ctype, i, wrapped_##name)
        SN_INT_TYPE_MAP(X)
#undef X
    default:
        break;
    }
}
#undef STORE

typedef struct eval_job {
    program program;
    sn_operand operands[MAX_OPERANDS]; /* strides over the axes below */
    int rank;                          /* at least 1 */
    int64_t size[SN_MAX_RANK];
    int64_t count;
    void *out;
    sn_type out_type, type; /* type: that integers wrap to */
    domain domain;
    void (*load)(const void *data, sn_type type, int64_t first, int64_t stride, int n,
                 eval_block *to, int at);
    bool single; /* sn_rounding.single */
} eval_job;

static void load_block(const eval_job *j, const sn_operand *o, int64_t first, int n,
                       eval_block *out)
{
    if (!o->data) {
        memset(out, 0, sizeof *out);
        return;
    }
    int64_t at[SN_MAX_RANK], rest = first;
    for (int k = j->rank - 1; k >= 0; k--) at[k] = rest % j->size[k], rest /= j->size[k];
    int last = j->rank - 1;
    for (int done = 0; done < n;) {
        int64_t place = 0, run = j->size[last] - at[last];
        if (run > n - done) run = n - done;
        for (int k = 0; k <= last; k++) place += at[k] * o->stride[k];
        j->load(o->data, o->type, place, o->stride[last], (int)run, out, done);
        done += (int)run;
        at[last] += run;
        for (int k = last; k > 0 && at[k] == j->size[k]; k--) at[k] = 0, at[k - 1]++;
    }
}

static void fill(const eval_job *j, eval_block *reg, double number)
{
    for (int k = 0; k < BLOCK; k++) {
        if (j->domain == REAL)
            reg->real[k] = number;
        else
            reg->i[k] = (int64_t)number;
    }
}

static void run_steps(const eval_job *j, eval_block *reg, int n)
{
    const unsigned width = sn_type_bits(j->type);
    for (int i = 0; i < j->program.n_steps; i++) {
        const step *s = &j->program.steps[i];
        eval_block *made = &reg[s->dst];
        if (j->domain == REAL)
            run_step(s, reg, n);
        else if (j->domain == SIGNED)
            run_signed(s, reg, n, width);
        else
            run_unsigned(s, reg, n, width);
        if (j->domain != REAL) wrap(made, n, j->type);
        for (int k = 0; j->single && j->domain == REAL && k < n; k++)
            made->real[k] = (double)(float)made->real[k];
    }
}

static void run_chunk(void *user, int64_t chunk)
{
    const eval_job *j = (const eval_job *)user;
    const program *p = &j->program;
    eval_block reg[MAX_REGISTERS];
    int64_t first = chunk * BLOCK * CHUNK_BLOCKS, end = first + BLOCK * CHUNK_BLOCKS;
    if (end > j->count) end = j->count;

    memset(&reg[p->n_inputs], 0,
           sizeof reg[0]); /* something defined for arguments that a function does not take */
    for (int i = 0; i < p->n_numbers; i++) fill(j, &reg[p->n_inputs + i], p->number[i]);
    for (; first < end; first += BLOCK) {
        int n = end - first < BLOCK ? (int)(end - first) : BLOCK;
        for (int i = 0; i < p->n_inputs; i++) load_block(j, &j->operands[i], first, n, &reg[i]);
        run_steps(j, reg, n);
        (j->domain == REAL ? store_reals : store_integers)(j->out, j->out_type, first, n,
                                                           &reg[p->result]);
    }
}

/* Joins axes k and k + 1 where every operand steps through them as through one. */
static bool join_axes(eval_job *j, unsigned n_operands, int k)
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

static void drop_unit_axes(eval_job *j, unsigned n_operands)
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

/* Numbers are computed as numbers where one of the operands is one, and as integers of their type
 * where none is. */
static void choose_domain(eval_job *j, unsigned n_operands)
{
    j->domain = SIGNED;
    j->type = j->out_type == SN_TYPE_bool ? SN_TYPE_UNKNOWN : j->out_type;
    for (unsigned i = 0; i < n_operands; i++) {
        const sn_type type = j->operands[i].data ? j->operands[i].type : SN_TYPE_bool;
        if (sn_type_is_float(type)) j->domain = REAL;
        if (type == SN_TYPE_u64 && j->domain != REAL) j->domain = UNSIGNED;
        if (j->type == SN_TYPE_UNKNOWN && type != SN_TYPE_bool) j->type = type;
    }
    if (sn_type_is_float(j->out_type)) j->domain = REAL;
}

static bool is_defined(const eval_job *j)
{
    const program *p = &j->program;
    bool is = true;
    for (int i = 0; i < p->n_steps && j->domain != REAL; i++)
        is = is && on_integers(p->steps[i].fn);
    for (int i = 0; i < p->n_numbers && j->domain != REAL; i++)
        is = is && sn_expr_is_integer(p->number[i]);
    return is;
}

/* f64 is compiled as f64. */
static bool is_of_f64(const eval_job *j, unsigned n_operands)
{
    bool found = j->out_type == SN_TYPE_f64;
    for (unsigned i = 0; i < n_operands; i++)
        found |= j->operands[i].data && j->operands[i].type == SN_TYPE_f64;
    return found;
}

sn_status sn_eval_map(sn_eval *e, const sn_expr *formula, const sn_operand *operands,
                      unsigned n_operands)
{
    const sn_shape *shape = &e->out_shape[0];
    eval_job *j = SN_NEW(e->arena, eval_job);
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
    choose_domain(j, n_operands);
    if (!is_defined(j))
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                            "its formula is not defined on elements of type %s",
                            sn_type_name(j->type));
    const bool narrows = sn_type_is_float(j->out_type) && j->out_type != SN_TYPE_f64;
    j->load = j->domain != REAL ? load_integers : narrows ? load_to_odd : load_reals;
    j->single = sn_ctx_rounding(e->ctx).single && !is_of_f64(j, n_operands);
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
