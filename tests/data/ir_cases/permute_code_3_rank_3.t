# Case 7: Permute code 3 of an image.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Permute permute 1 1 x out 0=3
--- feed
x 2,3,4
--- results
out 3,4,2: 0.992 -0.578 -1.6 -0.302 0.092 0.81 -1.61 -1.44 0.624 -1.162 -1.568 0.844 -0.452 -0.53 -1.1 -0.342 0.16 -1.698 1.786 -0.3 -1.174 -0.754 1.36 -0.204
