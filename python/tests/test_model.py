# SPDX-License-Identifier: Apache-2.0
"""Loading, looking, optimizing, comparing and saving."""
import gc
import pickle
import threading
import unittest
import warnings

import numpy
from common import (
    Case,
    conv_net,
    conv_net_by_numpy,
    main,
    numbers,
    perceptron,
    put_ncnn,
    tool,
    two_results,
)
from onnx_file import F16, F32, I64, graph, model, node, tensor, value

import sinter_nn

try:
    import onnx
except ImportError:
    onnx = None

def open_net():
    """Of any sizes."""
    nodes = [node("Relu", ["x"], ["y"])]
    return model(graph(nodes, [value("x", F32, None)], [value("y", F32, None)]))


# A name of an ncnn layer that nobody knows: it is kept, and a warning says so.
STRANGE = b"7767517\n2 2\nInput x 0 1 x 0=4\nMistery m 1 1 x y\n"


class Loading(Case):
    def test_path_bytes_and_pair_are_the_same_network(self):
        path = self.put("net.onnx", conv_net())
        from_path = sinter_nn.load(path)
        for source in (str(path), conv_net(), bytearray(conv_net()), memoryview(conv_net())):
            self.assertEqual(sinter_nn.load(source).text(), from_path.text())
        self.assertEqual(from_path.format, "onnx")
        put_ncnn(self.folder, "net")
        param, data = ((self.folder / f"net.{end}").read_bytes() for end in ("param", "bin"))
        pair = sinter_nn.load((param, data))
        self.assertEqual(pair.format, "ncnn")
        self.assertEqual(pair.text(), sinter_nn.load(self.folder / "net.param").text())
        self.assertEqual(
            pair.text(), sinter_nn.load(param, weights=data, format="ncnn").text()
        )
        self.assertTrue(sinter_nn.verify(pair, self.folder / "net.param"))

    def test_bytes_may_go(self):
        data = bytearray(conv_net())
        m = sinter_nn.load(data)
        data[:] = bytes(len(data))
        del data
        gc.collect()
        self.assertTrue(sinter_nn.verify(m, conv_net(), inputs=(2, 3, 8, 8)))

    def test_weights(self):
        param = b"7767517\n2 2\nInput x 0 1 x 0=4\nInnerProduct p 1 1 x y 0=2 1=1 2=8\n"
        path = self.put("net.param", param)
        one = sinter_nn.load(path, weights="seed:1").run(numpy.ones(4, "f4"))
        same = sinter_nn.load(param, format="ncnn", weights="seed:1").run(numpy.ones(4, "f4"))
        other = sinter_nn.load(path, weights="seed:2").run(numpy.ones(4, "f4"))
        self.assertTrue((one["y"] == same["y"]).all())
        self.assertFalse((one["y"] == other["y"]).any())
        with self.raises(sinter_nn.FormatError, "net.bin"):
            sinter_nn.load(path, weights=b"1234").run(numpy.ones(4, "f4"))

    def test_external_data(self):
        """Of what is given as bytes, files beside it are found in the folder of `name`."""
        w = numbers(1, 3)
        (self.folder / "w.data").write_bytes(w.tobytes())
        t = tensor("w", F32, [3], [], "external", location="w.data", offset=0, length=12)
        nodes = [node("Add", ["x", "w"], ["y"])]
        data = model(graph(nodes, [value("x", F32, [3])], [value("y", F32, [3])], [t]))
        m = sinter_nn.load(data, name=self.folder / "net.onnx")
        self.assert_close(m.run(w)["y"], 2 * w)
        self.assert_close(sinter_nn.load(m.to_bytes()).run(w)["y"], 2 * w)
        with self.raises(sinter_nn.FileError, "nowhere/w.data"):
            sinter_nn.load(data, name="nowhere/net.onnx")

    @unittest.skipUnless(onnx, "the package onnx is not there")
    def test_proto(self):
        proto = onnx.load_model_from_string(conv_net())
        m = sinter_nn.load(proto)
        self.assertEqual(m.text(), sinter_nn.load(conv_net()).text())
        back = sinter_nn.optimize(proto).to_onnx()
        self.assertIsInstance(back, onnx.ModelProto)
        self.assertEqual([n.op_type for n in back.graph.node], ["Conv", "Relu"])

    def test_errors_are_those_of_the_tool(self):
        cut = self.put("cut.onnx", conv_net()[:-5])
        (self.folder / "folder.onnx").mkdir()
        for path, code, cls in (
            (self.folder / "none.onnx", 3, sinter_nn.FileError),
            (self.folder / "folder.onnx", 3, sinter_nn.FileError),
            (self.put("net.txt", b"x"), 2, sinter_nn.ArgumentError),
            (cut, 4, sinter_nn.FormatError),
        ):
            said = tool("show", path, code=code)
            with self.assertRaises(cls) as caught:
                sinter_nn.load(path)
            self.assertEqual(f"sinter: {caught.exception}\n", said)
            self.assertEqual(caught.exception.exit_code, code)
        self.assertTrue(issubclass(sinter_nn.FileError, OSError))
        self.assertTrue(issubclass(sinter_nn.ArgumentError, ValueError))
        for cls in sinter_nn.errors.BY_STATUS.values():
            self.assertTrue(issubclass(cls, sinter_nn.SinterError))

    def test_every_status_has_a_class_and_the_code_of_the_tool(self):
        table = dict(
            line.split(maxsplit=1)[::-1]
            for line in tool("help", "exit-codes").splitlines()
            if line[:5].strip().isdigit()
        )
        status = 1
        while True:
            name = sinter_nn._lib.lib.sn_status_name_of(status).decode()
            if name not in sinter_nn.errors.BY_STATUS:
                break
            text = sinter_nn._lib.lib.sn_status_text_of(status).decode()
            self.assertEqual(int(table[text]), sinter_nn.errors.BY_STATUS[name].exit_code)
            status += 1
        self.assertEqual(status, 12)

    def test_what_is_no_network(self):
        with self.raises(sinter_nn.ArgumentError, "found int"):
            sinter_nn.load(7)
        with self.raises(sinter_nn.ArgumentError, "have their weights in them"):
            sinter_nn.load(conv_net(), weights=b"1234")
        with self.raises(sinter_nn.ArgumentError, "-1 threads"):
            sinter_nn.load(conv_net(), threads=-1)

    def test_zoo(self):
        m = sinter_nn.zoo("squeezenet")
        self.assertEqual([i.name for i in m.inputs], ["data"])
        self.assertIn("squeezenet", [n.name for n in sinter_nn.zoo_names()])
        with self.raises(sinter_nn.ArgumentError, "squeezenet"):
            sinter_nn.zoo("squeezenets")


