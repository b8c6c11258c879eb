# SPDX-License-Identifier: Apache-2.0
"""The command line tool, as the peer tests call it, and what they read from .param files."""

import os
import signal
import subprocess

INTERNAL = 9  # its exit code for a bug of its own


def limited(argv, seconds):
    """The same with a limit: who works for so many seconds is ended by SIGXCPU, however much else
    the machine does."""
    return ["sh", "-c", 'ulimit -t %d; exec "$@"' % seconds, "sh"] + list(argv)


def run(sinter, *words, seconds=600):
    """(exit code, what it said); a negative code is the signal that ended it."""
    p = subprocess.run(
        limited([sinter] + list(words), seconds),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return p.returncode, p.stdout.decode(errors="replace").strip()


def crashed(code):
    return code < 0 or code == INTERNAL


def why(code, text):
    name = signal.Signals(-code).name if code < 0 else "exit code %d" % code
    return "%s: %s" % (name, text.splitlines()[-1] if text else "nothing said")


def sizes(shape):
    return ",".join(str(n) for n in shape)


def layers(param):
    """The layers of a .param: (type, name, bottoms, tops)."""
    found = []
    with open(param, errors="replace") as f:
        for line in f.read().splitlines()[2:]:
            words = line.split()
            if len(words) < 4 or not words[2].isdigit() or not words[3].isdigit():
                continue
            n_in, n_out = int(words[2]), int(words[3])
            found.append(
                (words[0], words[1], words[4 : 4 + n_in], words[4 + n_in : 4 + n_in + n_out])
            )
    return found


def n_layers(param):
    with open(param, errors="replace") as f:
        return int(f.read().split()[1])


def beside(param):
    return os.path.splitext(param)[0] + ".bin"
