# Each form is written back as it was, where channels, rows or columns are left over, too.
test ncnn load
--- param
7767517
13 21
Input x 0 1 x
Input m 0 1 m 0=4 1=5 2=8
Split s 1 3 x x1 x2 x3
Convolution n 1 1 m n 0=9 1=1 6=72
Split t 1 5 n m1 m2 m3 m4 m5
PixelShuffle a 1 1 x1 a 0=2
PixelShuffle b 1 1 m1 b 0=2 1=1
PixelShuffle c 1 1 m2 c 0=3
Reorg d 1 1 x2 d 0=2 1=1
Reorg e 1 1 m3 e 0=2
ShuffleChannel f 1 1 x3 f 0=2
ShuffleChannel g 1 1 m4 g 0=3 1=1
ShuffleChannel h 1 1 m5 h 0=3
--- out
7767517
13 21
Input x 0 1 x
Input m 0 1 m 0=4 1=5 2=8
Split s 1 3 x x1 x2 x3
Convolution n 1 1 m n 0=9 1=1 6=72
Split t 1 5 n m1 m2 m3 m4 m5
PixelShuffle a 1 1 x1 a 0=2
PixelShuffle b 1 1 m1 b 0=2 1=1
PixelShuffle c 1 1 m2 c 0=3
Reorg d 1 1 x2 d 0=2 1=1
Reorg e 1 1 m3 e 0=2
ShuffleChannel f 1 1 x3 f 0=2
ShuffleChannel g 1 1 m4 g 0=3 1=1
ShuffleChannel h 1 1 m5 h 0=3
