# An inner product of a vector, with weights that are quantized as they are loaded.
test pass integer_layers for=x86-64-v3
--- in
"x" = input : f32[12]
"y" = ncnn.quantized_inner_product("x", @"w", @"b", @"ws", @"xs") {act=sigmoid} name="fc"
output("y")
@"w" = f32[5,12] seed 1
@"b" = f32[5] seed 2
@"ws" = f32[5] [40,90,70,60,50]
@"xs" = f32[1] [30]
--- remarks
fired: integer_layers: fc -> fc (squeeze)
--- out
"x" = input : f32[12]
%0 = mul("x", @%0) name="fc" : f32[12]
%1 = clip(%0) {min=-127, max=127} name="fc" : f32[12]
%2 = trunc(%1) name="fc" : f32[12]
%3 = sub(%1, %2) name="fc" : f32[12]
%4 = add(%3, %3) name="fc" : f32[12]
%5 = trunc(%4) name="fc" : f32[12]
%6 = add(%2, %5) name="fc" : f32[12]
%7 = cast(%6) {to=i8} name="fc" : i8[12]
%8 = unsqueeze(%7) {axes=[0]} name="fc" : i8[1,12]
%9 = matmul_integer(%8, @%1) name="fc" : i32[1,5]
%10 = cast(%9) name="fc" : f32[1,5]
%11 = mul(%10, @%2) name="fc" : f32[1,5]
%12 = add(%11, @%3) name="fc" : f32[1,5]
%13 = sigmoid(%12) name="fc" : f32[1,5]
"y" = squeeze(%13) {axes=[0]} name="fc" : f32[5]
output("y")
@%0 = f32[] [30]
@%1 = i8[12,5] [86,114,127,-51,-45,-34,-62,-92,4,2,2,58,-1,26,93,-48,21,127,-76,41,-35,22,-127,13,-12,-47,27,28,99,49,38,42,-16,-92,98,-42,33,-58,21,-56,-13,65,84,-96,-48,-9,-127,-43,25,-69,-61,-127,-95,18,48,-73,62,-46,-32,49]
@%2 = f32[5] [0.00083333335,0.00037037037,0.00047619047,0.00055555557,0.00066666666]
@%3 = f32[5] [0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808]
