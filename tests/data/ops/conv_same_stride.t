# A stride beyond the kernel pads nothing on its axis, also where another one is padded; of three axes each has the odd element at its beginning.
test run
--- in
"x" = input
"c" = input
"a" = conv("x", @"w") {stride=[1,3], pad_mode=same_lower} name="a"
"b" = conv("c", @"v") {nd=3, pad_mode=same_lower} name="b"
output("a", "b")
@"w" = f32[1,1,3,1] [1,10,100]
@"v" = f32[1,1,2,1,1] [1,10]
--- feed
x 1,3,6
c 1,2,1,2
--- results
a 1,3,2: -35.28 162.5 -61.328 -127.75 -6.232 -12.614
b 1,2,1,2: -5.3 -3.42 -17.51 -3.342
