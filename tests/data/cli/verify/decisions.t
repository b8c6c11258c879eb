# Conditions, indices and counts inside that no input decided, or that were the same for every input: what makes them must be the same layers. Another type, shape or order of the same is the same.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *


def i(name, *v):
    return tensor(name, I64, [] if len(v) == 1 else [len(v)], v)


def where(*nodes, to="l"):
    total = [n("MatMul", "x", "w", out="l"), n("ReduceSum", "l", "last", out="s"),
             n("ReduceMin", "l", "last", out="t"), n("ArgMax", "l", out="m", axis=1)]
    return total + list(nodes)


def two(name, a, b, inits=()):
    weights = tensor("w", F32, [8, 50], [((7 * k) % 41 - 20) / 16 for k in range(400)])
    pair(name, where(*a), where(*b),
         [weights, i("last", 1), f("k", 1e5), f("l5", 2e5), f("z", 3), f("one", 1),
          i("i50", 60), i("i60", 70), i("i0", 0), i("i1", 1)] + list(inits))


none = [n("Equal", "m", "i50", out="e"), n("Where", "e", "z", "l")]
table = lambda name, at: tensor(name, F32, [50], [1 if k != at else 5 for k in range(50)])
places = lambda name, at: tensor(name, I64, [50], [k % 3 if k != at else 40 for k in range(50)])
two("index", none, [n("Equal", "m", "i60", out="e"), n("Where", "e", "z", "l")])
two("index_as_i32", none,
    [cast("m", I32, "j"), n("Equal", "j", "k32", out="e"), n("Where", "e", "z", "l")],
    [tensor("k32", I32, [1, 1], [60])])
two("nothing", none, none)
two("turned", none, [n("Equal", "i50", "m", out="e"), n("Where", "e", "z", "l")])
gate = lambda op, k: [n(op, "s", k, out="g"), n("Not", "g", out="h"), cast("h", F32, "q"),
                      n("Mul", "l", "q")]
two("threshold", gate("Greater", "k"), gate("Greater", "l5"))
both = lambda op, c, d: [n("Equal", "m", "i50", out="b"), n("Equal", "m", "i60", out="c"),
                         n(op, "b", "c", out="e"), n("Where", c, "z", "l", out="v"),
                         n("Where", d, "one", "v", out="u"), n("Where", "e", "z", "u")]
two("and_or", both("And", "b", "c"), both("Or", "b", "c"))
two("wires", both("And", "b", "c"), both("And", "c", "b"))
far = lambda k: [n("Sub", "m", k, out="d"), n("Abs", "d", out="a"), n("Min", "a", "i1", out="c"),
                 cast("c", F32, "q"), n("Mul", "l", "q")]
two("factor", far("i50"), far("i60"))
look = lambda t: [n("Gather", t, "m", out="q"), n("Mul", "l", "q")]
two("table", look("ones"), look("five"), [table("ones", 51), table("five", 7)])
row = lambda t: [n("Gather", t, "m", out="j"), n("Gather", "ramp", "j", out="q"), n("Mul", "l", "q")]
two("places", row("p"), row("p7"),
    [f("ramp", *range(50)), places("p", 51), places("p7", 7)])
count = lambda k: [n("Equal", "m", k, out="e"), cast("e", I64, "c"),
                   n("Sub", "fifty", "c", out="d"), n("Reshape", "d", "i_1", out="r"),
                   n("Slice", "l", "i_0", "r", "i_1", out="o"), n("ReduceSum", "o", "last", out="v"),
                   n("Add", "l", "v")]
ends = [tensor("fifty", I64, [1], [50]), tensor("i_0", I64, [1], [0]), tensor("i_1", I64, [1], [1])]
two("slice", count("i50"), count("i60"), ends)
count = lambda k: [n("Unique", "x", out="u"), n("Size", "u", out="c"), n("Less", "c", k, out="g"),
                   cast("g", F32, "q")]
ids = lambda *nodes: [n("Gather", "w", "x", out="l")] + list(nodes)
pair("unique", ids(*count("two"), n("Add", "l", "q")),
     ids(*count("three"), n("Add", "l", "q")),
     [tensor("w", F32, [900], [k % 37 - 18 for k in range(900)]), i("two", 2), i("three", 3)],
     kind=I64)
most = lambda op: ids(n("Slice", "x", "i0", "i7", "i1", out="p"), n("Slice", "x", "i1", "i8", "i1", out="q"),
                      n("Equal", "p", "q", out="e"), cast("e", F32, "c"),
                      n(op, "c", "i1", out="s"), n("Unsqueeze", "s", "i1", out="v"),
                      n("Add", "l", "v"))
pair("how_many", most("ReduceSum"), most("ReduceMax"),
     [tensor("w", F32, [9000, 2], [k % 37 - 18 for k in range(18000)])] +
     [tensor("i%d" % k, I64, [1], [k]) for k in (0, 1, 7, 8)], kind=I64)
PY
. $SINTER_TESTS/verify_pairs.sh
--- out
and_or: inconclusive, turned around: inconclusive
factor: inconclusive, turned around: inconclusive
how_many: inconclusive, turned around: inconclusive
index: inconclusive, turned around: inconclusive
index_as_i32: same, turned around: same
nothing: same, turned around: same
places: inconclusive, turned around: inconclusive
slice: inconclusive, turned around: inconclusive
table: inconclusive, turned around: inconclusive
threshold: inconclusive, turned around: inconclusive
turned: same, turned around: same
unique: inconclusive, turned around: inconclusive
wires: inconclusive, turned around: inconclusive
