/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokens of .param text: numbers as ncnn reads them, and args as it can read them. */
#include "formats/ncnn/record.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Integer and fraction digits go through 32-bit counters, the exponent through repeated products in
 * double: as in ncnn, because the bits must be the same. */
float sn_ncnn_parse_float(const char *s)
{
    bool minus = *s == '-';
    if (*s == '-' || *s == '+') s++;
    uint32_t whole = 0;
    for (; isdigit((unsigned char)*s); s++) whole = whole * 10u + (uint32_t)(*s - '0');
    double v = (double)whole;
    if (*s == '.') {
        s++;
        uint32_t fraction = 0, scale = 1;
        for (; isdigit((unsigned char)*s); s++) {
            fraction = fraction * 10u + (uint32_t)(*s - '0');
            scale *= 10u;
        }
        v += fraction / (double)scale;
    }
    if (*s == 'e' || *s == 'E') {
        s++;
        bool negative = *s == '-';
        if (*s == '-' || *s == '+') s++;
        uint32_t exponent = 0;
        for (; isdigit((unsigned char)*s); s++) exponent = exponent * 10u + (uint32_t)(*s - '0');
        if (exponent > 1000) exponent = 1000; /* infinite or zero long before */
        double scale = 1.0;
        for (; exponent >= 8; exponent -= 8) scale *= 1e8;
        for (; exponent > 0; exponent--) scale *= 10.0;
        v = negative ? v / scale : v * scale;
    }
    return minus ? (float)-v : (float)v;
}

bool sn_ncnn_print_float(float f, char out[16])
{
    if (!isfinite(f)) return false;
    uint32_t want = sn_ncnn_bits(f);
    for (int k = 0; k <= 64; k++) {
        /* The nearest nine digits nearly always do; their neighbours do where ncnn's own arithmetic
         * rounds the other way. */
        double step = (double)((k + 1) / 2) * (k % 2 ? 1e-9 : -1e-9);
        snprintf(out, 16, "%.8e", (double)f * (1 + step));
        if (sn_ncnn_bits(sn_ncnn_parse_float(out)) == want) return true;
    }
    return false;
}

static const char *unprintable_string(const char *s)
{
    if (strlen(s) > 255) return "is longer than 255 bytes";
    if (strpbrk(s, "\"\n\r")) return "has a quote or a line end in it";
    if (*s == ' ' || *s == ',') return "begins with a space or comma";
    return NULL;
}

/* A piece of 15 characters that begins with a quote, does not end with one, and is followed by
 * one. */
static bool loses_its_quote(const char *s) { return strlen(s) == 14 && !strpbrk(s, ", "); }

bool sn_ncnn_is_readable(const sn_ncnn_arg *arg)
{
    static const char old_hints[] = "-23340=";
    size_t n = sizeof old_hints - 1;
    if (arg->text.n > n && memcmp(arg->text.s, old_hints, n) == 0) return false;
    if (arg->value.form != SN_NCNN_STRING) return true;
    bool quoted = memchr(arg->text.s, '"', arg->text.n) != NULL;
    return !quoted || !loses_its_quote(arg->value.s);
}

static sn_status print_string(sn_ctx *ctx, const char *where, int id, const char *s, sn_str *out)
{
    const char *wrong = unprintable_string(s);
    if (wrong)
        return sn_fail(ctx, SN_E_UNSUPPORTED,
                       "%s: the string of param %d %s, ncnn cannot read that", where, id, wrong);
    if (!loses_its_quote(s)) {
        sn_str_addf(out, " %d=\"%s\"", id, s);
        return SN_OK;
    }
    if (!isalpha((unsigned char)*s))
        return sn_fail(
            ctx, SN_E_UNSUPPORTED,
            "%s: ncnn misreads the string '%s' of param %d, as any of 14 characters that does "
            "not begin with a letter",
            where, s, id);
    sn_str_addf(out, " %d=%s", id, s);
    return SN_OK;
}

static sn_status add_number(sn_ctx *ctx, const char *where, int id, bool is_float, uint32_t word,
                            sn_str *out)
{
    char s[16];
    if (!is_float) {
        sn_str_addf(out, "%d", (int)word);
        return SN_OK;
    }
    if (!sn_ncnn_print_float(sn_ncnn_unbits(word), s))
        return sn_fail(ctx, SN_E_UNSUPPORTED,
                       "%s: param %d is %g, ncnn's text form cannot hold that", where, id,
                       (double)sn_ncnn_unbits(word));
    sn_str_add(out, s);
    return SN_OK;
}

sn_status sn_ncnn_print_arg(sn_ctx *ctx, const char *where, int id, const sn_ncnn_value *value,
                            sn_str *out)
{
    switch (value->form) {
    case SN_NCNN_STRING:
        return print_string(ctx, where, id, value->s, out);
    case SN_NCNN_SCALAR:
        sn_str_addf(out, " %d=", id);
        return add_number(ctx, where, id, value->is_float, value->word, out);
    case SN_NCNN_ARRAY:
        sn_str_addf(out, " %d=%d", -23300 - id, value->n);
        for (int i = 0; i < value->n; i++) {
            sn_str_add(out, ",");
            SN_TRY(add_number(ctx, where, id, value->is_float, value->words[i], out));
        }
        break;
    case SN_NCNN_ABSENT:
        break;
    }
    return SN_OK;
}

void sn_ncnn_print_head(const sn_ncnn_record *r, sn_str *out)
{
    sn_str_addf(out, "%-24s %-24s %d %d", r->type, r->name, r->n_bottoms, r->n_tops);
    for (int i = 0; i < r->n_bottoms; i++) sn_str_addf(out, " %s", r->bottoms[i]);
    for (int i = 0; i < r->n_tops; i++) sn_str_addf(out, " %s", r->tops[i]);
}

/* ---- records --------------------------------------------------------------------------------- */

const sn_ncnn_arg *sn_ncnn_record_arg(const sn_ncnn_record *r, int id)
{
    for (int i = r->n_args - 1; i >= 0; i--)
        if (r->args[i].id == id) return &r->args[i];
    return NULL;
}

void sn_ncnn_record_set(const sn_ncnn_record *r, sn_ncnn_value *set)
{
    memset(set, 0, SN_NCNN_N_PARAMS * sizeof *set);
    for (int i = 0; i < r->n_args; i++) set[r->args[i].id] = r->args[i].value;
}

void sn_ncnn_record_values(const sn_ncnn_record *r, sn_ncnn_values *out)
{
    sn_ncnn_value set[SN_NCNN_N_PARAMS];
    sn_ncnn_record_set(r, set);
    sn_ncnn_resolve(r->layer, set, out);
}
