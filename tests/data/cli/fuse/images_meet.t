# A network whose images meet in an operator: the groups are those of the graph in which they are taken apart in front of what keeps them apart, and joined again behind it.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
same = {"pads": [1, 1, 1, 1]}
save("meet.onnx", model(graph(
    [node("Conv", ["x", "w"], ["c"], "conv", **same), node("Relu", ["c"], ["r"]),
     node("Softmax", ["r"], ["m"], "mix", axis=0), node("Mul", ["m", "r"], ["p"], "mul"),
     node("Conv", ["p", "v"], ["y"], "last", **same)],
    [value("x", F32, [3, 4, 6, 6])], [value("y")],
    [tensor("w", F32, [4, 4, 3, 3], [i % 7 - 3 for i in range(144)]),
     tensor("v", F32, [5, 4, 3, 3], [i % 5 - 2 for i in range(180)])])))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER fuse meet.onnx --target generic -q | cut -c1-38 | sed 's/#[0-9]*/#N/; s/ *$//'
$SINTER fuse meet.onnx --target generic --json | python3 -c 'import json, sys; print([g["layers"][0]["layer"] for g in json.load(sys.stdin)["groups"]])'
--- out
group  layers           kernel   outpu
    1  each_image #N    -
    2  conv             direct
    3  join_images #N   -
    4  mix              softmax
    5  each_image #N   -
    6  mul              map
    7  last             direct
    8  join_images #N  -

[1, 2, 3, 4, 5, 6, 7, 8]
