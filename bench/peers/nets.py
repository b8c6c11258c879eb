# SPDX-License-Identifier: Apache-2.0
"""The networks of the benchmark, and each written for every peer."""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
DETECTION = {
    "DetectionOutput": 2,  # what it reads; the priors behind are constants
    "YoloDetectionOutput": None,
    "Yolov3DetectionOutput": None,
}
OF_ONNX = ("ort", "openvino", "openvino-bf16", "emx")
OF_NCNN = ("ncnn", "ncnn+")


TYPES = {
    "f64": "f8",
    "f32": "f4",
    "f16": "f2",
    "i64": "i8",
    "i32": "i4",
    "i16": "i2",
    "i8": "i1",
    "u8": "u1",
    "bool": "?",
}


class Failed(Exception):
    pass


class Net:
    def __init__(self, path, sizes):
        self.path, self.sizes = pathlib.Path(path), sizes
        self.name = "%s/%s" % (self.path.parent.name, self.path.stem)
        self.short = self.name.removeprefix("ncnn-benchmark/")
        self.is_onnx = self.path.suffix == ".onnx"


def peer_models():
    """tests/peer/onnx_models.py, which needs what the virtual environment has."""
    sys.path.insert(0, str(HERE.parent.parent / "tests" / "peer"))
    import onnx_models

    return onnx_models


def listed(file=HERE / "nets.txt"):
    folder = os.environ.get("SINTER_MODELS", "")
    if not os.path.isdir(folder):
        sys.exit("peers: SINTER_MODELS names no folder with models")
    if file == "onnx":
        for name, sizes in peer_models().models(folder):
            pins = ["%s=%s" % (v, ",".join(map(str, s))) for v, s in sizes.items() if s]
            yield Net(os.path.join(folder, name), pins)
        return
    for line in pathlib.Path(file).read_text().splitlines():
        if line and not line.startswith("#"):
            name, *sizes = line.split()
            yield Net(os.path.join(folder, name + ".param"), sizes)


def chosen(words, file=HERE / "nets.txt"):
    if not words:
        return list(listed(file))
    found, known = [], None
    for word in words:
        path, *sizes = word.split()
        if path.endswith((".param", ".onnx")):
            found.append(Net(path, sizes))
            continue
        known = known or list(listed(file))
        exact = [n for n in known if word in (n.short, n.name)]
        some = exact or [n for n in known if word in n.name]
        if not some:
            sys.exit("peers: no network in %s has '%s' in its name" % (file, word))
        found += [n for n in some if n not in found]
    return found


def layers(param):
    """(type, bottoms, tops) of each layer of a .param."""
    for line in param.read_text(errors="replace").splitlines()[2:]:
        words = line.split()
        if len(words) >= 4:
            n_in, n_out = int(words[2]), int(words[3])
            yield words[0], words[4 : 4 + n_in], words[4 + n_in : 4 + n_in + n_out]


