/* SPDX-License-Identifier: Apache-2.0
 *
 * Symbolic sizes: the table, sums and products. (Division, maximum and minimum: dims_div.c.)
 *
 * Three levels, each interned by content: atoms (symbols, and functions of sums), monomials (sorted
 * lists of atoms), sums (sorted lists of coefficient and monomial). The invariant is that a sum has
 * no zero coefficient and no monomial twice, and is not a number >= 0 (that is the sn_dim itself):
 * so equal polynomials have equal numbers. What overflows int64 or grows beyond the limits of
 * dims_inner.h becomes an atom equal to nothing else but to what is worked out in the same way:
 * less is proved, nothing wrong is. */
#include "ir/dims_inner.h"

#include <string.h>

/* ---- interning ------------------------------------------------------------------------------- */

/* The slot where the entry with that hash is, or belongs. */
#define FIND_SLOT(index, hash, match)                                                              \
    uint32_t slot = (uint32_t)(hash) & ((index)->cap - 1);                                         \
    for (; (index)->slots[slot]; slot = (slot + 1) & ((index)->cap - 1)) {                         \
        uint32_t at = (index)->slots[slot] - 1;                                                    \
        if (match) return at;                                                                      \
    }

static uint64_t atom_hash(const sn_atom *a)
{
    struct {
        int64_t kind, value_id, axis, a, b, divisor;
        double factor;
    } key = {a->kind, a->value_id, a->axis, a->a, a->b, a->divisor, a->factor};
    uint64_t seed = a->name ? sn_hash_bytes(a->name, strlen(a->name), 1) : 0;
    return sn_hash_bytes(&key, sizeof key, seed);
}

static uint64_t mono_hash(const sn_mono *m)
{
    return sn_hash_bytes(m->atoms, m->n * sizeof *m->atoms, m->n);
}

static uint64_t sum_hash(const sn_sum *s)
{
    uint64_t h = s->n;
    for (uint32_t i = 0; i < s->n; i++) {
        int64_t key[2] = {s->terms[i].mono, s->terms[i].coef};
        h = sn_hash_bytes(key, sizeof key, h);
    }
    return h;
}

static bool atom_same(const sn_atom *a, const sn_atom *b)
{
    if (a->kind != b->kind || a->value_id != b->value_id || a->axis != b->axis) return false;
    if (a->a != b->a || a->b != b->b || a->divisor != b->divisor) return false;
    if (memcmp(&a->factor, &b->factor, sizeof a->factor) != 0) return false;
    return a->name == b->name || (a->name && b->name && strcmp(a->name, b->name) == 0);
}

static bool mono_same(const sn_mono *a, const sn_mono *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->atoms, b->atoms, a->n * sizeof *a->atoms) == 0);
}

static bool sum_same(const sn_sum *a, const sn_sum *b)
{
    if (a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->terms[i].mono != b->terms[i].mono || a->terms[i].coef != b->terms[i].coef)
            return false;
    }
    return true;
}

static void index_put(sn_index *index, uint64_t hash, uint32_t number)
{
    uint32_t slot = (uint32_t)hash & (index->cap - 1);
    while (index->slots[slot]) slot = (slot + 1) & (index->cap - 1);
    index->slots[slot] = number + 1;
    index->n++;
}

/* Makes room for one more entry; true when the caller must put all entries in again. */
static bool index_grows(sn_arena *arena, sn_index *index)
{
    if (index->cap && index->n < index->cap / 2) return false;
    uint32_t cap = index->cap ? index->cap * 2 : 64;
    if (cap == 0 || cap > UINT32_MAX / 4) sn_out_of_memory(sn_arena_ctx(arena), SIZE_MAX);
    *index = (sn_index){SN_NEW_N(arena, uint32_t, cap), 0, cap};
    return true;
}

static uint32_t intern_atom(sn_dims *dims, const sn_atom *atom)
{
    sn_index *index = &dims->atom_index;
    if (index_grows(dims->arena, index)) {
        for (uint32_t i = 0; i < dims->atoms.n; i++)
            index_put(index, atom_hash(&dims->atoms.v[i]), i);
    }
    uint64_t hash = atom_hash(atom);
    FIND_SLOT(index, hash, atom_same(&dims->atoms.v[at], atom))
    sn_atom copy = *atom;
    copy.name = sn_arena_strdup(dims->arena, atom->name);
    SN_PUSH(dims->atoms, copy);
    index_put(index, hash, (uint32_t)dims->atoms.n - 1);
    return (uint32_t)dims->atoms.n - 1;
}

