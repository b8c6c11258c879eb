# Gradient of ai.onnx.preview.training: of sums, products and a convolution, at the tensors that it names and at others, by what is computed on the way, of gradients, in functions, of open sizes; what it cannot be is refused by name.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
T = "ai.onnx.preview.training"
def D(inputs, outputs, xs, y, zs=None, **more):
    names = {"xs": xs, "y": y}
    names.update({"zs": zs} if zs else {}, **more)
    return node("Gradient", inputs, outputs, name="d", domain=T, **names)
def one(name, nodes, inputs, outputs, known=(), functions=()):
    save(name + ".onnx", model(graph(nodes, inputs, [value(o) for o in outputs], known), 13,
                               functions, domains={T: 1}))
a, b, x, z, n = (value(name, F32, s) for name, s in
                 (("a", []), ("b", []), ("x", [1, 2, 5, 4]), ("z", [3, 1, 1]), ("n", ["k", 3])))
two = [node("Add", ["a", "b"], ["c"], "sum"), node("Mul", ["c", "a"], ["d"], "product")]
cube = [node("Mul", ["a", "a"], ["e"]), node("Mul", ["b", "b"], ["f"]), node("Mul", ["f", "b"], ["g"]),
        node("Mul", ["e", "g"], ["o"])]
one("own", two + [D(["a", "b"], ["da", "db"], ["a", "b"], "d")], [a, b], ["d", "da", "db"])
one("others", two + [D(["b", "d"], ["da", "db"], ["a", "b"], "d")], [a, b], ["da", "db"])
one("between", two + [D(["c", "a"], ["dc", "da"], ["c", "a"], "d")], [a, b], ["dc", "da"])
one("one", two + [D(["a", "b"], ["", "db"], ["a", "b"], "d")], [a, b], ["db"])
one("same", two + [D(["a", "a"], ["da", "db"], ["a", "b"], "d")], [a, b], ["da", "db"])
one("itself", [D(["a"], ["da"], ["a"], "a")], [a], ["da"])
one("twice", cube + [D(["a", "b"], ["", "p"], ["a", "b"], "o"),
                     D(["a", "b"], ["q", "r"], ["a", "b"], "p")], [a, b], ["o", "p", "q", "r"])
one("jumps", [node("Floor", ["a"], ["c"]), node("Add", ["c", "b"], ["d"]),
              D(["a", "b"], ["da", "db"], ["a", "b"], "d")], [a, b], ["da", "db"])
one("function", [node("Slope", ["a", "b"], ["s"], "f", domain="own")], [a, b], ["s"], (),
    [function("Slope", ["a", "b"], ["r"], two + [D(["a", "b"], ["r"], ["a", "b"], "d")])])
w = [((i * 29) % 53 - 26) / 40 for i in range(54)]
one("conv", [node("Conv", ["x", "w", "v"], ["h"], pads=[1, 1, 1, 1], strides=[2, 1]),
             node("Sigmoid", ["h"], ["s"]), node("Mul", ["s", "z"], ["y"]),
             node("Mul", ["w", "half"], ["u"]),
             D(["w", "x", "z"], ["dw", "dx", "dz"], ["w", "x", "z"], "y"),
             D(["u", "x", "z"], ["ew", "ex"], ["w", "x"], "y", ["z"]),
             D(["h", "z"], ["dh"], ["h"], "y", ["z"])], [x, z],
    ["y", "dw", "dx", "dz", "ew", "ex", "dh"],
    [tensor("w", F32, [3, 2, 3, 3], w), tensor("v", F32, [3], [0.5, -0.25, 1]),
     tensor("half", F32, [], [0.5])])
open_sizes = [node("Mul", ["n", "n"], ["m"]), node("Softmax", ["m"], ["s"]),
              node("ReduceMax", ["s"], ["y"], axes=[1]), D(["n"], ["dn"], ["n"], "y")]
one("open", open_sizes, [n], ["dn", "y"])
one("changes", [node("Identity", ["n"], ["i"]), node("Mul", ["i", "i"], ["m"]),
                D(["i"], ["di"], ["i"], "m")], [n], ["di", "m"])
