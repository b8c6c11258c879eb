# A maximum of what holds NaN is NaN, wherever in the window it stands; pads are below all numbers.
test run
--- in
"x" = constant(@"c")
"a" = max_pool("x") {nd=1, kernel=[2], stride=[2]}
"b" = max_pool("x") {nd=1, kernel=[3], stride=[2], pad_begin=[2]}
output("a", "b")
@"c" = f32[1,8] [nan,1,1,nan,-inf,-inf,2,3]
--- results
a 1,4: nan nan -inf 3
b 1,4: nan nan nan 2
