/* SPDX-License-Identifier: Apache-2.0
 *
 * Trains a network on a microcontroller: two made-up sounds of two classes, over and over. Prints
 * the loss of each step, and what of memory it takes. */
#include <stdio.h>
#include <string.h>

#include "net_train.h"

#ifndef STEPS
#define STEPS 5
#endif

static unsigned char states[NET_STATES_BYTES] __attribute__((aligned(64), section(".large")));
static unsigned char workspace[WORKSPACE_BYTES] __attribute__((aligned(64), section(".large")));
static float data[NET_INPUT_0_SIZE];
extern const unsigned char start_states[];

int main(void)
{
    net_train t;
    int32_t target[NET_TARGET_SIZE];
    const void *inputs[] = {data};
    const size_t need = net_train_workspace_bytes(1), each = NET_INPUT_0_SIZE / NET_TARGET_SIZE;
    printf("workspace %lu bytes, states %lu bytes\n", (unsigned long)need,
           (unsigned long)NET_STATES_BYTES);
    if (need > sizeof workspace) return 1;
    int code = net_train_init(&t, states, workspace, 1, NULL);
    if (!code) code = net_load(&t, start_states, STATES_SIZE);
    for (size_t i = 0; i < NET_INPUT_0_SIZE; i++)
        data[i] = (float)((i % each * (3 + i / each) * 7919) % 201) / 100.0f - 1.0f;
    for (size_t i = 0; i < NET_TARGET_SIZE; i++) target[i] = (int32_t)(i * 5 % 12);
    for (int step = 0; step < STEPS && !code; step++) {
        float loss = 0;
        code = net_train_step(&t, inputs, target, 0.05f, &loss);
        printf("step %d: loss %.4f\n", step, (double)loss);
    }
    if (code) printf("error %d: %s\n", code, net_train_error(code));
    return code;
}