class Looking(Case):
    def test_inputs_and_outputs(self):
        m = sinter_nn.load(conv_net())
        [x], [y] = m.inputs, m.outputs
        self.assertEqual((x.name, x.type, x.shape, x.bytes), ("x", "f32", (None, 3, 8, 8), None))
        self.assertEqual((y.name, y.shape[1:]), ("y", (4, 8, 8)))
        self.assertEqual(x.dtype, numpy.float32)
        [x] = m.pin({"x": (2, 3, 8, 8)}).inputs
        self.assertEqual((x.shape, x.bytes), ((2, 3, 8, 8), 2 * 3 * 64 * 4))
        self.assertEqual(str(x), "x: f32 [2,3,8,8]")

    def test_show_is_what_the_tool_prints(self):
        path = self.put("net.onnx", conv_net())
        m = sinter_nn.load(path)
        said = tool("show", path).replace("--input NAME=SIZES", "inputs={'NAME': [SIZES]}")
        self.assertEqual(m.show(), said)
        self.assertEqual(str(m), m.show())
        self.assertEqual(m.text(), tool("show", path, "--text"))

    def test_layers_and_cost(self):
        m = sinter_nn.load(conv_net()).pin((2, 3, 8, 8))
        conv = m.layers[0]
        self.assertEqual((conv.name, conv.type, conv.n_weights), ("conv", "Conv", 4 * 27))
        self.assertEqual(conv.macs, 2 * 64 * 4 * 27)
        self.assertEqual(conv.outputs[0].shape, (2, 4, 8, 8))
        self.assertEqual(m.cost.weight_bytes, 4 * (4 * 27 + 16))
        self.assertTrue(m.cost.known)
        self.assertFalse(sinter_nn.load(conv_net()).cost.known)

    def test_passes(self):
        names = [p.name for p in sinter_nn.passes()]
        self.assertEqual(len(set(names)), len(names))
        self.assertIn("fold_affine", names)
        listing = tool("passes")
        for p in sinter_nn.passes():
            self.assertIn(p.name, listing)
        self.assertEqual([f.name for f in sinter_nn.formats()], ["ncnn", "onnx"])
        self.assertIn("generic", [t.name for t in sinter_nn.targets()])

    def test_html(self):
        nodes = [node("Relu", ["<x>&"], ["y\n"], "<b>relu</b>")]
        m = sinter_nn.optimize(
            model(graph(nodes, [value("<x>&", F32, [2])], [value("y\n", F32, [2])]))
        )
        text = m._repr_html_()
        self.assertIn("&lt;b&gt;relu&lt;/b&gt;", text)
        self.assertNotIn("<b>", text)
        self.assertIn("&lt;x&gt;&amp;", text)
        self.assertIn("y\\x0A", text)
        self.assertIn("not done", text)
        self.assertIn("<table>", sinter_nn.verify(m, m)._repr_html_())


