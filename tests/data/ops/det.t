# Of a batch: one whose first element is 0, one without inverse, a diagonal one; and of matrices without elements.
test run
--- in
"y" = det(@"x")
"of none" = det(@"none")
output("y", "of none")
@"x" = f32[3,3,3] [0,2,1,1,0,3,2,1,0,1,2,3,2,4,6,1,1,1,2,0,0,0,3,0,0,0,-1]
@"none" = f32[2,0,0] []
--- results
y 3: 13 0 -6
of none 2: 1 1
