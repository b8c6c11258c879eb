# More elements than can be counted.
test error
--- in
"x" = input : f32[1,1]
"y" = fold("x") {kernel=[1,1,1], output_size=[1073741824,1073741824,1073741824]}
output("y")
--- error
E_SHAPE: fold 'y': an image of 1073741824x1073741824x1073741824 has too many elements