uint32_t sn_mono_of(sn_dims *dims, uint32_t n, const uint32_t *atoms)
{
    sn_index *index = &dims->mono_index;
    if (index_grows(dims->arena, index)) {
        for (uint32_t i = 0; i < dims->monos.n; i++)
            index_put(index, mono_hash(&dims->monos.v[i]), i);
    }
    sn_mono key = {n, atoms};
    uint64_t hash = mono_hash(&key);
    FIND_SLOT(index, hash, mono_same(&dims->monos.v[at], &key))
    key.atoms = sn_arena_copy(dims->arena, atoms, n * sizeof *atoms);
    SN_PUSH(dims->monos, key);
    index_put(index, hash, (uint32_t)dims->monos.n - 1);
    return (uint32_t)dims->monos.n - 1;
}

static uint32_t intern_sum(sn_dims *dims, const sn_poly *p)
{
    sn_index *index = &dims->sum_index;
    if (index_grows(dims->arena, index)) {
        for (uint32_t i = 0; i < dims->sums.n; i++) index_put(index, sum_hash(&dims->sums.v[i]), i);
    }
    sn_sum key = {p->n, p->terms};
    uint64_t hash = sum_hash(&key);
    FIND_SLOT(index, hash, sum_same(&dims->sums.v[at], &key))
    sn_dim_term *terms = SN_NEW_N(dims->arena, sn_dim_term, p->n);
    memcpy(terms, p->terms, p->n * sizeof *terms);
    key.terms = terms;
    SN_PUSH(dims->sums, key);
    index_put(index, hash, (uint32_t)dims->sums.n - 1);
    return (uint32_t)dims->sums.n - 1;
}

/* ---- polynomials ----------------------------------------------------------------------------- */

void sn_poly_load(const sn_dims *dims, sn_dim d, sn_poly *p)
{
    p->n = 0;
    if (d >= 0) {
        if (d > 0) p->terms[p->n++] = (sn_dim_term){0, d};
        return;
    }
    const sn_sum *s = &dims->sums.v[~d];
    p->n = s->n;
    memcpy(p->terms, s->terms, s->n * sizeof *s->terms);
}

bool sn_poly_add(sn_poly *p, uint32_t mono, int64_t coef)
{
    uint32_t lo = 0, hi = p->n;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (p->terms[mid].mono < mono)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (coef == 0) return true;
    sn_dim_term *at = &p->terms[lo];
    if (lo < p->n && at->mono == mono) {
        if (__builtin_add_overflow(at->coef, coef, &at->coef) || at->coef == INT64_MIN)
            return false;
        if (at->coef == 0) memmove(at, at + 1, (--p->n - lo) * sizeof *at);
        return true;
    }
    if (p->n == DIM_MAX_TERMS || coef == INT64_MIN) return false;
    memmove(at + 1, at, (p->n++ - lo) * sizeof *at);
    *at = (sn_dim_term){mono, coef};
    return true;
}

int64_t sn_poly_constant(const sn_poly *p)
{
    return p->n && p->terms[0].mono == 0 ? p->terms[0].coef : 0;
}

static int32_t sum_size(const sn_dims *dims, uint32_t n, const sn_dim_term *terms, int32_t *depth)
{
    int32_t size = 0;
    *depth = 0;
    for (uint32_t i = 0; i < n && size <= DIM_MAX_SIZE; i++) {
        const sn_mono *m = &dims->monos.v[terms[i].mono];
        size++;
        for (uint32_t k = 0; k < m->n; k++) {
            const sn_atom *a = &dims->atoms.v[m->atoms[k]];
            size += a->size;
            if (a->depth > *depth) *depth = a->depth;
        }
    }
    return size;
}

sn_dim sn_poly_intern(sn_dims *dims, const sn_poly *p)
{
    int32_t depth;
    if (p->n == 0) return 0;
    if (p->n == 1 && p->terms[0].mono == 0 && p->terms[0].coef >= 0) return p->terms[0].coef;
    const sn_dim sum = ~(sn_dim)intern_sum(dims, p);
    return sum_size(dims, p->n, p->terms, &depth) > DIM_MAX_SIZE
               ? sn_dim_opaque(dims, LARGE_POLY, sum, (sn_atom){0})
               : sum;
}

