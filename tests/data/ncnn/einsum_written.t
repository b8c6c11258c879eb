# Einsum is written as it was read.
test ncnn load
--- param
7767517
7 7
Input in0 0 1 x 0=3 1=2
Input in1 0 1 y 0=4 1=3
Input in2 0 1 u
Einsum a 1 1 x a -23300=6,105,106,45,62,106,105
Einsum b 2 1 x y b -23300=9,105,109,44,109,106,45,62,108,107
Einsum c 1 1 x c -23300=7,106,108,45,62,105,106,107
Einsum d 1 1 u d -23300=2,105,105
--- out
7767517
7 7
Input in0 0 1 x 0=3 1=2
Input in1 0 1 y 0=4 1=3
Input in2 0 1 u
Einsum a 1 1 x a -23300=6,105,106,45,62,106,105
Einsum b 2 1 x y b -23300=9,105,109,44,109,106,45,62,108,107
Einsum c 1 1 x c -23300=7,106,108,45,62,105,106,107
Einsum d 1 1 u d -23300=2,105,105
