# Sequences whose elements are known: built, inserted into, erased from, split, indexed, counted, joined; what is not known is refused by name.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
x, y = value("x", F32, [2, 3]), value("y", F32, [2, 3])
def i(name, v): return tensor(name, I64, [], [v])
def one(name, nodes, outputs=["z"], inputs=None):
    save(name + ".onnx", model(graph(nodes, inputs or [x, y], [value(o) for o in outputs],
                                     [i("first", 0), i("last", -1), i("third", 2),
                                      tensor("parts", I64, [2], [1, 2])]), 17))
make = node("SequenceConstruct", ["x", "y"], ["s"])
one("at", [make, node("SequenceAt", ["s", "last"], ["z"])])
one("insert", [node("SequenceEmpty", [], ["e"]), node("SequenceInsert", ["e", "x"], ["a"]),
               node("SequenceInsert", ["a", "y", "first"], ["b"]),
               node("SequenceErase", ["b"], ["c"]), node("SequenceAt", ["c", "first"], ["z"]),
               node("SequenceLength", ["b"], ["n"])], ["z", "n"])
one("join", [make, node("ConcatFromSequence", ["s"], ["z"], axis=-1),
             node("ConcatFromSequence", ["s"], ["n"], axis=-1, new_axis=1)], ["z", "n"])
one("split", [node("SplitToSequence", ["x", "parts"], ["s"], axis=1),
              node("SequenceAt", ["s", "last"], ["z"]), node("SequenceLength", ["s"], ["n"])],
    ["z", "n"], [x])
one("drop", [node("SplitToSequence", ["x"], ["s"], axis=1, keepdims=0),
             node("SequenceAt", ["s", "i"], ["z"])], ["z"], [x, value("i", I64, [])])
one("none", [make, node("SequenceAt", ["s", "third"], ["z"])])
one("shapes", [node("SplitToSequence", ["x", "parts"], ["s"], axis=1),
               node("SequenceAt", ["s", "i"], ["z"])], ["z"], [x, value("i", I64, [])])
one("place", [make, node("SequenceErase", ["s", "i"], ["t"]), node("SequenceAt", ["t", "first"], ["z"])],
    ["z"], [x, y, value("i", I64, [])])
body = graph([node("Identity", ["c"], ["go"]), node("Identity", ["i"], ["same"]),
              node("SequenceInsert", ["q", "x", "same"], ["r"])],
             [value("i", I64, []), value("c", BOOL, []), value("q")], [value("go"), value("r")])
one("loop", [node("SequenceEmpty", [], ["e"]), node("Loop", ["third", "", "e"], ["s"], body=body),
             node("SequenceLength", ["s"], ["z"])], ["z"], [x])
one("result", [make], ["s"])
open("x", "wb").write(struct.pack("<6f", 1, 2, 3, 4, 5, 6))
open("y", "wb").write(struct.pack("<6f", 10, 20, 30, 40, 50, 60))
open("i", "wb").write(struct.pack("<q", 1))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in at insert join split drop; do
  echo "== $f"; feeds=
  for i in $($SINTER show --text $f.onnx | sed -n 's/^"\([a-z]\)" = input.*/\1/p'); do feeds="$feeds --input-file $i=$i"; done
  $SINTER run $f.onnx --interpret --text $feeds
done
$SINTER compile at.onnx -o at --as-is 2>&1 | grep checked
for f in none place; do $SINTER show $f.onnx 2>&1 >/dev/null | head -1; done
$SINTER run shapes.onnx --interpret --input-file x=x --input-file i=i 2>&1 | head -3
$SINTER run result.onnx --interpret --input-file x=x --input-file y=y 2>&1 | head -3
echo "== loop"
$SINTER optimize loop.onnx -o out.onnx 2>&1 | grep -A1 rewrites
$SINTER show --text out.onnx 2> log | grep '"q"'
--- out
== at
z 2,3
10 20 30
40 50 60
== insert
z 2,3
10 20 30
40 50 60
n i64 scalar
2
== join
z 2,6
1 2 3 10 20 30
4 5 6 40 50 60
n 2,3,2
1 10
2 20
3 30

4 40
5 50
6 60
== split
z 2,2
2 3
5 6
n i64 scalar
2
== drop
z 2
2 5
checked   each step computes what the interpreter does
sinter: warning: none.onnx: SequenceAt 'z' is kept as it is: its sequence has no such element
sinter: warning: place.onnx: SequenceAt 'z' is kept as it is: a place in a sequence is not known, or there is no such
sinter: warning: shapes.onnx: SequenceAt 'z' is kept as it is: which element it takes is data, and these have several shapes
sinter: SplitToSequence 's': it cannot be evaluated: what reads its sequence does not take it apart
sinter: warning: result.onnx: SequenceConstruct 's' is kept as it is: what reads its sequence does not take it apart
sinter: SequenceConstruct 's': it cannot be evaluated: what reads its sequence does not take it apart
== loop
rewrites  2
              2  drop_identities
checked   2 rewrites, worst distance 0
network   not run: every output depends on e, which cannot be run
  "q" = input
  "r" = onnx.call("q", %0, "i") {type="SequenceInsert", version=17, number=2} name="r"
