# Of several inputs each output is its own.
test run
--- in
"x" = input name="x"
"z" = input name="z"
"a", "b" = identity("x", "z") name="l"
output("a", "b")
--- feed
x 3
z 2,1,1,1,2
--- results
a 3: 0.992 -1.6 0.092
b 2,1,1,1,2: -1.61 0.624 -1.568 -0.452
