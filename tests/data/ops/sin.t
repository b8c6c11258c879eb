# sin: UnaryOp 9 in ncnn.
test run
--- in
"x" = input name="x"
"out" = sin("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.837122 -0.999574 0.0918703 -0.999232 0.584286 -0.999996 -0.436766 -0.891207 0.159318 0.976933 -0.922304 0.977865
