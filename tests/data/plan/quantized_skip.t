# Bytes that a layer and a sum behind it read are made floats where the sum is computed, within the
# step of the sums of integers in front of it.
test plan
--- in
"x" = input : u8[8,10,10]
"s1" = conv_integer("x", @"w1", _, @"z") {pad_begin=[1,1], pad_end=[1,1]} name="first"
"f1" = cast("s1") name="first"
"m1" = mul("f1", @"k") name="first"
"a1" = add("m1", @"b") name="first"
"r1" = round("a1") name="first"
"c1" = clip("r1") {min=0, max=255} name="first"
"q1" = cast("c1") {to=u8} name="first"
"xf" = cast("q1") name="skip"
"xm" = mul("xf", @"one") name="skip"
"s2" = conv_integer("q1", @"w2") {group=8, pad_begin=[1,1], pad_end=[1,1]} name="second"
"f2" = cast("s2") name="second"
"m2" = mul("f2", @"one") name="second"
"sum" = sum("m2", "xm") {coeffs=[2,1]} name="add"
"r2" = round("sum") name="add"
"c2" = clip("r2") {min=0, max=255} name="add"
"q2" = cast("c2") {to=u8} name="add"
"s3" = conv_integer("q2", @"w3") name="third"
"f3" = cast("s3") name="third"
"y" = mul("f3", @"last") name="third"
output("y")
@"w1" = i8[8,8,3,3] seed 1
@"w2" = i8[8,1,3,3] seed 2
@"w3" = i8[4,8,1,1] seed 3
@"z" = u8[] [7]
@"k" = f32[8,1,1] seed 4
@"b" = f32[8,1,1] seed 5
@"one" = f32[] [0.5]
@"last" = f32[10] seed 6
--- full
0   integer  first, first, first, first, first, first, first: p u8 8x10x10 @in0, _, _, _ -> p u8 8x10x10 @1664
1 | integer_depthwise  second, second, second, skip, skip, add, add, add, add: p u8 8x10x10 @1664, _ -> p u8 8x10x10 @0
2 | integer  third: p u8 8x10x10 @0, _ -> p i32 4x10x10 @832
3 | elements  third, third: p i32 4x10x10 @832 -> p 4x10x10 @out0
workspace: 2496 bytes, 4992 without sharing
