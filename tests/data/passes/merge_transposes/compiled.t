# Code for a machine has every order of axes; ncnn's layer has none of rank 5.
test pass merge_transposes for=generic
--- in
"x" = input : f32[2,3,4,5,6]
"t" = transpose("x") {perm=[4,3,2,1,0]} name="first"
"y" = transpose("t") {perm=[1,0,2,4,3]} name="second"
output("y")
--- remarks
fired: merge_transposes: first + second -> first (transpose)
--- out
"x" = input : f32[2,3,4,5,6]
"y" = transpose("x") {perm=[3,4,2,0,1]} name="first" : f32[5,6,4,2,3]
output("y")
