# --spell onnxruntime joins in bodies of nodes of which nothing else changes.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
bodies = {b + "_branch": graph([node("Add", ["x", v], [b]), node("LayerNormalization", [b, "g"], [b + "_n"])], [], [value(b + "_n")])
          for b, v in (("then", "y"), ("else", "q"))}
save("net.onnx", model(graph([node("If", ["c"], ["z"], **bodies)], [value("x", F32, [2, 3, 4]), value("y", F32, [2, 3, 4]), value("q", F32, [2, 3, 4]), value("c", BOOL, [])],
                             [value("z", F32, [2, 3, 4])], [tensor("g", F32, [4], [1, 2, -1, 0.5])]), 17))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for command in convert optimize; do
    $SINTER $command net.onnx -o out.onnx --spell onnxruntime -q; grep -a -o SkipLayerNormalization out.onnx | wc -l
    $SINTER verify net.onnx out.onnx | tail -1 | cut -c1-4
done
--- out
2
same
2
same
