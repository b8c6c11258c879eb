# The shape of a where is that of all its operands, not of its condition alone: m and n may be equal, and then a vector goes along the first axis.
test infer
--- in
"c" = input : bool[n]
"x" = input : f32[m,n]
"f" = cast("c") {to=f32}
"w" = where("c", "x", "x")
"p" = ncnn.align("w", "f")
"q" = ncnn.align("f", "w")
"y" = add("p", "q")
output("y")
--- out
"c" = input : bool[n]
"x" = input : f32[m,n]
"f" = cast("c") : f32[n]
"w" = where("c", "x", "x") : f32[m,n]
"p" = ncnn.align("w", "f") : f32[m,_]
"q" = ncnn.align("f", "w") : f32[m,_]
"y" = add("p", "q") : f32[m,max("p".1,"q".1)]
output("y")
