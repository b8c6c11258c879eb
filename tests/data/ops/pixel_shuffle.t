# By two.
test run
--- in
"x" = input name="x"
"out" = depth_to_space("x") {blocksize=2, mode=CRD} name="l"
output("out")
--- feed
x 4,1,2
--- results
out 1,2,4: 0.992 0.092 -1.6 -1.61 0.624 -0.452 -1.568 -1.1
