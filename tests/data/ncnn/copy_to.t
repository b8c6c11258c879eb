# Each form is written back as it was, and runs as ncnn does it.
test ncnn load
--- param
7767517
9 15
Input x 0 1 x 0=6 1=5 2=4
Input p 0 1 p 0=2 1=2
Convolution n 1 1 x n 0=4 1=1 6=16
Reshape v 1 1 p v 0=4
Split s 1 3 n s1 s2 s3
Split t 1 3 v t1 t2 t3
CopyTo a 2 1 s1 t1 a 0=1 1=2 2=3
CopyTo b 2 1 s2 t2 b -23309=1,-4 -23311=1,-1
CopyTo c 2 1 s3 t3 c -23309=3,-233,-2,1
--- out
7767517
9 15
Input x 0 1 x 0=6 1=5 2=4
Input p 0 1 p 0=2 1=2
Convolution n 1 1 x n 0=4 1=1 6=16
Reshape v 1 1 p v 0=4
Split s 1 3 n s1 s2 s3
Split t 1 3 v t1 t2 t3
CopyTo a 2 1 s1 t1 a 0=1 1=2 2=3
CopyTo b 2 1 s2 t2 b -23309=1,-4 -23311=1,-1
CopyTo c 2 1 s3 t3 c -23309=3,-233,-2,1
