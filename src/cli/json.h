/* SPDX-License-Identifier: Apache-2.0
 *
 * What --json prints: one object, built while the command runs and printed at its end, so that an
 * error is in it too. docs/json.md describes it; a key that is there keeps its meaning as long as
 * "format" is what it is. */
#ifndef SN_CLI_JSON_H
#define SN_CLI_JSON_H

#include <jansson.h>

#include "cli/cli.h"
#include "cli/remarks.h"

enum { SN_JSON_FORMAT = 1 };

void sn_json_start(void); /* before anything else: JSON lives in the tool's memory, till the end */
/* The object; made, with "format" and "command", by the first call. */
json_t *sn_json_root(sn_cli *cli);
bool sn_json_print(sn_cli *cli); /* false: stdout failed */

/* NULL gives null. JSON is UTF-8: a byte that is not part of it comes out as the four characters
 * \xHH. */
json_t *sn_json_text(const char *text);
json_t *sn_json_texts(const char *const *v, size_t n);
json_t *sn_json_real(double v); /* null where it is no number or negative, which says "not known" */
json_t *sn_json_count(double v); /* a whole number; null where it is negative */
json_t *sn_json_comparison(const sn_comparison *c);
json_t *sn_json_file(const char *path); /* that was written: its path and bytes */
json_t *sn_json_written(const sn_cli *cli, const char *path, const char *bin); /* by sn_cli_save */
json_t *sn_json_pair(json_t *before, json_t *after); /* an object of both */
json_t *sn_json_value(const sn_value_info *v);
json_t *sn_json_value_name(const sn_value_info *v); /* "%7" where it has none */

json_t *sn_json_weights(sn_model *m, uint32_t layer); /* of a layer */
json_t *sn_json_totals(const sn_cost_info *c, uint32_t n_layers, uint32_t n_in_bodies);

/* Each puts its part into the object; 0, or an exit code after a message. */
int sn_json_show(sn_cli *cli, sn_model *m);
/* What optimizing did: layers, MACs, rewrites, remarks, how the whole network was checked. */
void sn_json_optimized(sn_cli *cli, const sn_optimize_result *r, const sn_remarks *remarks);
void sn_json_ops(sn_cli *cli);
void sn_json_passes(sn_cli *cli);
void sn_json_zoo(sn_cli *cli);

#endif
