# pixels between others
test gradient
--- in
"x" = input : f64[1,2,4,5]
"a" = resize("x") {mode=nearest, scales=[2,2], axes=[2,3]}
"b" = resize("x") {mode=linear, sizes=[7,3], axes=[2,3]}
"c" = resize("x") {mode=cubic, sizes=[6,9], axes=[2,3], coordinate_transformation_mode=align_corners}
output("a", "b", "c")
