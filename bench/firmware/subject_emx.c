/* SPDX-License-Identifier: Apache-2.0
 *
 * A network as emx-onnx-cgen compiles it, by the name net, with sizes given as macros. */
#include <stddef.h>

#include "subject.h"

extern void net(const float *in, float *out);

static float in[N_IN], out[N_OUT];

static int begin(void) { return 0; }

static int run(void)
{
    net(in, out);
    return 0;
}

const struct subject subject = {in, out, N_IN, N_OUT, 0, begin, run, NULL};
