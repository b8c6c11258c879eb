# Power, Exp and Log are several nodes, and one line each. What is made of a factor that becomes another one is a line of its own.
test ncnn optimize
--- param
7767517
8 8
Input in0 0 1 a 0=6
Dropout d0 1 1 a a0
Power p 1 1 a0 b 0=2.0 1=0.5 2=1.5
Exp e 1 1 b d 0=2.0 1=0.1
Log l 1 1 d e 0=2.0 2=1.0
Dropout d 1 1 e f 0=0.5
Exp e2 1 1 f g 2=0.25
ReLU r 1 1 g h
--- out
7767517
6 6
Input in0 0 1 a 0=6
Power                    p                        1 1 a b 0=2.0 1=0.5 2=1.5
Exp e 1 1 b d 0=2.0 1=0.1
Log                      l                        1 1 d l 2=1.0
BinaryOp                 l                        1 1 l f 0=2 1=1 2=7.21347511e-01
Exp                      e2                       1 1 f h 2=0.25
