# SPDX-License-Identifier: Apache-2.0
"""Training networks (docs/training.md)."""

from __future__ import annotations

import ctypes
import math
from typing import Any, Callable, Optional, Sequence, Union

import numpy

from . import _lib
from ._context import Handle
from ._lib import lib, said, spelled, texts
from .arrays import copied, fed, matched, pointers, struct_of
from .compiled import options_of
from .errors import ArgumentError, ShapeError, UnsupportedError
from .model import Model, Path, Sizes, Source, model_of, names_of
from .results import Epoch, TensorInfo, dtype_of, printable, shape_text, tensor_of_value

CLASSES = "softmax_cross_entropy"


class Trainer(Handle):
    """Trains a copy of a network, batch by batch.

        t = Trainer("net.onnx", loss="softmax_cross_entropy", batch=32, optimizer="adam")
        for x, classes in batches:
            loss = t.step(x, classes, learning_rate=1e-3)
        loss, result = t.evaluate(x, classes)
        t.save("trained.onnx")

    source: a Model (one of load(for_training=True), for what is there for training alone), or what
    load() takes, with its options.
    loss: "softmax_cross_entropy" (targets are classes), "binary_cross_entropy", "mse", "l1",
    "huber" or "ctc"; the mean over a batch.
    optimizer: "sgd", "adam" or "adamw", as PyTorch's, with momentum and nesterov, or beta1, beta2
    and epsilon (0.9, 0.999, 1e-8); 0 is the usual value of every number here.
    weight_decay; clip_norm: the largest norm of all gradients together.
    statistics_momentum: weight of a batch in running statistics, 0.1. frozen_statistics: batch
    norms go by running statistics, which stay. biased_variance: running variances as ONNX has them.
    trainable: patterns of names, "fc.*", of weights that alone are trained; no_decay: of those
    that do not decay.
    result: the name of the result that the loss is of; None: the only one.
    batch: images of a step; 0: as many as the inputs have. seed: of what dropout leaves out.
    batch_norms: "fused", "split" or "plain", how compiled steps do them.
    memory: bytes of workspace that a compiled step may take; 0: any. What does not fit is computed
    again.
    inputs: sizes, where the network leaves them open.
    compiled: run as compiled code; where there is no compiler or no kernel, a warning says so, and
    steps are interpreted, which is slow. False: in the interpreter, always. threads, target,
    machine, exact, small, fusion, without, check: as of compile().

    ArgumentError: an option, or a name that there is not. UnsupportedError: a layer has no
    gradient."""

    _kind = "trainer"

    def __init__(
        self,
        source: Union[Model, Source],
        *,
        loss: str,
        optimizer: str = "sgd",
        momentum: float = 0,
        nesterov: bool = False,
        beta1: float = 0,
        beta2: float = 0,
        epsilon: float = 0,
        weight_decay: float = 0,
        clip_norm: float = 0,
        huber_delta: float = 0,
        statistics_momentum: float = 0,
        frozen_statistics: bool = False,
        biased_variance: bool = False,
        trainable: Union[str, Sequence[str], None] = None,
        no_decay: Union[str, Sequence[str], None] = None,
        result: Optional[str] = None,
        batch: int = 0,
        seed: int = 0,
        batch_norms: Optional[str] = None,
        memory: int = 0,
        inputs: Sizes = None,
        compiled: bool = True,
        threads: Optional[int] = None,
        **options,
    ):
        model = model_of(source, options, for_training=True)
        asked = options_of(threads=threads, **options)
        if batch < 0:
            raise ArgumentError(f"batch is {batch}: 1 or more, or 0 for that of the network")
        o = _lib.TrainOptions(
            loss=spelled(loss),
            optimizer=spelled(optimizer),
            momentum=momentum,
            nesterov=nesterov,
            beta1=beta1,
            beta2=beta2,
            epsilon=epsilon,
            weight_decay=weight_decay,
            clip_norm=clip_norm,
            huber_delta=huber_delta,
            statistics_momentum=statistics_momentum,
            frozen_statistics=frozen_statistics,
            biased_variance=biased_variance,
            trainable=texts(names_of(trainable, "trainable")),
            no_decay=texts(names_of(no_decay, "no_decay")),
            result=spelled(result),
            batch_norms=spelled(batch_norms),
            memory=memory,
            batch=batch,
            seed=seed,
        )
        self._of_classes = loss == CLASSES
        self._interpreted: Optional[str] = None
        with model._context.inside() as context:
            # Its own, which sn_trainer_store writes to.
            self._model = model._clone_inside(context)
            self._model._pinned_inside(context, inputs)
            out = ctypes.c_void_p()
            context.check(
                lib.sn_trainer_create(self._model._pointer, ctypes.byref(o), ctypes.byref(out))
            )
            super().__init__(model._context, (lib.sn_trainer_destroy, out))
            step, v = lib.sn_trainer_step(out), _lib.ValueInfo()
            infos = []
            for i in range(lib.sn_model_n_inputs(step) - 2):  # the target, the learning rate
                context.check(lib.sn_model_input_value(step, i, ctypes.byref(v)))
                infos.append(tensor_of_value(v, lib.sn_model_input_is_index(step, i)))
            context.check(lib.sn_trainer_target(out, ctypes.byref(v)))
            target = tensor_of_value(v)
            self._inputs = tuple(infos)
            self._target = TensorInfo("target", target.type, target.shape, target.bytes)
            if compiled:
                try:
                    context.check(lib.sn_trainer_compile(out, ctypes.byref(asked)))
                except UnsupportedError as error:
                    self._interpreted = str(error)
                    context._hear(True, f"it is interpreted, which is slow: {error}")
            else:
                self._interpreted = "it was asked for"

    @property
    def inputs(self) -> tuple[TensorInfo, ...]:
        """What a step takes, in order: the inputs of the network, of a whole batch."""
        return self._inputs

    @property
    def target(self) -> TensorInfo:
        """What a step takes behind the inputs: classes as i32, or numbers."""
        return self._target

    @property
    def batch(self) -> int:
        """Images of a step."""
        return self._target.shape and self._target.shape[0] or 1

    @property
    def interpreted(self) -> Optional[str]:
        """Why steps run in the interpreter; None: they are compiled."""
        return self._interpreted

    def _converted(self, context, array: numpy.ndarray, info: TensorInfo) -> numpy.ndarray:
        """Of the type that is expected: floats are rounded, of integers nothing is lost, or it is a
        FormatError with the place."""
        what = f"'{printable(info.name)}'"
        if array.dtype.name == "bfloat16":
            array = array.astype("f4")
        array = numpy.require(array, array.dtype.newbyteorder("="), ("C", "A"))
        shape = info.shape or ()
        size = math.prod(d or 0 for d in shape)
        if array.shape != shape and (array.size != size or array.shape[:1] != shape[:1]):
            raise ShapeError(
                f"{what}: the sizes are {shape_text(array.shape)}, {shape_text(info.shape)} are "
                "expected"
            )
        if array.dtype == info.dtype:
            return array
        out = numpy.empty(array.shape, dtype_of(info.type or "f32"))
        struct = struct_of(array, info.name)
        context.check(
            lib.sn_array_convert(
                context.pointer, ctypes.byref(struct), spelled(info.type), out.ctypes.data
            )
        )
        return out

    def _arrays(self, context, arrays, named) -> list[numpy.ndarray]:
        infos = (*self._inputs, self._target)
        values = matched(infos, arrays, named, "a step")
        return [self._converted(context, numpy.asarray(v), i) for v, i in zip(values, infos)]

    def step(self, *arrays, learning_rate: float = 0.01, **named) -> float:
        """One step: an array for each input, and the target behind them, or each by its name
        (`target`). Returns the loss before the step, the mean over the batch. Numbers of other
        types are converted: floats are rounded, integers must fit. NotFiniteError: the loss or a
        weight would not be finite; nothing has changed then."""
        loss = ctypes.c_double()
        with self._context.inside() as context:
            fed_ = self._arrays(context, arrays, named)
            status = lib.sn_trainer_run(
                self._pointer, pointers(fed_), learning_rate, ctypes.byref(loss)
            )
            context.check(status)
        return loss.value

    def evaluate(self, *arrays, **named) -> tuple[float, numpy.ndarray]:
        """The loss of a batch by the weights as they are and running statistics, and the result
        that it is of. Nothing changes."""
        loss, result = ctypes.c_double(), _lib.Array()
        with self._context.inside() as context:
            fed_ = self._arrays(context, arrays, named)
            status = lib.sn_trainer_evaluate(
                self._pointer, pointers(fed_), ctypes.byref(loss), ctypes.byref(result)
            )
            context.check(status)
            return loss.value, copied(result)

    def _each_state(self, context):
        state = _lib.TrainState()
        for i in range(lib.sn_trainer_n_states(self._pointer)):
            context.check(lib.sn_trainer_state(self._pointer, i, ctypes.byref(state)))
            yield i, state

    def weights(self) -> dict[str, numpy.ndarray]:
        """Weights that are trained, and running statistics, as they are now: copies, by name."""
        with self._context.inside() as context:
            return {
                said(s.array.name) or "": copied(s.array)
                for _, s in self._each_state(context)
                if s.of_network
            }

    def optimizer_state(self) -> dict[str, numpy.ndarray]:
        """What the optimizer remembers, like momenta: copies, by name."""
        with self._context.inside() as context:
            return {
                said(s.array.name) or "": copied(s.array)
                for _, s in self._each_state(context)
                if not s.of_network
            }

    def set(self, name: str, value: Any) -> None:
        """Gives a weight, a statistic, or what the optimizer remembers, another value."""
        with self._context.inside() as context:
            for i, state in self._each_state(context):
                if said(state.array.name) == name:
                    type_, shape = said(state.array.type), tuple(
                        state.array.sizes[: state.array.rank]
                    )
                    info = TensorInfo(name, type_, shape, state.array.bytes)
                    [array] = fed((info,), (value,), {}, "a state")
                    context.check(lib.sn_trainer_set_state(self._pointer, i, array.ctypes.data))
                    return
        raise ArgumentError(f"nothing that is trained is called '{printable(name)}'")

    def model(self) -> Model:
        """The network with the weights as they are now."""
        with self._context.inside() as context:
            context.check(lib.sn_trainer_store(self._pointer))
            return self._model._clone_inside(context)

    def save(self, path: Path, **options) -> None:
        """Writes the network with the weights as they are now: model().save(path)."""
        self.model().save(path, **options)

    def close(self) -> None:
        super().close()
        self._model.close()


