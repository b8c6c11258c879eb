# Elements of 8, 4 and 2 bits: packed in raw_data and in fields, as constants and inputs; quantized and back; blocks of int4. What does not fit is refused.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
E4, E4Z, E5, E5Z, UINT4, INT4, F4, E8, UINT2, INT2 = range(17, 27)
PACKED.update({k: "B" for k in (E4, E4Z, E5, E5Z, UINT4, INT4, F4, E8, UINT2, INT2)})
def packed(name, kind, dims, data, how="raw"):
    t = b"".join(number(1, d) for d in dims) + number(2, kind) + chunk(8, name)
    return Tensor(t + (chunk(9, bytes(data)) if how == "raw" else chunk(5, b"".join(varint(b) for b in data))))
def cast(name, kind, dims, data, how="raw"):
    save(name + ".onnx", model(graph([node("Cast", ["x"], ["y"], to=1)], [], [value("y")],
                                     [packed("x", kind, dims, data, how)]), 25))
cast("int4", INT4, [3], [0x8f, 0x07])
cast("uint4", UINT4, [3], [0x8f, 0x07], "typed")
cast("int2", INT2, [5], [0xe4, 0x02])
cast("float4", F4, [3], [0xf1, 0x03])
cast("float8", E4, [3], [0x7e, 0x81, 0x38], "typed")
cast("scales", E8, [3], [127, 0, 255])
cast("short", INT4, [3], [0x8f])
cast("fields", INT4, [3], [0x8f], "typed")
w = packed("w", INT4, [2, 4], [0x21, 0x43, 0xff, 0x80])
s, z = tensor("s", F32, [2, 2], [1, 10, 100, 1000]), packed("z", INT4, [2, 2], [0x10, 0x00])
save("blocks.onnx", model(graph([node("DequantizeLinear", ["w", "s", "z"], ["y"], block_size=2)],
                                [], [value("y")], [w, s, z]), 21))
x = value("x", F32, [4])
save("q.onnx", model(graph([node("QuantizeLinear", ["x", "one", zero], [zero + "q"]) for zero in ("i", "u", "e", "f")] +
                           [node("DequantizeLinear", [k + "q", "one"], [k + "y"]) for k in "iuef"],
                           [x], [value(k + "y") for k in "iuef"],
                           [tensor("one", F32, [], [2]), packed("i", INT4, [], [1]), packed("u", UINT2, [], [1]),
                            packed("e", E5, [], [0]), packed("f", F4, [], [0])]), 25))
save("odd.onnx", model(graph([node("Cast", ["x"], ["a"], to=24, round_mode="down"), node("Cast", ["a"], ["y"], to=1),
                              node("Cast", ["x"], ["b"], to=17, saturate=0), node("Cast", ["b"], ["z"], to=1)],
                             [x], [value("y"), value("z")]), 25))
save("mode.onnx", model(graph([node("Cast", ["x"], ["y"], to=24, round_mode="odd")], [x], [value("y")]), 25))
open("x", "wb").write(struct.pack("<4f", 3, -30, 1000, 0.5))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in int4 uint4 int2 float4 float8 scales blocks; do echo "== $f"; $SINTER run $f.onnx --interpret --text; done
$SINTER run q.onnx --interpret --text --input-file x
for f in blocks q; do # written anew
  $SINTER convert $f.onnx --opset 25 -o $f.again.onnx | grep -c written
  $SINTER run $f.again.onnx --interpret --text $([ $f = q ] && echo --input-file x) >again
  $SINTER run $f.onnx --interpret --text $([ $f = q ] && echo --input-file x) | cmp - again && echo same
done
$SINTER convert odd.onnx --opset 25 -o odd.again.onnx | grep -c written
$SINTER run odd.onnx --interpret --text --input-file x; $SINTER run odd.again.onnx --interpret --text --input-file x
$SINTER convert odd.onnx --opset 23 -o odd.old.onnx 2>&1
$SINTER run short.onnx --interpret 2>&1; $SINTER run fields.onnx --interpret 2>&1
$SINTER show mode.onnx 2>&1 >/dev/null | head -1
for f in q odd; do $SINTER run $f.onnx --interpret --text --input-file x >by_interpreter; $SINTER run $f.onnx --text --input-file x | cmp - by_interpreter && echo compiled; done
--- out
== int4
y 3
-1 -8 7
== uint4
y 3
15 8 7
== int2
y 5
0 1 -2 -1 -2
== float4
y 3
0.5 -6 1.5
== float8
y 3
448 -0.001953125 1
== scales
y 3
1 5.87747175e-39 nan
== blocks
y 2,4
1 2 20 30
-100 -100 0 -8000
iy 4
6 -16 14 2
uy 4
6 0 6 2
ey 4
3 -32 1024 0.5
fy 4
3 -12 12 0
1
same
1
same
1
y 4
2 5.87747175e-39 512 0.5
z 4
3 -30 nan 0.5
y 4
2 5.87747175e-39 512 0.5
z 4
3 -30 nan 0.5
sinter: warning: cast 'a' cannot be written for ONNX 23: Cast with a way to round is in ONNX from version 24 on, and the model is of version 23; --opset 24 has it
sinter: warning: cast 'y' cannot be written for ONNX 23: Cast of version 23 takes no f8e8m0
sinter: 2 operators cannot be written for ONNX 23; a warning names each with its reason; --from and --to write a part of the network, and `sinter compile` writes it as C
sinter: short.onnx: tensor 'x': found 1 bytes of data, expected 2
sinter: fields.onnx: tensor 'x': found 1 bytes, expected 2
sinter: warning: mode.onnx: Cast 'y' is kept as it is: its round_mode is none that ONNX has
compiled
compiled
