/* SPDX-License-Identifier: Apache-2.0
 *
 * Protocol Buffers on the wire: a message is a list of fields, each a number and a value of one of
 * four forms (Protocol Buffers Encoding, protobuf.dev). Fields are windows into the bytes that
 * are read; nothing is copied, and nothing is believed that does not fit into what is there. */
#ifndef SN_ONNX_WIRE_H
#define SN_ONNX_WIRE_H

#include "base/text.h"

typedef enum sn_wire_form {
    SN_WIRE_VARINT = 0,
    SN_WIRE_64 = 1,
    SN_WIRE_BYTES = 2,
    SN_WIRE_32 = 5,
} sn_wire_form;

typedef struct sn_wire_field {
    uint32_t number;
    sn_wire_form form;
    uint64_t value; /* of all forms but BYTES */
    sn_text bytes;  /* of BYTES */
    sn_text raw;    /* the field as it stands, with its number */
} sn_wire_field;

/* A message that is read field by field. */
typedef struct sn_wire {
    const char *at, *end;
    const char *wrong; /* NULL, or what is wrong with what stands at `at` */
} sn_wire;

sn_wire sn_wire_of(sn_text message);
/* False at the end, and where something is wrong. */
bool sn_wire_next(sn_wire *w, sn_wire_field *out);
/* A number of the text, which moves on. False where there is none. */
bool sn_wire_varint(sn_text *t, uint64_t *out);

/* ---- writing --------------------------------------------------------------------------------- */

void sn_wire_put_varint(sn_str *s, uint64_t v);
void sn_wire_put_int(sn_str *s, uint32_t number, int64_t v); /* a field of the form VARINT */
void sn_wire_put_bytes(sn_str *s, uint32_t number, sn_text bytes);
void sn_wire_put_string(sn_str *s, uint32_t number, const char *text);
void sn_wire_put_f32(sn_str *s, uint32_t number, float v);
/* The number and the length of a field of n bytes, which follow. */
void sn_wire_put_head(sn_str *s, uint32_t number, uint64_t n);

#endif
