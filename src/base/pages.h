/* SPDX-License-Identifier: Apache-2.0
 *
 * How many pages of mapped files stay with the process. Each page that was read or written counts
 * as its memory until the system needs the memory, although the page is the system's, which has it
 * in the cache or in the file. Once what a context has mapped is more than SN_PAGES_MOST, a thread
 * looks every millisecond how many pages are with the process, and lets all go when they are
 * more than that. Who touches one gets it back from the system with the same contents; what was
 * written to a shared mapping is kept. Where the system does not tell (no /proc), or has no thread
 * to give, pages stay. */
#ifndef SN_BASE_PAGES_H
#define SN_BASE_PAGES_H

#include "base/ctx.h"

#define SN_PAGES_MOST ((size_t)32 << 20)

/* A mapping of a file: read only, or shared. The caller's, and not moved while it is watched. */
typedef struct sn_page_span {
    unsigned char *data;
    size_t n_bytes;
    bool watched;
    struct sn_page_span *prev, *next;
} sn_page_span;

/* Between pieces of work: lets pages go if they are too many, whether the thread ran or not. */
void sn_pages_trim(sn_ctx *ctx);
size_t sn_pages_bytes(sn_ctx *ctx); /* of all that is mapped */
void sn_pages_watch(sn_ctx *ctx, sn_page_span *span);
void sn_pages_unwatch(sn_ctx *ctx, sn_page_span *span); /* before it is unmapped */

#endif
