# Along the rows, with and without the element itself, from either end.
test run
--- in
"plain" = cum_prod(@"x") {axis=1}
"before" = cum_prod(@"x") {axis=1, exclusive=true}
"reverse" = cum_prod(@"x") {axis=1, reverse=true}
"after" = cum_prod(@"x") {axis=1, exclusive=true, reverse=true}
"columns" = cum_prod(@"x")
output("plain", "before", "reverse", "after", "columns")
@"x" = f32[2,3] [2,3,-0.5,0,7,4]
--- results
plain 2,3: 2 6 -3 0 0 0
before 2,3: 1 2 6 1 0 0
reverse 2,3: -3 -1.5 -0.5 0 28 4
after 2,3: -1.5 -0.5 1 28 4 1
columns 2,3: 2 3 -0.5 0 21 -2
