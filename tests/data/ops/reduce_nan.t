# NaN is neither lost in a maximum nor in a minimum.
test run
--- in
"c" = constant(@"x")
"y0" = reduce("c") {op=max, axes=[1], keepdims=false}
"y1" = reduce("c") {op=min, axes=[1], keepdims=false}
"y2" = reduce("c") {op=max, axes=[0], keepdims=false}
"y3" = reduce("c") {op=log_sum_exp, axes=[1], keepdims=false}
output("y0", "y1", "y2", "y3")
@"x" = f32[2,3] [1,nan,3,0.5,-1,4]
--- feed
--- results
y0 2: nan 4
y1 2: nan -1
y2 3: 1 nan 4
y3 2: nan 4.03627
