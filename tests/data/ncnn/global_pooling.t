# Each form is written back as it was, at known and unknown ranks.
test ncnn load
--- param
7767517
6 9
Input x 0 1 x
Input m 0 1 m 0=4 1=5
Split s 1 2 x x1 x2
Pooling a 1 1 x1 a 0=1 4=1
Pooling b 1 1 x2 b 0=0 1=3 4=1
Pooling1D c 1 1 m c 0=1 4=1
--- out
7767517
6 9
Input x 0 1 x
Input m 0 1 m 0=4 1=5
Split s 1 2 x x1 x2
Pooling a 1 1 x1 a 0=1 4=1
Pooling b 1 1 x2 b 0=0 1=3 4=1
Pooling1D c 1 1 m c 0=1 4=1
