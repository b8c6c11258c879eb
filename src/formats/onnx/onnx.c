/* SPDX-License-Identifier: Apache-2.0
 *
 * The format. */
#include "formats/onnx/onnx.h"

#include <string.h>
#include <strings.h>

#include "formats/onnx/ops/call.h"

static bool matches(const char *path)
{
    const size_t n = strlen(path);
    return n > 5 && strcasecmp(path + n - 5, ".onnx") == 0;
}

const sn_format sn_format_onnx = {
    .name = "onnx",
    .help = "ONNX: .onnx, with data in files beside it; read, not written",
    .endings = ".onnx",
    .matches = matches,
    .load = sn_onnx_load,
    .spells = sn_onnx_makes,
    .dialect = &sn_onnx_dialect};
