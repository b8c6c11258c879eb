# SPDX-License-Identifier: Apache-2.0
"""Networks: loading, looking, optimizing, comparing and saving them."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

import numpy

from . import _lib
from ._context import Context, Handle, OnMessage, OnProgress, report
from ._lib import lib, said, spelled, texts
from .arrays import copied, dense, fed, nearest, pointers, struct_of
from .errors import (
    ArgumentError,
    InconclusiveError,
    SinterError,
    UnsupportedError,
)
from .results import (
    Comparison,
    Cost,
    Epoch,
    Layer,
    Optimization,
    Remark,
    TensorInfo,
    comparison_of,
    count_text,
    printable,
    bytes_text,
    escaped,
    optimization_of,
    remark_of,
    shape_text,
    table,
    tensor_of_value,
)

if TYPE_CHECKING:
    from .compiled import Compiled
    from .results import WrittenCode

Path = Union[str, os.PathLike]
Bytes = Union[bytes, bytearray, memoryview]
# A path; what is in a file of ONNX; an onnx.ModelProto; what is in a .param and a .bin.
Source = Union[Path, Bytes, tuple[Bytes, Bytes], Any]
Sizes = Union[Mapping[str, Sequence[int]], Sequence[int], str, None]

VERIFY = ("default", "each", "whole", "off")
SIBLINGS = ("cost", "always", "never")
STORAGES = ("keep", "fp32", "fp16")
NO_LAYERS_IN_HTML = 200


def chosen(value: str, among: Sequence[str], what: str) -> int:
    if value not in among:
        raise ArgumentError(f"{what} is {value!r}: {', '.join(among)} are expected")
    return among.index(value)


def names_of(names, what: str) -> Optional[list[str]]:
    """A list of names, also where one was given as it is; None: none was given."""
    if names is None:
        return None
    names = [names] if isinstance(names, str) else list(names)
    for name in names:
        if not isinstance(name, str):
            raise ArgumentError(f"{what}: {name!r} is no name")
    return names


def is_format(name: str) -> bool:
    info, i = _lib.ListInfo(), 0
    while lib.sn_format_at(i, ctypes.byref(info)):
        if said(info.name) == name:
            return True
        i += 1
    return False


def pins_of(inputs: Sizes) -> list[str]:
    """"NAME=SIZES" for each input of which sizes are given."""
    if inputs is None:
        return []
    if isinstance(inputs, str):
        return [inputs if "=" in inputs else f"*={inputs}"]
    items = inputs.items() if isinstance(inputs, Mapping) else [("*", inputs)]
    pins = []
    for name, sizes in items:
        try:
            pins.append(f"{name}=" + ",".join(str(int(size)) for size in sizes))
        except (TypeError, ValueError):
            raise ArgumentError(
                f"inputs: sizes like (1, 3, 224, 224) are expected of '{name}', found {sizes!r}"
            ) from None
    return pins


@contextlib.contextmanager
def telling(remarks: list):
    """An error gets what was said until then."""
    try:
        yield
    except SinterError as error:
        error.remarks = tuple(remarks)
        raise


class Model(Handle):
    """A network. `load`, `optimize`, `zoo` and `train` make one.

    Everything that changes a network gives a new one: a Model stays as it is until it is closed.
    It may be used from several threads, which take turns; models that were made from one another
    take turns, too. It is closed when nobody refers to it, by close(), or at the end of a `with`.
    """

    _kind = "model"

    def __init__(self, context: Context, pointer, format_: Optional[str]):
        super().__init__(context, (lib.sn_model_destroy, pointer))
        self._format = format_
        self._written_as = format_  # what it is spelled for
        self._optimization: Optional[Optimization] = None
        self._training: tuple[Epoch, ...] = ()

    # ---- looking -------------------------------------------------------------------------------

    @property
    def format(self) -> Optional[str]:
        """The format that it was read from: "onnx" or "ncnn"."""
        return self._format

    @property
    def inputs(self) -> tuple[TensorInfo, ...]:
        """Name, type and shape of each input, in order."""
        with self._context.inside() as context:
            m = self._pointer
            infos = []
            for i in range(lib.sn_model_n_inputs(m)):
                v = _lib.ValueInfo()
                context.check(lib.sn_model_input_value(m, i, ctypes.byref(v)))
                infos.append(tensor_of_value(v, lib.sn_model_input_is_index(m, i)))
            return tuple(infos)

    @property
    def outputs(self) -> tuple[TensorInfo, ...]:
        """Name, type and shape of each result, in order."""
        with self._context.inside() as context:
            m = self._pointer
            infos = []
            for i in range(lib.sn_model_n_outputs(m)):
                v = _lib.ValueInfo()
                context.check(lib.sn_model_output_value(m, i, ctypes.byref(v)))
                infos.append(tensor_of_value(v))
            return tuple(infos)

    @property
    def optimization(self) -> Optional[Optimization]:
        """What optimizing it did; None: it was not optimized."""
        return self._optimization

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Remarks of the optimizer: optimization.remarks, or none."""
        return self._optimization.remarks if self._optimization else ()

    @property
    def training(self) -> tuple[Epoch, ...]:
        """The epochs by which it was trained; empty: it was not."""
        return self._training

    @property
    def layers(self) -> tuple[Layer, ...]:
        """All layers but inputs, in order. Of shapes that are not known yet, see at_some_size()."""
        with self._context.inside() as context:
            m = self._pointer
            each = (self._layer(context, m, i) for i in range(lib.sn_model_n_layers(m)))
            return tuple(layer for layer in each if layer.op != "input")

    @staticmethod
    def _layer(context: Context, m, index: int) -> Layer:
        info = _lib.LayerInfo()
        context.check(lib.sn_model_layer(m, index, ctypes.byref(info)))

        def values(is_output: bool, n: int):
            v = _lib.ValueInfo()
            for slot in range(n):
                context.check(
                    lib.sn_model_layer_value(m, index, is_output, slot, ctypes.byref(v))
                )
                yield tensor_of_value(v)

        return Layer(
            name=said(info.name) or "",
            op=said(info.op) or "",
            label=said(info.label) or "",
            type=said(info.type) or "",
            params=said(info.params) or "",
            macs=None if info.macs < 0 else info.macs,
            n_weights=info.n_weights,
            weight_bytes=info.weight_bytes,
            inputs=tuple(values(False, info.n_inputs)),
            outputs=tuple(values(True, info.n_outputs)),
        )

    @property
    def cost(self) -> Cost:
        """Multiply-adds, weights and bytes of the network as it is."""
        with self._context.inside() as context:
            info = _lib.CostInfo()
            context.check(lib.sn_model_cost(self._pointer, ctypes.byref(info)))
            return Cost(info.known, info.macs, info.n_weights, info.weight_bytes, info.peak_bytes)

    def show(self) -> str:
        """What `sinter show` prints: layers, shapes, parameters, MACs, bytes."""
        with self._context.inside() as context:
            return report(context, self._pointer, "show")

    def text(self) -> str:
        """The network in sinter's own text form (docs/ir.md)."""
        with self._context.inside() as context:
            return report(context, self._pointer, "text")

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        if self.closed:
            return "<sinter_nn.Model, closed>"
        ins, outs = (", ".join(map(str, infos)) for infos in (self.inputs, self.outputs))
        return f"<sinter_nn.Model {ins} -> {outs}>"

    def _repr_html_(self) -> str:
        if self.closed:
            return escaped(repr(self))
        sized = self.at_some_size()
        layers = sized.layers
        rows = [
            (
                layer.label,
                layer.op,
                layer.params,
                " ".join(shape_text(o.shape) for o in layer.outputs),
                "" if not layer.macs else count_text(layer.macs),
                "" if not layer.weight_bytes else bytes_text(layer.weight_bytes),
            )
            for layer in layers[:NO_LAYERS_IN_HTML]
        ]
        more = len(layers) - len(rows)
        ends = [f"input {info}" for info in self.inputs] + [f"output {o}" for o in self.outputs]
        return (
            "<p>"
            + "<br>".join(escaped(line) for line in ends)
            + "</p>"
            + table(("layer", "op", "parameters", "shapes", "MACs", "weights"), rows)
            + (f"<p>and {more} more layers</p>" if more else "")
            + (self._optimization._repr_html_() if self._optimization else "")
        )

    # ---- other networks of it ------------------------------------------------------------------

    def _clone_inside(self, context: Context) -> "Model":
        out = ctypes.c_void_p()
        context.check(lib.sn_model_clone(self._pointer, ctypes.byref(out)))
        model = Model(self._context, out, self._format)
        model._optimization, model._training = self._optimization, self._training
        model._written_as = self._written_as
        return model

    def copy(self) -> "Model":
        """The same network once more; weights are shared."""
        with self._context.inside() as context:
            return self._clone_inside(context)

    def at_some_size(self) -> "Model":
        """The network with a number for every size: those that are known, else the hints of the
        file, else sizes that sinter chooses. To look at, not to save."""
        with self._context.inside() as context:
            out, source = ctypes.c_void_p(), ctypes.c_int()
            context.check(
                lib.sn_model_at_some_size(self._pointer, ctypes.byref(out), ctypes.byref(source))
            )
            model = Model(self._context, out, self._format)
            model._optimization = self._optimization
            return model

    def _sized_inside(self, context: Context) -> "Model":
        """With all sizes, which are known or hinted at by the file; ShapeError names an input
        without."""
        out = ctypes.c_void_p()
        context.check(lib.sn_model_sized(self._pointer, ctypes.byref(out)))
        return Model(self._context, out, self._format)

    def _pinned_inside(self, context: Context, inputs: Sizes) -> None:
        for pin in pins_of(inputs):
            context.check(lib.sn_model_pin(self._pointer, spelled(pin)))

    def pin(self, inputs: Sizes) -> "Model":
        """The network for these sizes of its inputs: {"x": (1, 3, 224, 224)}, or the sizes alone
        of the only input. What is made of it then holds for them. ArgumentError for an input that
        there is not, ShapeError where the network contradicts."""
        with self._context.inside() as context:
            model = self._clone_inside(context)
            model._pinned_inside(context, inputs)
            return model

    def cut(self, from_=None, to=None) -> "Model":
        """The part between values: those named by from_ become the inputs, those of `to` the
        results. None: the network's own."""
        with self._context.inside() as context:
            model = self._clone_inside(context)
            lists = texts(names_of(from_, "from_")), texts(names_of(to, "to"))
            context.check(lib.sn_model_cut(model._pointer, *lists))
            return model

    def optimize(
        self,
        *,
        inputs: Sizes = None,
        outputs: Optional[Sequence[str]] = None,
        keep: Sequence[str] = (),
        constants: Optional[Mapping[str, Any]] = None,
        target_version: Optional[str] = None,
        passes: Optional[Sequence[str]] = None,
        skip: Optional[Sequence[str]] = None,
        verify: str = "default",
        fuse_siblings: str = "cost",
        batch: int = 0,
        explain: bool = True,
    ) -> "Model":
        """A network with fewer layers that computes the same: see `optimize` of the package."""
        mode = chosen(verify, VERIFY, "verify")
        siblings = chosen(fuse_siblings, SIBLINGS, "fuse_siblings")
        remarks: list = []
        with telling(remarks), self._context.inside() as context:
            model = self._clone_inside(context)
            model._training = ()
            m = model._pointer
            for name, value in (constants or {}).items():
                array = numpy.require(value, None, ("C", "A"))
                array = array.astype(array.dtype.newbyteorder("="), copy=False)
                struct = struct_of(array, name)
                status = lib.sn_model_set_constant(m, spelled(name), ctypes.byref(struct))
                context.check(status)
            model._pinned_inside(context, inputs)
            if target_version is not None:
                context.check(lib.sn_model_set_spelling(m, spelled(target_version)))
                named = target_version.split(":")[0].split("+")[0]
                if is_format(named):
                    model._written_as = named
            if outputs is not None:
                wanted = texts(names_of(outputs, "outputs"))
                context.check(lib.sn_model_set_outputs(m, wanted))
            for name in names_of(keep, "keep") or ():
                context.check(lib.sn_model_keep(m, spelled(name)))
            if batch:
                context.check(lib.sn_model_set_batch(m, batch, mode))

            def heard(_user, info):
                context._call(lambda: remarks.append(remark_of(info.contents)))

            callback = _lib.Remark(heard)
            options = _lib.OptimizeOptions(
                verify=mode,
                passes=texts(names_of(passes, "passes")),
                skip=texts(names_of(skip, "skip")),
                remark=callback,
                rewrites_only=not explain,
                siblings=siblings,
            )
            result, storage = _lib.OptimizeResult(), _lib.StorageInfo()
            status = lib.sn_model_optimize(m, ctypes.byref(options), ctypes.byref(result))
            context.check(status)
            whole = comparison_of(result.whole)
            if mode == VERIFY.index("whole") and result.n_rewrites and not whole.equal:
                if whole.ran:
                    raise InconclusiveError(
                        "whether the whole network computes the same could not be decided: "
                        f"{whole.doubt}. verify='default' gives what was checked rewrite by rewrite"
                    )
                raise UnsupportedError(
                    f"the whole network could not be run: {whole.why_not}. verify='default' gives "
                    "what was checked rewrite by rewrite"
                )
            context.check(lib.sn_model_choose_storage(m, ctypes.byref(storage)))
            model._optimization = optimization_of(result, storage, remarks)
            return model

    # ---- saving --------------------------------------------------------------------------------

    def _save(self, path: bytes, options: _lib.ModelSaveOptions) -> None:
        with self._context.inside() as context:
            # What is done to write another format does not happen to this one.
            with self._clone_inside(context) as model:
                format_ = said(options.format) or said(lib.sn_format_of(path))
                if format_ and format_ != self._written_as and is_format(format_):
                    context.check(lib.sn_model_set_spelling(model._pointer, spelled(format_)))
                context.check(lib.sn_model_save(model._pointer, path, ctypes.byref(options)))

    def save(
        self,
        path: Path,
        *,
        weights: Optional[Path] = None,
        storage: str = "keep",
        format: Optional[str] = None,
    ) -> None:
        """Writes the network; the format is that of the name: .onnx, or .param with a .bin beside
        it. weights: another place for what is beside it. storage: how weights are stored, "keep",
        "fp32" or "fp16" (ncnn). Files that are there are replaced when the new ones are complete.
        UnsupportedError: the format cannot say some layer; FileError: it cannot be written, and
        old files are intact."""
        options = _lib.ModelSaveOptions(
            weights=None if weights is None else os.fsencode(weights),
            storage=chosen(storage, STORAGES, "storage"),
            format=spelled(format),
        )
        self._save(os.fsencode(path), options)

    def to_files(
        self, name: Optional[str] = None, *, storage: str = "keep", format: Optional[str] = None
    ) -> dict[str, bytes]:
        """The files that save(name) would write, from their names to what is in them."""
        format = format or (None if name else self._format)
        if name is None:
            name = {"ncnn": "model.param"}.get(format or "", f"model.{format}")
        files: dict[str, bytearray] = {}

        def write(_user, path, data, n):
            def take():
                files.setdefault(os.fsdecode(path), bytearray()).extend(ctypes.string_at(data, n))

            self._context._call(take)
            return self._context._raised is None

        callback = _lib.WriteFile(write)
        options = _lib.ModelSaveOptions(
            storage=chosen(storage, STORAGES, "storage"), format=spelled(format), write=callback
        )
        self._save(os.fsencode(name), options)
        return {path: bytes(data) for path, data in files.items()}

    def to_bytes(self, format: Optional[str] = None) -> bytes:
        """What is in the file that the network would be saved as; ArgumentError where these are
        several (ncnn): to_files() has them."""
        files = self.to_files(format=format)
        if len(files) != 1:
            raise ArgumentError(
                f"the network is {len(files)} files, {' and '.join(files)}; to_files() gives them"
            )
        return next(iter(files.values()))

    def to_onnx(self) -> Any:
        """An onnx.ModelProto; needs the package onnx."""
        import onnx  # type: ignore[import-not-found]

        return onnx.load_model_from_string(self.to_bytes("onnx"))

    # ---- running -------------------------------------------------------------------------------

    def run(self, *arrays, **named) -> dict[str, numpy.ndarray]:
        """Runs the network in the reference interpreter: exact, slow, and no compiler is needed.
        Inputs are as of a compiled network, and have exactly the sizes of the network; results are
        in a dict by name."""
        with self._context.inside() as context:
            sized = self._sized_inside(context)
        infos = sized.inputs
        inputs = fed(infos, arrays, named, "a network")
        with sized._context.inside() as context:
            m = sized._pointer
            results = (_lib.Array * (lib.sn_model_n_outputs(m) + 1))()
            context.check(lib.sn_model_run_interpreted(m, pointers(inputs), results))
            return {said(a.name) or "": copied(a) for a in results[:-1]}

    def verify(
        self,
        inputs: Union[Mapping[str, Any], Sequence[Any], Any],
        references: Mapping[str, Any],
        *,
        bound: float = 0,
    ) -> Comparison:
        """Runs the network in the reference interpreter and compares its results with what another
        program made of the same inputs, as `sinter verify --reference` does.

        inputs: as run() takes them: {"name": array}, arrays in order, or the only one.
        references: {"name of a result": array}; results that are not named are not compared.
        bound: the distance max|a-b| / max|a| that is allowed; 0: what rounding explains.

        Returns a Comparison, which is true where they are the same; its check() raises otherwise.
        ArgumentError for an unknown name, ShapeError for sizes or a type that it has not."""
        with self._context.inside() as context:
            sized = self._sized_inside(context)
        if isinstance(inputs, Mapping):
            given = fed(sized.inputs, (), inputs, "a network")
        else:
            in_order = inputs if isinstance(inputs, (list, tuple)) else (inputs,)
            given = fed(sized.inputs, in_order, {}, "a network")
        infos = sized.outputs
        names = [i.name for i in infos]
        if not isinstance(references, Mapping):
            raise ArgumentError("references: {'name of a result': array} is expected")
        for name in references:
            if name not in names:
                known = nearest(str(name), names)
                raise ArgumentError(f"there is no result '{printable(str(name))}'{known}")
        if not references:
            raise ArgumentError("references is empty: a result at least is expected")
        arrays = {
            i.name: dense(references[i.name], i.type or "f32", f"result '{printable(i.name)}'")
            for i in infos
            if i.name in references
        }
        with sized._context.inside() as context:
            list_ = (_lib.Array * (len(infos) + 1))()
            for at, info in enumerate(infos):
                if info.name in arrays:
                    list_[at] = struct_of(arrays[info.name], info.name)
            r = _lib.Comparison()
            context.check(
                lib.sn_model_compare_given(
                    sized._pointer, pointers(given), list_, bound, ctypes.byref(r)
                )
            )
            return comparison_of(r)

    def compile(self, **options) -> "Compiled":
        """A callable that runs it as compiled code: see `compile` of the package."""
        from .compiled import compile

        return compile(self, **options)

    def write_c(self, folder: Path, **options) -> "WrittenCode":
        """Writes the network as C into a folder: see docs/compile.md."""
        from .compiled import write_c

        return write_c(self, folder, **options)