bool sn_mono_mul(sn_dims *dims, uint32_t a, uint32_t b, uint32_t *out)
{
    sn_mono x = dims->monos.v[a], y = dims->monos.v[b];
    uint32_t atoms[DIM_MAX_DEGREE], n = 0, i = 0, k = 0;
    if (x.n + y.n > DIM_MAX_DEGREE) return false;
    while (i < x.n || k < y.n) {
        bool first = k == y.n || (i < x.n && x.atoms[i] <= y.atoms[k]);
        atoms[n++] = first ? x.atoms[i++] : y.atoms[k++];
    }
    *out = sn_mono_of(dims, n, atoms);
    return true;
}

sn_dim sn_dim_number(sn_dims *dims, int64_t n)
{
    sn_poly p = {.n = 1, .terms = {{0, n}}};
    if (n == INT64_MIN) return sn_dim_opaque(dims, LARGE_NUMBER, 0, (sn_atom){0});
    return n >= 0 ? n : sn_poly_intern(dims, &p);
}

bool sn_dim_is_number(const sn_dims *dims, sn_dim d, int64_t *out)
{
    if (d >= 0) {
        *out = d;
        return true;
    }
    const sn_sum *s = &dims->sums.v[~d];
    if (s->n != 1 || s->terms[0].mono != 0) return false;
    *out = s->terms[0].coef;
    return true;
}

/* ---- atoms ----------------------------------------------------------------------------------- */

const sn_atom *sn_dim_atom(const sn_dims *dims, sn_dim d)
{
    if (d >= 0) return NULL;
    const sn_sum *s = &dims->sums.v[~d];
    if (s->n != 1 || s->terms[0].coef != 1) return NULL;
    const sn_mono *m = &dims->monos.v[s->terms[0].mono];
    return m->n == 1 ? &dims->atoms.v[m->atoms[0]] : NULL;
}

static sn_range atom_range(const sn_dims *dims, const sn_atom *a)
{
    sn_range x = sn_dim_range(dims, a->a), y = sn_dim_range(dims, a->b),
             none = {INT64_MIN, INT64_MAX};
    switch (a->kind) {
    case ATOM_VALUE:
    case ATOM_FRESH:
        return (sn_range){a->least, INT64_MAX};
    case ATOM_NAMED: /* one that stands for something opaque in a text has no bound (see
                        sn_dim_opaque) */
        return strchr(a->name, '~') ? none : (sn_range){a->least, INT64_MAX};
    case ATOM_OPAQUE:
        return none;
    case ATOM_FLOORDIV:
        if (x.lo != INT64_MIN) x.lo = sn_floor_div(x.lo, a->divisor);
        if (x.hi != INT64_MAX) x.hi = sn_floor_div(x.hi, a->divisor);
        return x;
    case ATOM_MAX:
        return (sn_range){x.lo > y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi};
    case ATOM_MIN:
        return (sn_range){x.lo < y.lo ? x.lo : y.lo, x.hi < y.hi ? x.hi : y.hi};
    case ATOM_QUOTIENT: /* no rest: at least 1 where both are */
        if (x.lo >= 0 && y.lo >= 0) return (sn_range){x.lo >= 1, x.hi};
        return none;
    case ATOM_SCALE:
        return x.lo >= 0 && a->factor >= 0 ? (sn_range){0, INT64_MAX} : none;
    }
    return none;
}

sn_dim sn_dim_of_atom(sn_dims *dims, sn_atom atom)
{
    sn_dim operands[2] = {atom.a, atom.b};
    atom.size = 1;
    for (int i = 0; i < 2 && atom.kind != ATOM_OPAQUE; i++) {
        int32_t depth = 0;
        if (operands[i] >= 0) continue;
        const sn_sum *s = &dims->sums.v[~operands[i]];
        atom.size += sum_size(dims, s->n, s->terms, &depth);
        if (depth + 1 > atom.depth) atom.depth = depth + 1;
    }
    if (atom.size > DIM_MAX_SIZE || atom.depth > DIM_MAX_DEPTH)
        return sn_dim_opaque(dims, (sn_large)(LARGE_ATOM + (int)atom.kind), atom.a, atom);
    atom.bound = -1;
    sn_range range = atom_range(dims, &atom);
    atom.lo = range.lo;
    atom.hi = range.hi;
    uint32_t number = intern_atom(dims, &atom);
    sn_poly p = {.n = 1, .terms = {{sn_mono_of(dims, 1, &number), 1}}};
    return dims->atoms.v[number].self = ~(sn_dim)intern_sum(dims, &p);
}

