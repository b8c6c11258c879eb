# Parts that are not all of it: the rest is dropped.
test run
--- in
"x" = constant(@"c") name="x"
"a", "y" = ncnn.split("x") {slices=[1,2]} name="l"
output("y")
@"c" = f32[4] [1,2,3,4]
--- results
y 2: 2 3
