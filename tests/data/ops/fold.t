# Columns back to an image.
test run
--- in
"x" = input name="x"
"out" = fold("x") {kernel=[2,2], dilation=[1,1], stride=[1,1], pad_begin=[0,0], pad_end=[0,0], output_size=[2,3]} name="l"
output("out")
--- feed
x 4,2
--- results
out 1,2,3: 0.992 -1.508 -1.61 0.624 -2.02 -1.1
