# A constant for each image.
test batch drop
--- in
"x" = input : f32[2,4]
"y" = mul("x", @"c") name="weigh"
output("y")
@"c" = f32[2,1] seed 1
--- out
mul 'weigh': an operand that is the same for all runs differs from image to image
