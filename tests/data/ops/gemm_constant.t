# Constant B and C.
test run
--- in
"x" = input name="x"
"out" = gemm("x", @"l.b", @"l.c") {transB=true} name="l"
output("out")
@"l.b" = f32[3,2] [-0.29,-0.95,-0.99,0.01,0.98,-0.53]
@"l.c" = f32[1,3] [10,20,30]
--- feed
x 2,2
--- results
out 2,3: 11.2323 19.0019 31.8202 11.5028 19.8928 30.9435
