# SPDX-License-Identifier: Apache-2.0
"""emx-onnx-cgen as a process that answers: a line of JSON with the words of its command line, and
one with its status and what it said. Run by a Python that has it. Its templates are translated
once, not for each model."""

import contextlib
import io
import json
import sys

import jinja2
from emx_onnx_cgen import cli

translate, known = jinja2.Environment.compile, {}


def translated(environment, source, name=None, filename=None, raw=False, defer_init=False):
    key = (source, name, filename, raw, defer_init)
    if not isinstance(source, str):
        return translate(environment, *key)
    if key not in known:
        known[key] = translate(environment, *key)
    return known[key]


jinja2.Environment.compile = translated

answers = sys.stdout
for line in sys.stdin:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            status = cli.main(json.loads(line))
        except SystemExit as e:
            status = e.code
        except Exception as e:  # whatever it throws is why it fails
            print("Result: %s: %s" % (type(e).__name__, e), file=said)
            status = 1
    print(json.dumps([status, said.getvalue()]), file=answers, flush=True)
