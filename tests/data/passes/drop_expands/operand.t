# What another operand is as large as need not be expanded; where nothing else is, or what reads it does not broadcast, it is.
test pass drop_expands
--- in
"x" = input : f32[4,1]
"y" = input : f32[4,5]
"e" = expand("x") {shape=[4,5]} name="e"
"a" = add("e", "y") name="sum"
"w" = expand("x") {shape=[3,4,1]} name="w"
"m" = mul("y", "w") name="wide"
"c" = concat("e", "y") name="concat"
output("a", "m", "c")
--- out
"x" = input : f32[4,1]
"y" = input : f32[4,5]
"e" = expand("x") {shape=[4,5]} name="e" : f32[4,5]
"a" = add("x", "y") name="sum" : f32[4,5]
"w" = expand("x") {shape=[3,4,1]} name="w" : f32[3,4,1]
"m" = mul("y", "w") name="wide" : f32[3,4,5]
"c" = concat("e", "y") name="concat" : f32[8,5]
output("a", "m", "c")
