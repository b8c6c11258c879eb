/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of a line: the origin's tokens wherever they still say the right thing. Ids that the
 * schema does not know stay as they are. */
#include "formats/ncnn/writer.h"

#include <string.h>

static void drop_arg(sn_ncnn_line *line, int i)
{
    memmove(&line->args[i], &line->args[i + 1],
            (size_t)(line->n_args - i - 1) * sizeof *line->args);
    line->n_args--;
    line->args_as_read = false;
}

void sn_ncnn_add_arg(sn_ncnn_writer *w, sn_ncnn_line *line, int id, sn_ncnn_value value)
{
    if (line->n_args >= line->args_cap) {
        line->args_cap = line->n_args + 2;
        sn_ncnn_arg *args = SN_NEW_N(w->arena, sn_ncnn_arg, line->args_cap);
        if (line->n_args) memcpy(args, line->args, (size_t)line->n_args * sizeof *args);
        line->args = args;
    }
    line->args[line->n_args++] = (sn_ncnn_arg){.id = id, .value = value};
    line->args_as_read = false;
}

static int last_arg(const sn_ncnn_line *line, int id)
{
    for (int i = line->n_args - 1; i >= 0; i--)
        if (line->args[i].id == id) return i;
    return -1;
}

static void line_values(const sn_ncnn_line *line, sn_ncnn_values *out)
{
    sn_ncnn_value set[SN_NCNN_N_PARAMS] = {{0}};
    for (int i = 0; i < line->n_args; i++) set[line->args[i].id] = line->args[i].value;
    sn_ncnn_resolve(line->layer, set, out);
}

static void replace_or_drop(sn_ncnn_line *line, int i, int id, const sn_ncnn_value *want)
{
    sn_ncnn_arg old = line->args[i];
    sn_ncnn_values v;
    drop_arg(line, i);
    line_values(line, &v);
    if (sn_ncnn_value_equal(&v.v[id], want)) return;
    memmove(&line->args[i + 1], &line->args[i], (size_t)(line->n_args - i) * sizeof *line->args);
    line->n_args++;
    old.value = *want;
    old.text = (sn_text){NULL, 0};
    line->args[i] = old;
}

sn_status sn_ncnn_fit_args(sn_ncnn_writer *w, sn_ncnn_line *line, const sn_ncnn_values *target)
{
    const sn_ncnn_record *o = line->origin;
    line->n_args = o ? o->n_args : 0;
    line->args_cap = line->n_args + 1; /* mostly an activation comes in */
    line->args = SN_NEW_N(w->arena, sn_ncnn_arg, line->args_cap);
    if (o && o->n_args) memcpy(line->args, o->args, (size_t)o->n_args * sizeof *o->args);
    line->args_as_read = o != NULL;
    sn_ncnn_values v;
    /* A default may follow another param: changing one can make a second one wrong. The order of
     * the schema puts what is followed first, so the second round is there to be sure. */
    line_values(line, &v);
    for (int round = 0; round < 3; round++) {
        bool settled = true;
        for (const sn_ncnn_param *p = line->layer->params; p->id >= 0; p++) {
            if (sn_ncnn_value_equal(&v.v[p->id], &target->v[p->id])) continue;
            settled = false;
            int i = last_arg(line, p->id);
            if (i >= 0)
                replace_or_drop(line, i, p->id, &target->v[p->id]);
            else
                sn_ncnn_add_arg(w, line, p->id, target->v[p->id]);
            line_values(line, &v);
        }
        if (settled) return SN_OK;
    }
    return sn_fail(w->ctx, SN_E_INTERNAL, "%s: its params cannot be written",
                   sn_ncnn_where(w, line->type, line->name));
}

/* ---- what every layer may carry -------------------------------------------------------------- */

static bool known_shapes(const sn_ncnn_line *line)
{
    if (!line->node) return false;
    for (int i = 0; i < line->n_tops; i++) {
        const sn_shape *s = &line->node->out[i]->shape;
        if (!sn_shape_known(s) || s->rank < 1 || s->rank > 4) return false;
        for (int k = 0; k < s->rank; k++)
            if (s->d[k] > INT32_MAX) return false;
    }
    return true;
}

