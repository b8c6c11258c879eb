# What is asked of a shape is known when it is.
test run
--- in
"x" = input : f32[2,3]
"s" = shape("x")
"n" = size("x")
output("s", "n")
--- feed
x 2,3
--- results
s 2: 2 3
n : 6
