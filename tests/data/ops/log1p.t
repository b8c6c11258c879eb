# log1p: UnaryOp 27 in ncnn.
test run
--- in
"x" = input name="x"
"a" = exp("x") name="a"
"out" = log1p("a") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.30742 0.183901 0.740205 0.182228 1.05305 0.189348 0.492471 0.287335 0.776344 1.94098 0.269361 1.58846
