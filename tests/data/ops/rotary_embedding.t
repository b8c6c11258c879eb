# Pairs of neighbours.
test run
--- in
"x" = input name="x"
"c" = input name="c"
"s" = input name="s"
%0 = ncnn.as_angles("c", "x")
%1 = ncnn.as_angles("s", "x")
"out" = rotary_embedding("x", %0, %1) {interleaved=true} name="l"
output("out")
--- feed
x 1,2,4
c 3,3
s 3,3
--- results
out 1,2,4: 1.50912 0.581248 -0.688988 -2.92422 -1.81382 -3.19203 -0.068744 0.7714
