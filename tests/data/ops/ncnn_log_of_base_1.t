# A base that has no logarithm to divide by: infinite, as ncnn has it.
test run
--- in
"x" = constant(@"c") name="x"
"y" = ncnn.log("x") {base=1} name="l"
output("y")
@"c" = f32[2] [4,0.5]
--- results
y 2: inf -inf
