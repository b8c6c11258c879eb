#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How time and memory of `sinter optimize --verify off` grow, files read and written. Medians.

    cmake --preset release && ninja -C build
    bench/scale.py layers                     chains and ladders of 1,000 to 1,000,000 layers
    bench/scale.py edges                      what is easily quadratic: readers, inputs, equal names
    bench/scale.py onnx                       ONNX files of 20,000 nodes
    bench/scale.py external                   ONNX with 6.4 GB of external data
    bench/scale.py bytes MODELS_DIR           vgg16, vision_transformer against cp, sync
    bench/scale.py huge MODEL.param [MB]      gigabytes of weights, data segment limited to MB (256)

Options: --sinter build/sinter, --runs 5, --work FOLDER (a temporary one; give one on a disk with
room for `huge`).

`anon` is the peak of RssAnon of /proc/PID/status, read every millisecond: what the process
allocated, without the pages of mapped files that the kernel may drop at any time. `peak` is the
largest resident set, with those pages. `cpu` is user + system time; `wall` has the fsync of the
files in it. """
import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def anon_of(pid):
    try:
        with open(f"/proc/{pid}/status") as f:
            for line in f:
                if line.startswith("RssAnon"):
                    return int(line.split()[1]) / 1024
    except (OSError, ProcessLookupError):
        pass
    return 0


def run(command, limit_mb=None):
    """Wall and CPU seconds, and peak MB of anonymous memory."""

    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (limit_mb << 20, limit_mb << 20))

    before = os.times()
    start = time.monotonic()
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=limit if limit_mb else None)
    anon = 0
    while p.poll() is None:
        anon = max(anon, anon_of(p.pid))
        time.sleep(0.001)
    wall = time.monotonic() - start
    after = os.times()
    if p.returncode:
        sys.exit(f"{' '.join(command)}: exit status {p.returncode}")
    cpu = (
        after.children_user + after.children_system - before.children_user - before.children_system
    )
    return wall, cpu, anon


def medians(options, command, limit_mb=None):
    runs = [run(command, limit_mb) for _ in range(options.runs)]
    return [statistics.median(column) for column in zip(*runs)]


def path(options, name):
    return os.path.join(options.work, name)


def optimize(options, source):
    return [
        options.sinter,
        "optimize",
        source,
        "-o",
        path(options, "out" + os.path.splitext(source)[1]),
        "--verify",
        "off",
        "-q",
    ]


def generate(options, kind, n, script="gen.py", ending="param"):
    source = path(options, f"{kind}{n}.{ending}")
    subprocess.run([sys.executable, os.path.join(HERE, script), kind, str(n), source], check=True)
    return source


def drop(source):
    for name in (source, os.path.splitext(source)[0] + ".bin", source + ".data"):
        if os.path.exists(name):
            os.remove(name)


def table(options, cases, *how):
    print(
        f"{'network':<10} {'layers':>9} {'wall s':>8} {'cpu s':>8} {'anon MB':>8} {'us/layer':>9}"
    )
    for kind, n in cases:
        source = generate(options, kind, n, *how)
        wall, cpu, anon = medians(options, optimize(options, source))
        print(
            f"{kind:<10} {n:>9} {wall:>8.2f} {cpu:>8.2f} {anon:>8.0f} {cpu / n * 1e6:>9.1f}",
            flush=True,
        )
        drop(source)


def layers(options):
    table(
        options, [(kind, n) for kind in ("chain", "ladder") for n in (1000, 10000, 100000, 1000000)]
    )


def edges(options):
    cases = [("readers", 15000), ("readers", 60000), ("direct", 15000), ("direct", 60000)]
    table(
        options, cases + [("concat", 12500), ("concat", 50000), ("names", 25000), ("names", 100000)]
    )


def onnx(options):
    kinds = ("exporter", "blocks", "turns", "views")
    table(options, [(kind, 20000) for kind in kinds], "gen_onnx.py", "onnx")


def peak_of(command):
    """The resident set of a child of its own, in MB: the mapped pages count."""
    pid = os.posix_spawn(command[0], command, os.environ)
    _, status, used = os.wait4(pid, 0)
    if status:
        sys.exit(f"{' '.join(command)}: exit status {os.waitstatus_to_exitcode(status)}")
    return used.ru_maxrss / 1024


def external(options):
    for kind in ("external", "folded"):
        source = generate(options, kind, 6400, "gen_onnx.py", "onnx")
        wall, cpu, anon = run(optimize(options, source))
        peak = peak_of(optimize(options, source))
        print(
            f"{kind:<10} 6400 MB: {wall:.1f} s, {cpu:.1f} s of CPU, "
            f"{anon:.0f} MB allocated, {peak:.0f} MB peak",
            flush=True,
        )
        drop(source)
        drop(path(options, "out.onnx"))


def copied(options, source):
    out = path(options, "copy")
    script = 'cp "$1" "$2.param" && cp "${1%param}bin" "$2.bin" && sync "$2.param" "$2.bin"'
    return ["sh", "-c", script, "sh", source, out]


def bytes_(options):
    if not options.model:
        sys.exit(__doc__)
    print(f"{'network':<20} {'MB':>6} {'cp+sync s':>10} {'wall s':>8} {'cpu s':>8} {'anon MB':>8}")
    sources = []
    for name in ("vgg16", "vision_transformer"):
        source = path(options, f"{name}.param")
        given = os.path.join(options.model, f"{name}.param")
        subprocess.run(
            [options.sinter, "convert", given, "--bin", "seed:1", "-o", source, "-q"], check=True
        )
        sources.append((name, source))
    sources.append(("fc (64 MB weight)", generate(options, "fc", 4096)))
    for name, source in sources:
        size = os.path.getsize(source[: -len("param")] + "bin") / 2**20
        copy = medians(options, copied(options, source))[0]
        wall, cpu, anon = medians(options, optimize(options, source))
        print(
            f"{name:<20} {size:>6.0f} {copy:>10.2f} {wall:>8.2f} {cpu:>8.2f} {anon:>8.1f}",
            flush=True,
        )
        drop(source)


def huge(options):
    if not options.model:
        sys.exit(__doc__)
    limit = options.mb or 256
    source = path(options, "huge.param")
    subprocess.run(
        [options.sinter, "convert", options.model, "--bin", "seed:1", "-o", source, "-q"],
        check=True,
    )
    size = os.path.getsize(path(options, "huge.bin")) / 2**20
    wall, cpu, anon = run(optimize(options, source), limit)
    print(
        f"{size:.0f} MB of weights, data segment limited to {limit} MB: {wall:.1f} s, "
        f"{cpu:.1f} s of CPU, {anon:.1f} MB"
    )
    drop(source)


WHAT = {
    "layers": layers,
    "edges": edges,
    "onnx": onnx,
    "external": external,
    "bytes": bytes_,
    "huge": huge,
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=list(WHAT))
    parser.add_argument("model", nargs="?")
    parser.add_argument("mb", nargs="?", type=int)
    parser.add_argument("--sinter", default="build/sinter")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--work")
    options = parser.parse_args()
    work = options.work or tempfile.mkdtemp(prefix="sinter-scale-")
    os.makedirs(work, exist_ok=True)
    options.work = work
    try:
        WHAT[options.what](options)
    finally:
        if not sys.exc_info()[0] and not parser.parse_args().work:
            shutil.rmtree(work)


if __name__ == "__main__":
    main()
