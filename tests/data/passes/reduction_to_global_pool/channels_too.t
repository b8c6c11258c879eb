# All axes, and the channels alone.
test pass reduction_to_global_pool
--- in
"x" = input {rank=3} : f32[_,_,_]
"y1" = reduce("x") {op=mean, axes=[0,1,2], keepdims=false} name="reduce1"
"y2" = reduce("x") {op=mean, axes=[0], keepdims=false} name="reduce2"
output("y1", "y2")
--- remarks
--- out
same
