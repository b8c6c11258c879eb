# A Permute in front of coordinates that come first becomes part of the line, or goes with them.
test ncnn optimize
--- param
7767517
7 7
Input in0 0 1 x 0=5 1=4 2=3
Input in1 0 1 g 0=2 1=6 2=7
Input in2 0 1 f 0=6 1=7 2=2
Permute p 1 1 g p 0=4
GridSample a 2 1 x p a 3=1
Permute q 1 1 f q 0=1
GridSample b 2 1 a q b 0=3 1=2 3=1
--- out
7767517
6 6
Input in0 0 1 x 0=5 1=4 2=3
Input in1 0 1 g 0=2 1=6 2=7
Input in2 0 1 f 0=6 1=7 2=2
GridSample               a                        2 1 x g a
Permute                  q                        1 1 f q_1 0=5
GridSample               b                        2 1 a q_1 b 0=3 1=2
