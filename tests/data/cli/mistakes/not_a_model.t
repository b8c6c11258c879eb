# Files that are no network: a folder, nothing, something else, an unknown ending.
test cli
--- run
mkdir d.param; : > empty.param; echo hello > text.param; printf '\177ELF\002\001\001' > elf.param; echo x > face.onnx; echo x > face
for f in d.param empty.param text.param elf.param face.onnx face; do
    $SINTER show $f
    echo "code $?"
done
--- out
sinter: d.param: is a folder, expected a file
code 3
sinter: empty.param:1: found the end of the file, expected 7767517, the first line of an ncnn model
code 4
sinter: text.param:1: found 'hello', expected 7767517, the first line of an ncnn model
code 4
sinter: elf.param:1: found '\x7fELF\x02\x01\x01', expected 7767517, the first line of an ncnn model
code 4
sinter: face.onnx: no graph in it: is it an ONNX model?
code 4
sinter: face: no format has files of this name; ncnn's end in .param or .param.bin; onnx's end in .onnx
code 2