/* dims, w, h, d, c for each result. */
static sn_ncnn_value hint_value(sn_ncnn_writer *w, const sn_ncnn_line *line)
{
    int32_t *v = SN_NEW_N(w->arena, int32_t, 5 * line->n_tops);
    for (int i = 0; i < line->n_tops; i++) {
        const sn_shape *s = &line->node->out[i]->shape;
        int32_t *h = &v[5 * i];
        int n = s->rank;
        h[0] = n;
        h[1] = (int32_t)s->d[n - 1];
        h[2] = n > 1 ? (int32_t)s->d[n - 2] : 1;
        h[3] = n > 3 ? (int32_t)s->d[1] : 1;
        h[4] = n > 2 ? (int32_t)s->d[0] : 1;
    }
    return sn_ncnn_of_ints(w->arena, 5 * line->n_tops, v);
}

/* What a hint says of one result; nothing where it has negative sizes. */
static sn_shape hinted(const int32_t *h, int step)
{
    for (int i = 1; i < step && i < 5; i++)
        if (h[i] < 0) return sn_shape_unknown();
    sn_dim width = h[1], height = h[2], depth = step == 5 ? h[3] : 1;
    sn_dim channels = step == 5 ? h[4] : h[3];
    switch (h[0]) {
    case 1:
        return SN_SHAPE(width);
    case 2:
        return SN_SHAPE(height, width);
    case 3:
        return SN_SHAPE(channels, height, width);
    case 4:
        return SN_SHAPE(channels, depth, height, width);
    default:
        return sn_shape_unknown();
    }
}

/* Whether a hint says something else than what is proved. */
static bool hint_is_wrong(const sn_ncnn_writer *w, const sn_ncnn_line *line,
                          const sn_ncnn_value *hint)
{
    if (!line->node || hint->form != SN_NCNN_ARRAY || line->n_tops == 0) return false;
    int step = hint->n / line->n_tops;
    if (step < 4) return false;
    for (int i = 0; i < line->n_tops; i++) {
        const int32_t *h = (const int32_t *)hint->words + step * i;
        const sn_shape s = hinted(h, step);
        if (sn_shape_differ(w->g->dims, &s, &line->node->out[i]->shape)) return true;
    }
    return false;
}

static void fit_hints(sn_ncnn_writer *w, sn_ncnn_line *line, bool changed)
{
    int i = last_arg(line, SN_NCNN_HINTS);
    if (i < 0) return;
    if (sn_ncnn_id_since(SN_NCNN_HINTS) >
        w->release) { /* they would be written past the end of an array */
        for (; i >= 0; i = last_arg(line, SN_NCNN_HINTS)) drop_arg(line, i);
        return;
    }
    bool wrong = hint_is_wrong(w, line, &line->args[i].value);
    if (!changed && !wrong) return;
    if (known_shapes(line)) {
        sn_ncnn_value v = hint_value(w, line);
        if (sn_ncnn_value_equal(&v, &line->args[i].value)) return;
        line->args[i].value = v;
        line->args[i].text = (sn_text){NULL, 0};
        line->args_as_read = false;
    } else if (wrong || !line->origin || line->origin->n_tops != line->n_tops) {
        for (; i >= 0; i = last_arg(line, SN_NCNN_HINTS))
            drop_arg(line, i); /* else an earlier one would count */
    }
}

sn_status sn_ncnn_fit_common(sn_ncnn_writer *w, sn_ncnn_line *line)
{
    bool changed = !line->args_as_read || !line->origin || line->origin->n_tops != line->n_tops;
    int i = last_arg(line, SN_NCNN_FEATURES);
    uint32_t now =
        i >= 0 && line->args[i].value.form == SN_NCNN_SCALAR ? line->args[i].value.word : 0;
    if (now != line->features) {
        if (i >= 0) {
            line->args[i].value = sn_ncnn_of_int((int32_t)line->features);
            line->args[i].text = (sn_text){NULL, 0};
            line->args_as_read = false;
        } else {
            sn_ncnn_add_arg(w, line, SN_NCNN_FEATURES, sn_ncnn_of_int((int32_t)line->features));
        }
    }
    fit_hints(w, line, changed);
    for (int k = 0; k < line->n_args; k++) {
        sn_ncnn_arg *a = &line->args[k];
        if (a->text.n == 0 || sn_ncnn_is_readable(a)) continue;
        a->text = (sn_text){NULL, 0};
        line->args_as_read = false;
        sn_note(w->ctx, "%s: param %d is spelled anew, ncnn would not read it as it was",
                sn_ncnn_where(w, line->type, line->name), a->id);
    }
    return SN_OK;
}
