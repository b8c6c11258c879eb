# SPDX-License-Identifier: Apache-2.0
"""Compiled networks: every way to call one, what is refused, several threads, memory."""
import dataclasses
import gc
import os
import threading
import time
import unittest

import numpy
from common import (
    Case,
    conv_net,
    conv_net_by_numpy,
    main,
    numbers,
    tool,
    two_results,
    weight,
)
from onnx_file import BOOL, F16, F32, I64, U8, graph, model, node, value

import sinter_nn


def one_node(op, inputs, outputs, weights=(), **attributes):
    """A network of one node; inputs and outputs: (name, type, sizes)."""
    names = [i[0] for i in inputs] + [w[0] for w in weights]
    n = node(op, names, [o[0] for o in outputs], **attributes)
    ends = [[value(*i) for i in part] for part in (inputs, outputs)]
    return model(graph([n], *ends, [weight(*w) for w in weights]))


class Calling(Case):
    def test_every_way(self):
        net = sinter_nn.compile(conv_net(), inputs={"x": (2, 3, 8, 8)}, threads=1)
        x = numbers(5, 2, 3, 8, 8)
        y = net(x)
        self.assertEqual((y.shape, y.dtype), ((2, 4, 8, 8), numpy.float32))
        self.assert_close(y, conv_net_by_numpy(x))
        for other in (net(x=x), net({"x": x}), *net.run(None, {"x": x}), *net.run(["y"], {"x": x})):
            self.assertTrue((other == y).all())
        self.assertTrue((net(x.tolist()) == y).all())
        self.assertTrue((net(x[::-1, :, ::-1]) == net(x[::-1, :, ::-1].copy())).all())
        self.assertTrue((net(numpy.asfortranarray(x)) == y).all())
        self.assertTrue((net(x.astype(">f4")) == y).all())
        self.assertTrue((net(memoryview(x)) == y).all())
        before = y.copy()
        net(-x)
        self.assertTrue((y == before).all())  # results are not used again

    def test_several_results(self):
        net = sinter_nn.compile(two_results(), threads=1)
        a, b = numbers(1, 2, 3), numbers(2, 2, 3)
        out = net(a, b)
        self.assertEqual(list(out), ["sum:0", "product:0"])
        self.assert_close(out["sum:0"], a + b)
        self.assert_close(out["product:0"], a * b)
        self.assertTrue((net({"b/1": b, "a:0": a})["sum:0"] == out["sum:0"]).all())
        self.assertTrue((net(a, **{"b/1": b})["sum:0"] == out["sum:0"]).all())
        [product] = net.run(["product:0"], {"a:0": a, "b/1": b})
        self.assertTrue((product == out["product:0"]).all())
        swapped = net.run(["product:0", "sum:0"], {"a:0": a, "b/1": b})
        self.assertTrue((swapped[1] == out["sum:0"]).all())
        with self.raises(sinter_nn.ArgumentError, "no result 'sum'; did you mean 'sum:0'"):
            net.run(["sum"], {"a:0": a, "b/1": b})

    def test_what_is_refused(self):
        net = sinter_nn.compile(two_results(), threads=1)
        a, b = numbers(1, 2, 3), numbers(2, 2, 3)
        for call, cls, part in (
            (lambda: net(a), sinter_nn.ArgumentError, r"'b/1' is missing: b/1: f32 \[2,3\]"),
            (lambda: net(), sinter_nn.ArgumentError, "'a:0' is missing"),
            (lambda: net(a, b, a), sinter_nn.ArgumentError, "3 arrays for .* 2 inputs"),
            (lambda: net(a, b, c=a), sinter_nn.ArgumentError, "no input 'c'; there is 'a:0'"),
            (lambda: net(a, b, **{"a:0": a}), sinter_nn.ArgumentError, "given twice"),
            (lambda: net(a, b.astype("f8")), sinter_nn.ShapeError, "f64 were found, f32 is exp"),
            (lambda: net(a, b.astype("i4")), sinter_nn.ShapeError, "i32 were found"),
            (lambda: net(a, b.astype("c8")), sinter_nn.ShapeError, "complex64 were found"),
            (lambda: net(a, b.T), sinter_nn.ShapeError, "'b/1': the sizes are 3,2, 2,3 are"),
            (lambda: net(a, b[0]), sinter_nn.ShapeError, "sizes are 3, 2,3"),
            (lambda: net(a, b[None]), sinter_nn.ShapeError, "sizes are 1,2,3"),
            (lambda: net(a, "text"), sinter_nn.ArgumentError, "numbers of f32"),
            (lambda: net(a, [[1, 2], [3]]), sinter_nn.ArgumentError, "numbers of f32"),
            (lambda: net(a, None), sinter_nn.SinterError, "'b/1'"),
            (lambda: net(a, numpy.array(["x"])), sinter_nn.ShapeError, "str"),
        ):
            with self.subTest(part), self.raises(cls, part):
                call()
        self.assert_close(net(a, b)["sum:0"], a + b)

    def test_types(self):
        for kind, dtype in ((F32, "f4"), (F16, "f2"), (I64, "i8"), (U8, "u1"), (BOOL, "?")):
            op = "Not" if kind == BOOL else "Transpose"
            net = sinter_nn.compile(
                one_node(op, [("x", kind, [2, 3])], [("y", kind, None)]), threads=1
            )
            x = (numbers(1, 2, 3) * 3).astype(dtype)
            y = net(x)
            self.assertEqual(y.dtype, x.dtype)
            self.assertTrue((y == (~x if kind == BOOL else x.T)).all())
            self.assertEqual(net.inputs[0].dtype, numpy.dtype(dtype))

    def test_scalars_and_index_inputs(self):
        net = sinter_nn.compile(
            one_node("Add", [("x", F32, []), ("z", F32, [])], [("y", F32, [])]), threads=1
        )
        self.assertEqual(net(2, 3).item(), 5)
        self.assertEqual(net(numpy.float32(2), numpy.array(3, "f4")).shape, ())
        param = b"7767517\n2 2\nInput i 0 1 i 0=3\nEmbed e 1 1 i y 0=2 1=4 2=0 3=8\n"
        net = sinter_nn.compile(param, format="ncnn", weights="seed:1", threads=1)
        self.assertEqual(net.inputs[0].type, "i32")
        rows = sinter_nn.load(param, format="ncnn", weights="seed:1")
        index = numpy.array([3, 0, 3], "i4")
        y = net(index)
        self.assertTrue((y[0] == y[2]).all())
        self.assertFalse((y[0] == y[1]).all())
        self.assertTrue((rows.run(index)["y"] == y).all())
        with self.raises(sinter_nn.ShapeError, "f32 were found, i32"):
            net(index.astype("f4"))

    def test_only_the_data_says_how_much(self):
        net = sinter_nn.compile(
            one_node("NonZero", [("x", F32, [2, 3])], [("y", I64, [2, "n"])]), threads=1
        )
        self.assertEqual(net.outputs[0].shape, (2, None))
        self.assertEqual(len(net.outputs), 1)
        for x in ([[1, 0, 2], [0, 0, 3]], [[0] * 3] * 2, [[1] * 3] * 2):
            self.assertTrue((net(x) == numpy.nonzero(x)).all())
            self.assertEqual(net(x).shape, numpy.array(numpy.nonzero(x)).shape)


