# Of two infinities of one sign it is that infinity.
test run
--- in
"y" = logaddexp(@"a", @"b")
output("y")
@"a" = f32[6] [inf,-inf,-inf,inf,nan,2]
@"b" = f32[6] [inf,-inf,1,-inf,inf,2]
--- results
y 6: inf -inf 1 inf nan 2.69315
