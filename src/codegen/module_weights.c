/* SPDX-License-Identifier: Apache-2.0
 *
 * The weights of a compiled network: a file, a C array, or none. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "codegen/emitter.h"
#include "codegen/escape.h"
#include "codegen/weights.h"

extern const char sn_text_weights[], sn_text_weights_file[], sn_text_weights_array[],
    sn_text_weights_none[];

/* As 64-bit words, since compilers read few large numbers faster than many small ones. */
static const char *weights_words(emitter *e)
{
    const sn_module *m = e->m;
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_str_addf(&s, "%s_WEIGHTS_SECTION %s_ALIGNED const unsigned long long %s_weights[] = {\n",
                e->upper, e->upper, e->p);
    for (size_t at = 0; at < m->weights_bytes; at += 8) {
        uint64_t word = 0;
        size_t left = m->weights_bytes - at;
        memcpy(&word, (const char *)m->weights + at, left < 8 ? left : 8);
        char text[32];
        int n = snprintf(text, sizeof text, "%s%" PRIx64 ",%s", word > 9 ? "0x" : "", word,
                         at / 8 % 6 == 5 ? "\n" : "");
        sn_str_addn(&s, text, (size_t)n);
    }
    sn_str_add(&s, "\n};\n");
    return s.s;
}

static void weights_array(emitter *e)
{
    const char *words = weights_words(e), *model = sn_c_comment(e->arena, e->m->model);
    if (e->m->single_file) {
        sn_module_var(
            e, "weights_stored",
            sn_arena_printf(e->arena, "/* Packed as the steps read them. */\nstatic %s", words));
        return;
    }
    sn_module_var(e, "weights_stored",
                  sn_module_filled(e, "extern const unsigned long long ${p}_weights[]; /* in "
                                      "${p}_weights.c */\n"));
    const char *text =
        sn_arena_printf(e->arena,
                        "/* The weights of %s, packed as the steps read them. */\n"
                        "#include \"%s.h\"\n\n"
                        "#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__\n"
                        "#error \"the weights are little-endian\"\n#endif\n\n"
                        "extern const unsigned long long %s_weights[];\n%s",
                        model, e->p, e->p, words);
    e->weights =
        (sn_source){.path = sn_module_path(e, "_weights.c"), .data = text, .bytes = strlen(text)};
}

static void weights_file(emitter *e)
{
    const sn_module *m = e->m;
    uint64_t bytes = sn_module_rounded(m->weights_bytes);
    unsigned char *block = sn_arena_alloc(e->arena, (size_t)bytes + 2 * SN_WEIGHTS_ALIGNMENT);
    unsigned char *data = block + (SN_WEIGHTS_ALIGNMENT - (uintptr_t)block % SN_WEIGHTS_ALIGNMENT) %
                                      SN_WEIGHTS_ALIGNMENT;
    struct weights_head head = {
        .magic = "SNTRWGT", .version = 1, .order = 0x01020304, .bytes = bytes};
    memcpy(data + sizeof head, m->weights, m->weights_bytes);
    head.hash = hash_weights(data + sizeof head, (size_t)bytes);
    memcpy(data, &head, sizeof head);
    e->weights = (sn_source){.path = sn_module_path(e, ".weights"),
                             .data = (const char *)data,
                             .bytes = (size_t)bytes + sizeof head};
    sn_module_number(e, "weights_bytes", bytes + sizeof head);
    sn_module_var(e, "weights_hash", sn_arena_printf(e->arena, "0x%016" PRIx64 "u", head.hash));
    sn_module_var(e, "weights_check", sn_module_filled(e, sn_text_weights_file));
}

void sn_module_weights_words(emitter *e)
{
    const sn_module *m = e->m;
    if (m->weights_bytes && !m->embed_weights) {
        const char *name = sn_module_path(e, ".weights");
        sn_module_var(e, "weights_usage",
                      sn_arena_printf(
                          e->arena, "void *weights = (%s in memory, aligned to 64 bytes%s);", name,
                          m->is_wasm ? ""
                                     : ": a mapping, or, faster, read onto large pages as in "
                                       "main.c"));
        sn_module_var(e, "weights_given", "weights, weights_bytes");
        sn_module_var(e, "weights_what", sn_arena_printf(e->arena, "of %s", name));
        sn_module_var(e, "weights_section", "");
        return;
    }
    sn_module_var(
        e, "weights_section",
        m->weights_bytes
            ? sn_module_filled(e, "/* Where the weights stand, as "
                                  "__attribute__((section(\".qspi\"))); anywhere, unless it is "
                                  "defined. */\n#ifndef ${P}_WEIGHTS_SECTION\n"
                                  "#define ${P}_WEIGHTS_SECTION\n#endif\n")
            : "");
    sn_module_var(e, "weights_usage",
                  m->weights_bytes
                      ? sn_arena_printf(e->arena,
                                        "The weights are in %s%s.c, a part of the program.", e->p,
                                        m->single_file ? "" : "_weights")
                      : "The network has no weights.");
    sn_module_var(e, "weights_given", "NULL, 0");
    sn_module_var(e, "weights_what", "there is no file of weights");
}

void sn_module_weights(emitter *e)
{
    const sn_module *m = e->m;
    sn_module_var(e, "hash", sn_text_weights);
    if (m->weights_bytes && !m->embed_weights) {
        weights_file(e);
        return;
    }
    sn_module_number(e, "weights_bytes", 0);
    if (m->weights_bytes) weights_array(e);
    sn_module_var(
        e, "weights_check",
        sn_module_filled(e, m->weights_bytes ? sn_text_weights_array : sn_text_weights_none));
}
