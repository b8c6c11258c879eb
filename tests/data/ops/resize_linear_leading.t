# Any axes: here the first of four, whose outer ones stay.
test run
--- in
"x" = constant(@"k")
"out" = resize("x") {mode=linear, sizes=[4], axes=[0]} name="l"
output("out")
@"k" = f32[2,1,1,2] [0.125,0.5,1.125,2]
--- results
out 4,1,1,2: 0.125 0.5 0.375 0.875 0.875 1.625 1.125 2
