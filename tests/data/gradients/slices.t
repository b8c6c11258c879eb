# parts, with steps and from the back
test gradient
--- in
"x" = input : f64[7,9]
"a" = slice("x") {starts=[1,2], ends=[6,9]}
"b" = slice("x") {starts=[0], ends=[9], axes=[1], steps=[2]}
"c" = slice("x") {starts=[6,8], ends=[-9,1], steps=[-2,-3]}
"d" = slice("x") {starts=[5], ends=[1], axes=[0], steps=[-1]}
"e" = square("c")
output("a", "b", "d", "e")
