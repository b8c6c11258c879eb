# views and moves
test gradient
--- in
"x" = input : f64[2,6,4]
"a" = reshape("x") {shape=[4,12]}
"b" = transpose("x") {perm=[2,0,1]}
"c" = unsqueeze("x") {axes=[1]}
"d" = squeeze("c") {axes=[1]}
"e" = flip("x") {axes=[0,2]}
"f" = tile("x") {repeats=[2,1,3]}
"g" = identity("x")
"h" = dropout("x")
"i", "j", "k" = split("x") {axis=1, sizes=[1,2,3]}
"l" = concat("i", "k", "x") {axis=1}
"s" = square("l")
output("a", "b", "d", "e", "f", "g", "h", "j", "s")
