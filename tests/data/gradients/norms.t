# normalizations of single images
test gradient
--- in
"x" = input : f64[2,6,3,2]
"g" = input : f64[6]
"b" = input : f64[6]
"lg" = input : f64[3,2]
"lb" = input : f64[3,2]
"a" = instance_normalization("x", "g", "b") {axis=1}
"c" = group_normalization("x", "g", "b") {axis=1, num_groups=3}
"d" = layer_normalization("x", "lg", "lb") {axis=2}
"e" = rms_normalization("x", "lg") {axis=2}
"f" = layer_normalization("x") {axis=3, epsilon=0.1}
"s" = square("c")
output("a", "s", "d", "e", "f")
