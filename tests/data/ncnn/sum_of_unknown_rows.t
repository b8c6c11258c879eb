# A sum repeats the shorter operand, whatever its size: 2 rows beside unknown ones do not prove that 2 come out.
test ncnn optimize
--- param
7767517
4 4
Input x 0 1 x 0=5 1=6 2=4
MemoryData y 0 1 y 0=5 1=2 2=4
BinaryOp a 2 1 x y z 0=0
Crop c 1 1 z out -23309=1,0 -23310=1,2 -23311=1,1
--- out
7767517
4 4
Input x 0 1 x 0=5 1=6 2=4
MemoryData y 0 1 y 0=5 1=2 2=4
BinaryOp a 2 1 x y z 0=0
Crop c 1 1 z out -23309=1,0 -23310=1,2 -23311=1,1
