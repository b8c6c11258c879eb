# what is reduced along axes
test gradient
--- in
"x" = input : f64[3,4,2]
"y0" = reduce("x") {op=sum, axes=[1]}
"y1" = reduce("x") {op=mean, axes=[0,2], keepdims=false}
"y2" = reduce("x") {op=max, axes=[1]}
"y3" = reduce("x") {op=min, axes=[0,2]}
"y4" = reduce("x") {op=l1, axes=[1]}
"y5" = reduce("x") {op=l2, axes=[0,1], keepdims=false}
"y6" = reduce("x") {op=sum_square, axes=[2]}
"y7" = reduce("x") {op=log_sum_exp, axes=[1]}
"y8" = reduce("x") {op=prod, axes=[0,2]}
"y9" = reduce("x") {op=prod, keepdims=false}
output("y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9")
