# A group reads so many values at most as there are registers for addresses.
test fuse
--- in
"x0" = input : f32[64,128]
"x1" = input : f32[64,128]
"x2" = input : f32[64,128]
"x3" = input : f32[64,128]
"x4" = input : f32[64,128]
"x5" = input : f32[64,128]
"x6" = input : f32[64,128]
"x7" = input : f32[64,128]
"x8" = input : f32[64,128]
"x9" = input : f32[64,128]
"x10" = input : f32[64,128]
"x11" = input : f32[64,128]
"a1" = add("x0", "x1") name="a1"
"a2" = add("a1", "x2") name="a2"
"a3" = add("a2", "x3") name="a3"
"a4" = add("a3", "x4") name="a4"
"a5" = add("a4", "x5") name="a5"
"a6" = add("a5", "x6") name="a6"
"a7" = add("a6", "x7") name="a7"
"a8" = add("a7", "x8") name="a8"
"a9" = add("a8", "x9") name="a9"
"a10" = add("a9", "x10") name="a10"
"a11" = add("a10", "x11") name="a11"
output("a11")
--- tvm
a1(point) a2(point) a3(point) a4(point) a5(point) a6(point) a7(point) a8(point) a9(point) a10(point) a11(point): x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 -> a11; 655360 bytes less: elementwise
--- full
a1(point) a2(point) a3(point) a4(point) a5(point) a6(point) a7(point): x0 x1 x2 x3 x4 x5 x6 x7 -> a7; 393216 bytes less: elementwise
a8(point) a9(point) a10(point) a11(point): a7 x8 x9 x10 x11 -> a11; 196608 bytes less: elementwise
--- refused
elementwise: a7, a8: the group would read 9 values, 8 at most
