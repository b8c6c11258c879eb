# Everything: without axes a scalar is left.
test run
--- in
"c" = constant(@"x")
"y0" = reduce("c") {keepdims=false}
"y1" = reduce("c") {op=mean, keepdims=false}
"y2" = reduce("c") {op=max, keepdims=false}
"y3" = reduce("c") {op=min, keepdims=false}
"y4" = reduce("c") {op=prod, keepdims=false}
"y5" = reduce("c") {op=l1, keepdims=false}
"y6" = reduce("c") {op=l2, keepdims=false}
"y7" = reduce("c") {op=log_sum_exp, keepdims=false}
"y8" = reduce("c") {op=sum_square, keepdims=false}
output("y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8")
@"x" = f32[2,3] [1,2,-3,0.5,-1,4]
--- feed
--- results
y0 : 3.5
y1 : 0.583333
y2 : 4
y3 : -3
y4 : 12
y5 : 11.5
y6 : 5.59017
y7 : 4.20128
y8 : 31.25
