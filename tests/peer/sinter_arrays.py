# SPDX-License-Identifier: Apache-2.0
"""Networks run by the command line tool on arrays of numpy."""

import os
import shutil
import subprocess

import numpy as np

import sinter_tool as tool


def file_name(name):
    """Of the file that `run -o` writes of an output."""
    return "".join(c if c.isalnum() and ord(c) < 128 or c in "-.+@" else "_" for c in name) + ".npy"


def run(sinter, path, feeds, names, folder, *more, files=None, seconds=300):
    """`run` on arrays by the inputs' names, which are in these files where there are any: the
    outputs of these names, None for one that is missing, and ""; or None, and why, which begins
    with "crashed" or "hung" where nothing was said."""
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    words = [sinter, "run", path, "-q", "-o", out, *more]
    for i, (name, a) in enumerate(feeds.items()):
        file = files[name] if files else os.path.join(folder, "in%d.npy" % i)
        if not files:
            np.save(file, a)
        words += ["--input-file", "%s=%s" % (name, file)]
        words += ["--input", "%s=%s" % (name, tool.sizes(a.shape))] if a.ndim else []
    try:
        p = subprocess.run(words, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, "hung"
    if tool.crashed(p.returncode):
        return None, "crashed: " + tool.why(p.returncode, p.stderr.strip())
    if p.returncode:
        return None, (p.stderr.strip().splitlines() or ["status %d" % p.returncode])[-1][-160:]
    files = [os.path.join(out, file_name(name)) for name in names]
    return [np.load(file) if os.path.exists(file) else None for file in files], ""
