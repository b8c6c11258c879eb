/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of other tools begin with marks of their own; those of formats that sinter reads are asked
 * for by these. */
#include "api/content.h"

#include <string.h>

typedef struct file_mark {
    size_t at;
    const char *bytes, *what;
} file_mark;

static const file_mark marks[] = {
    {0, "PK\x03\x04",
     "it is a zip archive, as PyTorch saves models: torch.onnx.export makes an ONNX file of one"},
    {4, "TFL3", "it is a model of TensorFlow Lite: tf2onnx makes an ONNX file of one"},
    {0, "\x89HDF", "it is an HDF5 file, as Keras saves models: tf2onnx makes an ONNX file of one"},
    {0, "\x1f\x8b", "it is a gzip archive: what is in that can be read once it is unpacked"},
};

static const char *by_content(sn_arena *arena, const unsigned char *data, size_t n,
                              const sn_format *taken)
{
    size_t n_formats = 0;
    const sn_format *const *formats = sn_formats(&n_formats);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const size_t length = strlen(marks[i].bytes);
        if (n >= marks[i].at + length && memcmp(data + marks[i].at, marks[i].bytes, length) == 0)
            return sn_arena_printf(arena, "; %s", marks[i].what);
    }
    for (size_t i = 0; i < n_formats; i++) {
        const sn_format *f = formats[i];
        if (f != taken && f->begins && f->begins(data, n))
            return sn_arena_printf(arena,
                                   "; what is in it looks like a network of %s: give it a name "
                                   "that ends in %s",
                                   f->name, f->endings);
    }
    return "";
}

const char *sn_content_says(sn_ctx *ctx, sn_arena *arena, const char *path, const void *data,
                            size_t n_bytes, const sn_format *taken)
{
    size_t n_formats = 0;
    const sn_format *const *formats = sn_formats(&n_formats);
    for (size_t i = 0; i < n_formats && !taken && !data; i++) {
        const char *beside = formats[i]->instead ? formats[i]->instead(arena, path) : NULL;
        if (beside)
            return sn_arena_printf(arena, "; its network is %s, which is beside it", beside);
    }
    if (data) return by_content(arena, data, n_bytes, taken);
    sn_mapping *map = NULL;
    const char *says = "";
    if (sn_file_map(ctx, path, &map) != SN_OK) {
        sn_ctx_clear_error(ctx);
        return says;
    }
    if (map->n_bytes) says = by_content(arena, map->data, map->n_bytes, taken);
    sn_unmap_file(ctx, map);
    return says;
}
