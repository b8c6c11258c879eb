# SPDX-License-Identifier: Apache-2.0
"""The shared library: where it is, its structures and functions, as include/sinter has them. A test
compares every structure here with the header, field by field."""

from __future__ import annotations

import ctypes as c
import os
import pathlib
from ctypes import POINTER, Structure

HERE = pathlib.Path(__file__).parent  # as frames have it


def place_of(name: str, variable: str) -> pathlib.Path:
    """A file of the package; a variable of the environment names another one, for who builds
    sinter."""
    given = os.environ.get(variable)
    path = pathlib.Path(given) if given else HERE / name
    if not path.is_file():
        where = f"{variable} names {path}, which is not there" if given else f"there is no {path}"
        raise ImportError(
            f"sinter_nn: {where}. A wheel of sinter-nn has it; of a build of sinter {variable} "
            f"names the file"
        )
    return path


# ---- structures ----------------------------------------------------------------------------------

TEXT = c.c_char_p
TEXTS = POINTER(TEXT)
SIZES = c.c_int64 * 8

Message = c.CFUNCTYPE(None, c.c_void_p, c.c_bool, TEXT)
Progress = c.CFUNCTYPE(None, c.c_void_p, TEXT, c.c_uint64, c.c_uint64)
Write = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_void_p, c.c_size_t)
WriteFile = c.CFUNCTYPE(c.c_bool, c.c_void_p, TEXT, c.c_void_p, c.c_size_t)


class ContextOptions(Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("alloc", c.c_void_p),
        ("message", Message),
        ("progress", Progress),
        ("user", c.c_void_p),
        ("threads", c.c_int),
        ("words", TEXT),
    ]


class ModelLoadOptions(Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("weights", TEXT),
        ("weights_of", TEXTS),
        ("format", TEXT),
        ("for_training", c.c_bool),
        ("data", c.c_void_p),
        ("bytes", c.c_size_t),
        ("weights_data", c.c_void_p),
        ("weights_bytes", c.c_size_t),
    ]


class ModelSaveOptions(Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("weights", TEXT),
        ("storage", c.c_int),
        ("format", TEXT),
        ("write", WriteFile),
        ("user", c.c_void_p),
    ]


class RemarkInfo(Structure):
    _fields_ = [
        ("fired", c.c_bool),
        ("pass", TEXT),
        ("text", TEXT),
        ("layers", TEXTS),
        ("n_layers", c.c_uint32),
        ("result", TEXT),
        ("why", TEXT),
        ("other", TEXT),
        ("distance", c.c_double),
        ("unchecked", TEXT),
    ]


Remark = c.CFUNCTYPE(None, c.c_void_p, POINTER(RemarkInfo))


class OptimizeOptions(Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("verify", c.c_int),
        ("passes", TEXTS),
        ("skip", TEXTS),
        ("remark", Remark),
        ("user", c.c_void_p),
        ("rewrites_only", c.c_bool),
        ("stop_after", c.c_uint32),
        ("changed_by", TEXTS),
        ("changed", c.c_void_p),
        ("siblings", c.c_int),
        ("no_totals", c.c_bool),
        ("compiled_for", TEXT),
        ("machine", TEXT),
    ]


class ComparedInfo(Structure):
    _fields_ = [
        ("name", TEXT),
        ("shape", TEXT),
        ("distance", c.c_double),
        ("why", TEXT),
        ("noise", c.c_double),
        ("share", c.c_double),
        ("equal", c.c_bool),
    ]


class Comparison(Structure):
    _fields_ = [
        ("ran", c.c_bool),
        ("equal", c.c_bool),
        ("inconclusive", c.c_bool),
        ("guessed", c.c_bool),
        ("why_not", TEXT),
        ("doubt", TEXT),
        ("worst", c.c_double),
        ("bound", c.c_double),
        ("noise", c.c_double),
        ("share", c.c_double),
        ("n_runs", c.c_int),
        ("shapes", TEXT),
        ("shapes_elsewhere", TEXT),
        ("n_runs_elsewhere", c.c_int),
        ("boundaries", TEXT),
        ("different", TEXT),
        ("uncounted", TEXT),
        ("explained", TEXT),
        ("n_compared", c.c_uint32),
        ("compared", POINTER(ComparedInfo)),
    ]


class OptimizeResult(Structure):
    _fields_ = [
        ("layers_before", c.c_uint32),
        ("layers_after", c.c_uint32),
        ("macs_before", c.c_double),
        ("macs_after", c.c_double),
        ("n_rewrites", c.c_uint32),
        ("n_checked", c.c_uint32),
        ("n_unchecked", c.c_uint32),
        ("n_refused", c.c_uint32),
        ("worst_rewrite", c.c_double),
        ("whole", Comparison),
    ]


