# functions of one positive argument
test gradient 0.3..2
--- in
"x" = input : f64[2,9]
"y0" = log("x")
"y1" = sqrt("x")
"y2" = rsqrt("x")
"y3" = reciprocal("x")
"y4" = log10("x")
"y5" = log1p("x")
output("y0", "y1", "y2", "y3", "y4", "y5")
