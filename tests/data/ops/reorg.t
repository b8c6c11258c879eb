# By two.
test run
--- in
"x" = input name="x"
"out" = space_to_depth("x") {blocksize=2, mode=CRD} name="l"
output("out")
--- feed
x 1,2,4
--- results
out 4,1,2: 0.992 0.092 -1.6 -1.61 0.624 -0.452 -1.568 -1.1
