# Case 7: Permute code 3 of a volume.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Permute permute 1 1 x out 0=3
--- feed
x 2,1,3,2
--- results
out 2,3,2,1: 0.992 -1.6 0.092 -1.61 0.624 -1.568 -0.452 -1.1 0.16 1.786 -1.174 1.36
