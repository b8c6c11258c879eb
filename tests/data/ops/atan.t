# atan: UnaryOp 14 in ncnn.
test run
--- in
"x" = input name="x"
"out" = atan("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.781382 -1.0122 0.0917417 -1.01499 0.55788 -1.00308 -0.424516 -0.832981 0.158655 1.06038 -0.865265 0.936774
