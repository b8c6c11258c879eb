# Scale and Bias are written as they were read.
test ncnn load
--- param
7767517
13 13
Input in0 0 1 x 0=4 1=3 2=2
Input in1 0 1 v 0=4
Input in2 0 1 f 0=2
Input in3 0 1 u
Scale a 1 1 x a 0=2 1=1
Scale b 1 1 a b 0=2
Scale c 2 1 b f c 0=-233
Bias d 1 1 c d 0=2
Bias e 1 1 v e 0=1
Bias g 1 1 e g 0=3
Bias h 1 1 u h 0=3
Scale i 1 1 h i 0=3 1=1
Scale k 2 1 i g k 0=-233
--- out
7767517
13 13
Input in0 0 1 x 0=4 1=3 2=2
Input in1 0 1 v 0=4
Input in2 0 1 f 0=2
Input in3 0 1 u
Scale a 1 1 x a 0=2 1=1
Scale b 1 1 a b 0=2
Scale c 2 1 b f c 0=-233
Bias d 1 1 c d 0=2
Bias e 1 1 v e 0=1
Bias g 1 1 e g 0=3
Bias h 1 1 u h 0=3
Scale i 1 1 h i 0=3 1=1
Scale k 2 1 i g k 0=-233
