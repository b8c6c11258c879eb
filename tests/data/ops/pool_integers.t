# Largest integers of windows and where they stand: the first of equal ones.
test run
--- in
"x" = identity(@"x")
"y", "i" = max_pool("x") {kernel=[2,2]}
"v" = identity(@"v")
"z", "k" = max_pool("v") {nd=1, kernel=[3], stride=[2], dilation=[2], pad_end=[1]}
output("y", "i", "z", "k")
@"x" = u8[1,2,3] [7,200,200,7,3,9]
@"v" = i8[2,6] [-128,5,-128,5,0,1,-7,-7,-7,-7,-9,-7]
--- results
y 1,1,2: 200 200
i 1,1,2: 1 1
z 2,2: 0 0 -7 -7
k 2,2: 4 4 6 8
