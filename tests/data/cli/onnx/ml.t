# ai.onnx.ml of numbers: values are checked against ONNX Runtime by tests/peer; here they are computed, compiled, and what does not fit is refused by name.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
ML = "ai.onnx.ml"
def one(name, op, kind, outputs=["y"], **more):
    save(name + ".onnx", model(graph([node(op, ["x"], outputs, domain=ML, **more)], [value("x", kind, [2, 2])],
                                     [value(o) for o in outputs]), 17, domains={ML: 3}))
one("scale", "Scaler", F32, offset=[1.0], scale=[2.0, 3.0])
one("norm", "Normalizer", F32, norm="L1")
one("labels", "LabelEncoder", F32, keys_floats=[1.0, 4.0], values_int64s=[10, 40])
one("class", "LinearClassifier", F32, ["y", "z"], coefficients=[1.0, 0.0, 0.0, 1.0], intercepts=[0.0, 0.5],
    classlabels_ints=[7, 8])
tree = dict(nodes_treeids=[5, 5, 5], nodes_nodeids=[0, 1, 2], nodes_featureids=[1, 0, 0],
            nodes_values=[2.5, 0.0, 0.0], nodes_modes=["BRANCH_LT", "LEAF", "LEAF"],
            nodes_truenodeids=[1, 0, 0], nodes_falsenodeids=[2, 0, 0])
leaves = dict(target_treeids=[5, 5], target_nodeids=[1, 2], target_ids=[0, 0], target_weights=[10.0, 20.0])
one("tree", "TreeEnsembleRegressor", F32, base_values=[0.5], **tree, **leaves)
both = dict(post_transform="LOGISTIC", classlabels_int64s=[7, 8], class_treeids=[5, 5],
            class_nodeids=[1, 2], class_weights=[-1.0, 2.0])
one("base", "TreeEnsembleClassifier", F32, ["y", "z"], base_values=[-1.5], class_ids=[0, 0], **both, **tree)
one("second", "TreeEnsembleClassifier", F32, ["y", "z"], base_values=[-1.5], class_ids=[1, 1], **both, **tree)
one("texts", "LabelEncoder", F32, keys_floats=[1.0], values_strings=["a"])
one("keys", "LabelEncoder", F32, keys_int64s=[1], values_int64s=[2])
one("one", "LinearClassifier", F32, ["y", "z"], coefficients=[1.0, 0.0], intercepts=[0.0], classlabels_ints=[7, 8])
one("rows", "LinearRegressor", F32, coefficients=[1.0, 0.0, 1.0], targets=2)
one("kind", "Normalizer", F32, norm="L3")
one("branch", "TreeEnsembleRegressor", F32, **dict(tree, nodes_falsenodeids=[9, 0, 0]), **leaves)
one("node", "TreeEnsembleRegressor", F32, **tree, **dict(leaves, target_nodeids=[1, 0]))
one("mode", "TreeEnsembleRegressor", F32, **dict(tree, nodes_modes=["BRANCH", "LEAF", "LEAF"]), **leaves)
open("x", "wb").write(struct.pack("<4f", 1, 2, 4, 3))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in scale norm labels class tree base; do
  echo "== $f"; $SINTER run $f.onnx --interpret --text --input-file x | sed -E 's/([0-9]\.[0-9]{4})[0-9]*/\1/g'
done
$SINTER compile tree.onnx -o tree --as-is 2>&1 | grep checked
for f in texts keys second one rows kind branch node mode; do $SINTER show $f.onnx 2>&1 >/dev/null | head -1; done
--- out
== scale
y 2,2
0 3
6 6
== norm
y 2,2
0.3333 0.6666
0.5714 0.4285
== labels
y i64 2,2
10 -1
40 -1
== class
y i64 2
8 7
z 2,2
1 2.5
4 3.5
== tree
y 2,1
10.5
20.5
== base
y i64 2
7 8
z 2,2
0.9241 0.0758
0.3775 0.6224
checked   each step computes what the interpreter does
sinter: warning: texts.onnx: LabelEncoder 'y' is kept as it is: its keys or values are texts, or left out
sinter: warning: keys.onnx: LabelEncoder 'y' is kept as it is: its keys are of another type
sinter: warning: second.onnx: TreeEnsembleClassifier 'y' is kept as it is: its base does not fit its labels
sinter: warning: one.onnx: LinearClassifier 'y' is kept as it is: it has not a row of coefficients for each label
sinter: warning: rows.onnx: LinearRegressor 'y' is kept as it is: its coefficients do not fit its targets
sinter: warning: kind.onnx: Normalizer 'y' is kept as it is: its norm is none that ONNX has
sinter: warning: branch.onnx: TreeEnsembleRegressor 'y' is kept as it is: a branch leads nowhere
sinter: warning: node.onnx: TreeEnsembleRegressor 'y' is kept as it is: a leaf has no target
sinter: warning: mode.onnx: TreeEnsembleRegressor 'y' is kept as it is: a mode of a node is unknown
