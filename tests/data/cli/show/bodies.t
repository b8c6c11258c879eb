# Bodies stand indented below their layer, with what they are fed and give; totals count them, a loop's as often as it runs.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
then = graph([node("MatMul", ["x", "w"], ["p"], "fc"), node("Relu", ["p"], ["t"], "act")], [], [value("t")])
other = graph([node("Slice", ["x", "from", "to"], ["part"]), node("MatMul", ["part", "w2"], ["e"])], [], [value("e")],
              [tensor("w2", F32, [4, 5], [1] * 20)])
inner = [graph([node("Abs", ["b"], ["a"])], [], [value("a")]), graph([node("Neg", ["b"], ["n"])], [], [value("n")])]
body = graph([node("MatMul", ["v", "w3"], ["m"], "step"), node("Tanh", ["m"], ["b"]),
              node("If", ["c"], ["next"], "inner", then_branch=inner[0], else_branch=inner[1]),
              node("Identity", ["c"], ["go"]), node("Add", ["next", "x"], ["each"])],
             [value("i", I64, []), value("c", BOOL, []), value("v", F32, [3, 4])],
             [value("go"), value("next"), value("each")],
             [tensor("w3", F32, [4, 4], [1] * 16)])
scan = graph([node("Add", ["sum", "row"], ["sum_out"]), node("Identity", ["sum_out"], ["row_out"])],
             [value("sum", F32, [4]), value("row", F32, [4])], [value("sum_out"), value("row_out")])
g = graph([node("If", ["yes"], ["y"], "choose", then_branch=then, else_branch=other),
           node("Loop", ["trips", "", "x"], ["last", "all"], "walk", body=body),
           node("Scan", ["zero", "x"], ["total", "sums"], "sums", body=scan, num_scan_inputs=1)],
          [value("x", F32, [3, 4]), value("yes", BOOL, [])] + OPEN,
          [value("y"), value("last"), value("all"), value("total"), value("sums")],
          [tensor("w", F32, [4, 5], [1] * 20), tensor("from", I64, [1], [0]), tensor("to", I64, [1], [1]),
           tensor("zero", F32, [4], [0] * 4)] + TRIPS)
save("a.onnx", model(g))
PY
sed 's/OPEN/[]/; s/TRIPS/[tensor("trips", I64, [], [5])]/' make.py > known.py
sed 's/OPEN/[value("trips", I64, [])]/; s/TRIPS/[]/' make.py > open.py
PYTHONPATH=$SINTER_TESTS python3 known.py
$SINTER show a.onnx
echo "== how often the loop runs depends on an input"
PYTHONPATH=$SINTER_TESTS python3 open.py
$SINTER show a.onnx | grep -E '^ *[0-9]* +walk|body:|^[a-z]+  '
--- out
at x=3,4 yes=scalar (not all sizes are known; --input NAME=SIZES gives them)

#  layer        op        output     weights  MACs  params
0  x            input     3,4
1  yes          input     scalar
2  choose       if        v10.0,5         22    60
     then:
                input     3,4                       capture x
                input     4,5                       capture w
                input     1                         capture from
                input     1                         capture to
       fc       matmul    3,5                   60
       act      relu      3,5
                output                              t
     else:
                input     3,4                       capture x
                input     4,5                       capture w
                input     1                         capture from
                input     1                         capture to
       part     slice     1,4                       starts=[0] ends=[1]
       e        matmul    1,5             20    20
                output                              e
3  walk         loop      3,4 5,3,4        1   240  carried=1
     body:                                          trips: 5
       i        input     scalar                    trip
       c        input     scalar                    condition
       v        input     3,4                       carried, at first x
                input     3,4                       capture x
       step     matmul    3,4             16    48
       b        tanh      3,4
       inner    if        3,4
         then:
                input     3,4                       capture b
           a    abs       3,4
                output                              a
         else:
                input     3,4                       capture b
           n    neg       3,4
                output                              n
       go       identity  scalar
       each     add       3,4
                output                              go, next, each
4  sums         scan      4 3,4            4        states=1
     body:                                          trips: 3
       sum      input     4                         carried, at first zero
       row      input     4                         slice of x
       sum_out  add       4
       row_out  identity  4
                output                              sum_out, row_out

input   x = 3,4
input   yes = scalar
output  y = v10.0,5
output  last = 3,4
output  all = 5,3,4
output  total = 4
output  sums = 3,4
layers  5, and 29 in bodies
weights 63, 264 B
MACs    300
peak    at least 432 B of activations at once (f32, in file order, each freed after its last reader)
== how often the loop runs depends on an input
4  walk         loop      3,4 v41.0,3,4              ?  carried=1
     body:                                              trips: not known
     body:                                              trips: 3
input   x = 3,4
input   yes = scalar
input   trips = scalar
output  y = v11.0,5
output  last = 3,4
output  all = v41.0,3,4
output  total = 4
output  sums = 3,4
layers  6, and 29 in bodies
peak    at least 192 B of activations at once (f32, in file order, each freed after its last reader)
