# SPDX-License-Identifier: Apache-2.0
"""Cases of test_onnx_nodes.py of the domain ai.onnx.ml: encoders, linear models, support vectors
and trees."""

import numpy as np

from node_cases import F32, F64, ML, Case, operator

I64 = np.int64

def floats(d, n, lo=-2, hi=2):
    return [float(v) for v in d.array([n], F32, lo, hi)]


@operator
def array_feature_extractor(d):
    """Of a vector, or of rows; in any order, some of them twice."""
    x = np.asarray(d.array(d.pick([4], [3, 4], [2, 3, 4]), F32, -9, 9), d.pick(F32, F64, I64))
    at = np.asarray(d.rng.integers(0, 4, d.pick([1], [3], [1, 2])), I64)
    return Case("ArrayFeatureExtractor", [x, at], domain=ML, constants=(1,))


@operator
def binarizer(d):
    attributes = {"threshold": 0.5} if d.chance(0.7) else {}
    return Case("Binarizer", [np.round(2 * d.array([3, 4], F32)) / 2], attributes, domain=ML)


@operator
def scaler(d):
    n, t = d.int(1, 4), d.pick(F32, I64)
    lists = {"offset": floats(d, n), "scale": floats(d, n)}
    return Case("Scaler", [d.array([3, n], t)], lists, domain=ML)


@operator
def normalizer(d):
    norm = d.pick("MAX", "L1", "L2")
    return Case("Normalizer", [d.array([3, 4], F32, 0.1)], {"norm": norm}, domain=ML)


@operator
def imputer(d):
    if d.chance(0.5):
        x = np.asarray(d.rng.integers(0, 3, (4, 3)), I64)
        lists = {"imputed_value_int64s": [7], "replaced_value_int64": 2}
    else:
        x = d.array([4, 3], F32)
        x[d.rng.random(x.shape) < 0.3] = np.nan
        lists = {"imputed_value_floats": floats(d, 3), "replaced_value_float": float("nan")}
    return Case("Imputer", [x], lists, domain=ML)


@operator
def label_encoder(d):
    x = d.rng.integers(0, 6, (3, 4))
    if d.chance(0.5):
        lists = {"keys_int64s": [1, 4, 2], "values_floats": floats(d, 3), "default_float": -2.0}
        return Case("LabelEncoder", [np.asarray(x, I64)], lists, domain=ML)
    lists = {"keys_floats": [1.0, 3.0], "values_int64s": [10, 30]}
    return Case("LabelEncoder", [np.asarray(x, F32)], lists, domain=ML)


TRANSFORMS = ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"]


def features(d, n, rows=None):
    """Rows of features of any type, or one row without an axis of rows."""
    t = d.pick(F32, F32, F64, I64, np.int32)
    s = [n] if rows is None and d.chance(0.2) else [rows or d.pick(1, 5), n]
    x = d.array(s, F32) if t in (F32, F64) else d.rng.integers(-2, 3, s)
    return np.asarray(x, t)


@operator
def one_hot_encoder(d):
    """Categories, and what is none of them; floats are cut."""
    x = np.asarray(d.array([d.int(1, 4), d.int(1, 3)], F32, -3, 6), d.pick(F32, F64, I64))
    cats = [int(v) for v in d.rng.permutation(8)[: d.int(1, 6)] - 3]
    return Case("OneHotEncoder", [x], {"cats_int64s": cats, "zeros": 1}, domain=ML)


@operator
def feature_vectorizer(d):
    """Parts that are cut, and parts that zeros are put behind. In ONNX Runtime all are of one type,
    and a single row may be a vector."""
    t, rows = d.pick(F32, F64, I64, np.int32), d.pick(None, 1, 3)
    inputs, sizes = [], []
    for _ in range(d.int(1, 4)):
        s = d.pick([], [d.int(1, 3)]) if rows else []
        s = ([rows] if rows else []) + [d.int(1, 3)] + s
        inputs.append(np.asarray(d.array(s, F32, -9, 9), t))
        n = int(np.prod(s[1:])) if rows else s[0]
        sizes.append(max(1, n + d.pick(0, 0, -1, 2)))
    return Case("FeatureVectorizer", inputs, {"inputdimensions": sizes}, domain=ML)


