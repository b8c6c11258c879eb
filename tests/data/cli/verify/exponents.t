# Roundings keep exponents that are whole numbers: off by them, squares of what is negative would be no numbers, and explain whatever comes behind.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def write(name, gamma, square):
    nodes = [node("ReduceMean", ["x"], ["m"], axes=[-1]), node("Sub", ["x", "m"], ["d"]), *square,
             node("ReduceMean", ["p"], ["v"], axes=[-1]), node("Add", ["v", "e"], ["ve"]), node("Sqrt", ["ve"], ["s"]),
             node("Div", ["d", "s"], ["q"]), node("Mul", ["q", "g"], ["y"])]
    constants = [tensor("e", F32, [], [1e-5]), tensor("g", F32, [4], gamma), tensor("two", F32, [1], [2]), tensor("rows", I64, [2], [1, 4])]
    save(name, model(graph(nodes, [value("x", F32, [2, 4])], [value("y")], constants), 14))
power, product = [node("Pow", ["d", "two"], ["p"])], [node("Mul", ["d", "d"], ["p"])]
shown = [node("Expand", ["two", "rows"], ["t"]), node("Pow", ["d", "t"], ["p"])]
one, other = [0.5, 1, -1, 2], [0.5, 1, -1, 2.2]
write("a.onnx", one, power)
write("other.onnx", other, power)
write("product.onnx", one, product)
write("shown.onnx", one, shown)
write("shown_other.onnx", other, shown)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for pair in "a other" "other a" "a product" "product a" "a shown" "shown shown_other" "shown product"; do
    set -- $pair; $SINTER verify $1.onnx $2.onnx > said 2>&1; echo "$pair: code $?"
done
--- out
a other: code 8
other a: code 8
a product: code 0
product a: code 0
a shown: code 0
shown shown_other: code 8
shown product: code 0
