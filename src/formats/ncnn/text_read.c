/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads .param text. ncnn's reader is a chain of scanf calls, and this follows it step by step:
 * params go on over line ends until something is no `id=`; a value ends at a space, comma or line
 * end and has at most 15 characters; the number of characters decides nothing else. Where scanf
 * would go astray (values too long, tokens glued together, counts that cannot be) there is an error
 * instead. Two things are read that ncnn does not read: a quoted string of exactly 14 characters,
 * which loses the rest of its line there, and shape hints of old files under the id 40. */
#include "formats/ncnn/record.h"

#include "base/file.h"
#include "base/map.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { NAME_BYTES = 255, NUMBER_BYTES = 15, STRING_BYTES = 255 };
enum { OLD_HINTS = 40 }; /* what SN_NCNN_HINTS once was */

typedef struct text_reader {
    sn_ctx *ctx;
    sn_arena *arena;
    const char *path;
    const char *s; /* ends with a zero byte at n */
    size_t n, at;
    int line;
    SN_VEC(sn_ncnn_arg) args; /* of the layer that is being read */
} text_reader;

#define FAIL(r, ...) fail((r), sn_arena_printf((r)->arena, __VA_ARGS__))
static sn_status fail(const text_reader *r, const char *what)
{
    return sn_fail(r->ctx, SN_E_FORMAT, "%s:%d: %s", r->path, r->line, what);
}

