# A size that is not known may turn out larger than the number it meets, whose last part is then repeated.
test infer
--- in
"x" = input : f32[_,_,_]
"y" = input : f32[9,3]
"k" = mul("x", "y") {align=left} name="mul1"
output("k")
--- out
"x" = input : f32[_,_,_]
"y" = input : f32[9,3]
"k" = mul("x", "y") {align=left} name="mul1" : f32[max("x".0,9),max("x".1,3),"x".2]
output("k")
