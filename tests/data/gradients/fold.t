# columns added up to images of one, two and three axes
test gradient
--- in
"x" = input : f64[2,12,9]
"y" = input : f64[6,4]
"z" = input : f64[8,4]
"a" = fold("x") {axis=1, kernel=[3,2], output_size=[4,4], stride=[1,1], pad_begin=[1,0], pad_end=[0,0]}
"b" = fold("y") {axis=0, kernel=[3], output_size=[8], stride=[2], pad_begin=[1]}
"c" = fold("z") {axis=0, kernel=[2,2,2], output_size=[2,3,3], dilation=[1,1,1]}
"s" = square("a")
output("s", "b", "c")
