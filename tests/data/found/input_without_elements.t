# A sum of nothing is 0.
test run
--- in
"x" = input : f32[0,3,8]
"a" = reduce("x") {op=sum_square, axes=[0,2], keepdims=false} name="reduce1"
output("a")
--- feed
x 0,3,8
--- results
a 3: 0 0 0
