# log10: UnaryOp 17 in ncnn.
test run
--- in
"x" = input name="x"
"a" = exp("x") name="a"
"out" = log10("a") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.43082 -0.694871 0.0399551 -0.699214 0.271 -0.680974 -0.196301 -0.477724 0.0694871 0.77565 -0.509862 0.590641
