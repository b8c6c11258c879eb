# A patch.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = slice_scatter("x", "y") {starts=[0,-2], axes=[1,2]} name="l"
output("out")
--- feed
x 1,2,3
y 1,1,2
--- results
out 1,2,3: 0.992 -0.452 -1.1 -1.61 0.624 -1.568