class StorageInfo(Structure):
    _fields_ = [
        ("n_singles", c.c_uint32),
        ("n_halves", c.c_uint32),
        ("bytes_more", c.c_uint64),
        ("bytes_saved", c.c_uint64),
        ("moved", c.c_double),
        ("all_move", c.c_double),
        ("why_not", TEXT),
    ]


class LayerInfo(Structure):
    _fields_ = [
        ("name", TEXT),
        ("op", TEXT),
        ("label", TEXT),
        ("type", TEXT),
        ("params", TEXT),
        ("n_inputs", c.c_uint32),
        ("n_outputs", c.c_uint32),
        ("macs", c.c_double),
        ("n_weights", c.c_uint64),
        ("weight_bytes", c.c_uint64),
        ("implied", c.c_bool),
        ("n_bodies", c.c_uint32),
        ("owner", c.c_uint32),
        ("body", c.c_uint32),
    ]


class ValueInfo(Structure):
    _fields_ = [
        ("id", c.c_uint32),
        ("name", TEXT),
        ("type", TEXT),
        ("rank", c.c_int),
        ("sizes", SIZES),
        ("bytes", c.c_int64),
        ("constant", c.c_bool),
        ("hinted", c.c_bool),
    ]


class CostInfo(Structure):
    _fields_ = [
        ("known", c.c_bool),
        ("macs", c.c_double),
        ("n_weights", c.c_uint64),
        ("weight_bytes", c.c_uint64),
        ("peak_bytes", c.c_uint64),
    ]


class Array(Structure):
    _fields_ = [
        ("name", TEXT),
        ("type", TEXT),
        ("rank", c.c_int),
        ("sizes", SIZES),
        ("n", c.c_uint64),
        ("bytes", c.c_uint64),
        ("data", c.c_void_p),
    ]


class CompileOptions(Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("target", TEXT),
        ("prefix", TEXT),
        ("fusion", c.c_int),
        ("without", TEXT),
        ("exact", c.c_bool),
        ("small", c.c_bool),
        ("embed_weights", c.c_bool),
        ("no_check", c.c_bool),
        ("no_selftest", c.c_bool),
        ("as_is", c.c_bool),
        ("machine", TEXT),
        ("kernel", TEXT),
        ("threads", c.c_int),
        ("batch", c.c_int),
        ("no_threads", c.c_bool),
        ("single_file", c.c_bool),
        ("fp16", c.c_bool),
        ("min_memory", c.c_bool),
    ]


class CompileResult(Structure):
    _fields_ = [
        ("prefix", TEXT),
        ("n_files", c.c_uint32),
        ("files", TEXTS),
        ("code_bytes", c.c_uint64),
        ("weights_bytes", c.c_uint64),
        ("workspace_bytes", c.c_uint64),
        ("apart_weights_bytes", c.c_uint64),
        ("model_weights_bytes", c.c_uint64),
        ("packed_weights_bytes", c.c_uint64),
        ("n_weights_growth", c.c_uint32),
        ("weights_growth", c.c_void_p),
        ("small", c.c_bool),
        ("threads", c.c_int),
        ("n_targets", c.c_uint32),
        ("n_sets", c.c_uint32),
        ("sets", c.c_void_p),
        ("n_steps", c.c_uint32),
        ("flops", c.c_double),
        ("bytes", c.c_double),
        ("n_remarks", c.c_uint32),
        ("remarks", TEXTS),
        ("unchecked", TEXT),
        ("n_passed_over", c.c_uint32),
        ("no_selftest", TEXT),
    ]


class ExecutableInfo(Structure):
    _fields_ = [
        ("n_inputs", c.c_uint32),
        ("n_outputs", c.c_uint32),
        ("cached", c.c_bool),
        ("checked", c.c_bool),
        ("plan_seconds", c.c_double),
        ("build_seconds", c.c_double),
        ("compiler", TEXT),
        ("library", TEXT),
        ("code_bytes", c.c_uint64),
        ("weights_bytes", c.c_uint64),
        ("workspace_bytes", c.c_uint64),
    ]


class OutputCount(Structure):
    _fields_ = [("axis", c.c_int), ("output", c.c_uint32)]


class StepInfo(Structure):
    _fields_ = [
        ("layers", TEXT),
        ("kernel", TEXT),
        ("seconds", c.c_double),
        ("flops", c.c_double),
        ("bytes", c.c_double),
        ("roof", c.c_double),
        ("step", c.c_uint32),
    ]


class BenchEvent(Structure):
    _fields_ = [
        ("round", c.c_uint32),
        ("step", c.c_uint32),
        ("thread", c.c_uint32),
        ("begun", c.c_double),
        ("ended", c.c_double),
    ]


class BenchOptions(Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("rounds", c.c_uint32),
        ("seconds", c.c_double),
        ("warmup", c.c_uint32),
        ("warmup_seconds", c.c_double),
        ("traced", c.c_uint32),
        ("inputs", POINTER(c.c_void_p)),
    ]


