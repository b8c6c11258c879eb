# The example of src/ir/ir_text.h.
test infer
--- in
# a comment
"data" = input {rank=3} : f32[3,h,w]
"c1" = conv("data", @"w", @"b") {stride=[2,2], act=clip(0,6)} name="conv1" : f32[8,h2,w2]
"a", "b" = split("c1") {axis=0, sizes=[4,4]} features=3
"y" = add("a", "b")
"z" = batch_normalization("y", @"s", _, @"m")    # `_` is an input left out
output("z" as "out", "b")
@"w" = f32[8,3,3,3] seed 7       # constants: values inline, `seed N` (standard normal),
@"s" = f32[4] [1,2,3,4]          # `zeros`,
@"m" = f32[4] zeros
@"b" = f32[8] [1,2,3,4,5,6,7,8]
@"k" = f16(f32)[2] [1,2]         # coding(type)
--- out
"data" = input {rank=3} : f32[3,h,w]
"c1" = conv("data", @"w", @"b") {stride=[2,2], act=clip(0,6)} name="conv1" : f32[8,floordiv(h+1,2)-1,floordiv(w+1,2)-1]
"a", "b" = split("c1") {sizes=[4,4]} features=3 : f32[4,floordiv(h+1,2)-1,floordiv(w+1,2)-1], f32[4,floordiv(h+1,2)-1,floordiv(w+1,2)-1]
"y" = add("a", "b") : f32[4,floordiv(h+1,2)-1,floordiv(w+1,2)-1]
"z" = batch_normalization("y", @"s", _, @"m") : f32[4,floordiv(h+1,2)-1,floordiv(w+1,2)-1]
output("z" as "out", "b")
@"w" = f32[8,3,3,3] ...
@"b" = f32[8] ...
@"s" = f32[4] ...
@"m" = f32[4] ...
