# Cut to size * stride, the odd one of the surplus at the end or at the beginning; to a size without a word as to same_lower.
test run
--- in
"x" = input
"a" = conv_transpose("x", @"w") {nd=1, stride=[2], pad_mode=same_upper} name="a"
"b" = conv_transpose("x", @"w") {nd=1, stride=[2], pad_mode=same_lower} name="b"
"c" = conv_transpose("x", @"w") {nd=1, stride=[2], output_size=[4]} name="c"
"d" = conv_transpose("x", @"w") {nd=1, stride=[2], output_size=[3], pad_mode=same_upper} name="d"
"e" = conv_transpose("x", @"w") {nd=1, stride=[2]} name="e"
output("a", "b", "c", "d", "e")
@"w" = f32[1,1,3] [1,10,100]
--- feed
x 1,2
--- results
a 1,4: 0.992 9.92 97.6 -16
b 1,4: 9.92 97.6 -16 -160
c 1,4: 9.92 97.6 -16 -160
d 1,3: 9.92 97.6 -16
e 1,5: 0.992 9.92 97.6 -16 -160