class BenchResult(Structure):
    _fields_ = [
        ("n_rounds", c.c_uint32),
        ("best", c.c_double),
        ("median", c.c_double),
        ("n_steps", c.c_uint32),
        ("steps", POINTER(StepInfo)),
        ("peak_flops", c.c_double),
        ("n_levels", c.c_uint32),
        ("level_bytes", POINTER(c.c_double)),
        ("level_speeds", POINTER(c.c_double)),
        ("made", POINTER(c.c_uint32)),
        ("runs", POINTER(c.c_double)),
        ("begun", POINTER(c.c_double)),
        ("n_warmup", c.c_uint32),
        ("n_traced", c.c_uint32),
        ("n_events", c.c_uint32),
        ("events", POINTER(BenchEvent)),
    ]


class PassInfo(Structure):
    _fields_ = [
        ("stage", TEXT),
        ("stage_what", TEXT),
        ("name", TEXT),
        ("arrow", TEXT),
        ("needs", TEXT),
        ("covers", TEXT),
    ]


class ListInfo(Structure):
    _fields_ = [("name", TEXT), ("what", TEXT)]


class TrainOptions(Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("loss", TEXT),
        ("optimizer", TEXT),
        ("momentum", c.c_double),
        ("nesterov", c.c_bool),
        ("beta1", c.c_double),
        ("beta2", c.c_double),
        ("epsilon", c.c_double),
        ("weight_decay", c.c_double),
        ("clip_norm", c.c_double),
        ("huber_delta", c.c_double),
        ("statistics_momentum", c.c_double),
        ("frozen_statistics", c.c_bool),
        ("biased_variance", c.c_bool),
        ("trainable", TEXTS),
        ("no_decay", TEXTS),
        ("result", TEXT),
        ("batch_norms", TEXT),
        ("memory", c.c_int64),
        ("batch", c.c_int),
        ("seed", c.c_int32),
    ]


class TrainState(Structure):
    _fields_ = [("array", Array), ("of_network", c.c_bool)]


# What each is called in the header.
STRUCTURES = {
    "sn_context_options": ContextOptions,
    "sn_model_load_options": ModelLoadOptions,
    "sn_model_save_options": ModelSaveOptions,
    "sn_remark_info": RemarkInfo,
    "sn_optimize_options": OptimizeOptions,
    "sn_compared_info": ComparedInfo,
    "sn_comparison": Comparison,
    "sn_optimize_result": OptimizeResult,
    "sn_storage_info": StorageInfo,
    "sn_layer_info": LayerInfo,
    "sn_value_info": ValueInfo,
    "sn_cost_info": CostInfo,
    "sn_array": Array,
    "sn_compile_options": CompileOptions,
    "sn_compile_result": CompileResult,
    "sn_executable_info": ExecutableInfo,
    "sn_output_count": OutputCount,
    "sn_step_info": StepInfo,
    "sn_bench_event": BenchEvent,
    "sn_bench_options": BenchOptions,
    "sn_bench_result": BenchResult,
    "sn_pass_info": PassInfo,
    "sn_list_info": ListInfo,
    "sn_train_options": TrainOptions,
    "sn_train_state": TrainState,
}

# ---- functions -----------------------------------------------------------------------------------

P = c.c_void_p  # a handle
OUT = POINTER(P)  # where a new one goes
U32 = c.c_uint32
STATUS = c.c_int
POINTERS = POINTER(c.c_void_p)

