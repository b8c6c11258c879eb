# Without axes, and told so: each element by itself.
test run
--- in
"c" = constant(@"x")
"y0" = reduce("c") {op=sum_square, noop_with_empty_axes=true}
"y1" = reduce("c") {op=l1, keepdims=false, noop_with_empty_axes=true}
"y2" = reduce("c") {op=mean, noop_with_empty_axes=true}
output("y0", "y1", "y2")
@"x" = f32[2,3] [1,2,-3,0.5,-1,4]
--- feed
--- results
y0 2,3: 1 4 9 0.25 1 16
y1 2,3: 1 2 3 0.5 1 4
y2 2,3: 1 2 -3 0.5 -1 4