one("unknown", [node("Identity", ["n"], ["i"]), node("Own", ["i"], ["m"], domain="mine"),
                D(["i"], ["di"], ["i"], "m")], [n], ["di", "m"])
one("branch", [node("If", ["cond"], ["r"], then_branch=graph(
                   [node("Mul", ["a", "a"], ["e"]), D(["a"], ["g"], ["a"], "e")], [], [value("g")]),
                    else_branch=graph([node("Neg", ["a"], ["v"])], [], [value("v")]))],
    [value("cond", BOOL, []), a], ["r"])
bad = {"nobody": D(["a"], ["p"], ["q"], "d"), "no_y": D(["a", "b"], ["p"], ["a", "b"], "q"),
       "apart": D(["a", "b", "c"], ["p"], ["a", "b", "i"], "d"),
       "missing": D(["a"], ["p"], ["a"], "d"), "again": D(["a", "a"], ["p"], ["a", "a"], "d"),
       "few": D(["a"], ["p"], ["a", "b"], "d"), "many": D(["a", "b"], ["p", "q"], ["a"], "d", ["b"]),
       "text": D(["a", "b"], ["p"], "a", "d"), "names": D(["a"], ["p"], [""], "d"),
       "circle": D(["a", "b"], ["p"], ["a", "b"], "k"),
       "more": D(["a", "b"], ["p"], ["a", "b"], "d", mode=1),
       "integers": D(["l"], ["p"], ["l"], "ll"), "of_integers": D(["a"], ["p"], ["a"], "ll"),
       "det": D(["a", "b"], ["p"], ["a", "b"], "t"), "own": D(["a", "b"], ["p"], ["a", "b"], "v")}
for name, d in bad.items():
    rest = {"det": [node("Reshape", ["d", "shape"], ["r"]), node("Det", ["r"], ["t"], "det")],
            "own": [node("Own", ["d"], ["v"], "own", domain="mine")],
            "circle": [node("Mul", ["p", "a"], ["k"])],
            "integers": [node("Cast", ["a"], ["l"], to=I32), node("Add", ["l", "l"], ["ll"])]}
    rest["of_integers"] = rest["integers"]
    behind = name == "circle"
    one("bad_" + name, two + [d] * behind + rest.get(name, []) + [d] * (not behind),
        [a, b, value("i", F32, [])], ["d", "p"], [tensor("shape", I64, [2], [1, 1])])
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
cat > check.py <<'PY'
# Central differences of the convolution in double, and what sinter makes of it.
import math, sys
from npy_file import npy
W = [((i * 29) % 53 - 26) / 40 for i in range(54)]
X = [((i * 31) % 41 - 20) / 16 for i in range(40)]
Z = [1.5, -0.5, 2.0]
V = [0.5, -0.25, 1]
def conv(w, x):
    return [V[o] + sum(w[o * 18 + c * 9 + i * 3 + j] * x[c * 20 + (2 * r + i - 1) * 4 + q + j - 1]
                       for c in range(2) for i in range(3) for j in range(3)
                       if 0 <= 2 * r + i - 1 < 5 and 0 <= q + j - 1 < 4)
            for o in range(3) for r in range(3) for q in range(4)]