# ---- making --------------------------------------------------------------------------------------


def held(data: Bytes) -> tuple[Any, int]:
    """An object of ctypes over bytes that stay where they are, and how many there are."""
    if not isinstance(data, bytes):
        data = bytes(data)
    return ctypes.c_char_p(data), len(data)


def load_into(
    context: Context,
    source: Source,
    *,
    weights: Union[Path, Bytes, None] = None,
    format: Optional[str] = None,
    name: Optional[Path] = None,
    for_training: bool = False,
    weights_of: Optional[Mapping[str, str]] = None,
) -> Model:
    if isinstance(source, tuple) and len(source) == 2 and weights is None:
        source, weights = source
        format = format or "ncnn"
    serialize = getattr(source, "SerializeToString", None)
    if serialize:
        source, format = serialize(), format or "onnx"
    options = _lib.ModelLoadOptions(format=spelled(format), for_training=for_training)
    alive = []  # what the structure points to
    if weights_of:
        options.weights_of = texts([f"{type_}={loads}" for type_, loads in weights_of.items()])
    if isinstance(weights, (bytes, bytearray, memoryview)):
        buffer, options.weights_bytes = held(weights)
        options.weights_data = ctypes.cast(buffer, ctypes.c_void_p)
        alive.append(buffer)
    elif weights is not None:
        options.weights = os.fsencode(weights)
    if isinstance(source, (bytes, bytearray, memoryview)):
        buffer, options.bytes = held(source)
        options.data = ctypes.cast(buffer, ctypes.c_void_p)
        alive.append(buffer)
        if name is None:
            format = format or "onnx"
            name = "model.param" if format == "ncnn" else f"model.{format}"
            options.format = spelled(format)
        path = os.fsencode(name)
    elif isinstance(source, (str, os.PathLike)):
        path = os.fsencode(source)
    else:
        raise ArgumentError(
            f"a network is a path, bytes, an onnx.ModelProto, or bytes of a .param and a .bin; "
            f"found {type(source).__name__}"
        )
    out = ctypes.c_void_p()
    with context.inside():
        status = lib.sn_model_load(context.pointer, path, ctypes.byref(options), ctypes.byref(out))
        context.check(status)
        return Model(context, out, format or said(lib.sn_format_of(path)))


