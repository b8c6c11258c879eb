# Of very many channels the addresses, and the pixels of a tile, leave no room in the first cache: they are put side by side.
test plan
--- in
"x" = input : f32[3,9,9]
"a" = conv("x", @"wa") {nd=2} name="left"
"b" = conv("x", @"wb") {nd=2} name="right"
"c" = concat("a", "b") {axis=0} name="concat1"
"u" = conv("c", @"wu") name="unit1"
output("u")
@"wa" = f32[1001,3,3,3] seed 1
@"wb" = f32[7,3,3,3] seed 2
@"wu" = f32[16,1008,1,1] seed 3
--- full
0   stem  left: p 3x9x9 @in0, _ -> b 1001x7x7 @0
1   stem  right: p 3x9x9 @in0, _ -> b 7x7x7 @397312
2 | move  concat1: b 1001x7x7 @0, b 7x7x7 @397312 -> b 1008x7x7 @198656
3 | pointwise  unit1: b 1008x7x7 @198656, _ -> b 16x7x7 @0
4 | move : b 16x7x7 @0 -> p 16x7x7 @out0
workspace: 398912 bytes, 399872 without sharing
