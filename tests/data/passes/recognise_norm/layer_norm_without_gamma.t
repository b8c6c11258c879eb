# ONNX has no such layer without a gamma: it gets ones, where their number is known.
test pass recognise_norm for=onnx17
--- in
"x" = input : f32[_,4]
"m" = reduce("x") {op=mean, axes=[1], keepdims=1} name="mean"
"d" = sub("x", "m") name="d"
"q" = square("d") name="q"
"v" = reduce("q") {op=mean, axes=[1], keepdims=1} name="var"
"e" = add("v", @"eps") name="e"
"s" = sqrt("e") name="s"
"y" = div("d", "s") name="y"
"z" = input : f32[2,_]
"zm" = reduce("z") {op=mean, axes=[1], keepdims=1} name="zmean"
"zd" = sub("z", "zm") name="zd"
"zq" = square("zd") name="zq"
"zv" = reduce("zq") {op=mean, axes=[1], keepdims=1} name="zvar"
"ze" = add("zv", @"eps") name="ze"
"zs" = sqrt("ze") name="zs"
"zy" = div("zd", "zs") name="zy"
output("y", "zy")
@"eps" = f32[] [0.001]
--- remarks
fired: recognise_norm: mean + d + q + var + e + s + y -> y (layer_normalization)
missed: recognise_norm: zmean + zy: not made one: onnx:17 has no such layer_normalization
missed: recognise_norm: zq + zy: not made one: onnx:17 has no such rms_normalization
--- out
"x" = input : f32[_,4]
"y" = layer_normalization("x", @%0) {axis=1, epsilon=0.001} name="y" : f32["x".0,4]
"z" = input : f32[2,_]
"zm" = reduce("z") {op=mean, axes=[1]} name="zmean" : f32[2,1]
"zd" = sub("z", "zm") name="zd" : f32[2,"z".1]
"zq" = square("zd") name="zq" : f32[2,"z".1]
"zv" = reduce("zq") {op=mean, axes=[1]} name="zvar" : f32[2,1]
"ze" = add("zv", @"eps") name="ze" : f32[2,1]
"zs" = sqrt("ze") name="zs" : f32[2,1]
"zy" = div("zd", "zs") name="zy" : f32[2,"z".1]
output("y", "zy")
@%0 = f32[4] [1,1,1,1]
@"eps" = f32[] [0.001]
