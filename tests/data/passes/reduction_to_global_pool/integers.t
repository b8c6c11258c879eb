# Global poolings are of floats.
test optimize
--- in
"x" = input : i32[2,3,4]
"m" = reduce("x") {op=max, axes=[1,2], keepdims=false}
output("m")
--- out
same