class Compiling(Case):
    def test_info_and_cache(self):
        m = sinter_nn.load(conv_net(seed=41)).pin((1, 3, 8, 8))
        os_cache = os.environ.get("XDG_CACHE_HOME")
        self.addCleanup(lambda: os.environ.update({"XDG_CACHE_HOME": os_cache} if os_cache else {}))
        os.environ["XDG_CACHE_HOME"] = str(self.folder)
        first, second = m.compile(threads=1), m.compile(threads=1)
        self.assertEqual((first.info.cached, second.info.cached), (False, True))
        self.assertTrue(first.info.checked)
        self.assertTrue(os.path.exists(first.info.library))
        self.assertGreater(first.info.code_bytes, 0)
        self.assertIn("x: f32 [1,3,8,8]", repr(first))
        self.assertEqual(len(m.layers), 3)  # it was not optimized itself

    def test_batch_and_options(self):
        m = sinter_nn.load(conv_net()).pin((1, 3, 8, 8))
        x = numbers(5, 3, 1, 3, 8, 8)
        net = m.compile(batch=3, threads=2)
        self.assertEqual(net.inputs[0].shape, (3, 1, 3, 8, 8))
        self.assert_close(net(x), [conv_net_by_numpy(image) for image in x])
        one = x[0]
        plain = m.compile(threads=1)(one)
        for options in (
            {"exact": True},
            {"small": True},
            {"fusion": "off"},
            {"without": ["sum", "rows"]},
            {"optimize": False},
            {"check": False},
            {"threads": None},
            {"target": "x86-64"} if os.uname().machine == "x86_64" else {"target": "generic"},
        ):
            with self.subTest(options):
                self.assert_close(m.compile(**{"threads": 1, **options})(one), plain)
        for options, part in (
            ({"target": "z80"}, "z80"),
            ({"threads": 0}, "threads is 0"),
            ({"batch": -1}, "batch is -1"),
            ({"fusion": "some"}, "full, tvm, off"),
            ({"without": "row"}, "row"),
        ):
            with self.subTest(options), self.raises(sinter_nn.ArgumentError, part):
                m.compile(**options)
        with self.assertRaises(TypeError):
            m.compile(thread=1)

    def test_no_compiler(self):
        was = os.environ.get("CC")
        os.environ["CC"] = str(self.folder / "nocc")
        try:
            with self.raises(sinter_nn.UnsupportedError, "nocc"):
                sinter_nn.compile(conv_net(seed=77))
        finally:
            os.environ.pop("CC")
            if was:
                os.environ["CC"] = was

    def test_sizes_that_are_open(self):
        data = one_node("Relu", [("x", F32, None)], [("y", F32, None)])
        with self.raises(sinter_nn.ShapeError, r"'x' are not known: .*\{'x': \[3,240,320\]\}"):
            sinter_nn.compile(data)
        data2 = one_node("Relu", [("x", F32, ["n", 3, "h", "w"])], [("y", F32, None)])
        with self.raises(sinter_nn.ShapeError, r"\[1,3,240,320\]"):
            sinter_nn.compile(data2)
        self.assertEqual(sinter_nn.compile(data, inputs=(2, 2))([[1, -1], [2, -2]]).sum(), 3)

    def test_as_the_tool_runs_it(self):
        path = self.put("net.onnx", conv_net())
        x = numbers(9, 1, 3, 8, 8)
        numpy.save(self.folder / "x.npy", x)
        tool("run", path, "--input-file", self.folder / "x.npy", "-q", "--threads", 1, "-o",
             self.folder / "out")  # fmt: skip
        y = sinter_nn.compile(path, threads=1)(x)
        self.assertTrue((numpy.load(self.folder / "out" / "y.npy") == y).all())

    def test_bench(self):
        net = sinter_nn.compile(conv_net(), inputs=(1, 3, 8, 8), threads=1)
        r = net.bench(5)
        self.assertEqual(r.rounds, 5)
        self.assertLessEqual(r.best_seconds, r.median_seconds)
        self.assertGreater(r.best_seconds, 0)
        self.assertIn("conv", r.steps[0].layers)
        self.assertTrue(all(s.seconds <= r.median_seconds * 5 for s in r.steps))
        self.assertIn("<table>", r._repr_html_())
        with self.raises(sinter_nn.ArgumentError, "rounds is 0"):
            net.bench(0)
        with self.raises(sinter_nn.ArgumentError, "warmup is 0"):
            net.bench(1, warmup=0)
        with self.raises(sinter_nn.ArgumentError, "inf seconds"):
            net.bench(1, seconds=float("inf"))

    def test_percentiles(self):
        net = sinter_nn.compile(conv_net(), inputs=(1, 3, 8, 8), threads=1)
        r = net.bench(7, warmup=3, seconds=0.001)
        self.assertEqual(len(r.seconds), r.rounds)
        self.assertGreaterEqual(r.rounds, 7)
        self.assertEqual(r.percentile(0), r.best_seconds)
        self.assertEqual(r.percentile(50), r.median_seconds)
        self.assertEqual(r.percentile(100), max(r.seconds))
        for percent in (-1, 101, float("nan")):
            with self.raises(sinter_nn.ArgumentError, f"percent is {percent}"):
                r.percentile(percent)
        all_ = dataclasses.replace(r, seconds=tuple(map(float, range(100))))
        self.assertEqual([all_.percentile(p) for p in range(100)], list(all_.seconds))

    def test_c_in_a_folder(self):
        written = sinter_nn.write_c(
            conv_net(), self.folder / "c", prefix="own", target="generic", inputs=(1, 3, 8, 8)
        )
        self.assertEqual(written.prefix, "own")
        for name in written.files:
            self.assertTrue((self.folder / "c" / name).exists())
        self.assertIn("own.h", written.files)
        self.assertGreater(written.steps, 0)
        with self.raises(sinter_nn.ArgumentError, "prefix '1'"):
            sinter_nn.load(conv_net()).write_c(self.folder / "d", prefix="1")


