# SPDX-License-Identifier: Apache-2.0
"""Nodes of the official tests of ONNX, changed so that they are not what the schema of their
operator asks for: without an input or an attribute that has to be there, with one input or output
more than there are, with elements of a type that the operator does not take. sinter refuses each,
and never by an error of its own.
"""

import copy
import os
import subprocess
import warnings

import numpy as np
import onnx
from onnx import TensorProto, defs, helper

import peer
import sinter_tool as tool

PER_OPERATOR = 1
SINGLE = defs.OpSchema.FormalParameterOption.Single
MANY = 1000
TYPES = ["FLOAT", "FLOAT16", "BFLOAT16", "DOUBLE", "INT8", "INT32", "INT64", "UINT8", "BOOL"]
INTERNAL = 9
# Their bodies and values are read where the file is, not by the schema.
BUILT_IN = ("Constant", "If", "Loop", "Scan")


def type_name(kind):
    return "tensor(%s)" % {"FLOAT": "float", "DOUBLE": "double"}.get(kind, kind.lower())


def changed(model, change):
    model = copy.deepcopy(model)
    change(model.graph.node[0], model.graph)
    return model


def without_attribute(name):
    def change(node, graph):
        kept = [a for a in node.attribute if a.name != name]
        del node.attribute[:]
        node.attribute.extend(kept)

    return change


def variants(model, schema):
    """(what is wrong, the model)"""
    node, graph = model.graph.node[0], model.graph
    fed = {v.name: i for i, v in enumerate(graph.input)}
    for k, name in enumerate(node.input):
        formal = schema.inputs[min(k, len(schema.inputs) - 1)]
        if name and formal.option == SINGLE:
            yield "no %s" % formal.name, changed(model, lambda n, g: n.input.__setitem__(k, ""))
            rest = slice(k, None)
            yield "cut at %s" % formal.name, changed(model, lambda n, g: n.input.__delitem__(rest))
        for kind in TYPES if name in fed else []:
            if type_name(kind) in formal.types:
                continue

            def retype(n, g):
                g.input[fed[name]].type.tensor_type.elem_type = TensorProto.DataType.Value(kind)

            yield "%s of %s" % (formal.name, kind), changed(model, retype)
    if node.input and schema.max_input < MANY:
        more = [""] * (schema.max_input - len(node.input)) + [node.input[0]]
        yield "more inputs", changed(model, lambda n, g: n.input.extend(more))
    if schema.max_output < MANY:
        outputs = [""] * (schema.max_output - len(node.output)) + ["more"]

        def more_outputs(n, g):
            n.output.extend(outputs)
            g.output.append(helper.make_tensor_value_info("more", TensorProto.FLOAT, None))

        yield "more outputs", changed(model, more_outputs)
    for a in schema.attributes.values():
        if a.required and any(is_.name == a.name for is_ in node.attribute):
            yield "no attribute %s" % a.name, changed(model, without_attribute(a.name))


def cases(args):
    from onnx.backend.test.case.node import collect_testcases

    count = {}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        official = collect_testcases(None)
    for case in official:
        nodes = case.model.graph.node
        if len(nodes) != 1 or nodes[0].domain or nodes[0].op_type in BUILT_IN:
            continue
        op, name = nodes[0].op_type, case.name
        count[op] = count.get(op, 0) + 1
        if args.k in op and count[op] <= args.per:
            version = next(o.version for o in case.model.opset_import if not o.domain)
            for what, model in variants(case.model, defs.get_schema(op, version)):
                yield op, name, what, model


def main():
    more = dict(per=dict(type=int, default=PER_OPERATOR))
    args = peer.arguments(__doc__.splitlines()[0], **more)
    folder, passed, failed = peer.folder(), 0, 0
    path, out = os.path.join(folder, "node.onnx"), os.path.join(folder, "out.onnx")
    for op, name, what, model in cases(args):
        onnx.save(model, path)
        words = [args.sinter, "optimize", path, "-o", out, "-q"]
        p = subprocess.run(words, capture_output=True, text=True)
        why = (p.stderr.strip().splitlines() or ["accepted"])[-1]
        refused = p.returncode or "is kept as it is" in why
        if refused and p.returncode != INTERNAL and not tool.crashed(p.returncode):
            passed += 1
            continue
        failed += 1
        print("FAILED: %s (%s): %s: %d, %s" % (op, name, what, p.returncode, why))
    peer.remove(folder)
    peer.finish(passed, failed)


if __name__ == "__main__":
    main()
