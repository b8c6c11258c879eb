# Gathers, scatters and what is picked by value; numbers agree with ONNX (tests/peer/operators_indices.py).
test run
--- in
"x" = input : f32[2,3]
"g" = gather("x", @"last") {axis=1}
"e" = gather_elements("x", @"at") {axis=1}
"n" = gather_nd("x", @"places")
"s" = scatter_elements("x", @"at", @"ones") {axis=1, reduction=add}
"d" = scatter_nd("x", @"places", @"two")
"a" = arg_max("x") {axis=1, keepdims=false}
"v", "i" = top_k("x", @"k") {axis=1}
"z" = non_zero("x")
"c" = compress("x", @"told") {axis=1}
"h" = one_hot(@"last", @"depth", @"values")
"t" = trilu("x") {upper=false}
"o" = eye_like("x") {type=i32, k=1}
"b" = reverse_sequence("x", @"lengths") {time_axis=1, batch_axis=0}
"w" = cast("x") {to=i8}
output("g", "e", "n", "s", "d", "a", "v", "i", "z", "c", "h", "t", "o", "b", "w")
@"last" = i64[2] [-1,0]
@"at" = i64[2,2] [2,2,0,-1]
@"places" = i64[2,2] [0,2,1,-3]
@"ones" = f32[2,2] [1,1,1,1]
@"two" = f32[2] [7,8]
@"k" = i64[1] [2]
@"told" = bool[2] [0,1]
@"depth" = i64[] [3]
@"values" = f32[2] [0,1]
@"lengths" = i64[2] [2,3]
--- feed
x 2,3
--- results
g 2,2: 0.092 0.992 -1.568 -1.61
e 2,2: 0.092 0.092 -1.61 -1.568
n 2: 0.092 -1.61
s 2,3: 0.992 -1.6 2.092 -0.61 0.624 -0.568
d 2,3: 0.992 -1.6 7 8 0.624 -1.568
a 2: 0 1
v 2,2: 0.992 0.092 0.624 -1.568
i 2,2: 0 2 1 2
z 2,6: 0 0 0 1 1 1 0 1 2 0 1 2
c 2,1: -1.6 0.624
h 2,3: 0 0 1 1 0 0
t 2,3: 0.992 0 0 -1.61 0.624 0
o 2,3: 0 1 0 0 0 1
b 2,3: -1.6 0.992 0.092 -1.568 0.624 -1.61
w 2,3: 0 -1 0 -1 0 -1
