/* SPDX-License-Identifier: Apache-2.0
 *
 * From reset to main on a Cortex-M; the C library talks to the machine that emulates it
 * ("semihosting"). */
#include <stdint.h>

extern uint32_t stack_top[];
extern void initialise_monitor_handles(void);
int main(void);
void _exit(int code);

void reset(void);
void reset(void)
{
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* CPACR: the FPU */
    __asm__ volatile("dsb\n\tisb");
    initialise_monitor_handles();
    _exit(main());
}

void stuck(void);
void stuck(void) { _exit(99); }

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    stack_top, (const void *)reset, (const void *)stuck, (const void *)stuck,
    (const void *)stuck, (const void *)stuck, (const void *)stuck};
