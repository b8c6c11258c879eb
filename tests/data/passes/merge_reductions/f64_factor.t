# A factor in between comes last, in the type of the values.
test pass merge_reductions
--- in
"x" = input : f64[2,3,4]
"a" = reduce("x") {op=sum,axes=[2],keepdims=true} name="a"
"b" = mul("a", @"k") name="b"
"y" = reduce("b") {op=sum,axes=[1],keepdims=true} name="y"
output("y")
@"k" = f64[] [0.1]
--- remarks
fired: merge_reductions: a + b + y -> b (mul)
--- out
"x" = input : f64[2,3,4]
%0 = reduce("x") {axes=[1,2]} name="a" : f64[2,1,1]
"y" = mul(%0, @%0) name="b" : f64[2,1,1]
output("y")
@%0 = f64[] [0.1]
