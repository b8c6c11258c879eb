/* SPDX-License-Identifier: Apache-2.0
 *
 * A network as sinter compiles it, by the prefix net. */
#include "net.h"
#include "subject.h"

#ifndef LARGE
#define LARGE
#endif

static NET_ALIGNED LARGE unsigned char workspace[NET_WORKSPACE_BYTES];
static float in[NET_INPUT_0_SIZE], out[NET_OUTPUT_0_SIZE];
static net_net *net;

static int begin(void)
{
    if (net_workspace_bytes(1) != NET_WORKSPACE_BYTES) return -1;
    return net_init(&net, workspace, sizeof workspace, 1, NULL, 0);
}

static int run(void)
{
    const float *const inputs[] = {in};
    float *const outputs[] = {out};
    return net_run(net, inputs, outputs);
}

#ifndef NET_NO_SELFTEST
static int test(void)
{
    float *const inputs[] = {in};
    float *const outputs[] = {out};
    return net_selftest(net, inputs, outputs, NULL, NULL);
}
#else
#define test NULL
#endif

const struct subject subject = {in, out, NET_INPUT_0_SIZE, NET_OUTPUT_0_SIZE, NET_WORKSPACE_BYTES,
                                begin, run, test};
