# Two copies.
test run
--- in
"x" = input name="x"
"a", "b" = identity("x") name="l"
output("a", "b")
--- feed
x 3
--- results
a 3: 0.992 -1.6 0.092
b 3: 0.992 -1.6 0.092
