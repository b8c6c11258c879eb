# Case 33: a blob that no layer makes is fed.
test ncnn run
--- param
7767517
1 2
TanH tanh 1 1 x out
--- feed
x 3
--- results
out 3: 0.758214 -0.921669 0.0917412
