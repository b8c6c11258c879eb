# Logic of bools, which broadcast; where takes from either side.
test run
--- in
"a" = constant(@"a")
"b" = constant(@"b")
"and" = and("a", "b")
"or" = or("a", "b")
"xor" = xor("a", "b")
"not" = not("a")
"w" = where("a", @"x", @"y")
output("and", "or", "xor", "not", "w")
@"a" = bool[2,1] [1,0]
@"b" = bool[2] [1,0]
@"x" = i64[2] [9007199254740993,-1]
@"y" = i64[2,2] [1,2,3,4]
--- results
and 2,2: 1 0 0 0
or 2,2: 1 1 1 0
xor 2,2: 0 1 1 0
not 2,1: 0 1
w 2,2: 9.0072e+15 -1 3 4
