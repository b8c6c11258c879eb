/* SPDX-License-Identifier: Apache-2.0
 *
 * Philox 4x32-10: random numbers by a key and a counter. */
#ifndef SN_BASE_PHILOX_H
#define SN_BASE_PHILOX_H

#include <stdint.h>

/* Makes the four words of a counter four random words. */
static inline void sn_philox(const uint32_t key[2], uint32_t v[4])
{
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
        const uint64_t a = (uint64_t)0xD2511F53u * v[0], b = (uint64_t)0xCD9E8D57u * v[2];
        const uint32_t next[4] = {(uint32_t)(b >> 32) ^ v[1] ^ k0, (uint32_t)b,
                                  (uint32_t)(a >> 32) ^ v[3] ^ k1, (uint32_t)a};
        for (int i = 0; i < 4; i++) v[i] = next[i];
    }
}

#endif
