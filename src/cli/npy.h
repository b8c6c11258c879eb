/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays as .npy files (numpy's format, versions 1 to 3) and pictures, in memory. */
#ifndef SN_CLI_NPY_H
#define SN_CLI_NPY_H

#include "cli/cli.h"

/* A file that is read as far as it is needed; it may have no end. file NULL: there is none. */
typedef struct sn_stream {
    const char *path;
    FILE *file;
    unsigned char *data; /* what was read so far */
    size_t n, cap;
} sn_stream;

/* A file as an array, whose name is the path and whose data live till the end: a .npy of any plain
 * number type, an array as a format of networks has it, or raw elements, whose type is NULL: the
 * file says nothing of it nor of axes. These are read later, when it is known how many there should
 * be. Bytes that numpy has no name for become elements of a type in sn_npy_as. 0, or the exit code.
 */
int sn_npy_read(sn_cli *cli, const char *path, sn_array *out, sn_stream *raw);
/* The elements, in bytes. 0, or the exit code, also where there are far more than wanted. */
int sn_npy_read_raw(sn_cli *cli, sn_stream *raw, uint64_t wanted, sn_array *out);
/* All bytes of a file that is no array, however many. 0, or the exit code. */
int sn_npy_read_all(sn_cli *cli, sn_stream *raw, sn_array *out);
/* A file that is a block of states of a training, whole. 0, or the exit code. */
int sn_npy_read_block(sn_cli *cli, const char *path, sn_array *out);
/* The same elements as those of another type, as sn_array_convert has it: the first that it has no
 * number for is an error. Raw elements are of that type; then there is one axis. 0, or the exit
 * code. */
int sn_npy_as(sn_cli *cli, sn_array *a, const char *type);
/* The bytes of a .npy. */
sn_file sn_npy_file(const char *path, const sn_array *a);

/* What a picture becomes: value = (pixel - mean) * scale, a number for each channel. */
typedef struct sn_picture {
    int width, height; /* 0: as the file has them */
    int channels;      /* 1 or 3 */
    bool bgr;
    double mean[3], scale[3];
} sn_picture;
/* Reads a JPEG, PNG or BMP, resizes it (bilinear, centres of pixels) and gives
 * [channels][height][width]. */
int sn_picture_read(sn_cli *cli, const char *path, const sn_picture *p, sn_array *out);

#endif
