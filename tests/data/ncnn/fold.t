# Written with the tokens that they came with, also where rows are left out or the rank is known.
test ncnn load
--- param
7767517
7 7
Input x 0 1 x
Fold a 1 1 x a 1=2 20=5 21=4
Input p 0 1 p 0=12 1=7
Fold b 1 1 p b 1=2 2=1 20=5 21=4
Input v 0 1 v 0=12
Fold c 1 1 v c 1=1 20=4 21=3
Noop n 3 1 a b c y
--- out
7767517
7 7
Input x 0 1 x
Fold a 1 1 x a 1=2 20=5 21=4
Input p 0 1 p 0=12 1=7
Fold b 1 1 p b 1=2 2=1 20=5 21=4
Input v 0 1 v 0=12
Fold c 1 1 v c 1=1 20=4 21=3
Noop n 3 1 a b c y
