/* SPDX-License-Identifier: Apache-2.0
 *
 * Why the weights of compiled code are more than the model's. */
#ifndef SN_API_WEIGHTS_GROWTH_H
#define SN_API_WEIGHTS_GROWTH_H

#include "api/generate.h"

/* Fills in model_weights_bytes, weights_growth and n_weights_growth; `model`: that the sets were
 * made from. In its arena. */
void sn_describe_growth(const sn_model *model, const sn_generated *g, sn_compile_result *out);

#endif
