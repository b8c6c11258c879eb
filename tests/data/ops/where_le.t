# Either side by how two others compare, all of which broadcast; a comparison with NaN fails.
test run
--- in
"a" = constant(@"a")
"y" = where_le("a", @"b", @"x", @"z")
output("y")
@"a" = f32[2,3] [1,2,3,-1,nan,0]
@"b" = f32[1] [1]
@"x" = f32[3] [10,20,30]
@"z" = f32[2,1] [-7,-8]
--- results
y 2,3: 10 -7 -7 10 -8 30
