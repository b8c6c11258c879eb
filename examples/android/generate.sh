#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
#     generate.sh MODEL [OPTION...]
#
# Compiles a network, of one input and one output, to C for each ABI of the app, and puts its
# weights into the assets. OPTIONs are those of `sinter compile`, as --input data=3,224,224; SINTER
# is the tool.
set -eu
main=$(cd "$(dirname "$0")/app/src/main" && pwd)
if [ $# = 0 ]; then
    echo "usage: examples/android/generate.sh MODEL [OPTION...]" >&2
    exit 2
fi
model=$1
shift
mkdir -p "$main/cpp/net" "$main/assets"
for each in arm64-v8a:aarch64 x86_64:x86-64; do
    folder=$main/cpp/net/${each%%:*}
    "${SINTER:-sinter}" compile "$model" -o "$folder" --prefix net --target "${each##*:}" "$@"
    mv "$folder/net.weights" "$main/assets/net-${each%%:*}.weights"
done
