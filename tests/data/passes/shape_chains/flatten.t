# x.view(x.size(0), -1) of an exporter: the target shape is known, and what worked it out goes.
test optimize
--- in
"x" = input : f32[n,3,h,w]
"s" = shape("x") name="s"
"n" = gather("s", @"zero") name="n"
"u" = unsqueeze("n") {axes=[0]} name="u"
"t" = concat("u", @"rest") name="t"
"y" = dynamic_reshape("x", "t") name="y"
output("y")
@"zero" = i64[] [0]
@"rest" = i64[1] [-1]
--- out
"x" = input : f32[n,3,h,w]
"y" = reshape("x") {shape=["x.0",-1]} name="y" : f32[n,3*h*w]
output("y")
