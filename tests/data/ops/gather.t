# Parts along an axis, from the back, too; by what is fed.
test run
--- in
"x" = input : f32[2,3]
"g" = gather("x", @"last") {axis=1}
"e" = gather_elements("x", @"at") {axis=1}
output("g", "e")
@"last" = i64[2] [-1,0]
@"at" = i64[2,2] [2,2,0,-1]
--- feed
x 2,3
--- results
g 2,2: 0.092 0.992 -1.568 -1.61
e 2,2: 0.092 0.092 -1.61 -1.568
