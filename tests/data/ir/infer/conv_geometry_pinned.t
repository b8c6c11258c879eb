# The same with numbers.
test infer x=3,11,14
--- in
"x" = input : f32[3,h,w]
"a" = conv("x", @"w1") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}
"b" = max_pool("a") {kernel=[3,3], stride=[2,2], ceil_mode=true}
"d" = conv_transpose("a", @"w2") {stride=[2,2]}
output("b", "d")
@"w1" = f32[4,3,3,3] zeros
@"w2" = f32[2,4,2,2] zeros
--- out
"x" = input : f32[3,11,14]
"a" = conv("x", @"w1") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} : f32[4,6,7]
"b" = max_pool("a") {kernel=[3,3], stride=[2,2], ceil_mode=true} : f32[4,3,3]
"d" = conv_transpose("a", @"w2") {stride=[2,2]} : f32[2,12,14]
output("b", "d")
@"w1" = f32[4,3,3,3] ...
@"w2" = f32[2,4,2,2] ...
