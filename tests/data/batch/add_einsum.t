# The images of an einsum have a letter of their own; a factor may be the same for all.
test batch add 3
--- in
"x" = input : f32[4,5]
"y" = input : f32[5,6]
"e" = einsum("x", "y", @"c") {equation="ab,bc,cd"} name="first"
"f" = einsum("e", "e") {equation="z y, z w -> y w"} name="second"
output("f")
@"c" = f32[6,2] seed 1
--- out
"x" = input : f32[3,4,5]
"y" = input : f32[3,5,6]
"e" = einsum("x", "y", @"c") {equation="eab,ebc,cd->ead"} name="first" : f32[3,4,2]
"f" = einsum("e", "e") {equation="azy,azw->ayw"} name="second" : f32[3,2,2]
output("f")
@"c" = f32[6,2] ...
