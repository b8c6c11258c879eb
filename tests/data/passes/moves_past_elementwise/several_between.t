# Three steps in between, one with a scalar; the permuted value is read elsewhere, and stays for that.
test pass moves_past_elementwise
--- in
"x" = input {rank=3} : f32[c,h,w]
"t" = tanh("x") name="tanh1"
"a" = ncnn.permute("t") {order_type=3} name="permute1"
"r" = sigmoid("a") name="sig1"
%900 = ncnn.align(@"k", "r")
%901 = ncnn.align("r", @"k")
"s" = sub(%900, %901) name="sub1"
"u" = exp("s") name="exp1"
"b" = ncnn.permute("u") {order_type=4} name="permute2"
output("b", "a")
@"k" = f32[] [3]
--- remarks
fired: moves_past_elementwise: permute1 + sig1 + sub1 + exp1 + permute2 -> exp1 (exp)
--- out
"x" = input {rank=3} : f32[c,h,w]
"t" = tanh("x") name="tanh1" : f32[c,h,w]
"a" = transpose("t") {perm=[1,2,0]} name="permute1" : f32[h,w,c]
%0 = sigmoid("t") name="sig1" : f32[c,h,w]
%1 = sub(@"k", %0) name="sub1" : f32[c,h,w]
"b" = exp(%1) name="exp1" : f32[c,h,w]
output("b", "a")
@"k" = f32[] [3]
