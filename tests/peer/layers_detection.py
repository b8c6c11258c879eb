# SPDX-License-Identifier: Apache-2.0
"""Detection: priors, decoded boxes, proposals, regions. Inputs are such that something is found."""

import numpy as np

from model import layer


@layer("PriorBox")
def prior_box(m):
    feature, image = m.shape(3, 1, 4), (3,) + m.shape(2, 20, 60)
    n = m.int(1, 3)
    sizes = sorted(m.real(5, 30) for _ in range(n))
    params = {
        0: sizes,
        2: [m.real(1.5, 3) for _ in range(m.int(1, 2))],
        7: m.int(0, 1),
        8: m.int(0, 1),
    }
    if m.chance(0.5):
        params[1] = [s + m.real(2, 10) for s in sizes]
    if m.chance(0.5):
        params.update(
            {3: m.real(0.1, 0.3), 4: m.real(0.1, 0.3), 5: m.real(0.1, 0.3), 6: m.real(0.1, 0.3)}
        )
    if m.chance(0.4):
        params.update({9: m.int(20, 60), 10: m.int(20, 60)})
    if m.chance(0.4):
        params.update({11: m.real(4, 16), 12: m.real(4, 16)})
    params[13] = m.real(0, 0.7)
    if m.chance(0.2):
        params[14] = 1
    if m.chance(0.2):
        params[15] = 1
    m.layer(
        "PriorBox", [m.random(feature, constant=False), m.random(image, constant=False)], params
    )


@layer("PriorBox")
def prior_box_mxnet(m):
    params = {
        0: [m.real(0.1, 0.5) for _ in range(m.int(1, 3))],
        2: [1.0] + [m.real(1.5, 3) for _ in range(m.int(0, 2))],
        8: m.int(0, 1),
        9: -233,
        10: -233,
        13: m.real(0, 0.7),
    }
    if m.chance(0.4):
        params.update({11: m.real(0.1, 0.4), 12: m.real(0.1, 0.4)})
    m.layer("PriorBox", [m.random(m.shape(3, 1, 5), constant=False)], params)


def boxes(m, n):
    a = m.contents((n, 4), 0, 0.6)
    a[:, 2:] = a[:, :2] + m.contents((n, 2), 0.1, 0.4)
    return a


@layer("DetectionOutput")
def detection_output(m):
    n, classes = m.int(2, 12), m.int(2, 4)
    scores = np.exp(m.contents((n, classes), -3, 3))
    scores = (scores / scores.sum(1, keepdims=True)).astype(np.float32)
    priors = np.stack([boxes(m, n).ravel(), m.contents((n, 4), 0.1, 0.2).ravel()])
    params = {
        0: classes,
        1: m.real(0.3, 0.6),
        2: m.int(3, 30),
        3: m.int(2, 20),
        4: m.real(0.1, 0.4),
    }
    m.layer(
        "DetectionOutput",
        [
            m.random((4 * n,), -0.5, 0.5, False),
            m.input(scores.ravel(), False),
            m.input(priors, False),
        ],
        params,
    )


@layer("DetectionOutput")
def detection_output_mxnet(m):
    n, classes = m.int(2, 12), m.int(2, 4)
    scores = np.exp(m.contents((classes, n), -3, 3))
    scores = (scores / scores.sum(0, keepdims=True)).astype(np.float32)
    params = {0: -233, 1: m.real(0.3, 0.6), 2: m.int(3, 30), 3: m.int(2, 20), 4: m.real(0.1, 0.4)}
    m.layer(
        "DetectionOutput",
        [m.random((4 * n,), -0.5, 0.5, False), m.input(scores, False), m.input(boxes(m, n), False)],
        params,
    )


def yolo_blob(m, boxes_per_cell, classes):
    return m.random((boxes_per_cell * (5 + classes),) + m.shape(2, 1, 4), -2, 2, False)


@layer("YoloDetectionOutput")
def yolo(m):
    classes, n = m.int(1, 4), m.int(1, 3)
    params = {
        0: classes,
        1: n,
        2: m.real(0.15, 0.4),
        3: m.real(0.3, 0.6),
        4: [m.real(0.5, 3) for _ in range(2 * n)],
    }
    m.layer("YoloDetectionOutput", [yolo_blob(m, n, classes)], params)


@layer("Yolov3DetectionOutput")
def yolo_v3(m):
    classes, n, scales = m.int(1, 4), m.int(1, 3), m.int(1, 2)
    params = {
        0: classes,
        1: n,
        2: m.real(0.15, 0.4),
        3: m.real(0.3, 0.6),
        4: [m.real(8, 60) for _ in range(2 * n * scales)],
        5: [float(i) for i in range(n * scales)],
        6: [m.pick(8.0, 16.0, 32.0) for _ in range(scales)],
    }
    m.layer("Yolov3DetectionOutput", [yolo_blob(m, n, classes) for _ in range(scales)], params)


@layer("Proposal")
def proposal(m):
    # Nine anchors: three ratios by three scales.
    h, w = m.shape(2, 1, 4)
    params = {0: 16, 1: 16, 2: m.int(5, 60), 3: m.int(2, 20), 4: m.real(0.4, 0.8), 5: m.int(4, 20)}
    info = np.array(
        [h * 16 + m.int(0, 40), w * 16 + m.int(0, 40), m.pick(1.0, 1.5)], dtype=np.float32
    )
    m.layer(
        "Proposal",
        [
            m.random((18, h, w), 0, 1, False),
            m.random((36, h, w), -0.5, 0.5, False),
            m.input(info, False),
        ],
        params,
        n_out=m.int(1, 2),
    )


def region(m, h, w, scale):
    """A box inside the image of a feature map."""
    x, y = m.real(0, w * 0.5), m.real(0, h * 0.5)
    return np.array(
        [x, y, x + m.real(0.5, w * 0.5), y + m.real(0.5, h * 0.5)], dtype=np.float32
    ) / np.float32(scale)


@layer("ROIPooling")
def roi_pooling(m):
    """One bin, over a box that begins on a pixel and ends in the first half of one: otherwise the
    wheel, which no longer rounds boxes to whole pixels, differs from the ncnn that the evaluation
    follows."""
    h, w = m.int(3, 8), m.int(3, 8)
    x, y = m.int(0, w - 2), m.int(0, h - 2)
    box = np.array(
        [x, y, m.int(x, w - 1) + m.real(0.1, 0.4), m.int(y, h - 1) + m.real(0.1, 0.4)],
        dtype=np.float32,
    )
    scale = m.pick(1.0, 0.5, 0.0625)
    m.layer(
        "ROIPooling",
        [m.random((m.int(1, 4), h, w), constant=False), m.input(box / np.float32(scale), False)],
        {0: 1, 1: 1, 2: scale},
    )


@layer("ROIAlign", "PSROIPooling")
def region_pooling(m, kind):
    h, w, channels = m.int(3, 8), m.int(3, 8), m.int(1, 4)
    scale = m.pick(1.0, 0.5, 0.0625)
    pooled = m.int(1, 4), m.int(1, 4)
    params = {0: pooled[0], 1: pooled[1], 2: scale}
    if kind == "ROIAlign":
        params.update({3: m.int(0, 3), 4: m.int(0, 1), 5: m.int(0, 1)})
    if kind == "PSROIPooling":
        params[3] = channels
        channels *= pooled[0] * pooled[1]
    m.layer(
        kind,
        [m.random((channels, h, w), constant=False), m.input(region(m, h, w, scale), False)],
        params,
    )
