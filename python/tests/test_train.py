# SPDX-License-Identifier: Apache-2.0
"""Training: step by step, by one call, and as the tool does it."""

import numpy
from common import Case, main, numbers, perceptron, tool, weight
from onnx_file import F32, graph, model, node, value

import sinter_nn


def data(n=64, seed=3):
    """Numbers, and which of three sums of them is the largest."""
    x = numbers(seed, n, 5)
    return x, (x @ numbers(seed + 1, 5, 3)).argmax(1)


def softmax_loss_and_gradients(x, classes, w1, b1, w2, b2):
    h = x @ w1 + b1
    r = numpy.maximum(h, 0)
    z = r @ w2 + b2
    p = numpy.exp(z - z.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    n = len(x)
    loss = -numpy.log(p[range(n), classes]).mean()
    dz = p.copy()
    dz[range(n), classes] -= 1
    dz /= n
    dh = (dz @ w2.T) * (h > 0)
    return loss, {"w1": x.T @ dh, "b1": dh.sum(0), "w2": r.T @ dz, "b2": dz.sum(0)}


class Steps(Case):
    def test_a_step_by_numpy(self):
        x, classes = data(8)
        for compiled in (True, False):
            t = sinter_nn.Trainer(
                perceptron(), loss="softmax_cross_entropy", batch=8, compiled=compiled, threads=1
            )
            self.assertEqual(t.interpreted, None if compiled else "it was asked for")
            self.assertEqual((t.batch, t.target.type, t.target.shape), (8, "i32", (8,)))
            self.assertEqual(t.inputs[0].shape, (8, 5))
            before = {k: v.astype("f8") for k, v in t.weights().items()}
            loss, gradients = softmax_loss_and_gradients(x.astype("f8"), classes, **before)
            self.assertAlmostEqual(t.step(x, classes, learning_rate=0.5), loss, 5)
            for name, is_ in t.weights().items():
                self.assert_close(is_, before[name] - 0.5 * gradients[name])

    def test_learning_evaluating_saving(self):
        x, classes = data()
        with sinter_nn.Trainer(
            perceptron(), loss="softmax_cross_entropy", batch=16, optimizer="adam", threads=1
        ) as t:
            losses = [
                t.step(x[i : i + 16], target=classes[i : i + 16], learning_rate=0.02)
                for _ in range(20)
                for i in range(0, 64, 16)
            ]
            self.assertLess(numpy.mean(losses[-4:]), numpy.mean(losses[:4]) / 3)
            loss, result = t.evaluate(x[:16], classes[:16])
            again, _ = t.evaluate(x[:16], classes[:16])
            self.assertEqual(loss, again)
            self.assertEqual(result.shape, (16, 3))
            t.save(self.folder / "trained.onnx")
            trained = t.model()
        with self.raises(sinter_nn.ClosedError, "trainer was closed"):
            t.step(x[:16], classes[:16])
        net = sinter_nn.compile(self.folder / "trained.onnx", inputs=(16, 5), threads=1)
        self.assert_close(net(x[:16]), result)
        self.assertEqual((self.folder / "trained.onnx").read_bytes(), trained.to_bytes())

    def test_states(self):
        t = sinter_nn.Trainer(
            perceptron(), loss="mse", batch=4, optimizer="sgd", momentum=0.9, threads=1
        )
        self.assertEqual(sorted(t.weights()), ["b1", "b2", "w1", "w2"])
        self.assertEqual(len(t.optimizer_state()), 4)
        w = numbers(9, 5, 8)
        t.set("w1", w)
        self.assertTrue((t.weights()["w1"] == w).all())
        for name, value_, part in (
            ("w9", w, "'w9'"),
            ("w1", w.T, "8,5"),
            ("w1", w.astype("f8"), "f64"),
            ("w1", numpy.full_like(w, numpy.nan), "finite"),
        ):
            with self.subTest(part), self.raises(sinter_nn.SinterError, part):
                t.set(name, value_)
        self.assertTrue((t.weights()["w1"] == w).all())

    def test_what_is_refused(self):
        x, classes = data(8)
        t = sinter_nn.Trainer(
            perceptron(), loss="softmax_cross_entropy", batch=8, threads=1, compiled=False
        )
        was = t.weights()
        for call, cls, part in (
            (lambda: t.step(x), sinter_nn.ArgumentError, "'target' is missing"),
            (lambda: t.step(x[:4], classes), sinter_nn.ShapeError, "'x': the sizes are 4,5, 8,5"),
            (lambda: t.step(x, classes[:4]), sinter_nn.ShapeError, "'target': the sizes are 4"),
            (lambda: t.step(x, classes + 3), sinter_nn.ArgumentError, "class"),
            (lambda: t.step(x, classes + 0.5), sinter_nn.FormatError, "target"),
            (lambda: t.step(x, classes + (1 << 40)), sinter_nn.FormatError, "target"),
            (lambda: t.step(x * numpy.inf, classes), sinter_nn.NotFiniteError, "loss"),
            (lambda: t.step(x, classes, learning_rate=1e38), sinter_nn.NotFiniteError, ""),
        ):
            with self.subTest(part), self.raises(cls, part):
                call()
        for name, array in t.weights().items():
            self.assertTrue((array == was[name]).all())
        t.step(x.astype("f8"), classes.astype("u1"))  # which are converted

    def test_options(self):
        for options, cls, part in (
            ({"loss": "mean"}, sinter_nn.ArgumentError, "mean"),
            ({"loss": "mse", "optimizer": "sdg"}, sinter_nn.ArgumentError, "sdg"),
            ({"loss": "mse", "trainable": ["w9*"]}, sinter_nn.ArgumentError, "w9"),
            ({"loss": "mse", "batch": -1}, sinter_nn.ArgumentError, "batch is -1"),
            ({"loss": "mse", "result": "z"}, sinter_nn.ArgumentError, "'z'"),
        ):
            with self.subTest(options), self.raises(cls, part):
                sinter_nn.Trainer(perceptron(), **{"batch": 4, **options})
        t = sinter_nn.Trainer(perceptron(), loss="mse", batch=4, trainable="w*", threads=1)
        self.assertEqual(sorted(t.weights()), ["w1", "w2"])
        with self.assertRaises(TypeError):
            sinter_nn.Trainer(perceptron(), loss="mse", batch=4, tread=1)

    def test_no_gradient_and_no_kernel(self):
        nodes = [node("MatMul", ["x", "w"], ["m"]), node("Det", ["m"], ["y"])]
        net = model(
            graph(
                nodes,
                [value("x", F32, [2, 3, 3])],
                [value("y", F32, [2])],
                [weight("w", numbers(1, 3, 3))],
            )
        )
        with self.raises(sinter_nn.UnsupportedError, "gradient"):
            sinter_nn.Trainer(net, loss="mse")


class WholeTrainings(Case):
    def test_as_the_tool(self):
        path = self.put("net.onnx", perceptron())
        x, classes = data(70)
        tx, tc = data(20, 9)
        files = {"x": x, "c": classes.astype("i4"), "tx": tx, "tc": tc.astype("i4")}
        for name, array in files.items():
            numpy.save(self.folder / f"{name}.npy", array)
        arguments = [self.folder / f"{name}.npy" for name in ("x", "c")]
        said = tool(
            "train", path, *arguments, "--loss", "softmax_cross_entropy", "--batch", 16,
            "--epochs", 3, "--shuffle", 5, "--learning-rate", 0.1, "--optimizer",
            "sgd:momentum=0.9", "--test-data", self.folder / "tx.npy", "--test-target",
            self.folder / "tc.npy", "--threads", 1, "-o", self.folder / "tool.onnx",
        )  # fmt: skip
        heard, steps = [], []
        trained = sinter_nn.train(
            path,
            x,
            classes,
            loss="softmax_cross_entropy",
            batch=16,
            epochs=3,
            shuffle=5,
            learning_rate=0.1,
            momentum=0.9,
            test=(tx, tc),
            threads=1,
            on_epoch=lambda number, epoch: heard.append((number, epoch)),
            on_step=lambda *what: steps.append(what),
        )
        self.assertEqual(trained.to_bytes(), (self.folder / "tool.onnx").read_bytes())
        self.assertEqual([e for _, e in heard], list(trained.training))
        each = [(epoch, step) for epoch in range(3) for step in range(4)]
        self.assertEqual([what[:2] for what in steps], each)
        for number, epoch in heard:
            line = (
                f"epoch {number + 1}  loss {epoch.loss:.6g}  test loss {epoch.test_loss:.6g}  "
                f"right {100 * epoch.test_right:.2f} %"
            )
            self.assertIn(line, said)
            self.assertEqual(len(epoch.step_losses), 4)

    def test_schedule_and_stopping(self):
        x, classes = data(32)
        rates = []

        def rate(epoch):
            rates.append(epoch)
            return 0.1 / (epoch + 1)

        options = dict(loss="softmax_cross_entropy", batch=16, threads=1)
        sinter_nn.train(perceptron(), x, classes, epochs=3, learning_rate=rate, **options)
        self.assertEqual(rates, [0, 1, 2])

        def stop(*_):
            raise StopIteration("enough")

        with self.raises(StopIteration, "enough"):
            sinter_nn.train(perceptron(), x, classes, on_epoch=stop, **options)

    def test_what_is_refused(self):
        x, classes = data(32)
        for arguments, options, cls, part in (
            ((x, classes[:31]), {}, sinter_nn.ShapeError, "31 examples, the first input has 32"),
            ((x[:8], classes[:8]), {}, sinter_nn.ShapeError, "8 examples, fewer than the 16"),
            (([x, x], classes), {}, sinter_nn.ArgumentError, "2 arrays for 1 input"),
            ((x, classes), {"epochs": 0}, sinter_nn.ArgumentError, "epochs is 0"),
            ((x[:, :4], classes), {}, sinter_nn.ShapeError, "16,4"),
        ):
            with self.subTest(part), self.raises(cls, part):
                sinter_nn.train(
                    perceptron(), *arguments, loss="softmax_cross_entropy", batch=16, threads=1,
                    **options,
                )  # fmt: skip

    def test_several_inputs(self):
        nodes = [node("MatMul", ["a", "w"], ["m"]), node("Add", ["m", "b"], ["y"])]
        net = model(
            graph(
                nodes,
                [value("a", F32, ["n", 4]), value("b", F32, ["n", 2])],
                [value("y", F32, ["n", 2])],
                [weight("w", numbers(1, 4, 2))],
            )
        )
        a, b, w = numbers(2, 64, 4), numbers(3, 64, 2), numbers(4, 4, 2)
        trained = sinter_nn.train(
            net, [a, b], a @ w + b, loss="mse", batch=16, epochs=60, learning_rate=0.2, threads=1
        )
        self.assertLess(trained.training[-1].loss, 1e-6)


if __name__ == "__main__":
    main()
