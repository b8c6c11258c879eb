/* SPDX-License-Identifier: Apache-2.0
 *
 * ctc_loss and its gradient: slots. x: log-probabilities [steps][batch][classes], class 0 being the
 * blank. target: classes [batch][labels]; what is behind the last label of a sequence is 0 or
 * negative. */
#ifndef SN_OPS_CTC_LOSS_H
#define SN_OPS_CTC_LOSS_H

enum { SN_CTC_X, SN_CTC_TARGET };
enum { SN_CTC_GRADIENT_DY, SN_CTC_GRADIENT_X, SN_CTC_GRADIENT_TARGET };

#endif