class Optimizing(Case):
    def test_result_is_that_of_the_tool(self):
        for name, data in (("conv", conv_net()), ("fc", perceptron())):
            path, out = self.put(f"{name}.onnx", data), self.folder / f"{name}.tool.onnx"
            tool("optimize", path, "-q", "-o", out)
            m = sinter_nn.optimize(path)
            m.save(self.folder / "own.onnx")
            self.assertEqual((self.folder / "own.onnx").read_bytes(), out.read_bytes())
            self.assertEqual(m.to_bytes(), out.read_bytes())
            self.assertEqual(sinter_nn.optimize(data).to_bytes(), out.read_bytes())

    def test_ncnn_and_halves(self):
        path = put_ncnn(self.folder, "net", "--fp16")
        m = sinter_nn.optimize(path)
        self.assertEqual(m.optimization.storage.single_layers, 1)
        self.assertIsNone(sinter_nn.optimize(conv_net()).optimization.storage)
        for storage, flag in (("keep", ()), ("fp16", ("--fp16",)), ("fp32", ("--fp32",))):
            tool("optimize", path, "-q", "-o", self.folder / "tool.param", *flag)
            m.save(self.folder / "own.param", storage=storage)
            files = m.to_files("own.param", storage=storage)
            self.assertEqual(list(files), ["own.bin", "own.param"])
            for end in ("param", "bin"):
                written = (self.folder / f"own.{end}").read_bytes()
                self.assertEqual(written, (self.folder / f"tool.{end}").read_bytes())
                self.assertEqual(written, files[f"own.{end}"])
        with self.raises(sinter_nn.ArgumentError, "2 files"):
            m.to_bytes()

    def test_remarks(self):
        m = sinter_nn.load(conv_net())
        done = m.optimize(inputs={"x": (1, 3, 8, 8)})
        report = done.optimization
        self.assertEqual((report.layers_before, report.layers_after), (3, 2))
        self.assertEqual(report.macs_before, 64 * 4 * 27)
        self.assertEqual(report.passes, {"fold_affine": 1})
        [fold] = report.done
        self.assertEqual((fold.pass_name, fold.layers), ("fold_affine", ("conv", "bn")))
        self.assertEqual(fold.result, "conv")
        self.assertLess(fold.distance, 1e-5)
        self.assertTrue(report.network)
        self.assertEqual(report.network.verdict, "same")
        self.assertIn("layers    3 -> 2", str(report))
        self.assertIn("1  fold_affine", str(report))
        self.assertTrue(report.refused)
        self.assertTrue(all(r.why and not r.done for r in report.refused))
        self.assertEqual(done.remarks, report.remarks)
        self.assertEqual(m.optimize(explain=False).optimization.refused, ())
        self.assertEqual((m.optimization, m.remarks), (None, ()))  # m is as it was
        self.assertEqual(len(m.layers), 3)

    def test_options(self):
        m = sinter_nn.load(conv_net())
        self.assertEqual(len(m.optimize(skip=["fold_affine"]).layers), 3)
        self.assertEqual(len(m.optimize(skip="fold_affine").layers), 3)
        self.assertEqual(len(m.optimize(passes=["fold_affine"]).layers), 2)
        kept = m.optimize(keep=["c"])
        self.assertEqual([o.name for o in kept.outputs], ["y", "c"])
        self.assertEqual([o.name for o in m.optimize(outputs=["b"]).outputs], ["b"])
        off = m.optimize(verify="off").optimization
        self.assertEqual((off.checked, off.network.verdict), (0, "not run"))
        [x] = m.optimize(inputs=(1, 3, 8, 8), batch=4).inputs
        self.assertEqual(x.shape, (4, 3, 8, 8))
        ncnn = m.optimize(inputs=(1, 3, 8, 8), target_version="ncnn")
        ncnn.save(self.folder / "net.param")
        self.assertTrue(sinter_nn.verify(m, self.folder / "net.param", inputs=(1, 3, 8, 8)))
        for options, cls, part in (
            ({"skip": ["fold_affin"]}, sinter_nn.ArgumentError, "fold_affine"),
            ({"keep": ["cc"]}, sinter_nn.ArgumentError, "'cc'"),
            ({"outputs": [3]}, sinter_nn.ArgumentError, "3 is no name"),
            ({"verify": "maybe"}, sinter_nn.ArgumentError, "default, each, whole, off"),
            ({"inputs": {"z": (1,)}}, sinter_nn.ArgumentError, "'z'"),
            ({"inputs": {"x": (1, 4, 8, 8)}}, sinter_nn.ShapeError, "conv"),
            ({"inputs": {"x": "many"}}, sinter_nn.ArgumentError, "sizes like"),
            ({"inputs": 3}, sinter_nn.ArgumentError, "sizes like"),
            ({"target_version": "onnx:99"}, sinter_nn.SinterError, "99"),
            ({"weights": "seed:1"}, sinter_nn.ArgumentError, "has been loaded"),
        ):
            with self.subTest(options), self.raises(cls, part):
                sinter_nn.optimize(m, **options)
        self.assertEqual(len(m.optimize().layers), 2)  # none of that has changed it

    def test_whole_that_cannot_be_run(self):
        """What the tool would not write is not given, and what was done is told."""
        layers = b"Dropout d 1 1 x y\nMistery m 1 1 y z\nReLU r 1 1 z v\n"
        text = b"7767517\n4 4\nInput x 0 1 x 0=4\n" + layers
        m = sinter_nn.load(text, format="ncnn", on_message=lambda *_: None)
        self.assertEqual(m.optimize().optimization.passes, {"drop_identities": 1})
        path = self.put("net.param", text)
        said = tool("optimize", path, "--verify", "whole", "-o", self.folder / "o.param", code=6)
        with self.raises(sinter_nn.UnsupportedError, "every output depends on m") as caught:
            m.optimize(verify="whole")
        self.assertIn(str(caught.exception).split(". ")[0].split(": ")[1], said)
        self.assertEqual([r.layers for r in caught.exception.remarks if r.done], [("d",)])

    def test_constants(self):
        nodes = [node("Reshape", ["x", "shape"], ["y"])]
        inputs = [value("x", F32, [2, 6]), value("shape", I64, [2])]
        m = sinter_nn.load(model(graph(nodes, inputs, [value("y", F32, ["a", "b"])])))
        done = m.optimize(constants={"shape": numpy.array([3, 4])})
        self.assertEqual([i.name for i in done.inputs], ["x"])
        self.assertEqual(done.outputs[0].shape, (3, 4))
        with self.raises(sinter_nn.ArgumentError, "shap"):
            m.optimize(constants={"shap": numpy.array([3, 4])})

    def test_cut(self):
        m = sinter_nn.load(conv_net())
        part = m.cut(from_="c", to=["b"])
        self.assertEqual([i.name for i in part.inputs], ["c"])
        self.assertEqual([o.name for o in part.outputs], ["b"])
        with self.raises(sinter_nn.ArgumentError, "needs"):
            m.cut(from_=["b"], to=["c"])


