/* SPDX-License-Identifier: Apache-2.0
 *
 *     write_input N FILE: the N floats that go into a network. */
#include <stdio.h>
#include <stdlib.h>

#include "subject.h"

int main(int argc, char **argv)
{
    const unsigned n = argc == 3 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    float *numbers = malloc(n * sizeof *numbers + 1);
    FILE *f = n ? fopen(argv[2], "wb") : NULL;
    if (!numbers || !f) return 1;
    fill(numbers, n);
    const size_t written = fwrite(numbers, sizeof *numbers, n, f);
    free(numbers);
    return fclose(f) || written != n;
}
