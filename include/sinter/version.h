/* SPDX-License-Identifier: Apache-2.0
 *
 * The version of these headers; sn_version says that of the library. A part of sinter.h, which is
 * what to include. CMakeLists.txt has the version, too, and nothing is built where they differ. */
#ifndef SINTER_VERSION_H
#define SINTER_VERSION_H

#define SN_VERSION_MAJOR 0
#define SN_VERSION_MINOR 2
#define SN_VERSION_PATCH 0

/* For #if: a program that needs what came with 0.2 asks for SN_VERSION_AT_LEAST(0, 2, 0). */
#define SN_VERSION_AT_LEAST(major, minor, patch)                                                   \
    (SN_VERSION_MAJOR > (major) ||                                                                 \
     (SN_VERSION_MAJOR == (major) &&                                                               \
      (SN_VERSION_MINOR > (minor) ||                                                               \
       (SN_VERSION_MINOR == (minor) && SN_VERSION_PATCH >= (patch)))))

#endif
