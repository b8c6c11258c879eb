# Axes that are kept: global pooling would drop them (hole H15).
test pass reduction_to_global_pool
--- in
"x" = input {rank=3} : f32[_,_,_]
"y" = reduce("x") {op=mean, reduce_all=false, axes=[1,2], keepdims=true} name="reduce1"
output("y")
--- remarks
--- out
same
