# Case 6: on vectors a Concat along axis 2 is one along axis 0.
test ncnn run
--- param
7767517
3 3
Input x 0 1 x
Input y 0 1 y
Concat concat 2 1 x y out 0=2
--- feed
x 2
y 3
--- results
out 5: 0.992 -1.6 0.092 -1.61 0.624
