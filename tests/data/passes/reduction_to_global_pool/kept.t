# Axes that are kept: global pooling would drop them (hole H15).
test pass reduction_to_global_pool
--- in
"x" = input {rank=3} : f32[_,_,_]
"y" = reduce("x") {op=mean, axes=[1,2]} name="reduce1"
output("y")
--- remarks
--- out
same
