/* SPDX-License-Identifier: Apache-2.0
 *
 * Seconds of work. */
#include "machine/work.h"

/* Part of what comes from a cache or from memory that products beside it do not hide, however many
 * there are; measured at 256 and 512 bits. */
#define NOT_HIDDEN 0.3

int sn_machine_width(const sn_machine *m)
{
    return m->lanes >= 16 ? 3 : m->lanes >= 8 ? 2 : m->lanes >= 4 ? 1 : 0;
}

/* Where vectors are wider than the core's, each is done in parts. */
double sn_machine_flops(const sn_machine *m)
{
    int width = sn_machine_width(m);
    while (width > 0 && m->core->flops[width] <= 0) width--;
    return m->core->flops[width];
}

static double vectors_a_second(const sn_machine *m)
{
    return sn_machine_flops(m) / (2 * (double)m->lanes);
}

double sn_tile_vectors(const sn_machine *m, int64_t nb, int64_t t)
{
    const double rate = vectors_a_second(m), sums = (double)(nb * t),
                 loads = (double)(nb + t) * rate / m->core->loads, wait = m->core->latency * rate;
    const double longer = sums > loads ? sums : loads;
    return longer > wait ? longer : wait;
}

/* Something lives where twice its size fits, for something else has to fit beside it. */
int sn_core_level(const sn_core *c, double span)
{
    int level = 0;
    while (level < SN_N_CACHES && 2 * span > c->level_bytes[level]) level++;
    return level;
}

double sn_traffic_seconds(const sn_core *c, double bytes, double span)
{
    return bytes / c->level_speed[sn_core_level(c, span)];
}

/* Of a vector that is stored with its epilogue, and of a tile beside its sums; as sn_work.vector.
 */
enum { STORE = 3, CALL = 24 };

/* Instructions that make a vector of halves floats where none does it alone (half.ct). */
enum { CONVERT = 14 };

double sn_half_vectors(const sn_machine *m)
{
    return vectors_a_second(m) *
           (m->halves ? 1 / m->core->halves : (double)CONVERT / m->core->scalar);
}

double sn_tile_call_vectors(const sn_machine *m, int64_t nb, int64_t t, double k, bool half)
{
    const double panel = (double)(nb * m->lanes) * (half ? 2 : 4) * k;
    double sum = sn_tile_vectors(m, nb, t) * k + STORE * (double)(nb * t) + CALL;
    if (half) sum += sn_half_vectors(m) * (double)nb * k;
    if (sn_core_level(m->core, panel) > 0)
        sum += NOT_HIDDEN * sn_traffic_seconds(m->core, panel, panel) * vectors_a_second(m);
    return sum;
}

void sn_work_stream(sn_work *w, double bytes, double span, bool ahead)
{
    if (bytes <= 0) return;
    if (w->n_streams == SN_MAX_STREAMS) {
        sn_traffic *last = &w->stream[SN_MAX_STREAMS - 1];
        last->bytes += bytes;
        last->span = span > last->span ? span : last->span;
        last->ahead &= ahead;
        return;
    }
    w->stream[w->n_streams++] = (sn_traffic){bytes, span, ahead};
}

void sn_work_add(sn_work *w, const sn_work *more, double times)
{
    w->vector += times * more->vector;
    w->scalar += times * more->scalar;
    w->barriers += more->barriers;
    for (int i = 0; i < more->n_streams; i++) {
        const sn_traffic *s = &more->stream[i];
        sn_work_stream(w, times * s->bytes, s->span, s->ahead);
    }
}

/* What is read beside products is hidden by them, for as long as they take. */
double sn_work_seconds(const sn_machine *m, const sn_work *w)
{
    const sn_core *c = m->core;
    const double products = w->vector / vectors_a_second(m);
    double sum = c->start + products + w->scalar / c->scalar + w->barriers * c->barrier, beside = 0;
    for (int i = 0; i < w->n_streams; i++) {
        const sn_traffic *s = &w->stream[i];
        const double seconds = sn_traffic_seconds(c, s->bytes, s->span);
        sum += seconds;
        if (s->ahead) beside += seconds;
    }
    const double hidden = (1 - NOT_HIDDEN) * beside;
    return sum - (hidden < products ? hidden : products);
}

double sn_barrier_seconds(const sn_machine *m, int n_threads)
{
    return n_threads > 1 ? m->core->barrier * (n_threads - 1) : 0;
}

double sn_roof_seconds(const sn_machine *m, double flops, double bytes)
{
    const double arithmetic = flops / sn_machine_flops(m),
                 memory = sn_traffic_seconds(m->core, bytes, bytes);
    return arithmetic > memory ? arithmetic : memory;
}
