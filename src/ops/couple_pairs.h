/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SN_OPS_COUPLE_PAIRS_H
#define SN_OPS_COUPLE_PAIRS_H

#include <stdint.h>

enum { SN_COUPLE_SWEEPS = 100 };
#define SN_COUPLE_CLOSE 0.005
#define SN_COUPLE_LEAST 1e-7

/* How many classes have so many pairs; 0: none. */
int64_t sn_couple_classes(int64_t pairs);

#endif
