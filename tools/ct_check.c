/* SPDX-License-Identifier: Apache-2.0
 *
 * usage: ct_check LIST
 *
 * LIST: a file of paths, one a line. Holds templates (.ct) against the lists of their names
 * (src/kernels/names.h), branches that are never taken, too, and these lists against the templates
 * and the C (.c, .h) that binds them: a name that no template reads, or that nothing binds, is a
 * mistake as well. Prints what is wrong, a line each; status 1 if anything is. A step of the build.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "kernels/template.h"

typedef struct checker {
    sn_ctx *ctx;
    sn_arena *arena;
    const sn_map *names;
    bool read[SN_N_CT], bound[SN_N_CT]; /* of a helper: it is defined */
    int n_wrong;
} checker;

/* All of a file, in the arena. */
static sn_status read_file(checker *c, const char *path, const char **out)
{
    sn_mapping *file = NULL;
    SN_TRY(sn_file_map(c->ctx, path, &file));
    *out = sn_arena_strndup(c->arena, (const char *)file->data, file->n_bytes);
    sn_unmap_file(c->ctx, file);
    return SN_OK;
}

static bool ends_with(const char *path, const char *with)
{
    const size_t n = strlen(path), w = strlen(with);
    return n > w && strcmp(path + n - w, with) == 0;
}

static void check_template(checker *c, const char *path, const char *text)
{
    const sn_ct_template *t = NULL;
    if (sn_ct_read(c->arena, c->names, path, text, c->read, c->bound, &t) == SN_OK) return;
    fprintf(stderr, "%s\n", sn_ctx_error(c->ctx));
    c->n_wrong++;
}

/* Of a line of C: CT_NAME binds a name, or reads it, as in sn_bound_text(b, CT_NAME). */
static void take_names(checker *c, const char *line, const char *end)
{
    static const char reads[] = "sn_bound_";
    bool *to = c->bound;
    for (const char *s = line; s < end; s++) {
        if ((size_t)(end - s) > strlen(reads) && memcmp(s, reads, strlen(reads)) == 0) to = c->read;
        const bool begins = s == line || !(sn_is_name_start(s[-1]) || sn_is_digit(s[-1]));
        if (!begins || end - s < 4 || memcmp(s, "CT_", 3) != 0) continue;
        sn_text name = {s + 3, 0};
        while (name.s + name.n < end &&
               (sn_is_name_start(name.s[name.n]) || sn_is_digit(name.s[name.n])))
            name.n++;
        const int id = sn_ct_find(c->names, name);
        if (id >= 0 && sn_ct_names[id].origin == SN_CT_DEFINED)
            c->read[id] = true; /* C that calls a helper: sn_bind_calling */
        else if (id >= 0)
            to[id] = true;
    }
}

static void take_c(checker *c, const char *text)
{
    while (*text) {
        const char *end = strchr(text, '\n');
        if (!end) end = text + strlen(text);
        take_names(c, text, end);
        text = *end ? end + 1 : end;
    }
}

/* A member of a family is there for all of it. */
static bool is_read(const checker *c, int id)
{
    if (c->read[id]) return true;
    if (sn_ct_names[id].origin != SN_CT_OF_PLACE) return false;
    for (int i = id + 1; i < SN_N_CT && sn_ct_names[i].origin == SN_CT_OF_MEMBER; i++)
        if (c->read[i]) return true;
    return false;
}

static void check_names(checker *c)
{
    for (int i = 0; i < SN_N_CT; i++) {
        const sn_ct_name *n = &sn_ct_names[i];
        if (n->origin == SN_CT_OF_MEMBER) continue;
        if (!is_read(c, i))
            fprintf(stderr, "'%s' is declared, but no template reads it\n", n->name);
        const bool unbound = n->origin == SN_CT_BOUND && !c->bound[i];
        if (unbound) fprintf(stderr, "'%s' is declared, but CT_%s is nowhere\n", n->name, n->name);
        const bool undefined = n->origin == SN_CT_DEFINED && !c->bound[i];
        if (undefined) fprintf(stderr, "'%s' is declared, but no @helper defines it\n", n->name);
        c->n_wrong += !is_read(c, i) + unbound + undefined;
    }
}

static sn_status check_files(checker *c, const char *list)
{
    const char *paths = NULL, *text = NULL;
    SN_TRY(read_file(c, list, &paths));
    for (size_t n = 0; *paths; paths += n + (paths[n] == '\n')) {
        n = strcspn(paths, "\n");
        const char *path = sn_arena_strndup(c->arena, paths, n);
        SN_TRY(read_file(c, path, &text));
        if (ends_with(path, ".ct"))
            check_template(c, path, text);
        else
            take_c(c, text);
    }
    check_names(c);
    return SN_OK;
}

int main(int argc, char **argv)
{
    checker c = {.ctx = sn_ctx_create(NULL, NULL)};
    c.arena = sn_arena_create(c.ctx);
    c.names = sn_ct_map_create(c.arena);
    const sn_status done =
        argc == 2 ? check_files(&c, argv[1]) : sn_fail(c.ctx, SN_E_ARG, "usage: ct_check LIST");
    if (done != SN_OK) fprintf(stderr, "%s\n", sn_ctx_error(c.ctx));
    const int status = done != SN_OK || c.n_wrong > 0;
    sn_ctx_destroy(c.ctx);
    return status;
}
