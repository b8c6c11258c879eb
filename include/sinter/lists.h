/* SPDX-License-Identifier: Apache-2.0
 *
 * What sinter knows: operators, passes, targets, networks, formats, losses. A part of sinter.h,
 * which is what to include. */
#ifndef SINTER_LISTS_H
#define SINTER_LISTS_H

#include "sinter/sinter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each is false beyond the last. Strings live as long as the program. */
typedef struct sn_op_info {
    const char *name, *kind, *synopsis;
    uint32_t n_inputs;
    bool is_frame; /* an input, constant or output of the graph: not worked out */
    bool infers, evaluates, is_affine, folds_affine, has_act, is_act, may_be_identity, has_cost;
    bool has_gradient, compiles; /* for training; in compiled code */
    bool compiles_types;         /* of every type that it takes; else of f32 and halves alone */
} sn_op_info;
typedef struct sn_role_info {
    const char *name;        /* "weight" */
    bool optional, variadic; /* may be left out; may be there several times */
} sn_role_info;
SN_API bool sn_op_at(uint32_t index, sn_op_info *out);
SN_API bool sn_op_input_at(uint32_t op, uint32_t slot, sn_role_info *out);
SN_API bool sn_op_is_spelled(uint32_t op,
                             const char *format); /* some layer of the format is this operator */

typedef struct sn_pass_info {
    const char *stage, *stage_what; /* that it belongs to */
    const char *name, *arrow, *needs;
    const char *covers; /* passes of another optimizer that it stands for; "" when there are none */
} sn_pass_info;
SN_API bool sn_pass_at(uint32_t index, sn_pass_info *out);
/* Passes that must have run before it, and why. */
SN_API bool sn_pass_after_at(uint32_t pass, uint32_t which, const char **other, const char **why);

typedef struct sn_list_info {
    const char *name, *what;
} sn_list_info;
SN_API bool sn_machine_info_at(uint32_t index, sn_list_info *out); /* targets of sn_model_compile */
SN_API bool sn_zoo_at(uint32_t index, sn_list_info *out);
SN_API bool sn_format_at(uint32_t index, sn_list_info *out);
SN_API bool sn_loss_at(uint32_t index, sn_list_info *out); /* of trainings */
SN_API bool sn_optimizer_at(uint32_t index, sn_list_info *out);

#ifdef __cplusplus
}
#endif

#endif
