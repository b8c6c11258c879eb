# The chain that exporters write for x.view(x.size(0), -1): what it works out is known.
test infer
--- in
"x" = input : f32[n,3,h,w]
"s" = shape("x")
"n" = gather("s", @"zero")
"u" = unsqueeze("n") {axes=[0]}
"t" = concat("u", @"rest")
"y" = dynamic_reshape("x", "t")
output("y")
@"zero" = i64[] [0]
@"rest" = i64[1] [-1]
--- out
"x" = input : f32[n,3,h,w]
"s" = shape("x") : i64[4]
"n" = gather("s", @"zero") : i64[]
"u" = unsqueeze("n") {axes=[0]} : i64[1]
"t" = concat("u", @"rest") : i64[2]
"y" = reshape("x") {shape=["x.0",-1]} : f32[n,3*h*w]
output("y")
@"zero" = i64[] ...
@"rest" = i64[1] ...
--- contents
s = [n,3,h,w]
n = n
u = [n]
t = [n,-1]
