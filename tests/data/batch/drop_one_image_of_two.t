# A result that is of one image alone.
test batch drop
--- in
"x" = input : f32[2,3,8]
"s" = slice("x") {starts=[0], ends=[1], axes=[0]} name="first"
output("s")
--- out
a result has no axis of the batch in front
