/* SPDX-License-Identifier: Apache-2.0
 *
 * A main for fuzz targets without a fuzzer: runs each file named on the command line once. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        if (!f) continue;
        uint8_t *data = malloc(1 << 20);
        size_t n = data ? fread(data, 1, 1 << 20, f) : 0;
        fclose(f);
        if (data) LLVMFuzzerTestOneInput(data, n);
        free(data);
    }
    printf("%d files\n", argc - 1);
    return 0;
}