static bool is_space(char c) { return isspace((unsigned char)c) != 0; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_space(text_reader *r)
{
    while (r->at < r->n && is_space(r->s[r->at])) {
        if (r->s[r->at] == '\n') r->line++;
        r->at++;
    }
}

/* What stands here, for messages: up to the next space, shortened and escaped. */
static const char *found(const text_reader *r, size_t at)
{
    if (at >= r->n) return "the end of the file";
    size_t end = at;
    while (end < r->n && !is_space(r->s[end]) && end - at < 40) end++;
    if (end == at) return "a space or line end";
    return sn_arena_printf(r->arena, "'%s'",
                           sn_escape(r->arena, sn_arena_strndup(r->arena, r->s + at, end - at)));
}

/* An int as scanf reads it; false and nothing consumed but space when there is none. */
static bool scan_int(text_reader *r, int64_t *out)
{
    skip_space(r);
    size_t at = r->at;
    bool minus = r->s[at] == '-';
    if (r->s[at] == '-' || r->s[at] == '+') at++;
    if (!is_digit(r->s[at])) return false;
    int64_t v = 0;
    for (; is_digit(r->s[at]); at++)
        if (v < INT64_MAX / 20) v = v * 10 + (r->s[at] - '0');
    *out = minus ? -v : v;
    r->at = at;
    return true;
}

static sn_status count(text_reader *r, const char *what, int64_t least, int64_t most, int *out)
{
    int64_t v;
    skip_space(r);
    size_t at = r->at;
    if (!scan_int(r, &v)) return FAIL(r, "found %s, expected %s", found(r, at), what);
    if (v < least)
        return FAIL(r, "%s is %lld, at least %lld expected", what, (long long)v, (long long)least);
    if (v > most)
        return FAIL(r, "%s is %lld, but the rest of the file has room for %lld at most", what,
                    (long long)v, (long long)most);
    *out = (int)v;
    return SN_OK;
}

static sn_status word(text_reader *r, const char *what, const char **out)
{
    skip_space(r);
    size_t at = r->at;
    while (r->at < r->n && !is_space(r->s[r->at])) r->at++;
    if (r->at == at) return FAIL(r, "found the end of the file, expected %s", what);
    if (r->at - at > NAME_BYTES)
        return FAIL(r, "%s %s is longer than %d bytes", what, found(r, at), NAME_BYTES);
    *out = sn_arena_strndup(r->arena, r->s + at, r->at - at);
    return SN_OK;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Up to 15 characters that are not comma, space or line end. */
static size_t piece(const text_reader *r, char out[NUMBER_BYTES + 1])
{
    size_t n = 0;
    while (r->at + n < r->n && n < NUMBER_BYTES && !strchr(",\n ", r->s[r->at + n])) {
        out[n] = r->s[r->at + n];
        n++;
    }
    out[n] = 0;
    return n;
}

static bool spells_float(const char *s) { return strpbrk(s, ".eE") != NULL; }

/* The characters of `s` that make its number; 0 when it starts with none. */
static size_t number_length(const char *s)
{
    size_t n = s[0] == '-' || s[0] == '+' ? 1 : 0;
    size_t digits = n;
    while (is_digit(s[n])) n++;
    bool any = n > digits;
    if (!spells_float(s)) return any ? n : 0;
    if (s[n] == '.') {
        n++;
        while (is_digit(s[n])) n++, any = true;
    }
    if (!any) return 0;
    if (s[n] == 'e' || s[n] == 'E') {
        n++;
        if (s[n] == '-' || s[n] == '+') n++;
        while (is_digit(s[n])) n++;
    }
    return n;
}

static uint32_t parse_int(const char *s)
{
    bool minus = *s == '-';
    if (*s == '-' || *s == '+') s++;
    uint64_t v = 0;
    for (; is_digit(*s); s++)
        v = v * 10 + (uint64_t)(*s - '0'); /* 15 digits fit; then as 32 bits */
    return (uint32_t)(minus ? 0 - v : v);
}

/* One number. `as_float` NULL: its own spelling decides, and is reported. */
static sn_status number(text_reader *r, const bool *as_float, bool *is_float, uint32_t *out)
{
    char s[NUMBER_BYTES + 1];
    size_t n = piece(r, s);
    size_t digits = n ? number_length(s) : 0;
    if (digits == 0) return FAIL(r, "found %s, expected a number", found(r, r->at));
    if (r->at + n < r->n && !strchr(",\n ", r->s[r->at + n]))
        return FAIL(r, "%s has more than the %d characters that ncnn reads of a number",
                    found(r, r->at), NUMBER_BYTES);
    if (s[digits] != 0 && s[digits] != '\r')
        sn_warn(r->ctx, "%s:%d: ncnn ignores '%s' in '%s'", r->path, r->line,
                sn_escape(r->arena, s + digits), sn_escape(r->arena, s));
    *is_float = as_float ? *as_float : spells_float(s);
    *out = *is_float ? sn_ncnn_bits(sn_ncnn_parse_float(s)) : parse_int(s);
    r->at += n;
    return SN_OK;
}

static sn_status end_of_value(text_reader *r)
{
    char c = r->s[r->at];
    if (r->at >= r->n || c == ' ' || c == '\n') return SN_OK;
    return FAIL(r, "found %s after a value, expected a space or a line end", found(r, r->at));
}

static sn_status old_array(text_reader *r, sn_ncnn_value *v)
{
    int n;
    if (is_space(r->s[r->at])) return FAIL(r, "found a space, expected the number of elements");
    SN_TRY(count(r, "the number of elements", 0, (int64_t)((r->n - r->at) / 2), &n));
    uint32_t *words = SN_NEW_N(r->arena, uint32_t, n);
    *v = (sn_ncnn_value){.form = SN_NCNN_ARRAY, .n = n, .words = words};
    for (int i = 0; i < n; i++) {
        if (r->s[r->at] != ',')
            return FAIL(r, "found %s, expected element %d of %d", found(r, r->at), i + 1, n);
        r->at++;
        SN_TRY(number(r, NULL, &v->is_float, &words[i]));
    }
    if (n == 0 && r->s[r->at] == '\r') r->at++;
    return end_of_value(r);
}

static sn_status new_array(text_reader *r, sn_ncnn_value *v, uint32_t first)
{
    SN_VEC(uint32_t) words = SN_VEC_IN(r->arena);
    SN_PUSH(words, first);
    while (r->at < r->n && r->s[r->at] == ',') {
        r->at++;
        if (r->at >= r->n || r->s[r->at] == ' ' || r->s[r->at] == '\n') break;
        bool is_float;
        uint32_t w;
        SN_TRY(number(r, &v->is_float, &is_float, &w));
        SN_PUSH(words, w);
    }
    v->form = SN_NCNN_ARRAY;
    v->n = (int)words.n;
    v->words = words.v;
    return end_of_value(r);
}

static sn_status string(text_reader *r, sn_ncnn_value *v)
{
    size_t at = r->at;
    bool quoted = r->s[at] == '"';
    size_t from = quoted ? at + 1 : at, end = from;
    while (end < r->n && r->s[end] != '\n' && r->s[end] != (quoted ? '"' : ' ')) end++;
    size_t stop = end;
    if (quoted && (end >= r->n || r->s[end] != '"'))
        return FAIL(r, "the string %s has no closing quote on its line", found(r, at));
    if (quoted && end > from && (r->s[from] == ' ' || r->s[from] == ','))
        return FAIL(r, "a string that begins with a space or comma is not readable for ncnn");
    if (!quoted && end > from && r->s[end - 1] == '\r') end--; /* of the line end */
    if (!quoted && end > from && r->s[end - 1] == '"') end--;
    if (end - from > STRING_BYTES)
        return FAIL(r, "the string %s is longer than %d bytes", found(r, at), STRING_BYTES);
    r->at = quoted ? end + 1 : stop;
    *v = sn_ncnn_of_str(sn_arena_strndup(r->arena, r->s + from, end - from));
    if (r->s[r->at] == '\r') r->at++;
    return end_of_value(r);
}

static sn_status value(text_reader *r, bool old, sn_ncnn_value *v)
{
    if (old) return old_array(r, v);
    char c = r->s[r->at];
    if (isalpha((unsigned char)c) || c == '"') return string(r, v);
    *v = (sn_ncnn_value){.form = SN_NCNN_SCALAR};
    uint32_t w;
    SN_TRY(number(r, NULL, &v->is_float, &w));
    v->word = w;
    return r->s[r->at] == ',' ? new_array(r, v, w) : end_of_value(r);
}

/* ---- layers ---------------------------------------------------------------------------------- */

static sn_status params(text_reader *r, bool last, sn_ncnn_record *layer, size_t *end)
{
    r->args.n = 0;
    for (;;) {
        text_reader before = *r;
        int64_t key;
        if (!scan_int(r, &key)) {
            char c = r->s[r->at];
            if (!last && (c == '-' || c == '+'))
                return FAIL(r, "found %s, expected a param or a layer type", found(r, r->at));
            *r = before;
            break;
        }
        size_t at = r->at;
        while (at > 0 && !is_space(r->s[at - 1])) at--;
        if (r->s[r->at] != '=')
            return FAIL(r, "found %s, expected a param as 'id=value'", found(r, at));
        r->at++;
        bool old = key <= -23300;
        int64_t id = old ? -key - 23300 : key;
        if (old && id == OLD_HINTS) id = SN_NCNN_HINTS;
        if (id < 0 || id >= SN_NCNN_N_PARAMS)
            return FAIL(r, "%s: param ids are 0 to %d", found(r, at), SN_NCNN_N_PARAMS - 1);
        sn_ncnn_arg arg = {.id = (int)id};
        SN_TRY(value(r, old, &arg.value));
        *end = r->at;
        size_t n = r->at - at;
        while (n > 0 && r->s[at + n - 1] == '\r') n--;
        arg.text = (sn_text){r->s + at, n};
        SN_PUSH(r->args, arg);
    }
    layer->n_args = (int)r->args.n;
    layer->args = sn_arena_copy(r->arena, r->args.v, r->args.n * sizeof *r->args.v);
    return SN_OK;
}

static sn_status names(text_reader *r, const char *what, int n, const char ***out)
{
    const char **v = SN_NEW_N(r->arena, const char *, n);
    for (int i = 0; i < n; i++) SN_TRY(word(r, what, &v[i]));
    *out = v;
    return SN_OK;
}

static sn_status layer(text_reader *r, bool last, sn_ncnn_record *out)
{
    skip_space(r);
    size_t from = r->at;
    out->line = r->line;
    SN_TRY(word(r, "a layer type", &out->type));
    out->layer = sn_ncnn_layer_find(out->type);
    if (out->layer) out->type = out->layer->type;
    SN_TRY(word(r, "a layer name", &out->name));
    int64_t room = (int64_t)((r->n - r->at) / 2);
    if (room > UINT16_MAX) room = UINT16_MAX;
    SN_TRY(count(r, "the number of inputs", 0, room, &out->n_bottoms));
    SN_TRY(count(r, "the number of results", 0, room, &out->n_tops));
    SN_TRY(names(r, "a blob name", out->n_bottoms, &out->bottoms));
    SN_TRY(names(r, "a blob name", out->n_tops, &out->tops));
    size_t end = r->at;
    SN_TRY(params(r, last, out, &end));
    while (end > from && is_space(r->s[end - 1])) end--;
    out->raw = (sn_text){r->s + from, end - from};
    return SN_OK;
}

/* Blobs as ncnn makes them: one for each result, and one for each input that has none of its
 * name. */
static int64_t count_blobs(sn_ctx *ctx, const sn_ncnn_file *f)
{
    sn_arena *scratch = sn_arena_create(ctx);
    sn_map *seen = sn_map_create(scratch);
    int64_t n = 0;
    for (int i = 0; i < f->n_layers; i++) {
        const sn_ncnn_record *r = f->layers[i];
        for (int k = 0; k < r->n_bottoms; k++) {
            if (sn_map_has(seen, r->bottoms[k])) continue;
            sn_map_put_kept(seen, r->bottoms[k], seen);
            n++;
        }
        for (int k = 0; k < r->n_tops; k++) {
            sn_map_put_kept(seen, r->tops[k], seen);
            n++;
        }
    }
    sn_arena_destroy(scratch);
    return n;
}

/* PNNX writes networks of its own operators under the same magic number, as NAME.pnnx.param, and
 * beside that what it makes of them for ncnn. */
static sn_status refuse_pnnx(text_reader *r)
{
    static const char own[] = ".pnnx.param";
    const size_t n = strlen(r->path), m = sizeof own - 1;
    skip_space(r);
    if (strncmp(r->s + r->at, "pnnx.", 5) != 0) return SN_OK;
    const char *beside = n > m && strcmp(r->path + n - m, own) == 0
                             ? sn_arena_printf(r->arena, "%.*s.ncnn.param", (int)(n - m), r->path)
                             : NULL;
    if (beside && sn_file_exists(beside))
        return FAIL(r,
                    "found %s: this is PNNX's own form of the network; %s, which is beside it, "
                    "is ncnn's",
                    found(r, r->at), beside);
    return FAIL(r,
                "found %s: this is PNNX's own form of a network, not ncnn's, which pnnx writes "
                "beside it as %s",
                found(r, r->at), beside ? beside : "NAME.ncnn.param");
}

sn_status sn_ncnn_read_text(sn_ctx *ctx, sn_arena *arena, const char *path, sn_text text,
                            sn_ncnn_file *out)
{
    char *copy = sn_arena_strndup(arena, text.s ? text.s : "", text.n);
    text_reader r = {.ctx = ctx,
                     .arena = arena,
                     .path = path,
                     .s = copy,
                     .n = text.n,
                     .line = 1,
                     .args = {.arena = arena}};
    if (text.n && memchr(text.s, 0, text.n))
        return sn_fail(ctx, SN_E_FORMAT,
                       "%s: found a zero byte, expected the text of an ncnn model", path);
    int64_t magic;
    size_t at = r.at;
    if (!scan_int(&r, &magic) || magic != 7767517)
        return FAIL(&r, "found %s, expected 7767517, the first line of an ncnn model",
                    found(&r, at));
    sn_ncnn_file f = {.path = path};
    SN_TRY(count(&r, "the number of layers", 1, (int64_t)(r.n - r.at) / 8 + 1, &f.n_layers));
    int n_blobs_line = r.line;
    SN_TRY(count(&r, "the number of blobs", 1, INT_MAX, &f.n_blobs));
    f.whole = (sn_text){r.s, r.n};
    f.header = (sn_text){r.s, r.at};
    SN_TRY(refuse_pnnx(&r));
    f.layers = SN_NEW_N(arena, sn_ncnn_record *, f.n_layers);
    for (int i = 0; i < f.n_layers; i++) {
        skip_space(&r);
        if (r.at >= r.n)
            return FAIL(&r, "the file ends after %d layers, its header says %d", i, f.n_layers);
        f.layers[i] = SN_NEW(arena, sn_ncnn_record);
        SN_TRY(layer(&r, i + 1 == f.n_layers, f.layers[i]));
    }
    int64_t n_blobs = count_blobs(ctx, &f);
    if (n_blobs > f.n_blobs)
        return sn_fail(ctx, SN_E_FORMAT,
                       "%s:%d: the header says %d blobs, the layers have %lld (ncnn would write "
                       "past its list)",
                       path, n_blobs_line, f.n_blobs, (long long)n_blobs);
    f.tail = (sn_text){r.s + r.at, r.n - r.at};
    *out = f;
    return SN_OK;
}
