# Case 38: q, k and v of one value, without caches.
test ncnn run
--- param
7767517
3 5
Input x 0 1 x
Split split 1 3 x q k v
MultiHeadAttention mha 3 1 q k v out 0=2 1=2 2=4
--- bin
tag 1 0 0 1
raw 0.5 -0.5
tag 1 1 0 1
raw 0 0
tag 2 0 1 1
raw 1 -1
tag 1 2 3 4
raw 0.25 0
--- feed
x 3,2
--- results
out 3,2: -1.31111 -0.62608 -1.51139 -1.22685 -1.38628 -0.85174
