# The last row and column are left over: numbers of ncnn.
test run
--- in
"x" = input name="x"
"y" = ncnn.reorg("x") {stride=2} name="l"
output("y")
--- feed
x 2,3,5
--- results
y 8,1,2: 0.992 0.092 -1.6 -1.61 -1.568 -1.1 -0.452 0.16 -1.44 0.844 -1.162 -0.53 -1.698 -0.754 -0.3 -0.204
