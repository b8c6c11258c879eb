# RotaryEmbed is written as it was read, however many angles there are.
test ncnn load
--- param
7767517
10 10
Input in0 0 1 x 0=8 1=5 2=2
Input in1 0 1 m 0=8 1=5
Input in2 0 1 u
Input in3 0 1 c 0=4 1=5
Input in4 0 1 d 0=6 1=9
Input in5 0 1 e 0=4 1=5 2=1
RotaryEmbed a 3 1 x c c a
RotaryEmbed b 3 1 m d d b 0=1
RotaryEmbed f 3 1 u e c f
RotaryEmbed g 3 1 x e d g
--- out
7767517
10 10
Input in0 0 1 x 0=8 1=5 2=2
Input in1 0 1 m 0=8 1=5
Input in2 0 1 u
Input in3 0 1 c 0=4 1=5
Input in4 0 1 d 0=6 1=9
Input in5 0 1 e 0=4 1=5 2=1
RotaryEmbed a 3 1 x c c a
RotaryEmbed b 3 1 m d d b 0=1
RotaryEmbed f 3 1 u e c f
RotaryEmbed g 3 1 x e d g
