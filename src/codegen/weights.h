/* SPDX-License-Identifier: Apache-2.0
 *
 * The file of packed weights: 64 bytes of head, then the weights. The text below the line is
 * compiled into sinter, which writes such files, and copied into generated code, which checks them.
 * The hash is for mistaken files, not for attackers: four lanes of multiplicative hashing (FNV-1a's
 * prime; a shift after each product brings the high bits down), about as fast as memory is read. */
#ifndef SN_CODEGEN_WEIGHTS_H
#define SN_CODEGEN_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- */
/* The head of a weights file, little-endian; the weights follow at byte 64. */
struct weights_head {
    char magic[8];           /* "SNTRWGT" */
    uint32_t version, order; /* 1, 0x01020304 */
    uint64_t bytes;          /* of the weights: a multiple of 64 */
    uint64_t hash;
    char reserved[32];
};

static uint64_t hash_weights(const unsigned char *data, size_t bytes)
{
    const uint64_t prime = 0x100000001b3u;
    uint64_t lane[4] = {0xcbf29ce484222325u, 0x9ae16a3b2f90404fu, 0xc949d7c7509e6557u,
                        0xff51afd7ed558ccdu};
    for (size_t i = 0; i + 32 <= bytes; i += 32) {
        uint64_t word[4];
        memcpy(word, data + i, sizeof word);
        for (int k = 0; k < 4; k++) {
            lane[k] = (lane[k] ^ word[k]) * prime;
            lane[k] ^= lane[k] >> 29;
        }
    }
    uint64_t hash = bytes;
    for (int k = 0; k < 4; k++) {
        hash = (hash ^ lane[k]) * prime;
        hash ^= hash >> 32;
    }
    return hash;
}
/* ---- */

#endif
