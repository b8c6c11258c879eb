# Of each step and of each place another mask; what stays is doubled at a ratio of a half.
test run
--- in
"a" = dropout_mask(@"x", @"s0") {ratio=0.5}
"b" = dropout_mask(@"x", @"s1") {ratio=0.5}
"c" = dropout_mask(@"x", @"s0") {ratio=0.5, place=1}
"d" = dropout_mask(@"x", @"s0") {ratio=0.5, seed=1}
"e" = dropout_mask(@"x", @"s0") {ratio=0.2}
"f" = dropout_mask(@"x", @"s0") {ratio=1}
"g" = dropout_mask(@"x", @"s0")
output("a", "b", "c", "d", "e", "f", "g")
@"x" = f32[3,5] zeros
@"s0" = f32[] [0]
@"s1" = f32[] [1]
--- results
a 3,5: 0 2 2 2 2 0 2 0 0 0 0 0 2 0 2
b 3,5: 2 2 0 2 2 2 0 0 2 2 0 2 0 2 0
c 3,5: 2 2 0 2 2 0 2 2 2 0 0 0 2 0 2
d 3,5: 2 2 2 2 2 2 0 2 0 2 2 2 2 0 0
e 3,5: 1.25 1.25 1.25 1.25 1.25 1.25 1.25 0 0 1.25 0 1.25 1.25 1.25 1.25
f 3,5: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
g 3,5: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
