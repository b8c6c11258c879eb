# Sorted, or as they are met; parts of an axis, compared element by element; NaN is one and comes last, also of halves.
test run
--- in
"a", "ai", "an", "ac" = unique(@"x") name="a"
"b", "bi", "bn", "bc" = unique(@"x") {sorted=false} name="b"
"c", "ci", "cn", "cc" = unique(@"m") {axis=1} name="c"
"d", "di", "dn", "dc" = unique(@"h") name="d"
output("a", "ai", "an", "ac", "b", "bi", "bn", "bc", "c", "ci", "cn", "cc", "d", "dc")
@"x" = f32[6] [2,1,1,3,4,3]
@"m" = i64[2,4] [1,0,-2,0,7,5,7,5]
@"h" = f16[5] [nan,1,-0,0,nan]
--- results
a 4: 1 2 3 4
ai 4: 1 0 3 4
an 6: 1 0 0 2 3 2
ac 4: 2 1 2 1
b 4: 2 1 3 4
bi 4: 0 1 3 4
bn 6: 0 1 1 2 3 2
bc 4: 1 2 2 1
c 2,3: -2 0 1 7 5 7
ci 3: 2 1 0
cn 4: 2 1 0 1
cc 3: 1 2 1
d 3: 0 1 nan
dc 3: 2 1 2