def kernel(d):
    name = d.pick("LINEAR", "POLY", "RBF", "SIGMOID")
    degree = d.pick(2.0, 3.0, 4.0)
    params = [d.pick(0.25, 0.5), d.pick(0.0, 0.5), degree]
    return dict(kernel_type=name, kernel_params=params)


@operator
def svm_regressor(d):
    """With support vectors, or linear."""
    n, lists = d.int(1, 4), kernel(d)
    vectors = d.pick(0, 1, 5)
    lists.update(n_supports=vectors, rho=floats(d, 1), one_class=d.int(0, 1))
    lists["coefficients"] = floats(d, vectors or n)
    if vectors:
        lists["support_vectors"] = floats(d, vectors * n)
    x = d.array([d.pick(1, 5), n], F32)
    return Case("SVMRegressor", [x], lists, domain=ML)


@operator
def svm_classifier(d):
    """Of pairs of labels, with probabilities or without. Of two labels ONNX Runtime leaves a score
    as it was before where PROBIT is of the other."""
    n, labels, lists = d.int(1, 4), d.int(2, 4), kernel(d)
    per_class = [d.int(0, 3) for _ in range(labels)]
    per_class[0] += 1
    vectors, pairs = sum(per_class), labels * (labels - 1) // 2
    lists.update(classlabels_ints=[3, 5, 8, 1][:labels], vectors_per_class=per_class)
    lists.update(support_vectors=floats(d, vectors * n), rho=floats(d, pairs, -1, 1))
    lists.update(coefficients=floats(d, vectors * (labels - 1)))
    lists["post_transform"] = d.pick(*TRANSFORMS)
    if d.chance(0.5):
        lists.update(prob_a=floats(d, pairs, -2, 0), prob_b=floats(d, pairs, -1, 1))
    elif labels == 2:
        lists["post_transform"] = d.pick(*TRANSFORMS[:4])
    if lists["post_transform"] == "PROBIT" and "prob_a" not in lists:
        lists["post_transform"] = "NONE"  # of numbers beyond 0 .. 1 it is NaN, and nothing is said
    return Case("SVMClassifier", [features(d, n)], lists, outputs=["y", "z"], domain=ML)


@operator
def svm_classifier_linear(d):
    """Without support vectors."""
    n, labels = d.int(1, 4), d.int(1, 4)
    lists = {"classlabels_ints": [3, 5, 8, 1][:labels], "rho": floats(d, 1)}
    lists["kernel_params"] = [0.0, 0.0, 0.0]
    lists["coefficients"] = floats(d, n * labels, *d.pick((-2, 2), (0, 1)))
    lists["post_transform"] = d.pick(*TRANSFORMS[:4])
    if d.chance(0.3):
        lists.update(prob_a=floats(d, 1), prob_b=floats(d, 1))
    return Case("SVMClassifier", [features(d, n)], lists, outputs=["y", "z"], domain=ML)


@operator
def linear_classifier_single(d):
    """One row of coefficients for two labels."""
    n = d.int(1, 4)
    lists = {"coefficients": floats(d, n), "intercepts": floats(d, 1)}
    lists["classlabels_ints"] = [4, 9]
    lists["post_transform"] = d.pick(*TRANSFORMS[:4])
    return Case("LinearClassifier", [features(d, n)], lists, outputs=["y", "z"], domain=ML)


@operator
def linear_regressor(d):
    n, targets = d.int(1, 4), d.int(1, 3)
    lists = {"coefficients": floats(d, n * targets), "targets": targets}
    if targets > 1:  # as of trees
        lists["post_transform"] = d.pick(*TRANSFORMS[:4])
    if d.chance(0.6):
        lists["intercepts"] = floats(d, targets)
    return Case("LinearRegressor", [d.array([5, n], F32)], lists, domain=ML)


