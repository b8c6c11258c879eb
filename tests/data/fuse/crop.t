# A part of an input, and relu.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = ncnn.crop("x") {starts=[2], ends=[6], axes=[0]} name="crop1"
"y" = relu("a") name="y"
output("y")
--- tvm
crop1(move) y(point): x -> y; 8192 bytes less: elementwise and moves
--- full
crop1(move): x -> a: no kernel computes with what it moves
y(point): a -> y: no kernel computes with what it moves
--- refused
elementwise: crop1, y: no kernel computes with what it moves
