# Case 38: three bottoms and two caches: the past is all there is. (Numbers from ncnn's source, July 2026; later releases turn the caches.)
test ncnn run
--- param
7767517
5 9
Input x 0 1 x
Input k 0 1 k
Input v 0 1 v
Split split 1 3 x q x1 x2
MultiHeadAttention mha 5 3 q x1 x2 k v out nk nv 0=2 1=1 2=4 7=1
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
x 2,2
k 2,1
v 2,1
--- results
out 2,2: -2.402 -5.756 -2.402 -5.756
nk 2,1: 0.624 -1.568
nv 2,1: -0.452 -1.1
