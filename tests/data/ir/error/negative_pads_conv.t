# ONNX gives negative pads no meaning here.
test error
--- in
"x" = input : f32[1,4,4]
"y" = conv("x", @"w") {pad_begin=[-1,0]}
output("y")
@"w" = f32[1,1,1,1] zeros
--- error
E_SHAPE: conv 'y': pads of -1 and 0 on axis h, at least 0 expected
