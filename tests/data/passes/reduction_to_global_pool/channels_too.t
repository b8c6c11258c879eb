# All axes, and the channels alone.
test pass reduction_to_global_pool
--- in
"x" = input {rank=3} : f32[_,_,_]
"y1" = reduce("x") {op=mean, reduce_all=false, axes=[0,1,2]} name="reduce1"
"y2" = reduce("x") {op=mean, reduce_all=false, axes=[0]} name="reduce2"
output("y1", "y2")
--- remarks
--- out
same
