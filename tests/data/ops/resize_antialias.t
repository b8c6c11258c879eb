# Where it shrinks with antialias, all pixels count.
test run
--- in
"x" = constant(@"k")
"out" = resize("x") {mode=linear, scales=[0.5], axes=[1], antialias=true} name="l"
output("out")
@"k" = f32[1,6] [0.125,0.5,1.125,2,3.125,4.5]
--- results
out 1,3: 0.390625 1.625 3.67188
