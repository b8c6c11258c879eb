# functions of one argument
test gradient
--- in
"x" = input : f64[2,9]
"y0" = exp("x")
"y1" = abs("x")
"y2" = neg("x")
"y3" = square("x")
"y4" = sin("x")
"y5" = cos("x")
"y6" = tan("x")
"y7" = atan("x")
"y8" = sinh("x")
"y9" = asinh("x")
"y10" = cosh("x")
"y11" = expm1("x")
"y12" = erf("x")
"y13" = floor("x")
"y14" = round("x")
"y15" = sign("x")
"y16" = ceil("x")
"y17" = trunc("x")
output("y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9", "y10", "y11", "y12", "y13", "y14", "y15", "y16", "y17")
