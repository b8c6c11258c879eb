# A bound that is left out is none.
test run
--- in
"x" = constant(@"k")
"a" = clip("x") {min=-1} name="a"
"b" = clip("x") {max=2} name="b"
"c" = clip("x") name="c"
output("a", "b", "c")
@"k" = f32[5] [-inf,-2,0,3,inf]
--- feed
--- results
a 5: -1 -1 0 3 inf
b 5: -inf -2 0 2 2
c 5: -inf -2 0 3 inf
