# Fourier transforms, their inverse, frames of a signal, n-grams, Unique and NonMaxSuppression; what does not fit is refused by name.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
def one(name, nodes, inputs, outputs=["y"], opset=25, known=()):
    save(name + ".onnx", model(graph(nodes, inputs, [value(o) for o in outputs], known), opset))
def put(name, kind, *v):
    open(name, "wb").write(struct.pack("<%d%s" % (len(v), kind), *v))
x = value("x", F32, [1, 4, 1])
two, axis = [tensor(n, I64, [], [v]) for n, v in (("two", 2), ("axis", 1))]
one("dft", [node("DFT", ["x"], ["f"]), node("DFT", ["f"], ["y"], inverse=1)], [x], ["f", "y"])
one("rfft", [node("DFT", ["x", "", "axis"], ["f"], onesided=1),
             node("DFT", ["f"], ["y"], inverse=1, onesided=1)], [x], ["f", "y"], 25, [axis])
one("longer", [node("DFT", ["x", "six"], ["y"], axis=1)], [x], ["y"], 17,
    [tensor("six", I64, [], [6])])
one("stft", [node("STFT", ["x", "one", "w"], ["y"])], [x], ["y"], 17,
    [tensor("w", F32, [2], [1, 3]), tensor("one", I64, [], [1])])
one("real", [node("STFT", ["x", "one", "w"], ["y"])], [value("x", F32, [1, 4])], ["y"], 17,
    [tensor("w", F32, [2], [1, 3]), tensor("one", I64, [], [1])])
one("grams", [node("TfIdfVectorizer", ["n"], ["y"], mode="TFIDF", min_gram_length=1,
                   max_gram_length=2, max_skip_count=1, pool_int64s=[5, 7, 5, 7, 7, 5],
                   ngram_counts=[0, 2], ngram_indexes=[0, 1, 3, 2], weights=[1.0, 2.0, 3.0, 0.5])],
    [value("n", I64, ["b", 4])], ["y"], 9)
one("unique", [node("Unique", ["n"], ["y", "", "i"], axis=-1)], [value("n", I64, [2, 4])],
    ["y", "i"], 11)
one("nms", [node("NonMaxSuppression", ["b", "s", "two"], ["y"])],
    [value("b", F32, [1, 2, 4]), value("s", F32, [1, 1, 2])], ["y"], 11, [two])
one("long", [node("DFT", ["x"], ["y"])], [value("x", F32, [1, 1 << 20, 1])])
one("odd", [node("DFT", ["x"], ["y"])], [value("x", F32, [1, 4, 3])])
one("last", [node("DFT", ["x"], ["y"], axis=2)], [x], ["y"], 17)
one("frames", [node("STFT", ["x", "axis", "", "two"], ["y"])], [value("x", F32, [1, 1, 1])], ["y"],
    17, [axis, two])
one("texts", [node("TfIdfVectorizer", ["n"], ["y"], mode="TF", min_gram_length=1, max_gram_length=1,
                   max_skip_count=0, pool_strings=["a"], ngram_counts=[0], ngram_indexes=[0])],
    [value("n", I64, [4])], ["y"], 9)
one("bounds", [node("TfIdfVectorizer", ["n"], ["y"], mode="TF", min_gram_length=1,
                    max_gram_length=1, max_skip_count=0, pool_int64s=[1], ngram_counts=[2],
                    ngram_indexes=[0])], [value("n", I64, [4])], ["y"], 9)
put("x", "f", 1, 2, 3, 5)
put("n", "q", 5, 7, 7, 5, 1, 5, 2, 7)
put("b", "f", 0, 0, 1, 1, 1, 1, 2, 2)
put("s", "f", 0.2, 0.3)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in dft rfft longer stft real grams unique nms; do
  echo "== $f"; feeds=
  for i in $($SINTER show --text $f.onnx | sed -n 's/^"\([a-z]\)" = input.*/\1/p'); do feeds="$feeds --input-file $i=$i"; done
  [ $f = grams ] && feeds="$feeds --input n=2,4"
  $SINTER run $f.onnx --interpret --text $feeds | sed -E 's/([0-9]\.[0-9]{4})[0-9]*/\1/g; s/-?[0-9.]+e-[0-9]+/0/g'
done
for f in unique nms; do # written anew, and compared
  $SINTER convert $f.onnx --opset 12 -o again.onnx | grep -c written
  $SINTER verify $f.onnx again.onnx | grep worst
done
for f in long odd last frames texts bounds; do $SINTER show $f.onnx 2>&1 >/dev/null | head -1; done
--- out
== dft
f 1,4,2
11 0
-2 3
-3 0
-2 -3
y 1,4,2
1 0
2 0
3 0
5 0
== rfft
f 1,3,2
11 0
-2 3
-3 0
y 1,4,1
1
2
3
5
== longer
y 1,6,2
11 0
-4.5 -4.3301
3.5 0.8660
-3 0
3.5 -0.8660
-4.5 4.3301
== stft
y 1,3,2,2
7 0
-5 0

11 0
-7 0

18 0
-12 0
== real
y 1,3,2,2
7 0
-5 0

11 0
-7 0

18 0
-12 0
== grams
y 2,4
2 4 6 1
1 2 0 0.5
== unique
y i64 2,4
5 5 7 7
1 7 2 5
i i64 4
0 3 2 1
== nms
y i64 2,3
0 0 1
0 0 0
1
same      worst distance 0, 6 runs at n=2,4
1
same      worst distance 0, 6 runs at b=1,2,4, s=1,1,2
sinter: warning: long.onnx: DFT 'y' is kept as it is: its signal is too long
sinter: warning: odd.onnx: DFT 'y' is kept as it is: its elements are no real or complex ones
sinter: warning: last.onnx: DFT 'y' is kept as it is: its input has no such axis
sinter: warning: frames.onnx: STFT 'y' is kept as it is: its frames do not fit its signal
sinter: warning: texts.onnx: TfIdfVectorizer 'y' is kept as it is: it counts texts
sinter: warning: bounds.onnx: TfIdfVectorizer 'y' is kept as it is: the bounds of its n-grams are out of range