def right_of(result: numpy.ndarray, classes: numpy.ndarray) -> tuple[int, int]:
    """How many results are largest at the class that is right, and of how many."""
    axis = 1 if result.ndim > 1 else 0
    found = result.argmax(axis).reshape(-1)
    return int((found == classes.reshape(-1)).sum()), found.size


def shuffled(order: list[int], state: int) -> int:
    """Shuffles by splitmix64, as the tool does; the state that comes next."""
    mask = (1 << 64) - 1
    for i in range(len(order), 1, -1):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        k = (z ^ (z >> 31)) % i
        order[i - 1], order[k] = order[k], order[i - 1]
    return state


def examples_of(t: Trainer, data, target, what: str) -> list[numpy.ndarray]:
    """An array for each input and the target, all with as many examples in front."""
    data = list(data) if isinstance(data, (list, tuple)) else [data]
    if len(data) != len(t.inputs):
        n = len(t.inputs)
        raise ArgumentError(f"{what}: {len(data)} arrays for {n} input{'' if n == 1 else 's'}")
    arrays = [numpy.asarray(a) for a in (*data, target)]
    for info, array in zip((*t.inputs, t.target), arrays):
        if array.ndim < 1 or len(array) != len(arrays[0]):
            raise ShapeError(
                f"{what}: '{printable(info.name)}' has {len(array) if array.ndim else 'no'} "
                f"examples, the first input has {len(arrays[0]) if arrays[0].ndim else 'none'}"
            )
    if len(arrays[0]) < t.batch:
        raise ShapeError(
            f"{what}: there are {len(arrays[0])} examples, fewer than the {t.batch} of a batch"
        )
    return arrays


