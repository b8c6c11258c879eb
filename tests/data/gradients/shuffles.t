# channels and blocks
test gradient
--- in
"x" = input : f64[1,8,4,6]
"a" = channel_shuffle("x") {groups=4, axis=1}
"b" = depth_to_space("x") {blocksize=2}
"c" = depth_to_space("x") {blocksize=2, mode=CRD}
"d" = space_to_depth("x") {blocksize=2}
"e" = square("a")
output("b", "c", "d", "e")
