# A batch of one: what cannot do without the axis keeps it, or another.
test batch drop
--- in
"x" = input : f32[1,4,6]
"n" = layer_normalization("x") {axis=2} name="norm"
"r" = reshape("n") {shape=[4,6]} name="rows"
"m" = ncnn.lrn("r") {region_type=within_channel} name="contrast"
"b" = reshape("m") {shape=[1,4,6]} name="back"
"s" = add("b", "x") name="residual"
"t" = transpose("s") {perm=[1,0,2]} name="turn"
"u" = relu("t") name="act"
"v" = transpose("u") {perm=[1,0,2]} name="turn_back"
output("v")
--- out
"x" = input : f32[4,6]
"n" = layer_normalization("x") {axis=1} name="norm" : f32[4,6]
"m" = ncnn.lrn("n") {region_type=within_channel} name="contrast" : f32[4,6]
"s" = add("m", "x") name="residual" : f32[4,6]
%0 = reshape("s") {shape=[1,4,6]} : f32[1,4,6]
"t" = transpose(%0) {perm=[1,0,2]} name="turn" : f32[4,1,6]
"u" = relu("t") name="act" : f32[4,1,6]
"v" = transpose("u") {perm=[1,0,2]} name="turn_back" : f32[1,4,6]
%1 = reshape("v") {shape=[4,6]} : f32[4,6]
output(%1 as "v")
