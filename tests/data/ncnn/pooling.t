# Pooling of sizes that are known, of others, of what its window fits into for certain, and of what SAME pads: each form is written back as it was.
test ncnn load
--- param
7767517
16 26
Input x 0 1 x
Input m 0 1 m 0=4 1=5 2=3
Split s 1 6 x x1 x2 x3 x4 x5 x6
Split t 1 6 m m1 m2 m3 m4 m5 m6
Pooling a 1 1 x1 a 0=0 1=3 2=2
Pooling b 1 1 x2 b 0=0 1=3 2=2 5=1
Pooling c 1 1 x3 c 0=1 1=2 2=2 5=2
Pooling d 1 1 x4 d 0=1 1=2 2=1 6=1
Pooling e 1 1 m1 e 0=0 1=3 2=2 3=1
Pooling f 1 1 m2 f 0=1 1=2 2=2 6=1
Pooling g 1 1 m3 g 0=1 1=2 2=2 5=3 3=1
Pooling h 1 1 m4 h 0=0 1=6 2=4 5=0
Pooling i 1 1 m5 i 0=1 1=1 11=3 2=2 12=1 5=2
Pooling1D j 1 1 x5 j 0=1 1=2 2=3
Pooling k 1 1 m6 k 0=1 1=3 2=3 5=0 3=1 6=0
Pooling l 1 1 x6 l 0=1 7=1 8=2
--- out
7767517
16 26
Input x 0 1 x
Input m 0 1 m 0=4 1=5 2=3
Split s 1 6 x x1 x2 x3 x4 x5 x6
Split t 1 6 m m1 m2 m3 m4 m5 m6
Pooling a 1 1 x1 a 0=0 1=3 2=2
Pooling b 1 1 x2 b 0=0 1=3 2=2 5=1
Pooling c 1 1 x3 c 0=1 1=2 2=2 5=2
Pooling d 1 1 x4 d 0=1 1=2 2=1 6=1
Pooling e 1 1 m1 e 0=0 1=3 2=2 3=1
Pooling f 1 1 m2 f 0=1 1=2 2=2 6=1
Pooling g 1 1 m3 g 0=1 1=2 2=2 5=3 3=1
Pooling h 1 1 m4 h 0=0 1=6 2=4 5=0
Pooling i 1 1 m5 i 0=1 1=1 11=3 2=2 12=1 5=2
Pooling1D j 1 1 x5 j 0=1 1=2 2=3
Pooling k 1 1 m6 k 0=1 1=3 2=3 5=0 3=1 6=0
Pooling l 1 1 x6 l 0=1 7=1 8=2
