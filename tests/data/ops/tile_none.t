# An axis that is repeated 0 times has no elements.
test run
--- in
"a" = tile(@"x") {repeats=[2,0]}
"s" = shape("a")
"n" = reduce("a") {op=sum, axes=[1], keepdims=false}
output("s", "n")
@"x" = f32[1,3] [1,2,3]
--- results
s 2: 2 0
n 2: 0 0
