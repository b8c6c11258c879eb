# Case 35: a Noop at the end with two bottoms and one top (yolo-fastestv2): the second bottom is a result as well.
test ncnn run
--- param
7767517
5 6
Input x 0 1 x
Split split 1 2 x x1 x2
TanH tanh 1 1 x1 794
Sigmoid sigmoid 1 1 x2 796
Noop output 2 1 794 796 output
--- feed
x 3
--- results
796 3: 0.729483 0.167982 0.522984
output 3: 0.758214 -0.921669 0.0917413
