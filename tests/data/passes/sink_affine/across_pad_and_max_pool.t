# Not moved: in the corner a window lies in the border alone, and 1000 * w would cancel there.
test optimize
--- in
"x" = input : f32[2,6,6]
"a" = ncnn.power("x") {scale=0.001, shift=1000} name="power"
"p" = pad("a") {pads=[0,4,4,0,4,4]} name="pad"
"m" = max_pool("p") {kernel=[2,2]} name="pool"
"y" = conv("m", @"w", @"b") name="conv"
output("y")
@"w" = f32[2,2,3,3] seed 1
@"b" = f32[2] [0.00001,0]
--- remarks
fired: merge_affine: power -> power (batch_normalization)
missed: pad_into_pool: pad + pool: the pad stays: elements may be below what the border holds
missed: sink_affine: power + pad: not moved down to the weights: a window may have more padding than input, and terms would cancel there
--- out
"x" = input : f32[2,6,6]
"a" = batch_normalization("x", @%0, @%1) {epsilon=1} name="power" : f32[2,6,6]
"p" = pad("a") {pads=[0,4,4,0,4,4]} name="pad" : f32[2,14,14]
"m" = max_pool("p") {kernel=[2,2]} name="pool" : f32[2,13,13]
"y" = conv("m", @"w", @"b") name="conv" : f32[2,11,11]
output("y")
@%0 = f32[2] [0.001,0.001]
@%1 = f32[2] [1000,1000]
@"w" = f32[2,2,3,3] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419,-0.31290758,-0.22878152,-1.5349666,-1.8129807,1.2646711,-0.6923389,0.64337313,0.23040923,0.2480132,0.2967543,0.46879378,0.36683595,0.72601855,-1.5534613,-2.1513948,0.6880762,2.1830251,-1.3115181,-0.0189722,2.0550535,-2.1390622,0.4055772,-0.22901441,-0.8344937,1.2041943,-0.608951,-1.3602912,-0.65943384]
@"b" = f32[2] [1e-5,0]
