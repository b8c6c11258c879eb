# A gather of images mixes them.
test batch drop
--- in
"x" = input : f32[3,4,6]
"g" = gather("x", @"at") name="gather"
output("g")
@"at" = i64[3] [2,1,0]
--- out
gather 'gather': it works along the axis of the batch
