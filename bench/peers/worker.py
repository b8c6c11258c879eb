# SPDX-License-Identifier: Apache-2.0
"""One runtime, one network, one process.

    worker.py KIND

Reads one JSON object a line on stdin, answers with one a line: `load` (files, threads, inputs),
`save` (the outputs of one run), `time` (runs for so many seconds), `memory`. What libraries print goes to
stderr. Times are those of whole inferences: input in place, output there to be read.
"""
import json
import os
import sys
import time

import numpy as np

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
        self.binding = self.session.io_binding()
        self.values = [self.ort.OrtValue.ortvalue_from_numpy(a[None]) for a in inputs.values()]
        for name, value in zip(inputs, self.values):
            self.binding.bind_ortvalue_input(name, value)
        for out in self.session.get_outputs():
            value = self.ort.OrtValue.ortvalue_from_shape_and_type(out.shape, np.float32)
            self.values.append(value)
            self.binding.bind_ortvalue_output(out.name, value)

    def run(self):
        self.session.run_with_iobinding(self.binding)

    def results(self):
        self.run()
        return [v.numpy()[0] for v in self.values[-len(self.session.get_outputs()) :]]


class OpenVino:
    def __init__(self):
        import openvino

        self.ov = openvino

    def load(self, files, threads, inputs, outputs):
        config = {
            "INFERENCE_PRECISION_HINT": "f32",
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
            "NUM_STREAMS": 1,
            "ENABLE_HYPER_THREADING": True,
        }
        self.model = self.ov.Core().compile_model(files["onnx"], "CPU", config)
        self.request = self.model.create_infer_request()
        self.tensors = [self.ov.Tensor(np.ascontiguousarray(a[None])) for a in inputs.values()]
        for name, tensor in zip(inputs, self.tensors):
            self.request.set_tensor(name, tensor)
        self.infer = self.request.infer

    def run(self):
        self.request.start_async()
        self.request.wait()

    def results(self):
        self.run()
        return [np.array(self.request.get_tensor(o).data[0]) for o in self.model.outputs]


KINDS = {"ncnn": Ncnn, "ncnn+": Ncnn, "ort": OnnxRuntime, "openvino": OpenVino}


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
        self.peer.load(files, threads, arrays, outputs)
        loaded = time.perf_counter() - start
        start = time.perf_counter()
        self.peer.run()
        return {"load_ms": 1e3 * loaded, "first_ms": 1e3 * (time.perf_counter() - start)}

    def save(self, path):
        np.savez(path, *self.peer.results())
        return {}

    def memory(self):
        for _ in range(2):
            self.peer.run()
        peak = memory("VmHWM")
        return {"process_bytes": peak, "bytes": max(peak - self.before, 0)}

    def time(self, seconds):
        times, run, clock = [], self.peer.run, time.perf_counter
        run()
        end = clock() + seconds
        while len(times) < 2 or clock() < end:
            start = clock()
            run()
            times.append(clock() - start)
        return {"ms": [1e3 * t for t in times]}


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
