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
one("integers", "Imputer", I32, imputed_value_int64s=[9], replaced_value_int64=1065353216)
one("single", "LinearClassifier", F32, ["y", "z"], coefficients=[1.0, -1.0], intercepts=[0.5], classlabels_ints=[7, 8])
one("hot", "OneHotEncoder", F32, cats_int64s=[4, 1, 2])
one("columns", "FeatureVectorizer", F32, inputdimensions=[3])
machine = dict(kernel_params=[0.5, 1.0, 2.0], support_vectors=[1.0, 2.0, 3.0, 1.0, 0.0, 4.0])
one("regress", "SVMRegressor", F32, kernel_type="RBF", n_supports=3, coefficients=[1.0, -2.0, 0.5], rho=[0.25], **machine)
one("outlier", "SVMRegressor", F32, kernel_type="POLY", n_supports=3, coefficients=[0.1, -0.2, 0.1], rho=[2.0], one_class=1, **machine)
one("straight", "SVMRegressor", F32, kernel_params=[0.0] * 3, coefficients=[1.0, -2.0], rho=[0.25])
one("logistic", "SVMRegressor", F32, kernel_params=[0.0] * 3, coefficients=[1.0, -2.0], rho=[0.25], post_transform="LOGISTIC")
three = dict(vectors_per_class=[1, 1, 1], classlabels_ints=[5, 6, 7], coefficients=[1.0, -1.0, -0.5, 0.5, 1.0, -1.0],
             rho=[0.1, -0.2, 0.3])
one("votes", "SVMClassifier", F32, ["y", "z"], kernel_type="RBF", **three, **machine)
one("chances", "SVMClassifier", F32, ["y", "z"], kernel_type="SIGMOID", prob_a=[-1.0] * 3, prob_b=[0.0, 0.5, 1.0],
    **three, **machine)
two = dict(vectors_per_class=[2, 1], classlabels_ints=[5, 6], coefficients=[1.0, 0.5, -1.0], rho=[0.1])
one("pair", "SVMClassifier", F32, ["y", "z"], kernel_type="RBF", post_transform="LOGISTIC", **two, **machine)
one("plane", "SVMClassifier", F32, ["y", "z"], classlabels_ints=[5, 6], coefficients=[1.0, 0.5, -1.0, 0.0], rho=[0.1],
    kernel_params=[0.0] * 3)
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
one("one", "LinearClassifier", F32, ["y", "z"], coefficients=[1.0, 0.0], intercepts=[0.0], classlabels_ints=[7])
one("twice", "OneHotEncoder", F32, cats_int64s=[1, 2, 1])
one("sizes", "FeatureVectorizer", F32, inputdimensions=[1, 1])
one("core", "SVMRegressor", F32, kernel_type="CUBIC", n_supports=3, coefficients=[1.0] * 3, rho=[0.0], **machine)
one("supports", "SVMRegressor", F32, n_supports=4, coefficients=[1.0] * 4, rho=[0.0], **machine)
one("pairs", "SVMClassifier", F32, ["y", "z"], **dict(three, rho=[0.1, 0.2]), **machine)
one("probit", "SVMClassifier", F32, ["y", "z"], post_transform="PROBIT", **two, **machine)
one("rows", "LinearRegressor", F32, coefficients=[1.0, 0.0, 1.0], targets=2)
one("kind", "Normalizer", F32, norm="L3")
one("branch", "TreeEnsembleRegressor", F32, **dict(tree, nodes_falsenodeids=[9, 0, 0]), **leaves)
one("node", "TreeEnsembleRegressor", F32, **tree, **dict(leaves, target_nodeids=[1, 0]))
one("mode", "TreeEnsembleRegressor", F32, **dict(tree, nodes_modes=["BRANCH", "LEAF", "LEAF"]), **leaves)
open("x", "wb").write(struct.pack("<4f", 1, 2, 4, 3))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in scale norm labels class single integers hot columns tree base regress outlier straight logistic votes chances pair plane; do
  echo "== $f"; $SINTER run $f.onnx --interpret --text --input-file x | sed -E 's/([0-9]\.[0-9]{4})[0-9]*/\1/g'
done
for f in tree votes chances columns hot; do $SINTER compile $f.onnx -o $f --as-is 2>&1 | grep checked; done
for f in texts keys second one twice sizes core supports pairs probit rows kind branch node mode; do $SINTER show $f.onnx 2>&1 >/dev/null | head -1; done
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
== single
y i64 2
7 8
z 2,2
1.5 -0.5
-0.5 1.5
== integers
y i32 2,2
9 1.0737e+09
1.0821e+09 1.0779e+09
== hot
y 2,2,3
0 1 0
0 0 1

1 0 0
0 0 0
== columns
y 2,3
1 2 0
4 3 0
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
== regress
y 2,1
1.1268
0.0926
== outlier
y 2,1
1
-1
== straight
y 2,1
-2.75
-1.75
== logistic
y 2,1
0.0600
0.1480
== votes
y i64 2
5 5
z 2,3
1.0179 0.2589 0.3000
0.0246 -0.1967 0.3818
== chances
y i64 2
5 5
z 2,3
0.2559 0.2418 0.5022
0.2560 0.2420 0.5018
== pair
y i64 2
5 5
z 2,2
0.2575 0.7424
0.4631 0.5368
== plane
y i64 2
6 6
z 2,2
2.0999 -0.8999
5.5999 -3.9000
checked   each step computes what the interpreter does
checked   each step computes what the interpreter does
checked   each step computes what the interpreter does
checked   each step computes what the interpreter does
checked   each step computes what the interpreter does
sinter: warning: texts.onnx: LabelEncoder 'y' is kept as it is: its keys or values are texts, or left out
sinter: warning: keys.onnx: LabelEncoder 'y' is kept as it is: its keys are of another type
sinter: warning: second.onnx: TreeEnsembleClassifier 'y' is kept as it is: its base does not fit its labels
sinter: warning: one.onnx: LinearClassifier 'y' is kept as it is: it has not an intercept for each label, or one for two
sinter: warning: twice.onnx: OneHotEncoder 'y' is kept as it is: one of its categories stands there twice
sinter: warning: sizes.onnx: FeatureVectorizer 'y' is kept as it is: its sizes do not fit its inputs
sinter: warning: core.onnx: SVMRegressor 'y' is kept as it is: its kernel is none that ONNX has
sinter: warning: supports.onnx: SVMRegressor 'y' is kept as it is: its input, support vectors and coefficients do not fit each other
sinter: warning: pairs.onnx: SVMClassifier 'y' is kept as it is: its input, support vectors and coefficients do not fit each other
sinter: warning: probit.onnx: SVMClassifier 'y' is kept as it is: PROBIT of one score for two labels
sinter: warning: rows.onnx: LinearRegressor 'y' is kept as it is: its coefficients do not fit its targets
sinter: warning: kind.onnx: Normalizer 'y' is kept as it is: its norm is none that ONNX has
sinter: warning: branch.onnx: TreeEnsembleRegressor 'y' is kept as it is: a branch leads nowhere
sinter: warning: node.onnx: TreeEnsembleRegressor 'y' is kept as it is: a leaf has no target
sinter: warning: mode.onnx: TreeEnsembleRegressor 'y' is kept as it is: a mode of a node is unknown
