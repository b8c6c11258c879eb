# Of no elements. (A mean of none is NaN.)
test run
--- in
"c" = constant(@"x")
"y0" = reduce("c") {op=sum, axes=[1], keepdims=false}
"y1" = reduce("c") {op=prod, axes=[1], keepdims=false}
"y2" = reduce("c") {op=max, axes=[1], keepdims=false}
"y3" = reduce("c") {op=min, axes=[1], keepdims=false}
"y4" = reduce("c") {op=l1, axes=[1], keepdims=false}
"y5" = reduce("c") {op=l2, axes=[1], keepdims=false}
"y6" = reduce("c") {op=sum_square, axes=[1], keepdims=false}
"y7" = reduce("c") {op=log_sum, axes=[1], keepdims=false}
"y8" = reduce("c") {op=log_sum_exp, axes=[1], keepdims=false}
output("y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8")
@"x" = f32[2,0,3] []
--- feed
--- results
y0 2,3: 0 0 0 0 0 0
y1 2,3: 1 1 1 1 1 1
y2 2,3: -inf -inf -inf -inf -inf -inf
y3 2,3: inf inf inf inf inf inf
y4 2,3: 0 0 0 0 0 0
y5 2,3: 0 0 0 0 0 0
y6 2,3: 0 0 0 0 0 0
y7 2,3: -inf -inf -inf -inf -inf -inf
y8 2,3: -inf -inf -inf -inf -inf -inf