class Comparing(Case):
    def test_verdicts(self):
        path, other = self.put("a.onnx", conv_net()), self.put("b.onnx", conv_net(seed=9))
        same = sinter_nn.verify(path, sinter_nn.optimize(path), inputs=(1, 3, 8, 8))
        self.assertTrue(same)
        self.assertEqual((same.verdict, same.sizes), ("same", "x=1,3,8,8"))
        self.assertIs(same.check(), same)
        self.assertEqual(same.compared[0].name, "y")
        r = sinter_nn.verify(path, other, inputs={"x": (1, 3, 8, 8)})
        self.assertFalse(r)
        self.assertEqual((r.verdict, r.first_different), ("different", "c"))
        self.assertFalse(r.compared[0].equal)
        with self.raises(sinter_nn.DiffersError, "first that differs: c"):
            r.check()

    def test_halves(self):
        """Each element of the second is within what roundings of halves explain; together they are
        not."""
        ends = [value("x", F16, [4, 16])], [value("y", F16, [4, 16])]
        plain = model(graph([node("Exp", ["x"], ["y"])], *ends))
        nodes = [node("Exp", ["x"], ["e"]), node("Mul", ["e", "k"], ["y"])]
        scaled = model(graph(nodes, *ends, [tensor("k", F16, [], [1.01])]))
        self.assertEqual(sinter_nn.verify(plain, plain).verdict, "same")
        r = sinter_nn.verify(plain, scaled)
        self.assertEqual(r.verdict, "different")
        self.assertIn("taken together", r.compared[0].why)

    def test_references(self):
        m = sinter_nn.load(conv_net()).pin((1, 3, 8, 8))
        x = numpy.random.default_rng(1).standard_normal((1, 3, 8, 8), numpy.float32)
        y = m.run(x)["y"]
        for inputs in (x, [x], {"x": x}):
            self.assertEqual(m.verify(inputs, {"y": y}).verdict, "same")
        off = m.verify(x, {"y": y * numpy.float32(1.01)})
        self.assertEqual((off.verdict, off.compared[0].name), ("different", "y"))
        self.assertTrue(m.verify(x, {"y": y * numpy.float32(1.01)}, bound=0.02))
        numpy.save(self.folder / "y.npy", y)
        numpy.save(self.folder / "x.npy", x)
        files = ("--reference", self.folder / "y.npy", "--input-file", self.folder / "x.npy")
        said = tool("verify", self.put("a.onnx", conv_net()), "--input", "x=1,3,8,8", *files)
        self.assertIn("same", said)
        with self.raises(sinter_nn.ArgumentError, "no result 'z'"):
            m.verify(x, {"z": y})
        with self.raises(sinter_nn.ArgumentError, "no result '0'"):
            m.verify(x, {0: y})
        with self.raises(sinter_nn.ArgumentError, "references is empty"):
            m.verify(x, {})
        for what in (y, [y], None):
            with self.raises(sinter_nn.ArgumentError, "name of a result"):
                m.verify(x, what)
        with self.raises(sinter_nn.ShapeError, "y"):
            m.verify(x, {"y": y[:, :, 1:]})

    def test_bounds(self):
        path, other = self.put("a.onnx", conv_net()), self.put("b.onnx", conv_net(seed=9))
        loose = sinter_nn.verify(path, other, inputs=(1, 3, 8, 8), bound=1e6)
        self.assertTrue(loose)
        self.assertEqual(loose.bound, 1e6)
        m, x = sinter_nn.load(path).pin((1, 3, 8, 8)), numpy.zeros((1, 3, 8, 8), numpy.float32)
        for bound in (-1, float("nan"), float("inf")):
            with self.raises(sinter_nn.ArgumentError, "is no distance"):
                sinter_nn.verify(path, other, inputs=(1, 3, 8, 8), bound=bound)
            with self.raises(sinter_nn.ArgumentError, "one of them"):
                sinter_nn.verify(path, other, storage=True, bound=bound)
            with self.raises(sinter_nn.ArgumentError, "is no distance"):
                m.verify(x, {"y": m.run(x)["y"]}, bound=bound)

    def test_verdict_is_that_of_the_tool(self):
        path, out = self.put("a.onnx", conv_net()), self.folder / "b.onnx"
        sinter_nn.optimize(path).save(out)
        said = tool("verify", path, out, "--input", "x=1,3,8,8")
        line = [text for text in said.splitlines() if text.startswith("same")][0]
        r = sinter_nn.verify(path, out, inputs={"x": (1, 3, 8, 8)})
        self.assertEqual(str(r).replace("same: ", "").split(), line.split()[1:])

    def test_inconclusive(self):
        nodes = [node("Sub", ["x", "x"], ["y"])]
        data = model(graph(nodes, [value("x", F32, [4])], [value("y", F32, [4])]))
        zero = [node("Mul", ["x", "x"], ["z"]), node("Sub", ["z", "z"], ["y"])]
        other = model(graph(zero, [value("x", F32, [4])], [value("y", F32, [4])]))
        r = sinter_nn.verify(data, other)
        code = tool(
            "verify", self.put("a.onnx", data), self.put("b.onnx", other), code=_code_of(r)
        ) if not r else ""
        self.assertIn(r.doubt or "", code)

    def test_models_of_two_loads_meet(self):
        a, b = sinter_nn.load(conv_net()), sinter_nn.load(conv_net())
        self.assertTrue(sinter_nn.verify(a, b, inputs=(1, 3, 8, 8)))
        self.assertFalse(sinter_nn.verify(a, sinter_nn.load(conv_net(seed=3)), inputs=(1, 3, 8, 8)))
        path = put_ncnn(self.folder, "net")
        self.assertTrue(sinter_nn.verify(sinter_nn.optimize(path), sinter_nn.load(path)))

    def test_maps_and_errors(self):
        nodes = [node("Relu", ["in"], ["out"])]
        a = model(graph(nodes, [value("in", F32, [4])], [value("out", F32, [4])]))
        nodes = [node("Relu", ["x"], ["y"])]
        b = model(graph(nodes, [value("x", F32, [4])], [value("y", F32, [4])]))
        self.assertTrue(sinter_nn.verify(a, b, maps={"in": "x", "out": "y"}))
        with self.raises(sinter_nn.ArgumentError, "'z'"):
            sinter_nn.verify(a, b, maps={"in": "z"})
        with self.raises(sinter_nn.ArgumentError, "one of them"):
            sinter_nn.verify(a, b, storage=True, bound=1)
        m = sinter_nn.load(a)
        with self.raises(sinter_nn.ArgumentError, "has been loaded"):
            sinter_nn.verify(m, m, weights_b="seed:1")


