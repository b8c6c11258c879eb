# Full pooling of ncnn keeps windows that begin in the pads; those of ceil_mode are left out.
test run
--- in
"x" = constant(@"c")
"a" = ncnn.pooling("x") {kind=max, kernel=[1,2], stride=[1,2], pad_end=[1,0], pad_mode=full}
"b" = max_pool("x") {kernel=[1,2], stride=[1,2], pad_end=[1,0], ceil_mode=true}
output("a", "b")
@"c" = f32[1,1,2] [3,5]
--- results
a 1,2,1: 5 -3.40282e+38
b 1,1,1: 5
