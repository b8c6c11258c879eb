# A softmax along the rows of all images mixes them.
test batch drop
--- in
"x" = input : f32[2,3,4]
"f" = reshape("x") {shape=[6,4]}
"p" = softmax("f") {axis=0} name="softmax"
"y" = reshape("p") {shape=[2,3,4]}
output("y")
--- out
softmax 'softmax': images are not known to stay apart in it
