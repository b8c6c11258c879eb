# What is not known to keep images apart is named.
test batch add 2
--- in
"x" = input : f32[3,8,8]
"a" = relu("x") name="act"
"y" = lrn("a") name="contrast"
output("y")
--- out
lrn 'contrast': images are not known to stay apart in it
