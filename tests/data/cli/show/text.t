# sinter's own text form.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER show net.param --bin seed:1 --text
--- out
"data" = input name="data" : f32[?]
%0 = ncnn.as_image("data") name="conv" : f32[3,_,_]
"c" = conv(%0, @"conv.weight", @"conv.bias") {stride=[1,1], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0]} name="conv" : f32[4,%0.1-2,%0.2-2]
"b" = batch_normalization("c", @"bn.scale", @"bn.bias", @"bn.mean", @"bn.var") {epsilon=0} name="bn" : f32[4,%0.1-2,%0.2-2]
"out" = relu("b") name="relu" : f32[4,%0.1-2,%0.2-2]
output("out")
@"conv.weight" = f32[4,3,3,3] ...
@"conv.bias" = f32[4] ...
@"bn.scale" = f32[4] ...
@"bn.bias" = f32[4] ...
@"bn.mean" = f32[4] ...
@"bn.var" = f32[4] ...
