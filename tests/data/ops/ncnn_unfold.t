# SAME padding of a stride beyond the kernel: with such sizes nothing is cropped, and it is unfold with pads as numbers.
test run
--- in
"x" = input
"y" = ncnn.unfold("x") {kernel=[2,1], stride=[1,3], pad_mode=same_lower, pad_value=7} name="l"
output("y")
--- feed
x 1,2,4
--- results
y 2,4: 7 7 0.992 -1.61 0.992 -1.61 0.624 -1.1