static sn_dim symbol_of(sn_dims *dims, sn_atom atom)
{
    sn_dim d = sn_dim_of_atom(dims, atom);
    const sn_atom *a = sn_dim_atom(dims, d);
    sn_map_put(dims->names, atom.name, (void *)(uintptr_t)(a - dims->atoms.v + 1));
    return d;
}

static sn_dim named_atom(sn_dims *dims, sn_atom_kind kind, const char *name, int64_t least)
{
    return symbol_of(dims, (sn_atom){.kind = kind, .name = name, .least = least});
}

/* "stem" + mark + the least number that makes it a new name. The mark keeps them apart from names
 * that people give, and tells the parser what it reads. */
static const char *new_name(sn_dims *dims, const char *stem, char mark)
{
    char *clean = sn_arena_strdup(dims->arena, stem);
    for (char *c = clean; *c; c++) {
        bool alpha = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_';
        if (!alpha && (c == clean || *c < '0' || *c > '9')) *c = '_';
    }
    char *key = sn_arena_printf(dims->arena, "%s%c", clean,
                                mark); /* its entry counts, +1; never a symbol's name */
    uintptr_t n = (uintptr_t)sn_map_get(dims->names, key);
    const char *name;
    do {
        name = sn_arena_printf(dims->arena, "%s%zu", key, (size_t)++n);
    } while (sn_map_has(dims->names, name));
    sn_map_put(dims->names, key, (void *)n);
    return name;
}

static const char *large_key(sn_dims *dims, const sn_atom *a)
{
    return sn_arena_printf(dims->arena, "%d %lld %lld %lld %a", (int)a->axis, (long long)a->a,
                           (long long)a->b, (long long)a->divisor, a->factor);
}

sn_dim sn_dim_opaque(sn_dims *dims, sn_large kind, sn_dim a, sn_atom what)
{
    const bool commutes = kind == LARGE_SUM || kind == LARGE_PRODUCT, swap = commutes && a > what.b;
    sn_atom atom = {
        .kind = ATOM_OPAQUE, .axis = (int32_t)kind, .divisor = what.divisor, .factor = what.factor};
    atom.a = swap ? what.b : a;
    atom.b = swap ? a : what.b;
    const sn_arena_mark mark = sn_arena_save(dims->arena);
    const char *key = large_key(dims, &atom);
    const uintptr_t found = (uintptr_t)sn_map_get(dims->large, key);
    if (found) {
        sn_arena_restore(dims->arena, mark);
        return dims->atoms.v[found - 1].self;
    }
    atom.name = new_name(dims, "big", '~');
    const sn_dim d = symbol_of(dims, atom);
    sn_map_put_kept(dims->large, key,
                    (void *)(uintptr_t)(sn_dim_atom(dims, d) - dims->atoms.v + 1));
    return d;
}

sn_dim sn_dim_fresh(sn_dims *dims, const char *name)
{
    return named_atom(dims, ATOM_FRESH, new_name(dims, name && *name ? name : "n", '$'), 1);
}

static sn_dim symbol_or_number(sn_dims *dims, sn_dim d)
{
    const sn_atom *a = sn_dim_atom(dims, d);
    return a->bound >= 0 ? a->bound : d;
}

sn_dim sn_dim_symbol_from(sn_dims *dims, uint32_t value_id, int axis, int64_t least)
{
    sn_atom atom = {.kind = ATOM_VALUE, .value_id = value_id, .axis = axis, .least = least};
    return symbol_or_number(dims, sn_dim_of_atom(dims, atom));
}

sn_dim sn_dim_symbol(sn_dims *dims, uint32_t value_id, int axis)
{
    return sn_dim_symbol_from(dims, value_id, axis, 1);
}

sn_dim sn_dim_named(sn_dims *dims, const char *name) { return sn_dim_named_from(dims, name, 1); }

sn_dim sn_dim_named_from(sn_dims *dims, const char *name, int64_t least)
{
    size_t n = strlen(name);
    uintptr_t at = 0;
    if (n && name[n - 1] != '~' && name[n - 1] != '$')
        at = (uintptr_t)sn_map_get(dims->names, name);
    sn_dim d = at ? dims->atoms.v[at - 1].self : named_atom(dims, ATOM_NAMED, name, least);
    return symbol_or_number(dims, d);
}

/* ---- the table ------------------------------------------------------------------------------- */

