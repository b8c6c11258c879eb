# Sums and eltwise sums; the last of three.
test pass moves_past_elementwise
--- in
"x" = input {rank=3} : f32[c,h,w]
"y" = input {rank=3} : f32[c,h,w]
"z" = input {rank=3} : f32[c,h,w]
"a" = flatten("x") name="flatten1"
"b" = reshape("y") {dims=[-1]} name="reshape1"
"d" = flatten("z") name="flatten2"
"s" = eltwise("a", "b", "d") {op=sum} name="sum1"
output("s")
--- remarks
fired: moves_past_elementwise: flatten1 + reshape1 + flatten2 + sum1 -> flatten1 (flatten)
--- out
"x" = input {rank=3} : f32[c,h,w]
"y" = input {rank=3} : f32[c,h,w]
"z" = input {rank=3} : f32[c,h,w]
%0 = eltwise("x", "y", "z") {op=sum} name="sum1" : f32[c,h,w]
"s" = flatten(%0) name="flatten1" : f32[c*h*w]
output("s")
