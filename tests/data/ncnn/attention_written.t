# SDPA and MultiHeadAttention are written as they were read.
test ncnn load
--- param
7767517
12 16
Input in0 0 1 q 0=8 1=5
Input in1 0 1 k 0=8 1=6 2=2
Input in2 0 1 v 0=4 1=6 2=2
Input in3 0 1 m 0=6 1=5
Input in4 0 1 u
Input in5 0 1 p 0=8 1=3 2=2
Input in6 0 1 r 0=4 1=3 2=2
SDPA a 3 1 q q q a 6=0.500000
SDPA b 4 1 u k v m b 5=1
SDPA c 5 3 k k v p r c ck cv 7=1
MultiHeadAttention d 1 1 q d 0=8 1=2 2=64 3=8 4=8
MultiHeadAttention e 1 1 u e 0=8 1=2 2=64 3=8 4=8 6=1.000000e+00
--- out
7767517
12 16
Input in0 0 1 q 0=8 1=5
Input in1 0 1 k 0=8 1=6 2=2
Input in2 0 1 v 0=4 1=6 2=2
Input in3 0 1 m 0=6 1=5
Input in4 0 1 u
Input in5 0 1 p 0=8 1=3 2=2
Input in6 0 1 r 0=4 1=3 2=2
SDPA a 3 1 q q q a 6=0.500000
SDPA b 4 1 u k v m b 5=1
SDPA c 5 3 k k v p r c ck cv 7=1
MultiHeadAttention d 1 1 q d 0=8 1=2 2=64 3=8 4=8
MultiHeadAttention e 1 1 u e 0=8 1=2 2=64 3=8 4=8 6=1.000000e+00
