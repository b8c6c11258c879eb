# One and three spatial axes, images in front, and integers, which wrap.
test run
--- in
"a" = fold(@"x") {kernel=[2], output_size=[3], axis=1}
"b" = fold(@"w") {kernel=[1,2,1], stride=[1,1,2], pad_begin=[0,1,0], output_size=[2,1,3]}
"c" = fold(@"i") {kernel=[2], output_size=[3]}
output("a", "b", "c")
@"x" = f32[2,2,2] [1,2,3,4,5,6,7,8]
@"w" = f64[2,4] [1,2,3,4,5,6,7,8]
@"i" = u8[2,2] [1,200,100,2]
--- results
a 2,1,3: 1 5 4 5 13 8
b 1,2,1,3: 5 0 6 7 0 8
c 1,3: 1 44 2
