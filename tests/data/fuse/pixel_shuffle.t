# Pixel shuffle and clip behind a convolution.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"b" = depth_to_space("a") {blocksize=2, mode=CRD} name="b"
"y" = clip("b") {min=0, max=1} name="y"
output("y")
@"conv1.w" = f32[16,8,3,3] seed 1
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is injective
b(move) y(point): a -> y; 32768 bytes less: elementwise and moves
--- full
conv1(anchor): x -> a: no kernel stores like that
b(move): a -> b: no kernel stores like that
y(point): b -> y: no kernel computes with what it moves
--- refused
moves: conv1, b: no kernel stores like that
elementwise: b, y: no kernel computes with what it moves
