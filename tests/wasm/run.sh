#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#     tests/wasm/run.sh [SINTER] [--time] [--models]
#
# Networks compiled to WebAssembly and run in node: each tests itself, computes what the interpreter
# does, and refuses bad input. With --time also how long MobileNetV2 takes beside code without
# vectors; with --models real models (SINTER_MODELS) test themselves, too. The last line counts.
set -u
here=$(cd "$(dirname "$0")" && pwd)
sinter=$(realpath "${1:-$here/../../build/sinter}")
[ $# -gt 0 ] && shift
"$here/../../tools/need-packages.sh" cmake clang lld wasi-libc libclang-rt-dev-wasm32 python3 ||
    { echo "0 passed, 1 failed"; exit 1; }
# node is taken from wherever it comes.
command -v node >/dev/null || command -v nodejs >/dev/null ||
    "$here/../../tools/need-packages.sh" nodejs || { echo "0 passed, 1 failed"; exit 1; }
exec python3 "$here/run.py" --sinter "$sinter" "$@"