def _code_of(r):
    return {"different": 8, "inconclusive": 10, "not run": 6}[r.verdict]


class Running(Case):
    def test_interpreter(self):
        x = numbers(5, 2, 3, 8, 8)
        m = sinter_nn.load(conv_net()).pin((2, 3, 8, 8))
        out = m.run(x)
        self.assertEqual(list(out), ["y"])
        self.assert_close(out["y"], conv_net_by_numpy(x))
        before = out["y"].copy()
        m.run(-x)
        self.assertTrue((out["y"] == before).all())  # it is a copy
        with self.raises(sinter_nn.ShapeError, "sizes of input 'x' are not known"):
            sinter_nn.load(open_net()).run(x)
        two = sinter_nn.load(two_results()).run({"a:0": x[0, 0, :2, :3], "b/1": [[1] * 3] * 2})
        self.assertEqual(list(two), ["sum:0", "product:0"])


class Saving(Case):
    def test_over_itself_and_elsewhere(self):
        path = self.put("net.onnx", conv_net())
        m = sinter_nn.optimize(path)
        m.save(path)
        self.assertEqual(path.read_bytes(), m.to_bytes())
        self.assertEqual(len(sinter_nn.load(path).layers), 2)
        with self.raises(sinter_nn.FileError, "nowhere"):
            m.save(self.folder / "nowhere" / "net.onnx")
        with self.raises(sinter_nn.ArgumentError, "no format has files of this name"):
            m.save(self.folder / "net.txt")
        with self.raises(sinter_nn.ArgumentError, "keep, fp32, fp16"):
            m.save(path, storage="int8")
        with self.raises(sinter_nn.UnsupportedError, "half-precision"):
            m.save(path, storage="fp16")

    def test_other_format_leaves_it_as_it_was(self):
        m = sinter_nn.load(conv_net()).pin((1, 3, 8, 8))
        was = m.text()
        files = m.to_files("net.param")
        self.assertEqual(m.text(), was)
        pair = (files["net.param"], files["net.bin"])
        self.assertTrue(sinter_nn.verify(m, pair, inputs=(1, 3, 8, 8)))


