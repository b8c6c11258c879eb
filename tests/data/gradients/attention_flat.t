# without axes in front; a query that sees no key does not change
test gradient
--- in
"q" = input : f64[3,2]
"k" = input : f64[4,2]
"v" = input : f64[4,3]
"a" = attention("q", "k", "v", @"seen")
"b" = attention("q", "k", "v", @"cut") {nan_is_zero=true}
output("a", "b")
@"seen" = bool[3,4] [0,1,1,0,0,0,0,0,1,1,1,1]
@"cut" = f64[3,4] [0,1,0.5,0,-inf,-inf,-inf,-inf,0,-inf,0,0]
