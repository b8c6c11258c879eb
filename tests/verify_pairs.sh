# SPDX-License-Identifier: Apache-2.0
#
# For data tests: make.py makes pairs of networks (onnx_pairs.py), and `verify` compares each of
# them both ways round.
PYTHONPATH=$SINTER_TESTS python3 make.py
v() { $SINTER verify $1.onnx $2.onnx 2> /dev/null | sed -n 's/^\([a-z]*\) *worst.*/\1/p'; }
for a in *_a.onnx; do
    n=${a%_a.onnx}
    echo "$n: $(v ${n}_a ${n}_b), turned around: $(v ${n}_b ${n}_a)"
done
