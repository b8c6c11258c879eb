/* SPDX-License-Identifier: Apache-2.0
 *
 * stb_image (Debian: libstb-dev), compiled here and nowhere else, in the tool's memory. It is
 * compiled without warnings. */
#include <string.h>

#include "cli/cli.h"

static void *resized(void *old, size_t old_bytes, size_t bytes)
{
    void *p = sn_cli_alloc(bytes);
    if (old) memcpy(p, old, old_bytes < bytes ? old_bytes : bytes);
    return p;
}

#define STBI_MALLOC(n)              sn_cli_alloc(n)
#define STBI_REALLOC_SIZED(p, a, b) resized(p, a, b)
#define STBI_FREE(p)                ((void)(p))
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_ONLY_BMP
#define STBI_MAX_DIMENSIONS 32768
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