FUNCTIONS = {
    "sn_context_create": (P, POINTER(ContextOptions)),
    "sn_context_destroy": (None, P),
    "sn_context_error": (TEXT, P),
    "sn_version": (TEXT,),
    "sn_status_name_of": (TEXT, STATUS),
    "sn_status_text_of": (TEXT, STATUS),
    "sn_model_load": (STATUS, P, TEXT, POINTER(ModelLoadOptions), OUT),
    "sn_model_zoo": (STATUS, P, TEXT, c.c_uint64, OUT),
    "sn_model_save": (STATUS, P, TEXT, POINTER(ModelSaveOptions)),
    "sn_weights_beside": (TEXT, P, TEXT, TEXT),
    "sn_format_of": (TEXT, TEXT),
    "sn_model_set_spelling": (STATUS, P, TEXT),
    "sn_model_destroy": (None, P),
    "sn_model_clone": (STATUS, P, OUT),
    "sn_model_pin": (STATUS, P, TEXT),
    "sn_model_set_outputs": (STATUS, P, TEXTS),
    "sn_model_keep": (STATUS, P, TEXT),
    "sn_model_cut": (STATUS, P, TEXTS, TEXTS),
    "sn_model_set_batch": (STATUS, P, c.c_int, c.c_int),
    "sn_model_optimize": (STATUS, P, POINTER(OptimizeOptions), POINTER(OptimizeResult)),
    "sn_model_choose_storage": (STATUS, P, POINTER(StorageInfo)),
    "sn_model_match": (STATUS, P, P, TEXTS, TEXTS),
    "sn_model_compare": (STATUS, P, P, c.c_double, POINTER(Comparison)),
    "sn_model_compare_given": (
        STATUS,
        P,
        POINTERS,
        POINTER(Array),
        c.c_double,
        POINTER(Comparison),
    ),
    "sn_model_compare_storage": (STATUS, P, P, POINTER(Comparison)),
    "sn_model_n_layers": (U32, P),
    "sn_model_layer": (STATUS, P, U32, POINTER(LayerInfo)),
    "sn_model_layer_value": (STATUS, P, U32, c.c_bool, U32, POINTER(ValueInfo)),
    "sn_model_n_inputs": (U32, P),
    "sn_model_n_outputs": (U32, P),
    "sn_model_input_value": (STATUS, P, U32, POINTER(ValueInfo)),
    "sn_model_output_value": (STATUS, P, U32, POINTER(ValueInfo)),
    "sn_model_input_is_index": (c.c_bool, P, U32),
    "sn_model_at_some_size": (STATUS, P, OUT, POINTER(c.c_int)),
    "sn_model_sized": (STATUS, P, OUT),
    "sn_model_cost": (STATUS, P, POINTER(CostInfo)),
    "sn_array_convert": (STATUS, P, POINTER(Array), TEXT, P),
    "sn_model_set_constant": (STATUS, P, TEXT, POINTER(Array)),
    "sn_model_run_interpreted": (STATUS, P, POINTERS, POINTER(Array)),
    "sn_model_compile": (STATUS, P, TEXT, POINTER(CompileOptions), POINTER(CompileResult)),
    "sn_executable_create": (STATUS, P, POINTER(CompileOptions), OUT),
    "sn_executable_destroy": (None, P),
    "sn_executable_describe": (None, P, POINTER(ExecutableInfo)),
    "sn_executable_input": (c.c_bool, P, U32, POINTER(Array)),
    "sn_executable_output": (c.c_bool, P, U32, POINTER(Array)),
    "sn_executable_count": (c.c_bool, P, U32, POINTER(OutputCount)),
    "sn_executable_run": (STATUS, P, POINTERS, POINTERS),
    "sn_executable_bench": (STATUS, P, U32, POINTER(BenchResult)),
    "sn_executable_bench_with": (STATUS, P, POINTER(BenchOptions), POINTER(BenchResult)),
    "sn_pass_at": (c.c_bool, U32, POINTER(PassInfo)),
    "sn_machine_info_at": (c.c_bool, U32, POINTER(ListInfo)),
    "sn_zoo_at": (c.c_bool, U32, POINTER(ListInfo)),
    "sn_format_at": (c.c_bool, U32, POINTER(ListInfo)),
    "sn_report": (STATUS, P, P, TEXT, Write, P),
    "sn_trainer_create": (STATUS, P, POINTER(TrainOptions), OUT),
    "sn_trainer_destroy": (None, P),
    "sn_trainer_step": (P, P),
    "sn_trainer_target": (STATUS, P, POINTER(ValueInfo)),
    "sn_trainer_n_states": (U32, P),
    "sn_trainer_state": (STATUS, P, U32, POINTER(TrainState)),
    "sn_trainer_set_state": (STATUS, P, U32, P),
    "sn_trainer_compile": (STATUS, P, POINTER(CompileOptions)),
    "sn_trainer_run": (STATUS, P, POINTERS, c.c_double, POINTER(c.c_double)),
    "sn_trainer_evaluate": (STATUS, P, POINTERS, POINTER(c.c_double), POINTER(Array)),
    "sn_trainer_block": (STATUS, P, OUT, POINTER(c.c_size_t)),
    "sn_model_import_states": (STATUS, P, P, c.c_size_t),
    "sn_trainer_store": (STATUS, P),
}


def opened() -> c.CDLL:
    library = c.CDLL(str(place_of("libsinter.so", "SINTER_NN_LIBRARY")))
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


lib = opened()

# ---- texts and lists -----------------------------------------------------------------------------


def said(text: bytes | None) -> str | None:
    """A text of the library; names in files may be any bytes, and come back as they were."""
    return None if text is None else text.decode("utf-8", "surrogateescape")


def spelled(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogateescape")


def texts(names) -> c.Array | None:
    """A list of texts as the library takes it: NULL behind the last one; None: there is none."""
    if names is None:
        return None
    return (TEXT * (len(names) + 1))(*[spelled(name) for name in names], None)


def strings(list_, n: int) -> tuple[str, ...]:
    return tuple(said(list_[i]) or "" for i in range(n))
