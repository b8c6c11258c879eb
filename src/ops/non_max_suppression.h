/* SPDX-License-Identifier: Apache-2.0
 *
 * non_max_suppression: slots. */
#ifndef SN_OPS_NON_MAX_SUPPRESSION_H
#define SN_OPS_NON_MAX_SUPPRESSION_H

enum { SN_NMS_BOXES, SN_NMS_SCORES, SN_NMS_MOST, SN_NMS_OVERLAP, SN_NMS_LEAST };

#endif
