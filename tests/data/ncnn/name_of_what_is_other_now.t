# A layer that stays and is given something else now has another result: that does not keep the name, either.
test ncnn optimize
--- param
7767517
5 5
Input x 0 1 x 0=3 1=1
Scale s 1 1 x s 0=1
Flatten v 1 1 s v
InnerProduct f 1 1 v f 0=3 2=9
ReLU r 1 1 f r
--- out
7767517
3 3
Input x 0 1 x 0=3 1=1
Flatten                  v                        1 1 x v_1
InnerProduct             f                        1 1 v_1 r 0=3 2=9 9=1
