# Comparisons with NaN are false; a bool is 0 or 1.
test run
--- in
"a" = constant(@"a")
"b" = constant(@"b")
"e" = equal("a", "b")
"l" = less("a", "b")
"le" = less_or_equal("a", "b")
"g" = greater("a", "b")
"ge" = greater_or_equal("a", "b")
"n" = is_nan("a")
"i" = is_inf("b") {detect_negative=false}
output("e", "l", "le", "g", "ge", "n", "i")
@"a" = f32[4] [1,2,nan,4]
@"b" = f32[4] [1,3,0,inf]
--- results
e 4: 1 0 0 0
l 4: 0 1 0 1
le 4: 1 1 0 1
g 4: 0 0 0 0
ge 4: 1 0 0 0
n 4: 0 0 1 0
i 4: 0 0 0 1
