#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How time and memory of `sinter optimize --verify off` grow, files read and written. Medians.

    cmake --preset release && ninja -C build
    bench/scale.py layers                     chains and ladders of 1,000 to 1,000,000 layers
    bench/scale.py edges                      what is easily quadratic: readers, inputs, equal names
    bench/scale.py onnx                       ONNX files of 5,000 to 40,000 nodes, checked or not
    bench/scale.py external                   ONNX with 6.4 GB of external data, checked or not
    bench/scale.py bytes MODELS_DIR           vgg16, vision_transformer against cp, sync
    bench/scale.py huge MODEL.param [MB]      gigabytes of weights, data segment limited to MB (256)

Options: --sinter build/sinter, --runs 5, --work FOLDER (a temporary one; give one on a disk with
room for `huge` and `external`), --seconds 60 (what onnxsim and OnnxSlim are given at most, which
`onnx` and `external` call where they are installed beside the Python that runs this).

`checked` is the wall time with checks, as `optimize` runs by default.

`anon` is the peak of RssAnon of /proc/PID/status, read every millisecond: what the process
allocated, without the pages of mapped files that the kernel may drop at any time. `peak` is the
largest resident set (VmHWM), with those pages. `cpu` is user + system time; `wall` has the fsync of
the files in it. """
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


def memory_of(pid):
    """MB that are anonymous now, and that were resident at most."""
    found = {"RssAnon:": 0, "VmHWM:": 0}
    try:
        with open(f"/proc/{pid}/status") as f:
            for words in map(str.split, f):
                if words[0] in found:
                    found[words[0]] = int(words[1]) / 1024
    except (OSError, ProcessLookupError):
        pass
    return found["RssAnon:"], found["VmHWM:"]


def run(command, limit_mb=None):
    """Wall and CPU seconds, peak MB of anonymous memory, and of all that is resident."""

    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (limit_mb << 20, limit_mb << 20))

    before = os.times()
    start = time.monotonic()
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=limit if limit_mb else None)
    anon = peak = 0
    while p.poll() is None:
        now, most = memory_of(p.pid)
        anon, peak = max(anon, now), max(peak, most)
        time.sleep(0.001)
    wall = time.monotonic() - start
    after = os.times()
    if p.returncode:
        sys.exit(f"{' '.join(command)}: exit status {p.returncode}")
    cpu = (
        after.children_user + after.children_system - before.children_user - before.children_system
    )
    return wall, cpu, anon, peak


def medians(options, command, limit_mb=None):
    runs = [run(command, limit_mb) for _ in range(options.runs)]
    return [statistics.median(column) for column in zip(*runs)]


def path(options, name):
    return os.path.join(options.work, name)


def optimize(options, source, verify="off"):
    out = path(options, "out" + os.path.splitext(source)[1])
    return [options.sinter, "optimize", source, "-o", out, "--verify", verify, "-q"]


PEERS = ("onnxsim", "onnxslim")


def peer(options, name, source):
    """Wall seconds of another optimizer, in words."""
    out = path(options, "peer.onnx")
    command = [sys.executable, "-m", name, source, out]
    start = time.monotonic()
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=options.seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"> {options.seconds}"
    finally:
        drop(out)
    wall = time.monotonic() - start
    return f"{wall:.1f}" if done.returncode == 0 else "failed"


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
        wall, cpu, anon, _ = medians(options, optimize(options, source))
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
    titles = "".join(f" {name + ' s':>11}" for name in PEERS)
    print(
        f"{'network':<10} {'nodes':>7} {'wall s':>7} {'cpu s':>6} {'anon MB':>8} {'us/node':>8}"
        f" {'checked s':>10} {'cpu s':>6}{titles}"
    )
    for kind in ("exporter", "blocks", "turns", "views"):
        for n in (5000, 10000, 20000, 40000):
            source = generate(options, kind, n, "gen_onnx.py", "onnx")
            wall, cpu, anon, _ = medians(options, optimize(options, source))
            checked, checked_cpu, _, _ = medians(options, optimize(options, source, "default"))
            others = [peer(options, name, source) if n == 20000 else "" for name in PEERS]
            print(
                f"{kind:<10} {n:>7} {wall:>7.2f} {cpu:>6.2f} {anon:>8.0f} {cpu / n * 1e6:>8.1f}"
                f" {checked:>10.2f} {checked_cpu:>6.2f}" + "".join(f" {s:>11}" for s in others),
                flush=True,
            )
            drop(source)


def external(options):
    for kind in ("external", "folded"):
        source = generate(options, kind, 6400, "gen_onnx.py", "onnx")
        for verify in ("off", "default"):
            command = optimize(options, source, verify)
            wall, cpu, anon, peak = run(command)
            print(
                f"{kind:<10} 6400 MB, --verify {verify}: {wall:.1f} s, {cpu:.1f} s of CPU, "
                f"{anon:.0f} MB allocated, {peak:.0f} MB peak",
                flush=True,
            )
            drop(path(options, "out.onnx"))
        for name in PEERS:
            print(f"{kind:<10} 6400 MB, {name}: {peer(options, name, source)} s", flush=True)
        drop(source)


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
        wall, cpu, anon, _ = medians(options, optimize(options, source))
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
    wall, cpu, anon, _ = run(optimize(options, source), limit)
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
    parser.add_argument("--seconds", type=int, default=60)
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
