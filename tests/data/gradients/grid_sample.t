# by pixels and by positions, inside and outside, of one to three axes
test gradient
--- in
"x" = input : f64[2,3,4,5]
"g" = input : f64[2,3,2,2]
"y" = input : f64[2,6]
"h" = input : f64[4,1]
"z" = input : f64[2,3,2,4]
"k" = input : f64[1,3,2,3]
"g2" = mul("g", @"two")
"a" = grid_sample("x", "g")
"b" = grid_sample("x", "g2") {mode=cubic, padding_mode=reflection}
"c" = grid_sample("x", "g2") {padding_mode=reflection, align_corners=true}
"d" = grid_sample("x", "g2") {padding_mode=border}
"e" = grid_sample("x", "g2") {padding_mode=reflection}
"f" = grid_sample("y", "h") {mode=cubic, align_corners=true}
"i" = grid_sample("z", "k") {padding_mode=border}
"j" = grid_sample("x", "g") {mode=nearest}
output("a", "b", "c", "d", "e", "f", "i", "j")
@"two" = f64[] [2.1]