def behind(h, z):
    return sum(z[k // 12] / (1 + math.exp(-v)) for k, v in enumerate(h))
def slopes(f, at):
    def moved(i, by):
        return f(at[:i] + [at[i] + by] + at[i + 1:])
    return [(moved(i, 1e-5) - moved(i, -1e-5)) / 2e-5 for i in range(len(at))]
if sys.argv[1] == "feed":
    npy("x.npy", "f4", [1, 2, 5, 4], X)
    npy("z.npy", "f4", [3, 1, 1], Z)
    sys.exit()
U = [v / 2 for v in W]
expected = {"dw": slopes(lambda w: behind(conv(w, X), Z), W),
            "dx": slopes(lambda x: behind(conv(W, x), Z), X),
            "dz": slopes(lambda z: behind(conv(W, X), z), Z),
            "ew": slopes(lambda w: behind(conv(w, X), Z), U),
            "ex": slopes(lambda x: behind(conv(U, x), Z), X),
            "dh": slopes(lambda h: behind(h, Z), conv(W, X))}
found = {}
for line in sys.stdin:
    words = line.split()
    if words and words[0][0].isalpha() and len(words) == 2:
        found[words[0]] = now = []
    else:
        now += map(float, words)
for name, of in expected.items():
    off = max(abs(p - q) for p, q in zip(of, found[name]))
    print(name, len(found[name]), "as differences say" if len(of) == len(found[name]) and off < 2e-5
          else "off by %g" % off)
PY
export PYTHONPATH=$SINTER_TESTS
python3 check.py feed
printf '\0\0\100\100' > a
printf '\0\0\0\77' > b
for f in own others between one same itself twice jumps function; do
    echo "== $f"
    feeds="--input-file a=a"; [ $f = itself ] || feeds="$feeds --input-file b=b"
    $SINTER run $f.onnx --interpret --text $feeds > interpreted; paste -sd ' ' interpreted
    $SINTER run $f.onnx --text $feeds > compiled && cmp compiled interpreted
done
for how in --interpret "--threads 2"; do
    $SINTER run conv.onnx $how -q --text --input-file x=x.npy --input-file z=z.npy | python3 check.py run
done
echo "== as it was, and optimized"
$SINTER convert conv.onnx -o copy.onnx -q && cmp copy.onnx conv.onnx
$SINTER convert open.onnx -o copy.onnx -q && cmp copy.onnx open.onnx
$SINTER optimize own.onnx -o small.onnx -q && $SINTER show small.onnx --text
$SINTER show open.onnx --text
printf '\0\0\200\77\0\0\0\77\0\0\200\76\0\0\200\76\0\0\0\77\0\0\200\277' > n
$SINTER run open.onnx --interpret --text --input-file n=n --input n=2,3 | sed -E 's/([0-9]\.[0-9]{4})[0-9]*/\1/g'
for f in open changes; do
    $SINTER optimize $f.onnx -o small.onnx -q; echo "status $?"
    $SINTER optimize $f.onnx --input n=2,3 -o small.onnx -q; echo "status $?"
done
$SINTER optimize conv.onnx -o small.onnx -q; echo "status $?"
printf '\1' > cond
$SINTER run branch.onnx --interpret --text --input-file cond=cond --input-file a=a
echo "== its own tensors: nothing is computed twice"
$SINTER fuse conv.onnx --to y --to dz -q | grep -c conv
echo "== refused"
for f in bad_*.onnx; do $SINTER run $f --interpret -q --text --input-file a=a --input-file b=b --input-file i=a 2>&1; done
for f in bad_det unknown; do $SINTER optimize $f.onnx -o small.onnx -q 2>&1 | tail -1; done
--- out
== own
d scalar 10.5 da scalar 6.5 db scalar 3
== others
da scalar 11.5 db scalar 0.5
== between
dc scalar 3 da scalar 3.5
== one
db scalar 3
== same
da scalar 9 db scalar 3
== itself
da scalar 1
== twice
o scalar 1.125 p scalar 6.75 q scalar 4.5 r scalar 27
== jumps
da scalar 0 db scalar 1
== function
s scalar 6.5
dw 54 as differences say
dx 40 as differences say
dz 3 as differences say
ew 54 as differences say
ex 40 as differences say
dh 36 as differences say
dw 54 as differences say
dx 40 as differences say
dz 3 as differences say
ew 54 as differences say
ex 40 as differences say
dh 36 as differences say
== as it was, and optimized
"a" = input {rank=0} name="a" : f32[]
"b" = input {rank=0} name="b" : f32[]
"c" = add("a", "b") name="sum" : f32[]
"d" = mul("c", "a") name="product" : f32[]
"da" = add("c", "a") name="d" : f32[]
"db" = identity("a") name="db" : f32[]
output("d", "da", "db")
"n" = input {rank=2, hint=[1,3]} name="n" : f32[k>=0,3]
"m" = mul("n", "n") name="m" : f32[k>=0,3]
"s" = softmax("m") {axis=1} name="s" : f32[k>=0,3]
"y" = reduce("s") {op=max, axes=[1]} name="y" : f32[k>=0,1]
"dn" = gradient("n") name="d" : f32[k>=0,3] body {
  "d/n" = input : f32[k>=0,3]
  "d/m" = mul("d/n", "d/n") name="d/m" : f32[k>=0,3]
  "d/s" = softmax("d/m") {axis=1} name="d/s" : f32[k>=0,3]
  "d/y" = reduce("d/s") {op=max, axes=[1]} name="d/y" : f32[k>=0,1]
  output("d/y")
}
output("dn", "y")
dn 2,3
0.4973 -0.1359 -0.0563
-0.0563 -0.1359 -0.4973
y 2,1
0.5364
0.5364
status 0
status 0
sinter: Gradient 'd' cannot be written for ONNX 13: what it does depends on sizes that are not known; --input NAME=SIZES gives those of an input
status 6
status 0
sinter: conv_weight_gradient 'd', 'd' cannot be written for ONNX 13: ONNX has no such operator, and sinter no way to say it with others; --from and --to write a part of the network, and `sinter compile` writes it as C
status 6
r scalar
6
== its own tensors: nothing is computed twice
1
== refused
sinter: bad_again.onnx: Gradient 'd': xs and zs name a tensor twice: 'a'
sinter: bad_apart.onnx: Gradient 'd': y does not hang on 'i'
sinter: bad_circle.onnx: Gradient 'd': y hangs on its own output 'p'
sinter: warning: bad_det.onnx: Gradient 'd' is kept as it is: det 'd/det': it has no gradient: its operator has no gradient
sinter: Gradient 'd': it cannot be evaluated: det 'd/det': it has no gradient: its operator has no gradient
sinter: bad_few.onnx: Gradient 'd': 1 inputs and 1 outputs found, expected one input for each name in xs and zs (2), and an output for each in xs at most (2)
sinter: bad_integers.onnx: Gradient 'd': input 0 is i32: there are gradients by floats alone
sinter: bad_many.onnx: Gradient 'd': 2 inputs and 2 outputs found, expected one input for each name in xs and zs (2), and an output for each in xs at most (1)
sinter: bad_missing.onnx: Gradient 'd': y hangs on a tensor that neither xs nor zs name: 'b'
sinter: bad_more.onnx: Gradient 'd': it has an attribute that is not known: 'mode'
sinter: bad_names.onnx: Gradient 'd': xs, zs and y name tensors, and no tensor is called so: ''
sinter: bad_no_y.onnx: Gradient 'd': no tensor here is called 'q'
sinter: bad_nobody.onnx: Gradient 'd': no tensor here is called 'q'
sinter: bad_of_integers.onnx: Gradient 'd': what is differentiated is i32, a float expected
sinter: warning: bad_own.onnx: Own 'own' is kept as it is: sinter does not have this operator of mine
sinter: warning: bad_own.onnx: Gradient 'd' is kept as it is: what is differentiated hangs on Own 'd/own': sinter does not have this operator of mine
sinter: Gradient 'd': it cannot be evaluated: what is differentiated hangs on Own 'd/own': sinter does not have this operator of mine
sinter: bad_text.onnx: Gradient 'd': xs and zs are lists of names, and y is a name
sinter: Gradient 'd' cannot be written for ONNX 13: det 'd/det': it has no gradient: its operator has no gradient; --from and --to write a part of the network, and `sinter compile` writes it as C
sinter: Gradient 'd' cannot be written for ONNX 13: what is differentiated hangs on Own 'd/m': sinter does not have this operator of mine; --from and --to write a part of the network, and `sinter compile` writes it as C
--- exit
0
