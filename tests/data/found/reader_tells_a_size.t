# The weights behind say that there is one channel, which the two views alone do not know: the check must not try others.
test optimize
--- in
"in0" = input {hint=[1,1,8]} : f32[_,_,_]
"v1" = ncnn.squeeze("in0") {axes=[-3]} name="n1"
"v2" = ncnn.reshape("v1") {dims=[0,2,-1]} name="n2"
"v3_0" = conv("v2", @"k0", _) name="n3"
output("v3_0" as "out0")
@"k0" = f32[1,1,1,1] [0.5]
--- remarks
fired: merge_views: n1 + n2 -> n1 (reshape)
missed: drop_identities: n1: the reshape is not removed: the output's sizes are not proved equal to the input's
--- out
"in0" = input {hint=[1,1,8]} : f32[_,_,_]
"v2" = reshape("in0") {shape=[1,2,-1]} name="n1" : f32[1,2,floordiv("in0".0*"in0".1*"in0".2,2)]
"v3_0" = conv("v2", @"k0", _) name="n3" : f32[1,2,floordiv("in0".0*"in0".1*"in0".2,2)]
output("v3_0" as "out0")
@"k0" = f32[1,1,1,1] [0.5]
