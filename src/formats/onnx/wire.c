/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading and writing of fields. */
#include "formats/onnx/wire.h"

#include <string.h>

sn_wire sn_wire_of(sn_text message)
{
    return (sn_wire){.at = message.s, .end = message.n ? message.s + message.n : message.s};
}

/* At most ten bytes of seven bits; bits beyond the 64th are an error. */
bool sn_wire_varint(sn_text *t, uint64_t *out)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < 10 && i < t->n; i++) {
        const unsigned char c = (unsigned char)t->s[i];
        if (i == 9 && c > 1) return false;
        v |= (uint64_t)(c & 0x7f) << (7 * i);
        if (c & 0x80) continue;
        *t = (sn_text){t->s + i + 1, t->n - i - 1};
        *out = v;
        return true;
    }
    return false;
}

static uint64_t little_endian(const char *s, int n)
{
    uint64_t v = 0;
    for (int i = 0; i < n; i++) v |= (uint64_t)(unsigned char)s[i] << (8 * i);
    return v;
}

static bool wrong(sn_wire *w, const char *what)
{
    w->wrong = what;
    return false;
}

static bool fixed(sn_wire *w, sn_text *left, int n, sn_wire_field *out)
{
    if (left->n < (size_t)n) return wrong(w, "a number is cut off");
    out->value = little_endian(left->s, n);
    *left = (sn_text){left->s + n, left->n - (size_t)n};
    return true;
}

static bool counted(sn_wire *w, sn_text *left, sn_wire_field *out)
{
    uint64_t n;
    if (!sn_wire_varint(left, &n)) return wrong(w, "the length of a field is cut off");
    if (n > left->n) return wrong(w, "a field is longer than what is there");
    out->bytes = (sn_text){left->s, (size_t)n};
    *left = (sn_text){left->s + n, left->n - (size_t)n};
    return true;
}

bool sn_wire_next(sn_wire *w, sn_wire_field *out)
{
    if (w->wrong || w->at == w->end) return false;
    sn_text left = {w->at, (size_t)(w->end - w->at)};
    uint64_t tag;
    if (!sn_wire_varint(&left, &tag)) return wrong(w, "the number of a field is cut off");
    *out = (sn_wire_field){.number = (uint32_t)(tag >> 3), .form = (sn_wire_form)(tag & 7)};
    if (tag >> 3 == 0 || tag >> 32) return wrong(w, "a field has a number that no field may have");
    bool ok;
    switch (out->form) {
    case SN_WIRE_VARINT:
        ok = sn_wire_varint(&left, &out->value) || wrong(w, "a number is cut off");
        break;
    case SN_WIRE_64:
        ok = fixed(w, &left, 8, out);
        break;
    case SN_WIRE_BYTES:
        ok = counted(w, &left, out);
        break;
    case SN_WIRE_32:
        ok = fixed(w, &left, 4, out);
        break;
    default:
        ok = wrong(w, "a field has a form that no field may have");
    }
    if (!ok) return false;
    out->raw = (sn_text){w->at, (size_t)(left.s - w->at)};
    w->at = left.s;
    return true;
}

/* ---- writing --------------------------------------------------------------------------------- */

void sn_wire_put_varint(sn_str *s, uint64_t v)
{
    char bytes[10];
    size_t n = 0;
    for (; v >= 0x80; v >>= 7) bytes[n++] = (char)(v | 0x80);
    bytes[n++] = (char)v;
    sn_str_addn(s, bytes, n);
}

static void put_tag(sn_str *s, uint32_t number, sn_wire_form form)
{
    sn_wire_put_varint(s, (uint64_t)number << 3 | (uint64_t)form);
}

void sn_wire_put_int(sn_str *s, uint32_t number, int64_t v)
{
    put_tag(s, number, SN_WIRE_VARINT);
    sn_wire_put_varint(s, (uint64_t)v);
}

void sn_wire_put_head(sn_str *s, uint32_t number, uint64_t n)
{
    put_tag(s, number, SN_WIRE_BYTES);
    sn_wire_put_varint(s, n);
}

void sn_wire_put_bytes(sn_str *s, uint32_t number, sn_text bytes)
{
    sn_wire_put_head(s, number, bytes.n);
    sn_str_addn(s, bytes.s, bytes.n);
}

void sn_wire_put_string(sn_str *s, uint32_t number, const char *text)
{
    sn_wire_put_bytes(s, number, sn_text_of(text));
}

void sn_wire_put_f32(sn_str *s, uint32_t number, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    put_tag(s, number, SN_WIRE_32);
    char bytes[4];
    for (int i = 0; i < 4; i++) bytes[i] = (char)(bits >> (8 * i));
    sn_str_addn(s, bytes, sizeof bytes);
}