class Living(Case):
    def test_closed(self):
        with sinter_nn.compile(two_results(), threads=1) as net:
            pass
        with self.raises(sinter_nn.ClosedError, "compiled network was closed"):
            net(numbers(1, 2, 3), numbers(2, 2, 3))
        self.assertIn("closed", repr(net))
        self.assertEqual(len(net.inputs), 2)

    def test_model_may_go_first(self):
        m = sinter_nn.load(two_results())
        net = m.compile(threads=1)
        m.close()
        del m
        gc.collect()
        a, b = numbers(1, 2, 3), numbers(2, 2, 3)
        self.assert_close(net(a, b)["sum:0"], a + b)

    def test_calls_leak_nothing(self):
        net = sinter_nn.compile(
            one_node("Relu", [("x", F32, [1 << 18])], [("y", F32, None)]), threads=1
        )

        def calls(n):
            for seed in range(n):
                net(numpy.full(1 << 18, seed, "f4"))
            gc.collect()
            with open("/proc/self/statm") as f:
                return 4096 * int(f.read().split()[1])

        before = calls(20)
        self.assertLess(calls(200) - before, 4 << 20)

    def test_networks_leak_nothing(self):
        def rounds(n):
            for _ in range(n):
                net = sinter_nn.compile(conv_net(), inputs=(1, 3, 8, 8), threads=1)
                net(numbers(1, 1, 3, 8, 8))
            del net
            gc.collect()
            with open("/proc/self/statm") as f:
                return 4096 * int(f.read().split()[1])

        rounds(5)
        before = rounds(5)
        self.assertLess(rounds(20) - before, 4 << 20)

    def test_threads(self):
        path = self.put("net.onnx", conv_net())
        shared = sinter_nn.compile(path, inputs=(1, 3, 8, 8), threads=1)
        failed = []

        def work(seed):
            try:
                own = sinter_nn.compile(path, inputs=(1, 3, 8, 8), threads=1)
                for k in range(50):
                    x = numbers(100 * seed + k, 1, 3, 8, 8)
                    expected = conv_net_by_numpy(x)
                    self.assert_close(shared(x), expected)
                    self.assert_close(own(x), expected)
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failed, [])

    def test_other_threads_of_python_run_meanwhile(self):
        """A thread that counts goes on while the library works."""
        m = sinter_nn.zoo("squeezenet", threads=1).pin((3, 64, 64))
        count, stop = [0], threading.Event()

        def counting():
            while not stop.is_set():
                count[0] += 1
                time.sleep(0.001)

        t = threading.Thread(target=counting)
        t.start()
        began, before = time.monotonic(), count[0]
        m.run(numbers(1, 3, 64, 64))
        seconds, counted = time.monotonic() - began, count[0] - before
        stop.set()
        t.join()
        # Held, the lock would let it count once or twice.
        self.assertGreater(counted, max(3, 20 * seconds))

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_fork(self):
        net = sinter_nn.compile(two_results(), threads=2)
        a, b = numbers(1, 2, 3), numbers(2, 2, 3)
        net(a, b)
        child = os.fork()
        if child == 0:
            try:
                net(a, b)
            except sinter_nn.SinterError as error:
                os._exit(7 if "another process" in str(error) else 1)
            os._exit(2)
        _, status = os.waitpid(child, 0)
        self.assertEqual(os.WEXITSTATUS(status), 7)
        self.assert_close(net(a, b)["sum:0"], a + b)


if __name__ == "__main__":
    main()
