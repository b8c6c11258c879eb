# quotients, powers and remainders
test gradient 0.5..3
--- in
"a" = input : f64[2,3,4]
"b" = input : f64[4]
"d" = div("a", "b")
"e" = pow("a", "b")
"g" = mod("a", "b")
"h" = mod("a", "b") {fmod=true}
"i" = floor_divide("a", "b")
output("d", "e", "g", "h", "i")
