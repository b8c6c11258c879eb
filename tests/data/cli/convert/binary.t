# A .param.bin is read; blobs have numbers there. Text is not written under that name.
test cli
--- run
le() {
    for n in "$@"; do printf "\\$(printf %03o $((n & 255)))\\$(printf %03o $((n >> 8 & 255)))\\$(printf %03o $((n >> 16 & 255)))\\$(printf %03o $((n >> 24 & 255)))"; done
}
le 7767517 2 2 16 0 1 0 -233 26 1 1 0 1 -233 > net.param.bin
$SINTER convert net.param.bin --bin seed:1 -q -o net.param
echo "code $?"
cat net.param
$SINTER convert net.param --bin seed:1 -q -o again.param.bin
echo "code $?"
ls
--- out
code 0
7767517
2 2
Input                    Input_0                  0 1 0
ReLU                     ReLU_1                   1 1 0 1
sinter: again.param.bin: .param.bin files are only read; expected a name for a .param
code 6
net.bin
net.param
net.param.bin
