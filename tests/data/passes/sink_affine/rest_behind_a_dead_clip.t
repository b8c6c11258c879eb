# Where the clip is at its limit the only element is 0; what is left of terms that cancel is small beside other inputs' results.
test optimize
--- in
"in" = input : f32[1]
"v1" = scale("in", @"k3", @%0) name="n1"
"v2" = clip("v1") {min=0} name="n2"
"v10_0" = conv("v2", @"k7", _) {nd=1} name="n3"
output("v10_0")
@"k3" = f32[1] [2.5]
@%0 = f32[1] [-0.5]
@"k7" = f32[1,1,1] [1]
--- remarks
fired: sink_affine: n1 + n2 + n3 -> n3 (conv)
--- out
"in" = input : f32[1]
%0 = clip("in") {min=0.2} name="n2" : f32[1]
"v10_0" = conv(%0, @"k7", @%0) {nd=1} name="n3" : f32[1,1]
output("v10_0")
@"k7" = f32[1,1,1] [2.5]
@%0 = f32[1] [-0.5]
