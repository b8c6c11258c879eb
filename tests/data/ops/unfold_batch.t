# Windows of each image; folded again, elements count as often as windows hold them.
test run
--- in
"u" = unfold(@"x") {kernel=[2,1], axis=1}
"f" = fold("u") {kernel=[2,1], output_size=[3,2], axis=1}
output("u", "f")
@"x" = f32[2,1,3,2] [1,2,3,4,5,6,7,8,9,10,11,12]
--- results
u 2,2,4: 1 2 3 4 3 4 5 6 7 8 9 10 9 10 11 12
f 2,1,3,2: 1 2 6 8 5 6 7 8 18 20 11 12
