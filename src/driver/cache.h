/* SPDX-License-Identifier: Apache-2.0
 *
 * The folder of compiled networks: $XDG_CACHE_HOME/sinter, else ~/.cache/sinter. What lies in it is
 * loaded and run, so it must be the user's own and closed to all others, and so must each entry. An
 * entry KEY.so ends with a seal: its length and its SHA-256, behind what the loader reads. It is
 * written aside and renamed, so that it is there whole or not at all; one whose seal does not fit
 * is made anew. */
#ifndef SN_DRIVER_CACHE_H
#define SN_DRIVER_CACHE_H

#include "base/text.h"

enum { SN_KEY_CHARS = 64 };

/* The folder, made (0700) when it is not there. `path` NULL: the user's. SN_E_IO when it belongs to
 * somebody else, or others can write or read it: nothing is changed then. */
sn_status sn_cache_open(sn_arena *arena, const char *path, const char **folder) SN_MUST_CHECK;

/* Path of the entry, if it is there and as it was sealed; its age begins anew. *checked: what it
 * was sealed with. */
bool sn_cache_find(sn_arena *arena, const char *folder, const char *key, const char **path,
                   bool *checked);

/* Seals `file`, which lies in the folder or one of its folders, and moves it to its place. checked:
 * what it computes was compared with the interpreter. */
sn_status sn_cache_put(sn_arena *arena, const char *folder, const char *key, const char *file,
                       bool checked, const char **path) SN_MUST_CHECK;

/* The entry without its seal, as `file`. */
sn_status sn_cache_unseal(sn_arena *arena, const char *path, const char *file) SN_MUST_CHECK;

/* A folder of one's own within, for a build; sn_cache_remove_folder removes it with what is in it
 * (files alone). */
sn_status sn_cache_work_folder(sn_arena *arena, const char *folder,
                               const char **path) SN_MUST_CHECK;
void sn_cache_remove_folder(const char *path);

/* A short text beside the entries, which has a name of its own and is not pruned. NULL: it is not
 * there, or not the user's own. */
const char *sn_cache_read_note(sn_arena *arena, const char *folder, const char *name);
/* It is there whole, or as it was: a folder that is full or closed is no mistake. */
void sn_cache_write_note(sn_arena *arena, const char *folder, const char *name, const char *text);

/* Removes the entries that were not used for longest until the rest is within the limit, and build
 * folders that an interrupted run left. */
void sn_cache_prune(sn_arena *arena, const char *folder, uint64_t limit_bytes);

#endif
