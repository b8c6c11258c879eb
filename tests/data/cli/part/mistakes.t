# What cannot be cut is reported by name, and nothing is written.
test cli
--- run
cat > net.param <<'END'
7767517
8 9
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
END
cat > two.param <<'END'
7767517
5 5
Input      a   0 1 a
Input      b   0 1 b
MemoryData w   0 1 w 0=4
BinaryOp   add 2 1 a w aw 0=0
BinaryOp   mul 2 1 aw b out 0=2
END
try() {
    echo "$@"
    $SINTER convert "$1" --bin seed:1 -q -o part.param $2
    echo "code $?"
}
try net.param "--from b_1,l --to r"
try net.param "--from b_1"
try net.param "--from bb"
try net.param "--to probe"
try net.param "--from bn"
try net.param "--from s --to s"
try net.param "--from prob"
try net.param "--from prob --to s"
try net.param "--from data,b"
try net.param "--from l,l,r"
try net.param "--from b,,r"
try two.param "--from aw"
try two.param "--from w,a,b"
try two.param "--from a"
try two.param "--from aw,b"
$SINTER optimize net.param --bin seed:1 -q -o part.param --output s --to s
echo "code $?"
ls
cat part.param
--- out
net.param --from b_1,l --to r
sinter: no result needs 'l'
code 2
net.param --from b_1
sinter: the result 'prob' also needs the input 'data', which is not among the starts
code 2
net.param --from bb
sinter: no value is called 'bb'; did you mean 'b'?
code 2
net.param --to probe
sinter: no value is called 'probe'; did you mean 'prob'?
code 2
net.param --from bn
sinter: no value is called 'bn'; layer 'bn' makes 'b'
code 2
net.param --from s --to s
sinter: 's' is a start and a result: nothing lies between
code 2
net.param --from prob
sinter: 'prob' is a start and a result: nothing lies between
code 2
net.param --from prob --to s
sinter: the result 's' also needs the input 'data', which is not among the starts
code 2
net.param --from data,b
sinter: no result needs 'data'
code 2
net.param --from l,l,r
sinter: 'l' and 'l' are the same value; name it once as a start
code 2
net.param --from b,,r
sinter: --from: names with commas between are expected, like a,b
usage: sinter convert IN -o OUT [options]
code 2
two.param --from aw
sinter: the result 'out' also needs the input 'b', which is not among the starts
code 2
two.param --from w,a,b
sinter: 'w' is a constant, which cannot become an input
code 2
two.param --from a
sinter: the result 'out' also needs the input 'b', which is not among the starts
code 2
two.param --from aw,b
code 0
sinter: --output and --to both say what the results are; give one
usage: sinter optimize IN [-o OUT] [options]
code 2
net.param
part.bin
part.param
two.param
7767517
3 3
Input                    aw                       0 1 aw
Input      b   0 1 b
BinaryOp   mul 2 1 aw b out 0=2
