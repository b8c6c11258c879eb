# SPDX-License-Identifier: Apache-2.0
"""One runtime, one network, one process.

    worker.py KIND

Reads one JSON object a line on stdin, answers with one a line: `load` (files, threads, inputs),
`save` (the outputs of one run), `time` (runs for so many seconds), `memory`. What libraries print
goes to stderr. Times are those of whole inferences: input in place, output there to be read.
"""

import ctypes
import json
import mmap
import os
import sys
import time

import numpy as np

from nets import TYPES

FP32_ONLY = (
    "use_vulkan_compute",
    "use_fp16_packed",
    "use_fp16_storage",
    "use_fp16_arithmetic",
    "use_bf16_packed",
    "use_bf16_storage",
)


class Ncnn:
    def __init__(self):
        import ncnn

        self.ncnn = ncnn

    def load(self, files, threads, inputs, outputs):
        self.net = self.ncnn.Net()
        for option in FP32_ONLY:
            if hasattr(self.net.opt, option):
                setattr(self.net.opt, option, False)
        self.net.opt.num_threads = threads
        if self.net.load_param(files["param"]) != 0:
            raise RuntimeError("ncnn does not read the network")
        if self.net.load_model(files["bin"]) != 0:
            raise RuntimeError("ncnn does not read the weights")
        self.mats = {
            name: self.ncnn.Mat(np.ascontiguousarray(a)).clone() for name, a in inputs.items()
        }
        self.names = outputs

    def run(self):
        ex = self.net.create_extractor()
        for name, mat in self.mats.items():
            ex.input(name, mat)
        return [ex.extract(name) for name in self.names]

    def results(self):
        found = self.run()
        if any(code != 0 for code, _ in found):
            raise RuntimeError("ncnn does not compute every output")
        return [np.array(mat) for _, mat in found]


class OnnxRuntime:
    def __init__(self):
        import onnxruntime

        self.ort = onnxruntime

    def load(self, files, threads, inputs, outputs):
        options = self.ort.SessionOptions()
        options.graph_optimization_level = self.ort.GraphOptimizationLevel.ORT_ENABLE_ALL
        options.execution_mode = self.ort.ExecutionMode.ORT_SEQUENTIAL
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = 3
        self.session = self.ort.InferenceSession(
            files["onnx"], options, providers=["CPUExecutionProvider"]
        )
        wanted = {i.name for i in self.session.get_inputs()}
        inputs = {n: a for n, a in inputs.items() if n in wanted}
        value_of = self.ort.OrtValue.ortvalue_from_numpy
        self.binding = self.session.io_binding()
        self.values = [value_of(a) for a in inputs.values()]
        for name, value in zip(inputs, self.values):
            self.binding.bind_ortvalue_input(name, value)
        self.outs = [value_of(a) for a in self.session.run(None, inputs)]
        for out, value in zip(self.session.get_outputs(), self.outs):
            self.binding.bind_ortvalue_output(out.name, value)

    def run(self):
        self.session.run_with_iobinding(self.binding)

    def results(self):
        self.run()
        return [v.numpy() for v in self.outs]


class OpenVino:
    PRECISION = "f32"  # else it is what is fastest on the machine, bf16 on some

    def __init__(self):
        import openvino

        self.ov = openvino

    def load(self, files, threads, inputs, outputs):
        config = {
            "INFERENCE_PRECISION_HINT": self.PRECISION,
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
            "NUM_STREAMS": 1,
            "ENABLE_HYPER_THREADING": True,
        }
        core = self.ov.Core()
        model = core.read_model(files["onnx"])
        model.reshape({name: list(a.shape) for name, a in inputs.items()})
        self.model = core.compile_model(model, "CPU", config)
        self.request = self.model.create_infer_request()
        self.tensors = [self.ov.Tensor(np.ascontiguousarray(a)) for a in inputs.values()]
        for name, tensor in zip(inputs, self.tensors):
            self.request.set_tensor(name, tensor)
        self.infer = self.request.infer

    def run(self):
        self.request.start_async()
        self.request.wait()

    def results(self):
        self.run()
        return [np.array(self.request.get_tensor(o).data) for o in self.model.outputs]


class OpenVinoBf16(OpenVino):
    PRECISION = "bf16"


