# SPDX-License-Identifier: Apache-2.0
"""sinter: an optimizer and compiler for neural networks of ONNX and ncnn.

    import sinter_nn
    model = sinter_nn.optimize("net.onnx")      # fewer layers, the same results, checked
    print(model.optimization)                   # what was done
    model.save("fused.onnx")
    net = sinter_nn.compile("net.onnx")         # as C, by the compiler of this machine
    y = net(x)                                  # arrays of numpy

Shapes are outermost first. What fails raises a SinterError with the text of the tool; warnings go
to `warnings`. While the library works, other threads of Python run. docs/python.md has more."""

from __future__ import annotations

from ._lib import lib as _library
from .compiled import Compiled, compile, write_c
from .errors import (
    ArgumentError,
    ClosedError,
    DiffersError,
    FileError,
    FormatError,
    InconclusiveError,
    InternalError,
    MiscompiledError,
    NotFiniteError,
    OutOfMemoryError,
    ShapeError,
    SinterError,
    SinterWarning,
    UnsupportedError,
)
from .lists import formats, passes, targets, zoo_names
from .model import Model, load, optimize, verify, zoo
from .results import (
    Compared,
    Comparison,
    CompiledInfo,
    Cost,
    Epoch,
    Layer,
    Listed,
    Optimization,
    Pass,
    Remark,
    Step,
    Storage,
    TensorInfo,
    Timing,
    WrittenCode,
)
from .trainer import Trainer, train

__version__ = _library.sn_version().decode()

__all__ = [
    "ArgumentError",
    "ClosedError",
    "Compared",
    "Comparison",
    "Compiled",
    "CompiledInfo",
    "Cost",
    "DiffersError",
    "Epoch",
    "FileError",
    "FormatError",
    "InconclusiveError",
    "InternalError",
    "Layer",
    "Listed",
    "MiscompiledError",
    "Model",
    "NotFiniteError",
    "Optimization",
    "OutOfMemoryError",
    "Pass",
    "Remark",
    "ShapeError",
    "SinterError",
    "SinterWarning",
    "Step",
    "Storage",
    "TensorInfo",
    "Timing",
    "Trainer",
    "UnsupportedError",
    "WrittenCode",
    "compile",
    "formats",
    "load",
    "optimize",
    "passes",
    "targets",
    "train",
    "verify",
    "write_c",
    "zoo",
    "zoo_names",
]