class Prepared:
    """A network written for each peer, into a folder."""

    def __init__(self, args, net, folder):
        self.args, self.net, self.folder = args, net, folder
        self.pins = [w for size in net.sizes for w in ("--input", size)]
        self.refused = {}  # peer -> why it has no such file
        if net.is_onnx:
            self.model = str(net.path)
            self.files = {"onnx": self.model}
            self.refused.update((p, "reads no ONNX") for p in OF_NCNN if p in args.peers)
        else:
            self.model = self.file("net.param")
            self.files = {"param": self.model, "bin": self.file("net.bin")}
            self.original()
        shown = json.loads(self.sinter("show", self.model, *self.pins, "--json"))
        if shown["sizes"] == "chosen" and not net.is_onnx:
            raise Failed("sizes of its inputs must be given")
        self.macs, self.weight_bytes = (shown["totals"][k] for k in ("macs", "weight_bytes"))
        self.outputs = [v["name"] for v in shown["outputs"]]
        self.inputs = self.feed(shown["inputs"])
        if "ncnn+" in args.peers and not net.is_onnx:
            self.optimized()
        if set(args.peers) & set(OF_ONNX) and not net.is_onnx:
            self.onnx(shown)
        if "emx" in args.peers:
            self.emx(shown)

    def feed(self, inputs):
        """File of inputs, by whether a peer takes them as ONNX has them: of an ncnn model, that is
        with an axis of images in front."""
        import numpy as np

        rng = np.random.default_rng(self.args.seed)
        arrays = {
            v["name"]: peer_models().drawn(v["name"], TYPES[v["type"] or "f32"], v["shape"], rng)
            for v in inputs
        }
        files = {False: self.file("inputs.npz"), True: self.file("inputs.onnx.npz")}
        np.savez(files[False], **arrays)
        in_front = {n: a if self.net.is_onnx else a[None] for n, a in arrays.items()}
        np.savez(files[True], **in_front)
        return files

    def file(self, name):
        return os.path.join(self.folder, name)

    def sinter(self, *words, tool=None):
        p = subprocess.run(
            [tool or self.args.sinter, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_CACHE_HOME": self.file("cache")},
        )
        if p.returncode:
            said = (p.stderr.strip() or p.stdout.strip() or "nothing said").splitlines()[-1]
            raise Failed("sinter %s: %s" % (words[0], said.removeprefix("sinter: ")))
        return p.stdout

    def original(self):
        """The file itself, with weights, cut before what picks boxes (that is no arithmetic) and
        before a last softmax: with made-up weights one class takes all, and differences in what
        goes in would not show."""
        weights = [] if self.net.path.with_suffix(".bin").exists() else ["--bin", "seed:1"]
        shown = json.loads(self.sinter("show", str(self.net.path), *weights, *self.pins, "--json"))
        ends = [v["name"] for v in shown["outputs"]]
        for kind, bottoms, tops in layers(self.net.path):
            if kind in DETECTION and tops[0] in ends:
                at = ends.index(tops[0])
                ends[at : at + 1] = bottoms[: DETECTION[kind]]
            elif kind == "Softmax" and tops[0] in ends and bottoms[0] not in ends:
                ends[ends.index(tops[0])] = bottoms[0]
        cut = [] if ends == [v["name"] for v in shown["outputs"]] else ["--to", ",".join(ends)]
        words = ["convert", str(self.net.path), "-o", self.files["param"], *weights, *cut]
        self.sinter(*words, *(self.pins if cut else []))

    def optimized(self):
        self.files["param+"], self.files["bin+"] = self.file("opt.param"), self.file("opt.bin")
        try:
            words = ["optimize", self.files["param"], "-o", self.files["param+"], "--verify", "off"]
            self.sinter(*words, *self.pins)
        except Failed as e:
            self.refused["ncnn+"] = str(e)

    def onnx(self, shown):
        import onnx
        import to_onnx

        self.files["onnx"] = self.file("net.onnx")
        with open(self.files["bin"], "rb") as f:
            data = f.read()
        try:
            onnx.save(to_onnx.translate(shown, data), self.files["onnx"])
        except to_onnx.Refused as e:
            self.refused.update((peer, "not written as ONNX: %s" % e) for peer in OF_ONNX)

    def emx(self, shown):
        """C of emx-onnx-cgen as a library, built as its own tests build it, for this machine."""
        import onnx

        if "onnx" not in self.files:
            return
        folder = self.file("emx")
        os.mkdir(folder)
        source, library = (os.path.join(folder, "model" + end) for end in (".c", ".so"))
        shapes = {v["name"]: v["shape"] for v in shown["inputs"]}
        sizes = [
            word
            for v in onnx.load(self.files["onnx"], load_external_data=False).graph.input
            for axis, d in enumerate(v.type.tensor_type.shape.dim)
            if not d.HasField("dim_value") and v.name in shapes
            for word in ("--input-dim", "%s:%d=%d" % (v.name, axis, shapes[v.name][axis]))
        ]
        tool = os.path.join(os.path.dirname(sys.executable), "emx-onnx-cgen")
        cc = os.environ.get("CC", "cc").split()
        flags = ["-O3", "-march=native", "-shared", "-fPIC", source, "-o", library, "-lm"]
        for words in ([tool, "compile", self.files["onnx"], source, *sizes], [*cc, *flags]):
            p = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if p.returncode:
                said = [line for line in p.stdout.splitlines() if "rror:" in line]
                said += p.stdout.strip().splitlines()[-1:]
                self.refused["emx"] = (said or ["failed"])[0].strip().partition(" (while ")[0]
                return
        text = pathlib.Path(source).read_text()
        found = re.findall(r"^void model\((.*)\) \{$", text, re.M)[-1].split(", ")
        arguments = []
        for one in found:
            c_type = one.removeprefix("const ").split(" ")[0]
            dims = re.findall(r"\[(?:restrict )?(\d+)\]", one)
            arguments.append((c_type, [int(n) for n in dims]))
        data = os.path.join(folder, "model.bin")
        self.files["emx"] = {"library": library, "data": data, "arguments": arguments}

    def compile(self, label, how, threads):
        """Generated code as a shared library, made as the Variant says; how long that took."""
        folder = self.file("%s-%d" % (label, threads))
        words = ["compile", self.model, "-o", folder, "--target", how.target, *self.pins]
        words += ["--prefix", "net"]
        if not how.tool:  # other builds may not know them
            words += ["--check=off", "--no-selftest"]
        start = time.perf_counter()
        words += ["--threads", str(threads), "--fusion", how.fusion]
        if how.without:
            words += ["--without", how.without.replace("+", ",")]
        self.sinter(*words, tool=how.tool)
        emitted = time.perf_counter()
        header = next(
            h for h in sorted(pathlib.Path(folder).glob("*.h")) if not h.stem.endswith("_steps")
        )
        flags = re.search(r"^ \* Build: cc (.*?) \S+\.c ", header.read_text(), re.M)
        if not flags:
            raise Failed("%s does not say how it is built" % header.name)
        sources = [str(f) for f in sorted(header.parent.glob("*.c")) if f.name != "main.c"]
        library = os.path.join(folder, "net.so")
        cc = os.environ.get("CC", "cc").split()
        words = [*cc, *flags.group(1).split(), "-shared", "-fPIC", *sources, "-o", library]
        p = subprocess.run(words + ["-lm", "-lpthread"], stderr=subprocess.PIPE, text=True)
        if p.returncode:
            raise Failed("cc: %s" % (p.stderr.strip().splitlines() or ["failed"])[0])
        files = {
            "library": library,
            "prefix": header.stem,
            "weights": str(header.with_suffix(".weights")),
            "pages": how.pages,
        }
        text = sum(os.path.getsize(f) for f in sources)
        times = {"emit_s": emitted - start, "cc_s": time.perf_counter() - emitted}
        return files, {**times, "source_bytes": text, "library_bytes": os.path.getsize(library)}

    def waits(self, threads):
        """What a user waits for `sinter run`: the first time, and when the cache has the code."""
        import numpy as np

        os.makedirs(self.file("cache"), mode=0o700, exist_ok=True)
        words = ["run", self.model, *self.pins, "--threads", str(threads)]
        with np.load(self.inputs[False]) as found:
            for i, name in enumerate(found.files):
                np.save(self.file("in%d.npy" % i), found[name])
                words += ["--input-file", "%s=%s" % (name, self.file("in%d.npy" % i))]
        times = {}
        for key in ("cold_s", "cached_s"):
            start = time.perf_counter()
            self.sinter(*words)
            times[key] = time.perf_counter() - start
        return times

    def of(self, peer):
        if peer == "ncnn+":
            return {"param": self.files["param+"], "bin": self.files["bin+"]}
        return self.files
