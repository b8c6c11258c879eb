# Two of three channels, and one.
test run
--- in
"x" = input name="x"
"a", "b" = split("x") {sizes=[2,-1]} name="l"
output("a", "b")
--- feed
x 3,1,2
--- results
a 2,1,2: 0.992 -1.6 0.092 -1.61
b 1,1,2: 0.624 -1.568
