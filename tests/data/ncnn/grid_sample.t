# GridSample is written as it was read, whatever it resolves to.
test ncnn load
--- param
7767517
9 9
Input in0 0 1 x 0=5 1=4 2=3
Input in1 0 1 g 0=2 1=6 2=7
Input in2 0 1 f 0=6 1=7 2=2
Input in3 0 1 u
GridSample a 2 1 x g a 0=1 1=2 2=1
GridSample b 2 1 x f b 0=3 3=1
GridSample c 2 1 x g c 1=3
GridSample d 2 1 x g d 0=2
GridSample e 2 1 u f e 3=1
--- out
7767517
9 9
Input in0 0 1 x 0=5 1=4 2=3
Input in1 0 1 g 0=2 1=6 2=7
Input in2 0 1 f 0=6 1=7 2=2
Input in3 0 1 u
GridSample a 2 1 x g a 0=1 1=2 2=1
GridSample b 2 1 x f b 0=3 3=1
GridSample c 2 1 x g c 1=3
GridSample d 2 1 x g d 0=2
GridSample e 2 1 u f e 3=1
