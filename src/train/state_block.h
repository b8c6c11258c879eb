/* SPDX-License-Identifier: Apache-2.0
 *
 * States of a training as a block of bytes, for files and memory, readable on any machine:
 *
 *     "sinterST"  u32 version 1   u32 entries   u32 bytes of this head
 *     each entry: u8 kind (below)   u8 rank   u16 bytes of its name
 *                 u16 bytes of its type's name   u64 sizes[rank]   the two names
 *     the elements of each entry, in order, dense
 *     u32 CRC-32 (of IEEE 802.3) of all before
 *
 * Numbers, and elements, have their lowest byte first. A run that is to go on adds what it is, in
 * entries of its own: "optimizer" u8[bytes of its name], "epochs" i32 that it has behind it. */
#ifndef SN_TRAIN_STATE_BLOCK_H
#define SN_TRAIN_STATE_BLOCK_H

#include "ir/tensor.h"

typedef enum sn_state_kind {
    SN_STATE_OF_OPTIMIZER,
    SN_STATE_OF_NETWORK,
    SN_STATE_OF_RUN,
    SN_N_STATE_KINDS
} sn_state_kind;

typedef struct sn_state_entry {
    const char *name; /* in the arena, terminated */
    sn_type type;
    sn_shape shape;
    sn_state_kind kind;
    const unsigned char *data; /* of the block, when it was read */
    uint64_t bytes;
} sn_state_entry;

/* The head of a block of these. */
void sn_state_block_head(const sn_state_entry *entries, size_t n, sn_str *out);
uint32_t sn_crc32(const unsigned char *data, size_t n);
/* Entries of a block; data are windows into it. SN_E_FORMAT with what is wrong, and where. */
sn_status sn_state_block_read(sn_ctx *ctx, sn_arena *arena, const unsigned char *block,
                              size_t bytes, sn_state_entry **entries, size_t *n) SN_MUST_CHECK;

#endif
