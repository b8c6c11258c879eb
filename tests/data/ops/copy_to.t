# A patch.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = copy_to("x", "y") {woffset=1} name="l"
output("out")
--- feed
x 1,2,3
y 1,1,2
--- results
out 1,2,3: 0.992 -0.452 -1.1 -1.61 0.624 -1.568