class Living(Case):
    def test_closed(self):
        m = sinter_nn.load(conv_net())
        with m.optimize() as done:
            self.assertFalse(done.closed)
        self.assertTrue(done.closed)
        self.assertFalse(m.closed)
        for use in (
            lambda: done.inputs,
            lambda: done.show(),
            lambda: done.optimize(),
            lambda: done.save(self.folder / "a.onnx"),
            lambda: done.compile(),
            lambda: sinter_nn.verify(m, done),
            lambda: sinter_nn.Trainer(done, loss="mse"),
        ):
            with self.raises(sinter_nn.ClosedError, "was closed"):
                use()
        done.close()
        self.assertIn("closed", repr(done))
        self.assertIn("closed", done._repr_html_())

    def test_contexts_go_with_the_last_model(self):
        gone = []
        destroy = sinter_nn._lib.lib.sn_context_destroy
        m = sinter_nn.load(conv_net())
        part = m.optimize()
        context = m._context
        [finalizer] = [
            f for f in sinter_nn._context.weakref.finalize._registry if f.peek()
            and f.peek()[0] is context
        ]
        del context, m
        gc.collect()
        self.assertTrue(finalizer.alive)
        self.assertEqual(len(part.layers), 2)
        del part
        gc.collect()
        self.assertFalse(finalizer.alive)
        self.assertEqual((gone, destroy), ([], sinter_nn._lib.lib.sn_context_destroy))

    def test_nothing_leaks(self):
        def rounds(n):
            for _ in range(n):
                m = sinter_nn.load(conv_net())
                done = m.optimize(inputs=(1, 3, 8, 8))
                assert sinter_nn.verify(m, done)
                done.run(numbers(1, 1, 3, 8, 8))
                done.to_bytes()
                with self.assertRaises(sinter_nn.ArgumentError):
                    m.optimize(skip="nothing")
            gc.collect()
            with open("/proc/self/statm") as f:
                return 4096 * int(f.read().split()[1])

        rounds(10)
        before = rounds(10)
        self.assertLess(rounds(30) - before, 3 << 20)

    def test_not_from_a_pickle(self):
        with self.assertRaises((TypeError, ValueError)):
            pickle.dumps(sinter_nn.load(conv_net()))

    def test_threads_take_turns(self):
        m = sinter_nn.load(conv_net(), threads=1)
        found, failed = [], []

        def work():
            try:
                for _ in range(5):
                    found.append(m.optimize().to_bytes())
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failed, [])
        self.assertEqual((len(found), len(set(found))), (20, 1))

    def test_close_while_another_thread_works(self):
        for _ in range(5):
            m = sinter_nn.zoo("squeezenet", threads=1)
            begun, ended = threading.Event(), []

            def work(m=m, begun=begun, ended=ended):
                begun.set()
                try:
                    ended.append(m.optimize(verify="off"))
                except sinter_nn.ClosedError as error:
                    ended.append(error)

            t = threading.Thread(target=work)
            t.start()
            begun.wait()
            m.close()
            t.join()
            self.assertEqual(len(ended), 1)