def judged(t: Trainer, arrays) -> tuple[float, Optional[float]]:
    n, loss, right, all_ = len(arrays[0]) // t.batch, 0.0, 0, 0
    for i in range(n):
        batch = [a[i * t.batch : (i + 1) * t.batch] for a in arrays]
        one, result = t.evaluate(*batch)
        loss += one / n
        if t._of_classes:
            found, of = right_of(result, batch[-1])
            right, all_ = right + found, all_ + of
    return loss, right / all_ if all_ else None


def train(
    source: Union[Model, Source],
    data,
    target,
    *,
    loss: str,
    epochs: int = 1,
    batch: int = 0,
    learning_rate: Union[float, Callable[[int], float]] = 0.01,
    shuffle: Optional[int] = None,
    test: Optional[tuple[Any, Any]] = None,
    on_step: Optional[Callable[[int, int, float], None]] = None,
    on_epoch: Optional[Callable[[int, Epoch], None]] = None,
    **options,
) -> Model:
    """Trains a network on arrays of examples, as `sinter train` does.

    data: an array, or a list with one for each input, target: an array; all with the axis of
    examples in front. Examples that fill no batch are left out of an epoch.
    loss, batch and further options: as of Trainer.
    learning_rate: a number, or a function of the number of the epoch, from 0.
    shuffle: a seed, for another order in each epoch; None: as they are.
    test: (data, target) by which it is judged after each epoch.
    on_step(epoch, step, loss), on_epoch(epoch, Epoch): are called behind each; what they raise ends
    it.

    Returns the trained network, whose `training` has an Epoch for each, with the loss of every
    step."""
    if epochs < 1:
        raise ArgumentError(f"epochs is {epochs}: 1 or more")
    with Trainer(source, loss=loss, batch=batch, **options) as t:
        arrays = examples_of(t, data, target, "data")
        tests = examples_of(t, *test, "test") if test is not None else None
        n, per, done = len(arrays[0]) // t.batch, t.batch, []
        order, random = list(range(len(arrays[0]))), shuffle or 0
        for epoch in range(epochs):
            rate = learning_rate(epoch) if callable(learning_rate) else learning_rate
            if shuffle is not None:
                random = shuffled(order, random)
            losses = []
            for i in range(n):
                chosen_ = order[i * per : (i + 1) * per]
                losses.append(t.step(*(a[chosen_] for a in arrays), learning_rate=rate))
                if on_step:
                    on_step(epoch, i, losses[-1])
            test_loss, right = judged(t, tests) if tests else (None, None)
            done.append(Epoch(sum(losses) / n, tuple(losses), test_loss, right))
            if on_epoch:
                on_epoch(epoch, done[-1])
        model = t.model()
        model._training = tuple(done)
        return model
