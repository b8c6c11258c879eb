# Sums of integers, and of other floats than f32, are left: factors are f32.
test pass weighted_sum for=generic
--- in
"x" = input : i32[4]
"y" = input : f64[4]
"a" = neg("x") name="a"
"b" = sub("a", "x") name="b"
"c" = add("b", "b") name="c"
"d" = neg("y") name="d"
"e" = sub("d", "y") name="e"
"f" = add("e", "e") name="f"
output("c", "f")
--- out
same