def load(
    source: Source,
    *,
    weights: Union[Path, Bytes, None] = None,
    format: Optional[str] = None,
    name: Optional[Path] = None,
    for_training: bool = False,
    weights_of: Optional[Mapping[str, str]] = None,
    threads: int = 0,
    on_message: Optional[OnMessage] = None,
    on_progress: Optional[OnProgress] = None,
) -> Model:
    """Loads a network, without changing it.

    source: the path of a .onnx or .param; bytes of a file of ONNX (or of `format`); an
    onnx.ModelProto; a pair of bytes, of a .param and its .bin.
    weights: a file of weights, its bytes, or "seed:N": made up from a number. Else the file beside
    the network, where its format has one.
    format: "onnx" or "ncnn", where the name does not say it.
    name: of what is given as bytes: the path that it has in messages, in whose folder files of
    external data are looked for.
    for_training: what is there for training alone (dropout, batch norms by the batch) is kept.
    weights_of: {"TYPE": "T16,R4"}, what custom layers of ncnn read from the file of weights.
    threads: that work on it, 0: as many as the machine has.
    on_message(is_warning, text): gets warnings and notes at once; without it warnings go to
    `warnings` as SinterWarning when the call ends, notes to the logger "sinter_nn".
    on_progress(what, n_done, n_total): gets told of long work. What a callback raises ends the
    call when the library is through.

    Both callbacks hear of all that is done with the model and those that are made of it.
    FileError, FormatError, UnsupportedError: the file cannot be read; the text has the place."""
    context = Context(threads, on_message, on_progress)
    return load_into(
        context,
        source,
        weights=weights,
        format=format,
        name=name,
        for_training=for_training,
        weights_of=weights_of,
    )


