# With ceil_mode a window longer than x and its pads together is one all the same, as long as it begins in x: as of torch. By the formula.
test run
--- in
"x" = input name="x"
"a" = max_pool("x") {nd=2, kernel=[2,2], stride=[2,2], ceil_mode=true} name="a"
"b" = average_pool("x") {nd=2, kernel=[3,2], stride=[3,2], ceil_mode=true} name="b"
"c" = average_pool("x") {nd=2, kernel=[2,2], stride=[2,2], ceil_mode=true, count_include_pad=true} name="c"
output("a", "b", "c")
--- feed
x 2,1,5
--- results
a 2,1,3: 0.992 0.092 0.624 -0.452 0.16 1.786
b 2,1,3: -0.304 -0.759 0.624 -1.01 -0.47 1.786
c 2,1,3: -0.304 -0.759 0.624 -1.01 -0.47 1.786
