# A file that is something else than its name says, or whose name says nothing: the message says what it is and what to do.
test cli
--- run
cat > net.param <<'ENDS'
7767517
2 2
Input data 0 1 data 0=4
ReLU  relu 1 1 data out
ENDS
$SINTER convert net.param --bin seed:1 -q -o whole.param
$SINTER zoo squeezenet -q -o squeezenet.param
cp net.param net.txt; cp net.param net; cp net.param net.onnx
printf '\10\10\22\4test\72\40....................................' > model.param
printf '\10\10\22\4test\72\40....................................' > model.pb
printf 'PK\3\4................' > model.pt; cp model.pt zip.onnx; cp model.pt zip.param
printf '....TFL3..............' > model.tflite
printf '\211HDF..............' > model.h5
printf '\37\213..............' > net.param.gz
show() { for f in "$@"; do $SINTER show $f > /dev/null; echo "code $?"; done; }
show net.txt net net.onnx model.param model.pb model.pt zip.onnx zip.param
show model.tflite model.h5 net.param.gz
echo "weights in place of their network"
show whole.bin squeezenet.bin
mv squeezenet.param elsewhere.param
show squeezenet.bin
echo "what nobody knows"
echo hello > hello; show hello hello.txt
--- out
sinter: net.txt: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; what is in it looks like a network of ncnn: give it a name that ends in .param or .param.bin
code 2
sinter: net: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; what is in it looks like a network of ncnn: give it a name that ends in .param or .param.bin
code 2
sinter: net.onnx: byte 0: the model: a field has a form that no field may have; what is in it looks like a network of ncnn: give it a name that ends in .param or .param.bin
code 4
sinter: model.param:1: found '\x08\x08\x12\x04test:', expected 7767517, the first line of an ncnn model; what is in it looks like a network of onnx: give it a name that ends in .onnx
code 4
sinter: model.pb: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; what is in it looks like a network of onnx: give it a name that ends in .onnx
code 2
sinter: model.pt: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; it is a zip archive, as PyTorch saves models: torch.onnx.export makes an ONNX file of one
code 2
sinter: zip.onnx: byte 2: the model: a field has a number that no field may have; it is a zip archive, as PyTorch saves models: torch.onnx.export makes an ONNX file of one
code 4
sinter: zip.param:1: found 'PK\x03\x04................', expected 7767517, the first line of an ncnn model; it is a zip archive, as PyTorch saves models: torch.onnx.export makes an ONNX file of one
code 4
sinter: model.tflite: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; it is a model of TensorFlow Lite: tf2onnx makes an ONNX file of one
code 2
sinter: model.h5: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; it is an HDF5 file, as Keras saves models: tf2onnx makes an ONNX file of one
code 2
sinter: net.param.gz: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; it is a gzip archive: what is in that can be read once it is unpacked
code 2
weights in place of their network
sinter: whole.bin: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; its network is whole.param, which is beside it
code 2
sinter: squeezenet.bin: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx; its network is squeezenet.param, which is beside it
code 2
sinter: squeezenet.bin: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx
code 2
what nobody knows
sinter: hello: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx
code 2
sinter: hello.txt: no such file
code 3
