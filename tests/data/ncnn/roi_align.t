# ROIAlign is written as it was read, whatever it resolves to.
test ncnn load
--- param
7767517
9 9
Input in0 0 1 x 0=8 1=7 2=3
Input in1 0 1 r 0=4 1=1
Input in2 0 1 f 0=4
Input in3 0 1 s 0=4 1=3
ROIAlign a 2 1 x r a 0=3 1=2 3=-1 4=1 5=1
ROIAlign b 2 1 x f b 0=3 1=2 2=5.000000e-01 3=2 5=1
ROIAlign c 2 1 x s c 0=3 1=2 5=1
ROIAlign d 2 1 x r d 0=3 1=2
ROIAlign e 2 1 a r e 0=3 1=2 3=2 4=0 5=1
--- out
7767517
9 9
Input in0 0 1 x 0=8 1=7 2=3
Input in1 0 1 r 0=4 1=1
Input in2 0 1 f 0=4
Input in3 0 1 s 0=4 1=3
ROIAlign a 2 1 x r a 0=3 1=2 3=-1 4=1 5=1
ROIAlign b 2 1 x f b 0=3 1=2 2=5.000000e-01 3=2 5=1
ROIAlign c 2 1 x s c 0=3 1=2 5=1
ROIAlign d 2 1 x r d 0=3 1=2
ROIAlign e 2 1 a r e 0=3 1=2 3=2 4=0 5=1
