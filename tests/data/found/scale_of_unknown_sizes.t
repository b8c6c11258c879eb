# A scale whose sizes are not known may still have one axis alone that is not 1.
test optimize
--- in
"in0" = input {hint=[1,1,1]} : f32[_,_,_]
"v4_0" = lp_normalization(@"k2", "in0") name="n1"
output("v4_0" as "out4")
@"k2" = f32[1,1,1] [0]
--- remarks
--- out
same
