/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures as inputs: decoded, resized, channels apart. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "cli/npy.h"

#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_ONLY_BMP
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#include <stb/stb_image.h>

static int refuse(sn_cli *cli, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return sn_cli_error(cli, SN_E_IO, "%s: %s", path, strerror(errno));
    fclose(f);
    return sn_cli_error(cli, SN_E_FORMAT,
                        "%s: cannot be read as a picture: %s (JPEG, PNG and BMP can)", path,
                        stbi_failure_reason());
}

/* Where an output pixel lies between two of the input. */
typedef struct between {
    int low, high;
    double share; /* of high */
} between;

static between place(int i, int n_out, int n_in)
{
    double x = (i + 0.5) * n_in / n_out - 0.5;
    if (x < 0) x = 0;
    if (x > n_in - 1) x = n_in - 1;
    int low = (int)x;
    return (between){low, low + 1 < n_in ? low + 1 : low, x - low};
}

/* One channel; rounded to whole values, as pictures have them. */
static double sample(const unsigned char *pixels, int width, int channels, int c, between y,
                     between x)
{
    const unsigned char *low = pixels + (size_t)y.low * (size_t)width * (size_t)channels + c;
    const unsigned char *high = pixels + (size_t)y.high * (size_t)width * (size_t)channels + c;
    double a = low[x.low * channels] * (1 - x.share) + low[x.high * channels] * x.share;
    double b = high[x.low * channels] * (1 - x.share) + high[x.high * channels] * x.share;
    return floor(a * (1 - y.share) + b * y.share + 0.5);
}

int sn_picture_read(sn_cli *cli, const char *path, const sn_picture *p, sn_array *out)
{
    int width, height, ignored;
    sn_cli_reads(cli, path);
    const unsigned char *pixels = stbi_load(path, &width, &height, &ignored, p->channels);
    if (!pixels) return refuse(cli, path);
    int w = p->width ? p->width : width, h = p->height ? p->height : height;
    *out = (sn_array){.name = path,
                      .rank = 3,
                      .sizes = {p->channels, h, w},
                      .n = (uint64_t)p->channels * (uint64_t)h * (uint64_t)w,
                      .type = "f32"};
    out->bytes = out->n * sizeof(float);
    float *values = sn_cli_alloc((size_t)out->bytes);
    out->data = values;
    for (int c = 0; c < p->channels; c++) {
        int from = p->bgr && p->channels == 3 ? 2 - c : c;
        float *plane = values + (size_t)c * (size_t)h * (size_t)w;
        for (int y = 0; y < h; y++) {
            between at_y = place(y, h, height);
            for (int x = 0; x < w; x++) {
                double v = sample(pixels, width, p->channels, from, at_y, place(x, w, width));
                plane[(size_t)y * (size_t)w + (size_t)x] = (float)((v - p->mean[c]) * p->scale[c]);
            }
        }
    }
    return 0;
}
