# SPDX-License-Identifier: Apache-2.0
"""One trainer in a process of its own: for each line from stdin it does a step, and prints its
milliseconds and the loss; with "end" the most memory that it had, in bytes, and what it had when
all was imported and no network was there."""

import ctypes
import json
import mmap
import os
import resource
import sys
import time


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def torch_step(job):
    import torch

    import networks

    before = peak()
    torch.set_num_threads(job["threads"])
    torch.manual_seed(1)
    net = networks.NETWORKS[job["net"]]()
    x = torch.randn(job["batch"], 3, job["size"], job["size"])
    t = torch.arange(job["batch"]) % 1000
    if job["layout"] == "channels_last":
        net, x = (v.to(memory_format=torch.channels_last) for v in (net, x))
    loss_of = torch.nn.CrossEntropyLoss()
    run = torch.compile(net) if job["compiled"] else net
    optimizer = torch.optim.SGD(net.parameters(), 0.01, momentum=0.9)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = loss_of(run(x), t)
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    return step, before


def sinter_step(job):
    """Of the C that `sinter train -o` wrote, as the library that bench made of it."""
    before = peak()
    lib, p = ctypes.CDLL(job["library"]), "net"
    sizes = job["sizes"]

    def block(n):
        """Memory that is not there before it is written, as malloc gives it."""
        raw = mmap.mmap(-1, max(n, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        return raw, ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(raw)))

    def file(path):
        """The bytes of a file, read to where they stay: a copy would count as memory of a step."""
        size = os.path.getsize(path) if os.path.exists(path) else 0
        raw, at = block(size)
        if size:
            with open(path, "rb", buffering=0) as f:
                if f.readinto(raw) != size:
                    sys.exit("sinter: %s could not be read" % path)
        return raw, at, size

    class Weights(ctypes.Structure):
        _fields_ = [("step", ctypes.c_void_p), ("judge", ctypes.c_void_p),
                    ("step_bytes", ctypes.c_size_t), ("judge_bytes", ctypes.c_size_t)]  # fmt: skip

    class Train(ctypes.Structure):
        _fields_ = [("room", ctypes.c_void_p * 16)]

    need = getattr(lib, p + "_train_workspace_bytes")
    need.restype = ctypes.c_size_t
    states, work = block(sizes["states"]), block(need(ctypes.c_int(job["threads"])))
    folder = job["folder"]
    step_w, judge_w = (
        file(os.path.join(folder, part, "%s_%s.weights" % (p, part))) for part in ("step", "judge")
    )
    weights = Weights(step_w[1], judge_w[1], step_w[2], judge_w[2])
    t, loss = Train(), ctypes.c_float()
    keep = [states, work, step_w, judge_w, weights]

    def check(code):
        if code:
            sys.exit("sinter: code %d" % code)

    check(getattr(lib, p + "_train_init")(ctypes.byref(t), states[1], work[1], job["threads"],
                                          ctypes.byref(weights)))  # fmt: skip
    saved = file(os.path.join(folder, p + ".states"))
    check(getattr(lib, p + "_load")(ctypes.byref(t), saved[1], ctypes.c_size_t(saved[2])))
    x = (ctypes.c_float * (job["batch"] * 3 * job["size"] ** 2))()
    for i in range(len(x)):
        x[i] = (i * 7919 % 1000 - 500) / 300
    target = (ctypes.c_int32 * job["batch"])(*[i % 1000 for i in range(job["batch"])])
    inputs = (ctypes.c_void_p * 1)(ctypes.addressof(x))
    del saved
    keep += [x, target, inputs]
    run = getattr(lib, p + "_train_step")

    def step(keep=keep):
        check(run(ctypes.byref(t), inputs, target, ctypes.c_float(0.01), ctypes.byref(loss)))
        return loss.value

    return step, before


def main():
    job = json.loads(sys.argv[1])
    step, before = (sinter_step if job["kind"] == "sinter" else torch_step)(job)
    print("ready", flush=True)
    for line in sys.stdin:
        if line.strip() == "end":
            break
        begun = time.perf_counter()
        loss = step()
        print(json.dumps([1e3 * (time.perf_counter() - begun), loss]), flush=True)
    print(json.dumps([peak(), before]), flush=True)


main()
