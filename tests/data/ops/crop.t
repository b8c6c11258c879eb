# By offsets and sizes.
test run
--- in
"x" = input name="x"
"out" = ncnn.crop("x") {woffset=1, hoffset=1, outw=2, outh=2, outc=1} name="l"
output("out")
--- feed
x 2,3,4
--- results
out 1,2,2: -1.568 -0.452 1.786 -1.174
