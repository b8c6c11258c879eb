# Case 38: one bottom and two caches: keys and values of now are appended to the past. (Numbers from ncnn's source, July 2026; later releases turn the caches.)
test ncnn run
--- param
7767517
4 6
Input x 0 1 x
Input k 0 1 k
Input v 0 1 v
MultiHeadAttention mha 3 3 x k v out nk nv 0=2 1=1 2=4 7=1
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
out 2,2: -2.00221 -4.12321 -1.91942 -3.40173
nk 2,3: 0.624 -0.608 -1.518 -1.568 -1.6 -1.61
nv 2,3: -0.452 2.984 1.184 -1.1 -1.608 -2.518