@operator
def linear_classifier(d):
    n = d.int(1, 4)
    lists = {"coefficients": floats(d, 3 * n), "intercepts": floats(d, 3)}
    lists.update(classlabels_ints=[4, 5, 9], post_transform=d.pick(*TRANSFORMS[:4]))
    return Case("LinearClassifier", [features(d, n)], lists, outputs=["y", "z"], domain=ML)


def trees(d, what, modes, ids, least=-2):
    """Some trees of two or three leaves, with some missing numbers; ids: of each tree's leaves."""
    lists = {
        k: []
        for k in "treeids nodeids featureids values truenodeids falsenodeids modes".split()
        + ["missing_value_tracks_true"]
    }
    leaves = {k: [] for k in "treeids nodeids ids weights".split()}
    n_features = d.int(1, 3)
    for tree in range(d.int(1, 4)):
        both = d.chance(0.5)
        links = {0: (1, 2)} if not both else {0: (1, 4), 1: (2, 3)}
        for node in range(5 if both else 3):
            to = links.get(node)
            lists["treeids"].append(tree)
            lists["nodeids"].append(node)
            lists["featureids"].append(d.int(0, n_features - 1) if to else 0)
            lists["values"].append(floats(d, 1)[0] if to else 0.0)
            lists["truenodeids"].append(to[0] if to else 0)
            lists["falsenodeids"].append(to[1] if to else 0)
            lists["modes"].append(d.pick(*modes) if to else "LEAF")
            lists["missing_value_tracks_true"].append(d.int(0, 1) if to else 0)
            if not to:
                leaves["treeids"].append(tree)
                leaves["nodeids"].append(node)
                leaves["ids"].append(ids(tree))
    leaves["weights"] = floats(d, len(leaves["ids"]), *d.pick((0.1, 1), (least, 2)))
    x = d.array([6, n_features], F32)
    x[d.rng.random(x.shape) < 0.1] = np.nan
    out = {"nodes_" + k: v for k, v in lists.items()}
    out.update({"%s_%s" % (what, k): v for k, v in leaves.items()})
    return x, out


BRANCHES = ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT"]


@operator
def tree_ensemble_regressor(d):
    """Each target has trees of its own: ONNX Runtime leaves out the base of those that have no
    leaf."""
    modes = BRANCHES if d.chance(0.3) else [d.pick(*BRANCHES)]
    n = d.int(1, 3)
    x, lists = trees(d, "target", modes, lambda tree: tree % n)
    n = min(n, 1 + max(lists["target_treeids"]))
    lists.update(n_targets=n, aggregate_function=d.pick("SUM", "AVERAGE", "MIN", "MAX"))
    if n > 1:  # ONNX Runtime leaves out those of a single target but PROBIT
        lists["post_transform"] = d.pick(*TRANSFORMS[:4])
    if d.chance(0.5):
        lists["base_values"] = floats(d, n)
    return Case("TreeEnsembleRegressor", [x], lists, domain=ML)


@operator
def tree_ensemble_classifier(d):
    """Leaves of one of two labels, or of several labels that add to their scores: the best score is
    the label's also where a label without leaves, or one of two that both have some, is it, which
    ONNX Runtime does not make it."""
    n, which = d.int(2, 3), d.int(0, 1)
    ids = (lambda tree: which) if n == 2 else (lambda tree: d.int(0, n - 1))
    x, lists = trees(d, "class", [d.pick(*BRANCHES)], ids, -2 if n == 2 else 0.1)
    lists.update(classlabels_int64s=[3, 5, 8][:n])
    lists.update(post_transform=d.pick(*TRANSFORMS[: n + 1]))
    if n == 2 and which == 0 and d.chance(0.5):
        lists["base_values"] = floats(d, 1)
    return Case("TreeEnsembleClassifier", [x], lists, outputs=["y", "z"], domain=ML)
