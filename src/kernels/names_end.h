/* SPDX-License-Identifier: Apache-2.0
 *
 * Behind each include of all_names.def: the macros can be defined anew. No guard, on purpose. */
#undef CT_INT
#undef CT_TEXT
#undef CT_CALL
#undef CT_HELPER
#undef CT_PARAM
#undef CT_FLOAT
#undef CT_PLACE
