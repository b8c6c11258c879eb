# windows beyond the end
test gradient
--- in
"x" = input : f64[2,8,7]
"a" = max_pool("x") {kernel=[3,3], stride=[2,2], ceil_mode=true}
"b" = average_pool("x") {kernel=[3,3], stride=[2,2], ceil_mode=true}
output("a", "b")
