# A scalar, and everything as one.
test run
--- in
"c" = constant(@"x")
"y0" = reduce("c") {keepdims=false}
"y1" = reduce("c") {op=sum_square}
"y2" = reduce("c") {op=l1, keepdims=false}
output("y0", "y1", "y2")
@"x" = f32[] [-3.5]
--- feed
--- results
y0 : -3.5
y1 : 12.25
y2 : 3.5
