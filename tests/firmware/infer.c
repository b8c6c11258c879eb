/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a network once, prints what it gives, and what that took: stack, by painting it before, and
 * instructions, by a clock that the emulator moves on by one nanosecond for each. */
#include <stdint.h>
#include <stdio.h>

#include "subject.h"

#ifndef PAINTED
#define PAINTED 65536
#endif
enum { SPARED = 96, COLOUR = 0xa5 };

#if defined(__arm__)
#define STACK_POINTER(p) __asm__ volatile("mov %0, sp" : "=r"(p))
#elif defined(__riscv)
#define STACK_POINTER(p) __asm__ volatile("mv %0, sp" : "=r"(p))
#elif defined(__x86_64__)
#define STACK_POINTER(p) __asm__ volatile("mov %%rsp, %0" : "=r"(p))
#endif

#ifdef TICK_PS /* how long a tick of SysTick is, in picoseconds */
#define SYST_CSR (*(volatile uint32_t *)0xE000E010)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018)
static void start_clock(void)
{
    SYST_RVR = 0xffffff;
    SYST_CVR = 0;
    SYST_CSR = 5; /* by the processor's clock, without an interrupt */
}
/* -1: it went around. */
static long nanoseconds(void)
{
    const uint32_t ticks = 0xffffff - SYST_CVR;
    return SYST_CSR >> 16 & 1 ? -1 : (long)((uint64_t)ticks * TICK_PS / 1000);
}
#else
static void start_clock(void) {}
static long nanoseconds(void) { return -1; }
#endif

/* What lies below the caller's frame, but for what this function itself needs. */
static __attribute__((noinline)) void paint(volatile unsigned char *stack)
{
    for (unsigned i = SPARED; i < PAINTED; i++) stack[-(int)i] = COLOUR;
}

static __attribute__((noinline)) unsigned painted_over(const volatile unsigned char *stack)
{
    unsigned depth = PAINTED - 1;
    while (depth >= SPARED && stack[-(int)depth] == COLOUR) depth--;
    return depth;
}

int main(void)
{
    unsigned char *stack;
    long took;
    int code = subject.begin();
    if (code) {
        printf("begin: error %d\n", code);
        return 1;
    }
    fill(subject.in, subject.n_in);
    STACK_POINTER(stack);
    paint(stack);
    start_clock();
    code = subject.run();
    took = nanoseconds();
    const unsigned depth = painted_over(stack);
    printf("workspace %lu\nstack %u\ninstructions %ld\ncode %d\n", subject.workspace_bytes, depth,
           took, code);
    for (unsigned i = 0; i < subject.n_out; i++) printf("out %.7g\n", (double)subject.out[i]);
    if (subject.test) {
        const int wrong = subject.test();
        printf("wrong %d\n", wrong);
        code = code ? code : wrong;
    }
    return code != 0;
}
