# Case 6: on a vector a Softmax along axis 1 is one along axis 0.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Softmax softmax 1 1 x out 0=1 1=1
--- feed
x 4
--- results
out 4: 0.642853 0.0481305 0.261365 0.0476516
