# SPDX-License-Identifier: Apache-2.0
"""Real ncnn as an oracle.

Every model runs in a worker process, since ncnn can crash on what it does not expect: the worker is
then replaced and the run is reported as crashed. All options that trade accuracy for speed are off,
so that bounds can be tight. The module is its own worker: `python ncnn_peer.py --worker` reads
pickled jobs on stdin.

Arrays are outermost first, as everywhere in sinter: (c, d, h, w), (c, h, w), (h, w), (w).
"""

import os
import pickle
import select
import signal
import struct
import subprocess
import sys

import ml_dtypes
import numpy as np

OFF = (
    "lightmode",
    "use_bf16_packed",
    "use_bf16_storage",
    "use_fp16_arithmetic",
    "use_fp16_packed",
    "use_fp16_storage",
    "use_int8_arithmetic",
    "use_int8_packed",
    "use_int8_storage",
    "use_packing_layout",
    "use_sgemm_convolution",
    "use_tensor_storage",
    "use_vulkan_compute",
    "use_winograd23_convolution",
    "use_winograd43_convolution",
    "use_winograd63_convolution",
    "use_winograd_convolution",
)


# ---- the worker ----------------------------------------------------------------------------------


def to_mat(ncnn, a):
    """A Mat of its own with ncnn's padding between channels."""
    a = np.ascontiguousarray(a, dtype=np.float32)
    return ncnn.Mat(a).clone()


def to_array(mat):
    """Contents of a Mat without its padding; bits of 32-bit words are kept as they are."""
    if mat.dims == 0 or mat.empty():
        return None
    return np.array(mat)


def run_here(ncnn, job):
    """job: param, bin, inputs {name: array}, outputs [names], threads, on [options of OFF
    that stay as ncnn has them]. Returns {'status': ..., 'outputs': {name: array}}."""
    net = ncnn.Net()
    for name in OFF:
        if hasattr(net.opt, name) and name not in job["on"]:
            setattr(net.opt, name, False)
    net.opt.num_threads = job.get("threads", 1)
    if net.load_param(job["param"]) != 0:
        return {"status": "load_param failed"}
    if net.load_model(job["bin"]) != 0:
        return {"status": "load_model failed"}
    names = job["outputs"] if job["outputs"] is not None else list(net.output_names())
    ex = net.create_extractor()
    ex.set_light_mode(False)
    for name, a in job["inputs"].items():
        if ex.input(name, to_mat(ncnn, a)) != 0:
            return {"status": "input %s refused" % name}
    outputs, status = {}, "ok"
    for name in names:
        ret, mat = ex.extract(name)
        outputs[name] = to_array(mat) if ret == 0 else None
        if ret != 0:
            status = "extract %s failed" % name
    return {"status": status, "outputs": outputs}


def worker_main():
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    import ncnn

    while True:
        head = jobs.read(8)
        if len(head) < 8:
            return
        job = pickle.loads(jobs.read(struct.unpack("<Q", head)[0]))
        body = pickle.dumps(run_here(ncnn, job))
        answers.write(struct.pack("<Q", len(body)) + body)
        answers.flush()


# ---- this side of it -----------------------------------------------------------------------------


class Ncnn:
    """A worker, made when first needed and again after each crash. `perturb` fills fresh memory
    with a byte, so that two workers with different bytes disagree where ncnn reads what it never
    wrote."""

    def __init__(self, perturb=85, threads=1):
        self.process, self.perturb, self.threads = None, perturb, threads

    def start(self):
        env = dict(os.environ, MALLOC_PERTURB_=str(self.perturb), OMP_NUM_THREADS=str(self.threads))
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), "--worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=env,
        )

    def read(self, n, seconds):
        data = b""
        fd = self.process.stdout.fileno()
        while len(data) < n:
            if not select.select([fd], [], [], seconds)[0]:
                raise TimeoutError
            block = os.read(fd, n - len(data))
            if not block:
                raise EOFError
            data += block
        return data

    def run(self, param, weights, inputs, outputs=None, seconds=60, on=()):
        """{'status': 'ok' | 'crashed (...)' | 'hung' | what was refused, 'outputs': {name: array or
        None}}"""
        if self.process is None:
            self.start()
        body = pickle.dumps(
            {
                "param": param,
                "bin": weights,
                "inputs": inputs,
                "outputs": outputs,
                "threads": self.threads,
                "on": on,
            }
        )
        try:
            self.process.stdin.write(struct.pack("<Q", len(body)) + body)
            self.process.stdin.flush()
            size = struct.unpack("<Q", self.read(8, seconds))[0]
            return pickle.loads(self.read(size, seconds))
        except (EOFError, BrokenPipeError):
            code = self.process.wait()
            self.process = None
            return {
                "status": "crashed (%s)" % (signal.Signals(-code).name if code < 0 else code),
                "outputs": {},
            }
        except TimeoutError:
            self.process.kill()
            self.process.wait()
            self.process = None
            return {"status": "hung", "outputs": {}}

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None


