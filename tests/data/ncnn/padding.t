# Each form is written back as it was, at known and unknown ranks.
test ncnn load
--- param
7767517
9 14
Input x 0 1 x
Input m 0 1 m 0=4 1=5 2=3
Split s 1 2 x x1 x2
Split t 1 4 m m1 m2 m3 m4
Padding a 1 1 x1 a 0=1 3=2
Padding b 1 1 m1 b 0=1 1=1 2=1 3=1 4=1
Padding c 1 1 m2 c 7=1 8=1 5=2.0
Padding d 1 1 m3 d 3=1 4=2
Padding e 1 1 m4 e
--- out
7767517
9 14
Input x 0 1 x
Input m 0 1 m 0=4 1=5 2=3
Split s 1 2 x x1 x2
Split t 1 4 m m1 m2 m3 m4
Padding a 1 1 x1 a 0=1 3=2
Padding b 1 1 m1 b 0=1 1=1 2=1 3=1 4=1
Padding c 1 1 m2 c 7=1 8=1 5=2.0
Padding d 1 1 m3 d 3=1 4=2
Padding e 1 1 m4 e
