# PNNX's own form of a network begins as an ncnn file does, and is none: the message names the file that is.
test cli
--- run
cat > face.pnnx.param <<'ENDS'
7767517
3 2
pnnx.Input               pnnx_input_0             0 1 0 #0=(1,3,8,8)f32
nn.ReLU                  relu                     1 1 0 1 #0=(1,3,8,8)f32 #1=(1,3,8,8)f32
pnnx.Output              pnnx_output_0            1 0 1 #1=(1,3,8,8)f32
ENDS
$SINTER show face.pnnx.param
echo "code $?"
cp face.pnnx.param other.param
$SINTER show other.param
cat > face.ncnn.param <<'ENDS'
7767517
2 2
Input in0  0 1 in0
ReLU  relu 1 1 in0 out0
ENDS
: > face.pnnx.bin
: > face.ncnn.bin
$SINTER optimize face.pnnx.param -o out.param
echo "code $?"
$SINTER show face.pnnx.bin
$SINTER show face.ncnn.param | head -4
ls
--- out
sinter: face.pnnx.param:3: found 'pnnx.Input': this is PNNX's own form of a network, not ncnn's, which pnnx writes beside it as face.ncnn.param
code 4
sinter: other.param:3: found 'pnnx.Input': this is PNNX's own form of a network, not ncnn's, which pnnx writes beside it as NAME.ncnn.param
sinter: face.pnnx.param:3: found 'pnnx.Input': this is PNNX's own form of the network; face.ncnn.param, which is beside it, is ncnn's
code 4
sinter: face.pnnx.bin: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; its network is face.ncnn.param, which is beside it
at in0=3,64,64 (sinter's choice; --input NAME=SIZES gives others)

#  layer  op     output   weights  MACs  params
0  in0    input  3,64,64
face.ncnn.bin
face.ncnn.param
face.pnnx.bin
face.pnnx.param
other.param
