# SPDX-License-Identifier: Apache-2.0
"""Cases of test_onnx_nodes.py: a node with its inputs, and who says what comes out."""

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

F32, F64, F16 = np.float32, np.float64, np.float16
MICROSOFT, ML = "com.microsoft", "ai.onnx.ml"


class Case:
    """compared: of results by name, what of them is (an index of numpy); else all."""

    def __init__(
        self,
        op,
        inputs,
        attributes=None,
        outputs=("y",),
        domain=MICROSOFT,
        constants=(),
        compared=None,
    ):
        self.op, self.domain, self.outputs = op, domain, list(outputs)
        self.compared = compared or {}
        self.inputs, self.constants = inputs, constants
        self.attributes = attributes or {}

    def name(self, i):
        return "" if self.inputs[i] is None else "x%d" % i

    def model(self):
        n = len(self.inputs)
        node = helper.make_node(
            self.op,
            [self.name(i) for i in range(n)],
            self.outputs,
            domain="" if self.domain == "runtime" else self.domain,
            **self.attributes,
        )
        fed = [i for i in range(n) if self.inputs[i] is not None and i not in self.constants]
        graph = helper.make_graph(
            [node],
            "g",
            [
                helper.make_tensor_value_info(
                    self.name(i),
                    helper.np_dtype_to_tensor_dtype(self.inputs[i].dtype),
                    self.inputs[i].shape,
                )
                for i in fed
            ],
            [helper.make_tensor_value_info(o, TensorProto.UNDEFINED, None) for o in self.names()],
            [onnx.numpy_helper.from_array(self.inputs[i], self.name(i)) for i in self.constants],
        )
        for o in graph.output:
            o.ClearField("type")
        opsets = [helper.make_opsetid("", 20 if self.by_runtime() else 26)]
        if self.by_runtime():
            opsets += [helper.make_opsetid(MICROSOFT, 1), helper.make_opsetid(ML, 3)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=10)

    def names(self):
        return [o for o in self.outputs if o]

    def feeds(self):
        n = len(self.inputs)
        return {
            self.name(i): self.inputs[i]
            for i in range(n)
            if self.inputs[i] is not None and i not in self.constants
        }

    def by_runtime(self):
        return self.domain != ""

    def expected(self, model):
        if not self.by_runtime():
            return ReferenceEvaluator(model).run(self.names(), self.feeds())
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        session = onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        return session.run(self.names(), self.feeds())


OPERATORS = {}


def operator(f):
    OPERATORS[f.__name__] = f
    return f


def sizes(d):
    return [d.int(1, 4) for _ in range(d.int(1, 4))]


def some(d, a):
    """It, or left out."""
    return a if d.chance(0.6) else None
