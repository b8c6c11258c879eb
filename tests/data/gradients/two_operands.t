# operands that broadcast: gradients are summed where they were repeated
test gradient
--- in
"a" = input : f64[2,3,4]
"b" = input : f64[3,1]
"c" = input : f64[4]
"d" = add("a", "b")
"e" = sub("c", "d")
"f" = mul("e", "b")
"g" = max("a", "c")
"h" = min("b", "a")
"i" = logaddexp("a", "b")
"j" = atan2("a", "b")
"k" = mul("a", "a")
output("f", "g", "h", "i", "j", "k")
