# Trees with all tests, sets and missing numbers; Binarizer, ArrayFeatureExtractor, updates of weights, optionals, an ellipsis; what does not fit is refused by name.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
def one(name, nodes, inputs, outputs=["y"], opset=25, known=()):
    save(name + ".onnx", model(graph(nodes, inputs, [value(o) for o in outputs], known), opset,
                               domains={"ai.onnx.ml": 5, "ai.onnx.preview.training": 1}))
def put(name, kind, *v):
    open(name, "wb").write(struct.pack("<%d%s" % (len(v), kind), *v))
x = value("x", F32, ["n", 2])
def trees(name, modes, splits, **more):
    lists = dict(n_targets=2, tree_roots=[0, 2], nodes_featureids=[0, 1, 1],
                 nodes_truenodeids=[1, 0, 2], nodes_falsenodeids=[1, 2, 1],
                 nodes_trueleafs=[0, 1, 1], nodes_falseleafs=[1, 1, 1],
                 leaf_targetids=[0, 1, 0], nodes_missing_value_tracks_true=[1, 0, 0],
                 nodes_modes=tensor("m", U8, [3], modes), nodes_splits=tensor("s", F32, [3], splits),
                 leaf_weights=tensor("w", F32, [3], [10, 20, 40]))
    lists.update(more)
    one(name, [node("TreeEnsemble", ["x"], ["y"], domain="ai.onnx.ml", **lists)], [x])
sets = tensor("sets", F32, [3], [3, 5, float("nan")])
trees("sum", [0, 3, 6], [1, 2, 0], membership_values=sets)
trees("max", [1, 2, 5], [1, 2, 3], aggregate_function=3)
trees("same", [4, 4, 4], [1, 2, 3], post_transform=2, aggregate_function=0)
trees("loop", [0, 0, 0], [0, 0, 0], nodes_truenodeids=[0, 0, 0], nodes_trueleafs=[0, 1, 1])
trees("branch", [0, 0, 0], [0, 0, 0], nodes_truenodeids=[1, 0, 7])
trees("lists", [0, 0, 0], [0, 0, 0], leaf_targetids=[0, 1])
trees("feature", [0, 0, 0], [0, 0, 0], nodes_featureids=[0, 2, 1])
one("ml", [node("Binarizer", ["x"], ["y"], domain="ai.onnx.ml", threshold=1.0),
           node("ArrayFeatureExtractor", ["x", "at"], ["z"], domain="ai.onnx.ml")], [x],
    ["y", "z"], 25, [tensor("at", I64, [3], [1, 0, 1])])
w, g = value("w", F32, [2]), value("g", F32, [2])
for op, n, more in (("Adagrad", 1, dict(epsilon=1.0)), ("Adam", 2, dict(epsilon=1.0)),
                    ("Momentum", 1, dict(alpha=0.5, beta=2.0, mode="nesterov", norm_coefficient=1.0))):
    kept = ["k%d" % i for i in range(n)]
    one(op.lower(), [node(op, ["r", "t", "w", "g"] + ["g"] * n, ["y"] + kept,
                          domain="ai.onnx.preview.training", **more)],
        [value("t", I64, []), w, g], ["y"] + kept, 25, [tensor("r", F32, [], [0.5])])
one("optional", [node("OptionalHasElement", [""], ["y"]), node("OptionalHasElement", ["x"], ["z"]),
                 node("OptionalGetElement", ["x"], ["a"])], [x], ["y", "z", "a"], 18)
one("dots", [node("Einsum", ["x", "x"], ["y"], equation="...i, ...i"),
             node("Einsum", ["x", "v"], ["z"], equation="n... , ...->n")], [x], ["y", "z"], 12,
    [tensor("v", F32, [2], [1, 10])])
one("repeats", [node("Einsum", ["a", "b"], ["y"], equation="...,...->...")],
    [value("a", F32, [2]), value("b", F32, [3])], ["y"], 12)
put("x", "f", 1, 3, 2, 2, float("nan"), 5)
put("t", "q", 1)
put("w", "f", 1, 2)
put("g", "f", 1, 2)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in sum max same ml adagrad adam momentum optional dots; do
  echo "== $f"; feeds=
  for i in $($SINTER show --text $f.onnx | sed -n 's/^"\([a-z]\)" = input.*/\1/p'); do feeds="$feeds --input-file $i=$i"; [ $i = x ] && feeds="$feeds --input x=3,2"; done
  $SINTER run $f.onnx --interpret --text $feeds | sed -E 's/([0-9]\.[0-9]{4})[0-9]*/\1/g'
done
for f in loop branch lists feature repeats; do $SINTER show $f.onnx 2>&1 >/dev/null | head -1; done
--- out
== sum
y 3,2
50 0
0 40
50 0
== max
y 3,2
-3.4028e+38 20
40 20
40 -3.4028e+38
== same
y 3,2
1 0.5
0.5 1
1 0.9999
== ml
y 3,2
0 1
1 1
0 1
z 3,3
3 1 3
2 2 2
5 nan 5
== adagrad
y 2
0.7928 1.7101
k0 2
2 6
== adam
y 2
0.9209 1.8690
k0 2
1 2
k1 2
1 2.0019
== momentum
y 2
-1.125 -2.25
k0 2
4.5 9
== optional
y bool scalar
0
z bool scalar
1
a 3,2
1 3
2 2
nan 5
== dots
y 3
10 8 nan
z 3
31 22 nan
sinter: warning: loop.onnx: TreeEnsemble 'y' is kept as it is: a tree has more than 64 steps, or leads back
sinter: warning: branch.onnx: TreeEnsemble 'y' is kept as it is: a branch leads nowhere
sinter: warning: lists.onnx: TreeEnsemble 'y' is kept as it is: its lists do not fit each other
sinter: warning: feature.onnx: TreeEnsemble 'y' is kept as it is: a node looks at a feature that its input does not have
sinter: warning: repeats.onnx: Einsum 'y' is kept as it is: the axes of its ellipsis are repeated