def zoo(
    name: str,
    seed: int = 1,
    *,
    threads: int = 0,
    on_message: Optional[OnMessage] = None,
    on_progress: Optional[OnProgress] = None,
) -> Model:
    """A network that sinter makes itself, with weights from a seed; zoo_names() lists them."""
    context = Context(threads, on_message, on_progress)
    out, info = ctypes.c_void_p(), _lib.ListInfo()
    with context.inside():
        status = lib.sn_model_zoo(context.pointer, spelled(name), seed, ctypes.byref(out))
        context.check(status)
        first = said(info.name) if lib.sn_format_at(0, ctypes.byref(info)) else None
        return Model(context, out, first)


# Options of load(), which other calls take for what they load; `threads` mean a run in some.
LOADING = ("weights", "format", "name", "weights_of", "on_message", "on_progress")


def model_of(source: Union[Model, Source], options: dict, **more) -> Model:
    """The model itself, or one that is loaded by those of the options that are about loading, which
    are taken out, and more."""
    loading = {key: options.pop(key) for key in LOADING if key in options} | more
    if not isinstance(source, Model):
        return load(source, **loading)
    for key, value in loading.items():
        if value and key != "for_training":
            raise ArgumentError(f"{key} is for what is loaded; a Model has been loaded")
    return source


