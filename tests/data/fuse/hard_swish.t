# A hard swish in pieces.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"p" = add("a", @"three") name="p"
"q" = clip("p") {min=0, max=6} name="q"
"r" = div("q", @"six") name="r"
"c" = mul("a", "r") name="c"
output("c")
@"conv1.w" = f32[8,8,3,3] seed 1
@"three" = f32[1] [3]
@"six" = f32[1] [6]
--- tvm
conv1(anchor) p(point) q(point) r(point) c(point): x -> c; 73728 bytes less: elementwise on the output of a conv
--- full
conv1(anchor) p(point) q(point) r(point) c(point): x -> c; 73728 bytes less: epilogue
--- refused
