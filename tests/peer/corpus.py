# SPDX-License-Identifier: Apache-2.0
"""The networks that tests and measurements run: real models and ncnn's benchmark networks, found
through SINTER_MODELS.

Those of the benchmark have weights from a seed."""

import array
import os

import peer
import sinter_tool as tool

DETECTION = ("DetectionOutput", "Yolov3DetectionOutput", "YoloDetectionOutput")
BEFORE = DETECTION + (
    "Softmax",
)  # what goes into them is compared too: what comes out can be nothing, or 0 and 1 alone

# Sizes other than those of SHAPES.tsv.
SIZES = {
    # A vector of 512 has one channel for a convolution over one axis, which ncnn does not notice.
    "dtln-pytorch/model_p2.param": {"y1": (512, 1)},
    # Smaller, for speed.
    "waifu2x/cunet_noise0_scale2.0x_model.param": {"Input1": (3, 104, 104)},
}
FP16_TAG, INT8_TAG = 0x01306B47, 0x000D4B38

# Networks of ncnn's benchmark that run in reasonable time, with sizes where smaller ones do.
BENCHMARK = {
    "FastestDet": "3,352,352",
    "alexnet": "",
    "blazeface": "",
    "efficientnet_b0": "",
    "efficientnetv2_b0": "",
    "googlenet": "",
    "mnasnet": "",
    "mobilenet": "",
    "mobilenet_ssd": "",
    "mobilenet_v2": "",
    "mobilenet_v3": "",
    "mobilenet_yolo": "3,224,224",
    "mobilenetv2_yolov3": "3,224,224",
    "nanodet_m": "",
    "proxylessnasnet": "",
    "regnety_400m": "",
    "resnet18": "",
    "resnet50": "",
    "shufflenet": "",
    "shufflenet_v2": "",
    "squeezenet": "",
    "squeezenet_ssd": "",
    "yolo-fastest-1.1": "",
    "yolo-fastestv2": "",
    "yolov4-tiny": "3,224,224",
    "vision_transformer": "3,384,384",
}


def read_tsv(path):
    with open(path) as f:
        rows = [line.split("\t") for line in f.read().splitlines()]
    heads = [h.split(" ")[0] for h in rows[0]]  # "inputs (as --input takes them)" is inputs
    return [dict(zip(heads, row)) for row in rows[1:]]


def parse_inputs(text):
    return {
        name: tuple(int(n) for n in sizes.split(","))
        for name, sizes in (word.rsplit("=", 1) for word in text.split())
    }


def inputs_of_file(param):
    """Sizes of the Inputs as the file says them."""
    found = {}
    with open(param) as f:
        for words in (line.split() for line in f):
            if words and words[0] == "Input":
                values = dict(w.split("=") for w in words[5:] if "=" in w and not w.startswith("-"))
                found[words[4]] = tuple(
                    int(values[k]) for k in ("2", "11", "1", "0") if values.get(k, "0") != "0"
                )
    return found


def holds(path, tag):
    """Whether the weight file has a buffer with this tag, as far as aligned words tell."""
    words = array.array("I")
    with open(path, "rb") as f:
        words.frombytes(f.read(os.path.getsize(path) // 4 * 4))
    return tag in words


def inputs_before(param):
    """What goes into the layers BEFORE is about: {(layer, position): the name it has here}."""
    return {
        (name, i): blob
        for kind, name, bottoms, _ in tool.layers(param)
        if kind in BEFORE
        for i, blob in enumerate(bottoms)
    }


def detected(param):
    """Results of detection layers: in another order, or more or fewer, where a score is on the
    edge."""
    return {blob for kind, _, _, tops in tool.layers(param) if kind in DETECTION for blob in tops}


def models(more=()):
    """(name, path, shapes or None for a custom layer, more words for the tool, layers by
    ncnnoptimize). `more`: other networks of the benchmark."""
    folder = os.environ.get("SINTER_MODELS", "")
    counts = {
        r["model"]: r["ncnnoptimize"]
        for r in read_tsv(os.path.join(peer.HERE, "ncnnoptimize_layers.tsv"))
    }
    for row in read_tsv(os.path.join(folder, "SHAPES.tsv")):
        shapes = None if row.get("note", "").startswith("not run") else parse_inputs(row["inputs"])
        if shapes:
            shapes.update(SIZES.get(row["model"], {}))
        yield row["model"], os.path.join(folder, row["model"]), shapes, (), counts.get(
            row["model"], ""
        )
    for name, sizes in list(BENCHMARK.items()) + [(name, "") for name in more]:
        path = os.path.join(folder, "ncnn-benchmark", name + ".param")
        shapes = inputs_of_file(path)
        if sizes:
            shapes = {n: tuple(int(v) for v in sizes.split(",")) for n in shapes}
        yield "ncnn-benchmark/" + name + ".param", path, shapes, ("--bin", "seed:1"), ""