class Emx:
    """C of emx-onnx-cgen: one function of all inputs, then all outputs, with one thread."""

    C_TYPES = {"float": "f4", "double": "f8", "_Bool": "?", "_Float16": "f2"}

    def load(self, files, threads, inputs, outputs):
        emx = files["emx"]
        self.library = ctypes.CDLL(emx["library"])
        self.library.model_load.restype = ctypes.c_bool
        if not self.library.model_load(emx["data"].encode()):
            raise RuntimeError("emx-onnx-cgen's code does not read its weights")
        arrays = [np.ascontiguousarray(a) for a in inputs.values()]
        self.outs = []
        for c_type, sizes in emx["arguments"][len(arrays) :]:
            kind = self.C_TYPES.get(c_type) or np.dtype(c_type.removesuffix("_t"))
            self.outs.append(np.empty(sizes, kind))
        self.arguments = [ctypes.c_void_p(a.ctypes.data) for a in arrays + self.outs]
        self.inputs = arrays

    def run(self):
        self.library.model(*self.arguments)

    def results(self):
        self.run()
        return self.outs


LARGE_PAGE = 2 << 20


def block(n_bytes, pages):
    """An array of bytes, on pages of 2 MB where they are wanted and the system has them, and
    nothing between it and the next. As the example of generated code has it, only those are large
    that it fills for three quarters."""
    whole = -(-n_bytes // LARGE_PAGE) * LARGE_PAGE
    memory = mmap.mmap(-1, whole + LARGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    array = np.frombuffer(memory, np.uint8)
    start = -array.ctypes.data % LARGE_PAGE
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
        large = (n_bytes + LARGE_PAGE // 4) // LARGE_PAGE * LARGE_PAGE
        if pages == "large" and large:
            memory.madvise(mmap.MADV_HUGEPAGE, start, large)
    return array[start : start + n_bytes]


class Sinter:
    """A library of generated code, through its descriptor, struct sinter_module."""

    ABI = 4

    class Tensor(ctypes.Structure):
        _fields_ = [
            ("name", ctypes.c_char_p),
            ("rank", ctypes.c_int),
            ("shape", ctypes.c_long * 8),
            ("bytes", ctypes.c_size_t),
            ("type", ctypes.c_char_p),
        ]

    class Step(ctypes.Structure):
        _fields_ = [
            ("layers", ctypes.c_char_p),
            ("kernel", ctypes.c_char_p),
            ("units", ctypes.c_long),
            ("barrier", ctypes.c_int),
            ("flops", ctypes.c_double),
            ("bytes", ctypes.c_double),
        ]

    P = ctypes.c_void_p

    class Module(ctypes.Structure):
        pass

    Module._fields_ = [
        ("abi", ctypes.c_int),
        ("name", ctypes.c_char_p),
        ("n_inputs", ctypes.c_int),
        ("n_outputs", ctypes.c_int),
        ("n_steps", ctypes.c_int),
        ("inputs", ctypes.POINTER(Tensor)),
        ("outputs", ctypes.POINTER(Tensor)),
        ("steps", ctypes.POINTER(Step)),
        ("weights_bytes", ctypes.c_size_t),
        ("workspace_bytes", ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_int)),
        (
            "init",
            ctypes.CFUNCTYPE(ctypes.c_int, P, P, ctypes.c_size_t, ctypes.c_int, P, ctypes.c_size_t),
        ),
        ("run", ctypes.CFUNCTYPE(ctypes.c_int, P, P, P)),
        ("close", ctypes.CFUNCTYPE(None, P)),
        ("error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_int)),
        ("seconds", ctypes.CFUNCTYPE(P, P)),
        ("step", ctypes.CFUNCTYPE(ctypes.c_int, P, ctypes.c_int, P, P)),
        ("work", ctypes.CFUNCTYPE(P, P)),
        ("trace", ctypes.CFUNCTYPE(P, P)),
    ]

    def load(self, files, threads, inputs, outputs):
        library = ctypes.CDLL(files["library"])
        m = self.module = self.Module.in_dll(library, files["prefix"] + "_module")
        if m.abi != self.ABI:
            raise RuntimeError("generated code of ABI %d, %d expected" % (m.abi, self.ABI))
        at, n_weights = None, 0
        if m.weights_bytes:
            n_weights = os.path.getsize(files["weights"])
            self.weights = block(n_weights, files["pages"])
            with open(files["weights"], "rb") as f:
                f.readinto(self.weights)
            at = self.weights.ctypes.data
        bytes_ = m.workspace_bytes(threads)
        self.work = block(bytes_, files["pages"])  # pages come when they are touched
        net = self.P()
        self.check(
            m.init(ctypes.addressof(net), self.work.ctypes.data, bytes_, threads, at, n_weights)
        )
        ours = [m.inputs[i] for i in range(m.n_inputs)]
        self.ins = [np.ascontiguousarray(inputs[t.name.decode()]) for t in ours]
        if any(a.nbytes != t.bytes for a, t in zip(self.ins, ours)):
            raise RuntimeError("generated code has inputs of other sizes")
        ends = {m.outputs[i].name.decode(): m.outputs[i] for i in range(m.n_outputs)}
        self.outs = {
            n: np.empty(list(t.shape)[: t.rank], TYPES[t.type.decode()]) for n, t in ends.items()
        }
        self.outputs = outputs
        pointers = self.P * len(self.ins), self.P * len(self.outs)
        self.arguments = (
            net,
            pointers[0](*(a.ctypes.data for a in self.ins)),
            pointers[1](*(a.ctypes.data for a in self.outs.values())),
        )
        self.net, self.call = net, m.run
        steps = [m.steps[i] for i in range(m.n_steps)]
        return {
            "workspace_bytes": bytes_,
            "weights_bytes": m.weights_bytes,
            "steps": m.n_steps,
            "barriers": sum(bool(s.barrier) for s in steps),
            "moved_bytes": sum(s.bytes for s in steps),
            "flops": sum(s.flops for s in steps),
        }

    def check(self, code):
        if code:
            raise RuntimeError("generated code: %s" % self.module.error(code).decode())

    def run(self):
        return self.call(*self.arguments)

    def results(self):
        self.check(self.run())
        return [self.outs[name] for name in self.outputs]


KINDS = {
    "ncnn": Ncnn,
    "ncnn+": Ncnn,
    "ort": OnnxRuntime,
    "openvino": OpenVino,
    "openvino-bf16": OpenVinoBf16,
    "emx": Emx,
    "sinter": Sinter,
}


def memory(key):
    """A figure of this process in bytes: VmRSS, VmHWM."""
    with open("/proc/self/status") as f:
        for line in f:
            if line.startswith(key + ":"):
                return int(line.split()[1]) * 1024
    return 0


class Worker:
    def __init__(self, kind):
        self.peer = KINDS[kind]()

    def load(self, files, threads, inputs, outputs):
        with np.load(inputs) as found:
            arrays = {name: found[name] for name in found.files}
        try:  # from here on the peak is what the network needs
            with open("/proc/self/clear_refs", "w") as f:
                f.write("5")
        except OSError:
            pass
        self.before = memory("VmRSS")
        start = time.perf_counter()
        more = self.peer.load(files, threads, arrays, outputs) or {}
        loaded = time.perf_counter() - start
        start = time.perf_counter()
        self.peer.run()
        first = time.perf_counter() - start
        return {"load_ms": 1e3 * loaded, "first_ms": 1e3 * first, **more}

    def save(self, path):
        np.savez(path, *self.peer.results())
        return {}

    def memory(self):
        for _ in range(2):
            self.peer.run()
        peak = memory("VmHWM")
        return {"process_bytes": peak, "bytes": max(peak - self.before, 0)}

    def time(self, seconds, realtime):
        """`realtime`: every thread before all others of the machine meanwhile; for root."""
        self.schedule(os.SCHED_RR if realtime else None)
        try:
            return {"ms": self.timed(seconds)}
        finally:
            self.schedule(os.SCHED_OTHER if realtime else None)

    def schedule(self, policy):
        for thread in os.listdir("/proc/self/task") if policy is not None else ():
            priority = os.sched_param(1 if policy == os.SCHED_RR else 0)
            try:
                os.sched_setscheduler(int(thread), policy, priority)
            except ProcessLookupError:  # a thread that ended meanwhile
                pass

    def timed(self, seconds):
        times, run, clock = [], self.peer.run, time.perf_counter
        run()
        end = clock() + seconds
        while len(times) < 2 or clock() < end:
            start = clock()
            run()
            times.append(clock() - start)
        return [1e3 * t for t in times]


def main():
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    worker = Worker(sys.argv[1])
    for line in sys.stdin:
        job = json.loads(line)
        try:
            answer = getattr(worker, job.pop("do"))(**job)
        except Exception as e:  # whatever a library throws is what this peer says of the network
            text = (str(e).strip() or type(e).__name__).splitlines()
            answer = {"error": text[0][:300]}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
