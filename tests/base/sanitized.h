/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_BASE_SANITIZED_H
#define TESTS_BASE_SANITIZED_H

/* Whether sanitizers watch, which makes a run so slow that tests of very many cases of one kind get
 * a part of them. */
#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* Whether it is this one's turn, of so many that are called one after the other: always where no
 * sanitizer watches. */
static inline int has_turn_sanitized(unsigned *n_before, unsigned turns)
{
    return !SANITIZED || (*n_before)++ % turns == 0;
}

#endif
