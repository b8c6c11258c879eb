# An operand has another row for each row of all images.
test batch drop
--- in
"x" = input : f32[2,3,4]
"f" = reshape("x") {shape=[6,4]}
"p" = add("f", @"c") name="add"
"y" = reshape("p") {shape=[2,3,4]}
output("y")
@"c" = f32[6,1] [1,2,3,1,2,3]
--- out
add 'add': an operand that is the same for all runs differs from image to image
