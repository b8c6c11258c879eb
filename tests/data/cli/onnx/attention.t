# Attention with scores that are read, windows, and counts of keys; convolution with a state; what does not fit is refused by name.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
def one(name, nodes, inputs, outputs, opset=25):
    save(name + ".onnx", model(graph(nodes, inputs, [value(o) for o in outputs]), opset))
q, k = value("q", F32, [1, 2, 2, 2]), value("k", F32, [1, 1, 3, 2])
heads = [q, k]
one("scores", [node("Attention", ["q", "k", "k"], ["y", "", "", "s"], qk_matmul_output_mode=3,
                    is_causal=1)], heads, ["y", "s"])
one("window", [node("Attention", ["q", "k", "k"], ["y"], left_window_size=0, right_window_size=1)],
    heads, ["y"])
one("counts", [node("Attention", ["q", "k", "k", "", "", "", "n"], ["y"], is_causal=1)],
    heads + [value("n", I64, [1])], ["y"], 24)
one("both", [node("Attention", ["q", "k", "k", "m", "", "", "n"], ["y"])],
    heads + [value("m", F32, [1, 2]), value("n", I64, [1])], ["y"], 24)
one("conv", [node("CausalConvWithState", ["x", "w", "", "p"], ["y", "s"], activation="silu")],
    [value("x", F32, [1, 2, 3]), value("w", F32, [2, 1, 2]), value("p", F32, [1, 2, 1])],
    ["y", "s"], 27)
one("stage", [node("Attention", ["q", "k", "k"], ["y", "", "", "s"], qk_matmul_output_mode=4)], heads,
    ["y", "s"])
one("mask", [node("Attention", ["q", "k", "k", "m"], ["y"])],
    heads + [value("m", F32, [2, 4])], ["y"])
one("heads", [node("Attention", ["x", "x", "x"], ["y"])], [value("x", F32, [1, 2, 4])], ["y"])
one("rule", [node("LinearAttention", ["x", "x", "x"], ["y"], q_num_heads=1, kv_num_heads=1,
                  update_rule="gated")], [value("x", F32, [1, 2, 4])], ["y"], 27)
def put(name, *v):
    open(name, "wb").write(struct.pack("<%d%s" % (len(v), "q" if name == "n" else "f"), *v))
put("q", 1, 0, 0, 1, 2, 0, 0, 2)
put("k", 1, 0, 0, 1, 1, 1)
put("n", 1)
put("m", 0, 0)
put("x", 1, 2, 3, -1, 0, 1)
put("w", 1, 2, 0.5, -1)
put("p", 10, -10)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in scores window counts both conv; do
  echo "== $f"; feeds=
  for i in $($SINTER show --text $f.onnx | sed -n 's/^"\([a-z]\)" = input.*/\1/p'); do feeds="$feeds --input-file $i=$i"; done
  $SINTER run $f.onnx --interpret --text $feeds | sed -E 's/([0-9]\.[0-9]{4})[0-9]*/\1/g'
done
for f in stage mask heads rule; do $SINTER show $f.onnx 2>&1 >/dev/null | head -1; done
--- out
== scores
y 1,2,2,2
1 0
0.3302 0.6697

1 0
0.1955 0.8044
s 1,2,2,3
1 0 0
0.3302 0.6697 0

1 0 0
0.1955 0.8044 0
== window
y 1,2,2,2
0.6697 0.3302
0.5 1

0.8044 0.1955
0.5 1
== counts
y 1,2,2,2
0 0
1 0

0 0
1 0
== both
y 1,2,2,2
1 0
1 0

1 0
1 0
== conv
y 1,2,3
11.9999 4.9665 7.9973
-0.0719 -0.1887 -0.2689
s 1,2,1
3
1
sinter: warning: stage.onnx: Attention 'y' is kept as it is: its qk_matmul_output_mode is none of 0 to 3
sinter: warning: mask.onnx: Attention 'y' is kept as it is: its mask has more keys than there are
sinter: warning: heads.onnx: Attention 'y' is kept as it is: its heads are not known
sinter: warning: rule.onnx: LinearAttention 'y' is kept as it is: its decay and update rate are not those of its update rule
