# means
test gradient
--- in
"x" = input : f64[2,7,6]
"a" = average_pool("x") {kernel=[3,2], stride=[2,2], pad_begin=[1,0], pad_end=[1,1]}
"b" = average_pool("x") {kernel=[3,3], stride=[2,1], pad_begin=[1,1], pad_end=[1,1], count_include_pad=true}
"c" = global_average_pool("x")
"d" = adaptive_average_pool("x") {out=[7,2]}
"e" = adaptive_average_pool("x") {out=[3,4]}
"f" = global_average_pool("x") {keepdims=false}
output("a", "b", "c", "d", "e", "f")
