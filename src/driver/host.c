/* SPDX-License-Identifier: Apache-2.0
 *
 * The levels of x86-64 are those of its psABI, section "Micro-Architecture Levels"; of each, what machines of the level below lack
 * in practice. */
#include "driver/host.h"

#include <string.h>

static int level(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (v3) return v4 ? 4 : 3;
    return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") ? 2 : 1;
#else
    return 0;
#endif
}

bool sn_host_runs(const char *flags)
{
    static const char march[] = "-march=x86-64";
    const char *found = strstr(flags, march);
    if (!found) return true;
    found += strlen(march);
    int needed = found[0] == '-' && found[1] == 'v' && found[2] >= '1' && found[2] <= '4' ? found[2] - '0' : 1;
    return level() >= needed;
}
