/* SPDX-License-Identifier: Apache-2.0
 *
 * SHA-256 (FIPS 180-4), for names of things by their content. */
#ifndef SN_BASE_SHA256_H
#define SN_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct sn_sha256 {
    uint32_t state[8];
    uint64_t n_bytes;
    unsigned char block[64];
} sn_sha256;

void sn_sha256_init(sn_sha256 *h);
void sn_sha256_add(sn_sha256 *h, const void *data, size_t bytes);
/* Length first, so that parts of a list cannot run into each other. */
void sn_sha256_add_part(sn_sha256 *h, const void *data, size_t bytes);
void sn_sha256_end(sn_sha256 *h, unsigned char digest[32]);

#endif