class Ours:
    """ref_run as a worker on the same terms."""

    TYPES = {
        "f64": np.float64,
        "f32": np.float32,
        "f16": np.float16,
        "i8": np.int8,
        "i16": np.int16,
        "i32": np.int32,
        "i64": np.int64,
        "u8": np.uint8,
        "u16": np.uint16,
        "u32": np.uint32,
        "u64": np.uint64,
        "bool": np.bool_,
        "bf16": ml_dtypes.bfloat16,
        "f8e4m3fn": ml_dtypes.float8_e4m3fn,
        "f8e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
        "f8e5m2": ml_dtypes.float8_e5m2,
        "f8e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
        "f8e8m0": ml_dtypes.float8_e8m0fnu,
        "f4e2m1": ml_dtypes.float4_e2m1fn,
        "i4": ml_dtypes.int4,
        "u4": ml_dtypes.uint4,
        "i2": ml_dtypes.int2,
        "u2": ml_dtypes.uint2,
    }

    def __init__(self, program, folder):
        self.program, self.folder, self.process = program, folder, None

    def line(self, seconds):
        fd = self.process.stdout.fileno()
        while b"\n" not in self.rest:
            if not select.select([fd], [], [], seconds)[0]:
                raise TimeoutError
            block = os.read(fd, 65536)
            if not block:
                raise EOFError
            self.rest += block
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def run(
        self, param, weights, inputs, keep=(), pin=False, check=False, optimize=False, seconds=60
    ):
        """As Ncnn.run; the outputs are the network's, and the values named in `keep`. With pin or
        check `open` counts the sizes of results that inference does not know."""
        if self.process is None:
            self.rest = b""
            self.process = subprocess.Popen(
                [self.program, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        words = [param, weights, os.path.join(self.folder, "out")]
        for i, (name, a) in enumerate(inputs.items()):
            path = os.path.join(self.folder, "in%d.raw" % i)
            dtype = np.float32 if param.endswith((".param", ".bin")) else None
            if a.dtype in (ml_dtypes.int4, ml_dtypes.int2):
                dtype = np.int8  # their upper bits are open
            np.ascontiguousarray(a, dtype).tofile(path)
            words.append("%s=%s=%s" % (name, ",".join(str(n) for n in a.shape), path))
        words += ["+" + name for name in keep] + (["!pin"] if pin else [])
        words += (["!check"] if check else []) + (["!optimize"] if optimize else [])
        outputs, n_open = {}, 0
        try:
            self.process.stdin.write(("\t".join(words) + "\n").encode())
            self.process.stdin.flush()
            while True:
                line = self.line(seconds)
                if line == "ok":
                    return {"status": "ok", "outputs": outputs, "open": n_open}
                if line.startswith("failed "):
                    return {"status": line[7:], "outputs": outputs}
                if line.startswith("open "):
                    n_open = int(line[5:])
                    continue
                name, sizes, kind, path = line.rsplit(" ", 3)
                shape = [] if sizes == "-" else [int(n) for n in sizes.split(",")]
                outputs[name] = np.fromfile(path, dtype=self.TYPES[kind]).reshape(shape)
        except (EOFError, BrokenPipeError):
            code = self.process.wait()
            self.process = None
            return {
                "status": "crashed (%s)" % (signal.Signals(-code).name if code < 0 else code),
                "outputs": outputs,
            }
        except TimeoutError:
            self.process.kill()
            self.process.wait()
            self.process = None
            return {"status": "hung", "outputs": outputs}

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None


# ---- distances -----------------------------------------------------------------------------------


def distance(a, b, floor=1e-5):
    """max|a-b| / max|a|, and why it is infinite where it is. NaN and infinities must stand in the
    same places."""
    if a is None or b is None:
        return (0.0, "") if a is b else (float("inf"), "one has no contents")
    if a.shape != b.shape:
        return float("inf"), "shapes %s and %s" % (a.shape, b.shape)
    if a.size == 0:
        return 0.0, ""
    x, y = a.astype(np.float64), b.astype(np.float64)
    odd = ~np.isfinite(x)
    if (odd != ~np.isfinite(y)).any() or not np.array_equal(x[odd], y[odd], equal_nan=True):
        return float("inf"), "NaN or infinities stand in different places"
    if odd.all():
        return 0.0, ""
    scale = max(np.abs(x[~odd]).max(), floor)
    return float(np.abs(x[~odd] - y[~odd]).max() / scale), ""


if __name__ == "__main__" and sys.argv[1:] == ["--worker"]:
    worker_main()
