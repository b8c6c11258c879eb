# Case 7: 0 copies the size of the same letter: w from w, c from c.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Reshape reshape 1 1 x out 0=0 1=-1 2=0
--- feed
x 2,3,4
--- results
out 2,3,4: 0.992 -1.6 0.092 -1.61 0.624 -1.568 -0.452 -1.1 0.16 1.786 -1.174 1.36 -0.578 -0.302 0.81 -1.44 -1.162 0.844 -0.53 -0.342 -1.698 -0.3 -0.754 -0.204
