# Images in front go, with the channels behind them; a constant that has a 1 for the images loses it.
test batch drop
--- in
"x" = input : f32[2,4,9,8]
"a" = conv("x", @"w") {axis=1, pad_begin=[1,1], pad_end=[1,1]} name="conv"
"i" = instance_normalization("a") {axis=1} name="norm"
"s" = add("i", @"one") name="shift"
"r" = resize("s") {mode=linear, sizes=[2,6,18,"x.3*2"]} name="grow"
"t" = transpose("r") {perm=[0,2,3,1]} name="nhwc"
"f" = reshape("t") {shape=["x.0",-1]} name="flat"
"l" = linear("f", @"fc") name="fc"
output("l")
@"w" = f32[6,4,3,3] seed 1
@"one" = f32[1,6,1,1] seed 2
@"fc" = f32[5,1728] seed 3
--- out
"x" = input : f32[4,9,8]
"a" = conv("x", @"w") {pad_begin=[1,1], pad_end=[1,1]} name="conv" : f32[6,9,8]
"i" = instance_normalization("a") name="norm" : f32[6,9,8]
"s" = add("i", @"one") name="shift" : f32[6,9,8]
"r" = resize("s") {mode=linear, sizes=[6,18,16], axes=[0,1,2]} name="grow" : f32[6,18,16]
"t" = transpose("r") {perm=[1,2,0]} name="nhwc" : f32[18,16,6]
"f" = reshape("t") {shape=[1728]} name="flat" : f32[1728]
"l" = linear("f", @"fc") name="fc" : f32[5]
output("l")
@"w" = f32[6,4,3,3] ...
@"one" = f32[6,1,1] ...
@"fc" = f32[5,1728] ...
