# Sums and eltwise sums; the last of three.
test pass moves_past_elementwise
--- in
"x" = input {rank=3} : f32[c,h,w]
"y" = input {rank=3} : f32[c,h,w]
"z" = input {rank=3} : f32[c,h,w]
"a" = reshape("x") {shape=[-1]} name="flatten1"
"b" = reshape("y") {shape=[-1]} name="reshape1"
"d" = reshape("z") {shape=[-1]} name="flatten2"
"s" = sum("a", "b", "d") name="sum1"
output("s")
--- remarks
fired: moves_past_elementwise: flatten1 + reshape1 + flatten2 + sum1 -> flatten1 (reshape)
--- out
"x" = input {rank=3} : f32[c,h,w]
"y" = input {rank=3} : f32[c,h,w]
"z" = input {rank=3} : f32[c,h,w]
%0 = sum("x", "y", "z") name="sum1" : f32[c,h,w]
"s" = reshape(%0) {shape=[-1]} name="flatten1" : f32[c*h*w]
output("s")