class Callbacks(Case):
    def test_warnings(self):
        with self.assertWarnsRegex(sinter_nn.SinterWarning, "Mistery") as caught:
            sinter_nn.load(STRANGE, format="ncnn")
        self.assertEqual(caught.filename, __file__)
        heard = []
        sinter_nn.load(STRANGE, format="ncnn", on_message=lambda *what: heard.append(what))
        self.assertEqual(len(heard), 1)
        self.assertTrue(heard[0][0])
        self.assertIn("Mistery", heard[0][1])
        with self.raises(sinter_nn.SinterWarning, "Mistery"):  # "error" is the filter
            sinter_nn.load(STRANGE, format="ncnn")

    def test_progress(self):
        heard = []
        m = sinter_nn.load(conv_net(), on_progress=lambda *what: heard.append(what))
        m.optimize()
        self.assertTrue(heard)
        for what, done, total in heard:
            self.assertIsInstance(what, str)
            self.assertIsInstance(done, int)
            self.assertGreater(total, 0, what)
            self.assertLessEqual(done, total, what)

    def test_what_a_callback_raises_comes_out(self):
        class Stop(Exception):
            pass

        def stop(*_):
            raise Stop("enough")

        m = sinter_nn.load(conv_net(), on_progress=stop)
        with self.raises(Stop, "enough"):
            m.optimize()
        with self.raises(Stop, "enough"):
            sinter_nn.load(STRANGE, format="ncnn", on_message=stop)
        self.assertEqual(len(m.layers), 3)

    def test_a_callback_cannot_use_its_model(self):
        holder = []

        def use(*_):
            holder[0].optimize()

        holder.append(sinter_nn.load(conv_net(), on_progress=use))
        with self.raises(sinter_nn.SinterError, "a callback uses"):
            holder[0].optimize()

    def test_closing_in_a_callback_waits(self):
        holder, closed = [], []

        def close(*_):
            if not closed:
                closed.append(holder[0].close())

        m = sinter_nn.load(conv_net(), on_progress=close)
        holder.append(m.copy())
        self.assertEqual(len(m.optimize().layers), 2)
        self.assertTrue(closed)
        with self.assertRaises(sinter_nn.ClosedError):
            holder[0].show()


if __name__ == "__main__":
    with warnings.catch_warnings():
        main()
