# The check makes 18 columns fewer, where the reshape is none that does nothing: that is no reason to take it back.
test optimize
--- in
"x" = input : f32[2,18]
"y" = reshape("x") {shape=[-1,18]} name="reshape1"
"z" = relu("y") name="relu1"
output("z")
--- out
"x" = input : f32[2,18]
"z" = relu("x") name="relu1" : f32[2,18]
output("z")
