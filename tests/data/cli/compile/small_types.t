# Elements of 8, 4 and 2 bits are stored in a byte each: in what goes in and out, in the header, in weights, in .npy; the code is what the interpreter is.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
E4, E5Z, INT4, F4, UINT2 = 17, 20, 22, 23, 25
PACKED.update({k: "B" for k in (E4, E5Z, INT4, F4, UINT2)})
def packed(name, kind, dims, data):
    return Tensor(b"".join(number(1, d) for d in dims) + number(2, kind) + chunk(8, name) + chunk(9, bytes(data)))
def npy(path, descr, shape, data):
    head = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    open(path, "wb").write(b"\x93NUMPY\1\0\x76\0" + head.ljust(117).encode() + b"\n" + data)
x, w = value("x", INT4, [4]), packed("w", INT4, [4], [0x21, 0x7f])
save("mixed.onnx", model(graph([node("DequantizeLinear", ["x", "s"], ["a"]), node("DequantizeLinear", ["w", "s"], ["b"]),
                                node("Mul", ["a", "b"], ["p"]), node("Cast", ["p"], ["e"], to=E4),
                                node("Cast", ["p"], ["i"], to=UINT2), node("Cast", ["p"], ["f"], to=F4),
                                node("Cast", ["p"], ["z"], to=E5Z, saturate=0), node("Identity", ["w"], ["c"])],
                               [x], [value(n, k, [4]) for n, k in (("e", E4), ("i", UINT2), ("f", F4), ("z", E5Z), ("c", INT4))],
                               [tensor("s", F32, [], [1.5]), w]), 25))
open("x.pb", "wb").write(packed("x", INT4, [4], [0x83, 0x17]))
npy("x.npy", "|V1", "(4,)", b"\x03\xf8\x07\x01")
npy("x.f1.npy", "<f1", "(4,)", b"\x03\xf8\x07\x01")
npy("floats.npy", "<f4", "(4,)", struct.pack("<4f", 3, -8, 7, 1))
npy("half.npy", "<f4", "(4,)", struct.pack("<4f", 3, -8, 7.5, 1))
save("f32.onnx", model(graph([node("Relu", ["x"], ["y"])], [value("x", F32, [4])], [value("y")]), 25))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER run mixed.onnx --input-file x.pb --text | tee numbers
for f in x.npy x.f1.npy floats.npy; do $SINTER run mixed.onnx --input-file $f --text | cmp - numbers && echo same; done
$SINTER run mixed.onnx --input-file x.pb --text --interpret | cmp - numbers && echo same
$SINTER run mixed.onnx --input-file half.npy --text; echo "code $?"
$SINTER run f32.onnx --input-file x.npy --text; echo "code $?"
$SINTER run mixed.onnx --input-file x.pb -o res -q
for f in e c; do head -c 40 res/$f.npy | tail -c 30; echo; tail -c 4 res/$f.npy | od -An -tx1; done
$SINTER compile mixed.onnx -o mixed -q
grep "put  *[0-9]  " mixed/mixed.h
cc=${CC:-cc}
$cc -std=c11 -O1 -Wall -Wextra -Werror -Wno-psabi mixed/mixed.c mixed/mixed_selftest.c mixed/main.c -Imixed -lm -lpthread -o example
./example -w mixed/mixed.weights x.npy
./example x.f1.npy; echo "code $?"
./example -w mixed/mixed.weights --selftest | sed 's/ (.*//'
--- out
e f8e4m3fn 4
7 -36 -16 16
i u2 4
2 0 1 3
f f4e2m1 4
6 -6 -6 6
z f8e5m2fnuz 4
7 -32 -16 16
c i4 4
1 2 -1 7
same
same
same
same
sinter: half.npy: has elements of type f32, i4 expected; element 2, 7.5, cannot be one
code 4
sinter: x.npy: has elements of one byte that numpy has no name for, f32 expected
code 4
{'descr': '|V1', 'fortran_orde
 4e e1 d8 58
{'descr': '|V1', 'fortran_orde
 01 02 ff 07
 *     input  0  i4 (one in each int8_t) 4  x
 *     output 0  f8e4m3fn (the bits of one, in uint8_t) 4  e
 *     output 1  u2 (one in each uint8_t) 4  i
 *     output 2  f4e2m1 (the bits of one, in uint8_t) 4  f
 *     output 3  f8e5m2fnuz (the bits of one, in uint8_t) 4  z
 *     output 4  i4 (one in each int8_t) 4  c
e  4  0x4e 0xe1 0xd8 0x58
i  4  2 0 1 3
f  4  0x07 0x0f 0x0f 0x07
z  4  0x4b 0xd4 0xd0 0x50
c  4  1 2 -1 7
mixed_example: x.f1.npy: elements of type i4 ('|V1') in C order are expected
code 1
all 8 steps compute what they should
