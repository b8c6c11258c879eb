# ONNX gives negative pads no meaning here.
test error
--- in
"x" = input : f32[1,4,4]
"o" = input : f32[2,3,4]
"y" = deform_conv("x", "o", _, @"w") {pad_begin=[-1,0]}
output("y")
@"w" = f32[1,1,1,1] zeros
--- error
E_FORMAT: in:3:38: params of 'deform_conv': pad_begin is -1, 0 to 1073741824 expected
