# the first of equal maxima gets all
test gradient
--- in
"x" = input : f64[2,7,6]
"a" = max_pool("x") {kernel=[3,2], stride=[2,2], pad_begin=[1,0], pad_end=[1,1]}
"b" = max_pool("x") {kernel=[2,2], stride=[1,2], dilation=[2,1]}
"c" = global_max_pool("x")
"d" = adaptive_max_pool("x") {out=[7,2]}
output("a", "b", "c", "d")
