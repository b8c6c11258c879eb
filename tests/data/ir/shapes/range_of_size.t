# Positions: a range up to a size.
test infer
--- in
"x" = input : f32[t,8]
"past" = input : f32[p>=0,8]
"s" = shape("x") {end=1}
"t" = squeeze("s") {axes=[0]}
"q" = shape("past") {end=1}
"p" = squeeze("q") {axes=[0]}
"all" = add("p", "t")
"y" = range("p", "all", @"one")
"z" = range(@"zero", "t", @"two")
output("y", "z")
@"one" = i64[] [1]
@"two" = i64[] [2]
@"zero" = i64[] [0]
--- out
"x" = input : f32[t,8]
"past" = input : f32[p>=0,8]
"s" = shape("x") {end=1} : i64[1]
"t" = squeeze("s") {axes=[0]} : i64[]
"q" = shape("past") {end=1} : i64[1]
"p" = squeeze("q") {axes=[0]} : i64[]
"all" = add("p", "t") : i64[]
"y" = range("p", "all", @"one") : i64[t]
"z" = range(@"zero", "t", @"two") : i64[floordiv(t+1,2)]
output("y", "z")
@"one" = i64[] ...
@"zero" = i64[] ...
@"two" = i64[] ...
--- contents
s = [t]
t = t
q = [p>=0]
p = p>=0
all = (p>=0)+t
