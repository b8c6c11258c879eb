# halves and neighbours, a part of each row, tables for each batch or for all
test gradient
--- in
"x" = input : f64[2,3,4,6]
"c" = input : f64[2,4,3]
"s" = input : f64[4,3]
"d" = input : f64[4,2]
"y" = input : f64[5,4]
"e" = input : f64[5,2]
"a" = rotary_embedding("x", "c", "s")
"b" = rotary_embedding("x", "d", "d") {interleaved=true, rotary_embedding_dim=4}
"f" = rotary_embedding("y", "e", "e")
"t" = square("a")
output("t", "b", "f")
