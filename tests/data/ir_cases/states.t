# Case 4: dtln: the states are put together along axis 0, where no batch is.
test infer
--- in
"h1", "c1", "h2", "c2" = input : f32[1,n,128], f32[1,n,128], f32[1,n,128], f32[1,n,128]
"s" = concat("h1", "c1", "h2", "c2") {axis=0}
output("s" as "out_state1")
--- out
"h1", "c1", "h2", "c2" = input : f32[1,n,128], f32[1,n,128], f32[1,n,128], f32[1,n,128]
"s" = concat("h1", "c1", "h2", "c2") : f32[4,n,128]
output("s" as "out_state1")
