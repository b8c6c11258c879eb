# What a version of an operator does not take is said: inputs and attributes that are left out, inputs and outputs too many, elements of another type, or of two types where they have to be of one.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
x, h = value("x", F32, [2, 3]), value("h", F16, [3])
def one(name, op, inputs, outputs=("y",), opset=17, more=(), given=(), **attributes):
    save(name + ".onnx", model(graph([node(op, inputs, list(outputs), **attributes)], [x, *more],
                                     [value(o) for o in outputs if o], list(given)), opset=opset))
shape = tensor("shape", I8, [2], [3, 2])
one("reshape", "Reshape", ["x", "shape"], given=[shape])
one("col2im", "Col2Im", ["x", "size"], opset=18, more=[value("size", I64, [2])])
one("scale", "LayerNormalization", ["x"])
one("gap", "STFT", ["x", "", "x"])
one("attribute", "DepthToSpace", ["x"])
one("inputs", "Relu", ["x", "x"])
one("outputs", "Relu", ["x"], ["y", "z"])
one("type", "Not", ["x"])
one("types", "Add", ["x", "h"], more=[h])
one("many", "Concat", ["x", "x", "h"], more=[h], axis=0)
one("none", "Concat", [], axis=0)
i = value("i", I32, [2])
one("old", "Relu", ["i"], opset=13, more=[i])
one("new", "Relu", ["i"], opset=14, more=[i])
one("variants", "Where", ["x", "x", "x"], opset=99)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in reshape col2im scale gap attribute inputs outputs type types many none old new variants; do
  $SINTER optimize $f.onnx -o out.onnx -q; echo "$f: code $?"
done
--- out
sinter: reshape.onnx: Reshape 'y': input 1 (shape) is i8, which version 17 does not take: i64
reshape: code 5
sinter: col2im.onnx: Col2Im 'y': input 'block_shape' is left out
col2im: code 4
sinter: scale.onnx: LayerNormalization 'y': input 'Scale' is left out
scale: code 4
sinter: gap.onnx: STFT 'y': input 'frame_step' is left out
gap: code 4
sinter: attribute.onnx: DepthToSpace 'y': attribute 'blocksize' is left out
attribute: code 4
sinter: inputs.onnx: Relu 'y': found 2 inputs, expected 1 at most
inputs: code 4
sinter: outputs.onnx: Relu 'y': found 2 outputs, expected 1 at most
outputs: code 4
sinter: type.onnx: Not 'y': input 0 (X) is f32, which version 17 does not take: bool
type: code 5
sinter: types.onnx: Add 'y': input 1 (B) is f16, f32 expected, which input 0 is
types: code 5
sinter: many.onnx: Concat 'y': input 2 (inputs) is f16, f32 expected, which input 0 is
many: code 5
sinter: none.onnx: Concat 'y': input 'inputs' is left out
none: code 4
sinter: old.onnx: Relu 'y': input 0 (X) is i32, which version 13 does not take: f16, f32, f64, bf16
old: code 5
new: code 0
sinter: variants.onnx: Where 'y': input 0 (condition) is f32, which version 99 does not take: bool
variants: code 5
