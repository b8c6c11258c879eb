# Zero points of a and of each column of b.
test run
--- in
"y" = matmul_integer(@"a", @"b", @"az", @"bz")
output("y")
@"a" = u8[2,3] [0,255,3,4,10,20]
@"b" = i8[3,2] [-128,127,5,6,7,-8]
@"az" = u8[] [7]
@"bz" = i8[2] [-128,127]
--- results
y 2,2: 32444 -29468 2154 -2118