sn_dims *sn_dims_create(sn_arena *arena)
{
    sn_dims *dims = SN_NEW(arena, sn_dims);
    dims->arena = arena;
    dims->atoms.arena = dims->monos.arena = dims->sums.arena = dims->demands.arena = arena;
    dims->names = sn_map_create(arena);
    dims->large = sn_map_create(arena);
    uint32_t none = 0;
    sn_mono_of(dims, 0, &none);
    return dims;
}

sn_dims *sn_dims_clone(const sn_dims *from, sn_arena *arena)
{
    sn_dims *to = sn_dims_create(arena);
    for (uint32_t i = 0; i < from->atoms.n; i++) {
        intern_atom(to, &from->atoms.v[i]);
        const char *name = from->atoms.v[i].name;
        if (name) sn_map_put(to->names, name, (void *)(uintptr_t)(i + 1));
        if (from->atoms.v[i].kind == ATOM_OPAQUE)
            sn_map_put_kept(to->large, large_key(to, &from->atoms.v[i]),
                            (void *)(uintptr_t)(i + 1));
    }
    for (uint32_t i = 1; i < from->monos.n; i++)
        sn_mono_of(to, from->monos.v[i].n, from->monos.v[i].atoms);
    for (uint32_t i = 0; i < from->sums.n; i++) {
        sn_poly p;
        sn_poly_load(from, ~(sn_dim)i, &p);
        intern_sum(to, &p);
    }
    for (size_t i = 0; i < from->demands.n; i++) SN_PUSH(to->demands, from->demands.v[i]);
    to->n_bound = from->n_bound;
    to->bound_since = from->bound_since;
    return to;
}

/* ---- sums and products ----------------------------------------------------------------------- */

static sn_dim combine(sn_dims *dims, sn_dim a, sn_dim b, int64_t sign)
{
    sn_poly p, q;
    sn_poly_load(dims, a, &p);
    sn_poly_load(dims, b, &q);
    for (uint32_t i = 0; i < q.n; i++) {
        int64_t coef;
        if (__builtin_mul_overflow(q.terms[i].coef, sign, &coef) ||
            !sn_poly_add(&p, q.terms[i].mono, coef))
            return sn_dim_opaque(dims, sign > 0 ? LARGE_SUM : LARGE_DIFFERENCE, a,
                                 (sn_atom){.b = b});
    }
    return sn_poly_intern(dims, &p);
}

sn_dim sn_dim_add(sn_dims *dims, sn_dim a, sn_dim b)
{
    int64_t sum;
    if (a >= 0 && b >= 0 && !__builtin_add_overflow(a, b, &sum)) return sum;
    return combine(dims, a, b, 1);
}

sn_dim sn_dim_sub(sn_dims *dims, sn_dim a, sn_dim b)
{
    if (a == b) return 0;
    return b >= 0 && a >= b ? a - b : combine(dims, a, b, -1);
}

sn_dim sn_dim_mul(sn_dims *dims, sn_dim a, sn_dim b)
{
    int64_t product;
    if (a >= 0 && b >= 0 && !__builtin_mul_overflow(a, b, &product)) return product;
    sn_poly p, q, r;
    sn_poly_load(dims, a, &p);
    sn_poly_load(dims, b, &q);
    r.n = 0;
    if (p.n * q.n > 8 * DIM_MAX_TERMS)
        return sn_dim_opaque(dims, LARGE_PRODUCT, a, (sn_atom){.b = b});
    for (uint32_t i = 0; i < p.n; i++) {
        for (uint32_t k = 0; k < q.n; k++) {
            uint32_t mono;
            int64_t coef;
            if (__builtin_mul_overflow(p.terms[i].coef, q.terms[k].coef, &coef) ||
                !sn_mono_mul(dims, p.terms[i].mono, q.terms[k].mono, &mono) ||
                !sn_poly_add(&r, mono, coef)) {
                return sn_dim_opaque(dims, LARGE_PRODUCT, a, (sn_atom){.b = b});
            }
        }
    }
    return sn_poly_intern(dims, &r);
}

bool sn_dim_equal(sn_dim a, sn_dim b) { return a == b; }

bool sn_dim_differ(sn_dims *dims, sn_dim a, sn_dim b)
{
    int64_t n;
    if (a == b) return false;
    if (a >= 0 && b >= 0) return true;
    return sn_dim_is_number(dims, sn_dim_sub(dims, a, b), &n) && n != 0;
}
