# Each form is written back as it was: odd lists of axes, a factor of 1, unknown ranks.
test ncnn load
--- param
7767517
9 16
Input x 0 1 x 0=4 1=5 2=6
Split s 1 8 x x1 x2 x3 x4 x5 x6 x7 x8
Reduction a 1 1 x1 a 0=0
Reduction b 1 1 x2 b 0=1 1=1 2=1.0 4=1
Reduction c 1 1 x3 c 0=3 1=0 -23303=2,-1,1 4=1 5=1
Reduction d 1 1 x4 d 0=10 1=0 2=-2.0 -23303=3,3,2,2 5=1
Reduction e 1 1 x5 e 0=9 1=0 -23303=3,0,1,2 5=1
Reduction f 1 1 x6 f 0=7 1=0 -23303=3,0,1,2 4=1 5=1
Reduction g 1 1 x7 g 0=8 1=1 -23303=1,0 5=1
--- out
7767517
9 16
Input x 0 1 x 0=4 1=5 2=6
Split s 1 8 x x1 x2 x3 x4 x5 x6 x7 x8
Reduction a 1 1 x1 a 0=0
Reduction b 1 1 x2 b 0=1 1=1 2=1.0 4=1
Reduction c 1 1 x3 c 0=3 1=0 -23303=2,-1,1 4=1 5=1
Reduction d 1 1 x4 d 0=10 1=0 2=-2.0 -23303=3,3,2,2 5=1
Reduction e 1 1 x5 e 0=9 1=0 -23303=3,0,1,2 5=1
Reduction f 1 1 x6 f 0=7 1=0 -23303=3,0,1,2 4=1 5=1
Reduction g 1 1 x7 g 0=8 1=1 -23303=1,0 5=1