def optimize(
    source: Union[Model, Source],
    *,
    inputs: Sizes = None,
    outputs: Optional[Sequence[str]] = None,
    keep: Sequence[str] = (),
    constants: Optional[Mapping[str, Any]] = None,
    target_version: Optional[str] = None,
    passes: Optional[Sequence[str]] = None,
    skip: Optional[Sequence[str]] = None,
    verify: str = "default",
    fuse_siblings: str = "cost",
    batch: int = 0,
    explain: bool = True,
    threads: int = 0,
    **loading,
) -> Model:
    """Optimizes a network: the result has fewer layers and computes the same, up to rounding, for
    every input of every size; with `inputs`, for those sizes. Each rewrite is made only where the
    network proves it right, and is checked by running both sides, as is the whole network.

    source: a Model, which stays as it is, or what load() takes, with its options (weights, format,
    name, weights_of, threads, on_message, on_progress).
    inputs: sizes, {"x": (1, 3, 224, 224)}; of the only input also without its name.
    outputs: names of results; what no result needs is dropped. None: all.
    keep: names of values inside that must stay, and become results.
    constants: {"axes": array}: inputs that become constants.
    target_version: what must be able to read the result, as --target-version: "onnx:17", or the
    tag of a release of ncnn; to be saved as another format, its name.
    passes, skip: only these passes; all but these.
    verify: "default", "each", "whole" or "off": what is run before and after.
    fuse_siblings: "cost", "always" or "never".
    batch: make it the network of so many images; 0: no.
    explain: also say what was refused, and why (model.optimization.refused).

    Returns a Model, whose `optimization` tells what was done. DiffersError: the whole network would
    compute something else, which is a bug of sinter; ArgumentError, ShapeError and others as of the
    tool, with its text."""
    model = model_of(source, loading, threads=threads)
    return model.optimize(
        inputs=inputs,
        outputs=outputs,
        keep=keep,
        constants=constants,
        target_version=target_version,
        passes=passes,
        skip=skip,
        verify=verify,
        fuse_siblings=fuse_siblings,
        batch=batch,
        explain=explain,
        **loading,  # which none is left of, or it is a TypeError
    )


