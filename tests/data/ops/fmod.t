# fmod of two vectors: BinaryOp 12 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = fmod("x", "y") {align=late} name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.032 -1.6 0.092 -0.25 0.046 -0.058 -0.452 -1.1
