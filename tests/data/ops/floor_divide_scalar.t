# floor_divide with a scalar: BinaryOp 15 in ncnn.
test run
--- in
"x" = input name="x"
"out" = floor_divide("x", @%0) {align=late} name="l"
output("out")
@%0 = f32[] [0.75]
--- feed
x 6
--- results
out 6: 1 -3 0 -3 0 -3