# ---- comparing -----------------------------------------------------------------------------------


def brought(model: Model, context: Context) -> Model:
    """The model in another context, by way of its files."""
    files = model.to_files()
    data = list(files.values())
    weights = data[0] if len(data) > 1 else None
    return load_into(context, data[-1], weights=weights, format=model.format)


def verify(
    a: Union[Model, Source],
    b: Union[Model, Source],
    *,
    inputs: Sizes = None,
    maps: Optional[Mapping[str, str]] = None,
    bound: float = 0,
    storage: bool = False,
    weights_a: Union[Path, Bytes, None] = None,
    weights_b: Union[Path, Bytes, None] = None,
    threads: int = 0,
    on_message: Optional[OnMessage] = None,
    on_progress: Optional[OnProgress] = None,
) -> Comparison:
    """Runs two networks on the same inputs, made from a seed, and compares all results, as `sinter
    verify` does: with what rounding explains of each element, measured.

    a, b: Models, or what load() takes. The results of b are matched by name.
    inputs: sizes, in the terms of either network.
    maps: {"name in a": "name in b"}, of inputs and outputs that have other names.
    bound: the distance max|a-b| / max|a| that is allowed; 0: what rounding explains.
    storage: what rounding weights to half precision does is allowed, too.

    Returns a Comparison, which is true where they are the same; its check() raises otherwise.
    Models of two calls of load() meet by way of what save() would write of one of them."""
    if storage and bound != 0:
        raise ArgumentError("storage measures what is allowed, and bound gives it: one of them")
    context = next((m._context for m in (a, b) if isinstance(m, Model)), None)
    if context is None:
        context = Context(threads, on_message, on_progress)

    def one(source, weights):
        if not isinstance(source, Model):
            return load_into(context, source, weights=weights)
        if weights is not None:
            raise ArgumentError("weights are for what is loaded; a Model has been loaded")
        return source.copy() if source._context is context else brought(source, context)

    first, second = one(a, weights_a), one(b, weights_b)
    pairs = texts([f"{x}={y}" for x, y in maps.items()]) if maps else None
    sizes = [pin[2:] if pin.startswith("*=") else pin for pin in pins_of(inputs)]
    with context.inside():
        x, y = first._pointer, second._pointer
        r = _lib.Comparison()
        context.check(lib.sn_model_match(x, y, pairs, texts(sizes) if sizes else None))
        if storage:
            context.check(lib.sn_model_compare_storage(x, y, ctypes.byref(r)))
        else:
            context.check(lib.sn_model_compare(x, y, bound, ctypes.byref(r)))
        return comparison_of(r)
