# Five products and their running sum.
test fuse
--- in
"x0" = input : f32[64,128]
"x1" = input : f32[64,128]
"x2" = input : f32[64,128]
"x3" = input : f32[64,128]
"x4" = input : f32[64,128]
"m0" = mul("x0", @"c") name="m0"
"m1" = mul("x1", @"c") name="m1"
"a1" = add("m0", "m1") name="a1"
"m2" = mul("x2", @"c") name="m2"
"a2" = add("a1", "m2") name="a2"
"m3" = mul("x3", @"c") name="m3"
"a3" = add("a2", "m3") name="a3"
"m4" = mul("x4", @"c") name="m4"
"a4" = add("a3", "m4") name="a4"
output("a4")
@"c" = f32[1] [2]
--- tvm
m0(point) m1(point) a1(point) m2(point) a2(point) m3(point) a3(point) m4(point) a4(point): x0 x1 x2 x3 x4 -> a4; 524288 bytes less: elementwise
--- full
m0(point) m1(point) a1(point) m2(point) a2(point) m3(point) a3(point) m4(point) a4(point): x0 x1 x2 x3 x4 -> a4; 524288 bytes less: elementwise
--- refused
