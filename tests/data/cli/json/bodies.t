# Layers with bodies say what the bodies are fed and give, and list their layers.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
inner = [graph([node("Abs", ["b"], ["a"], "abs")], [], [value("a")]), graph([node("Neg", ["b"], ["n"])], [], [value("n")])]
body = graph([node("MatMul", ["v", "w"], ["b"], "step"),
              node("If", ["c"], ["next"], "inner", then_branch=inner[0], else_branch=inner[1]),
              node("Add", ["next", "x"], ["each"], "add")],
             [value("i", I64, []), value("c", BOOL, []), value("v", F32, [3, 4])],
             [value("c"), value("next"), value("each")], [tensor("w", F32, [4, 4], [1] * 16)])
g = graph([node("Loop", ["trips", "", "x"], ["last", "all"], "walk", body=body)], [value("x", F32, [3, 4])],
          [value("last"), value("all")], [tensor("trips", I64, [], [5])])
save("a.onnx", model(g))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
cat > read.py <<'PY'
import json, sys
def text(v): return "%s %s%s" % (v["name"], v["type"], v["shape"])
def walk(layers, indent):
    for l in layers:
        print(indent, l["index"], l["name"], l["op"], "macs", l["macs"], "reads", l["inputs"])
        for b in l.get("bodies", []):
            print(indent, " ", b["role"], "runs", b["runs"])
            for v in b["inputs"]: print(indent, "    fed", text(v), v["what"], "from", v["from"])
            walk(b["layers"], indent + "    ")
            for v in b["outputs"]: print(indent, "    gives", text(v), v["what"], "to", v["to"])
r = json.load(sys.stdin)
walk(r["layers"], "")
print(r["totals"])
PY
$SINTER show a.onnx --json | python3 read.py | sed -E 's/%[0-9]+/%N/g'
--- out
 0 x input macs 0 reads []
 1 walk loop macs 240 reads ['x', 'x']
   body runs 5
     fed i i64[] trip from None
     fed c bool[] condition from None
     fed v f32[3, 4] carried from x
     fed %N f32[3, 4] capture from x
     0  input macs 0 reads []
     1  input macs 0 reads []
     2  input macs 0 reads []
     3  input macs 0 reads []
     4 step matmul macs 48 reads ['v']
     5 inner if macs 0 reads ['c', 'b']
       then runs None
         fed %N f32[3, 4] capture from b
         0  input macs 0 reads []
         1 abs abs macs 0 reads ['%N']
         gives a f32[3, 4] result to next
       else runs None
         fed %N f32[3, 4] capture from b
         0  input macs 0 reads []
         1 n neg macs 0 reads ['%N']
         gives n f32[3, 4] result to next
     6 add add macs 0 reads ['next', '%N']
     gives c bool[] condition to None
     gives next f32[3, 4] carried to last
     gives each f32[3, 4] scan output to all
{'layers': 2, 'layers_in_bodies': 11, 'weights': 17, 'weight_bytes': 72, 'macs': 240, 'peak_bytes': 385, 'exact': True}
