# A size of 1 is repeated, on either side; a size of another input; axes in front.
test run
--- in
"x" = input
"r" = input
"y" = expand("x", "r") {shape=[2,1,"ref.0"]} name="e"
output("y")
--- feed
x 3,1
r 5
--- results
y 2,3,5: 0.992 0.992 0.992 0.992 0.992 -1.6 -1.6 -1.6 -1.6 -1.6 0.092 0.092 0.092 0.092 0.092 0.992 0.992 0.992 0.992 0.992 -1.6 -1.6 -1.6 -1.6 -1.6 0.092 0.092 0.092 0.092 0.092
