/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays in files of their own: one TensorProto, as ONNX's test data have them. */
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/map.h"
#include "formats/onnx/contents.h"
#include "formats/onnx/onnx.h"

bool sn_onnx_is_array(const char *path)
{
    const size_t n = strlen(path);
    return n > 3 && strcasecmp(path + n - 3, ".pb") == 0;
}

sn_status sn_onnx_load_array(sn_ctx *ctx, sn_arena *arena, const char *path, const char **name,
                             const sn_tensor **out)
{
    sn_mapping *m = NULL;
    const char *slash = strrchr(path, '/');
    SN_TRY(sn_file_map(ctx, path, &m));
    if (!m->n_bytes) {
        sn_unmap_file(ctx, m);
        return sn_fail(ctx, SN_E_FORMAT, "%s: the file is empty", sn_escape(arena, path));
    }
    sn_onnx_files files = {.reading = {.ctx = ctx, .arena = arena, .path = sn_escape(arena, path)},
                           .model = sn_buf_of_mapping(ctx, m),
                           .others = sn_map_create(arena),
                           .mapped = {.arena = arena}};
    files.folder = slash ? sn_arena_strndup(arena, path, (size_t)(slash - path) + 1) : "";
    const sn_text bytes = {(const char *)sn_buf_data(files.model), sn_buf_bytes(files.model)};
    files.reading.base = bytes.s;
    const sn_status s = sn_onnx_contents(&files, bytes, name, out);
    sn_onnx_files_close(&files);
    return s;
}
