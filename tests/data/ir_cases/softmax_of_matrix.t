# Case 6: on a matrix a Softmax along axis 0 goes down the columns.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Softmax softmax 1 1 x out 0=0 1=1
--- feed
x 2,3
--- results
out 2,3: 0.93099 0.0976159 0.840238 0.0690098 0.902384 0.159762
