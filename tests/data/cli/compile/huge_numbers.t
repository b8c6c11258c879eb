# A step that reads numbers so large that Winograd's sums overflow and plain ones do not is judged
# by smaller ones: it is not wrong. What the network makes of them is judged as it is.
test cli
--- run
network() {
    cat > net.param <<END
7767517
6 6
Input data 0 1 data 0=12 1=12 2=32
BinaryOp large 1 1 data large 0=2 1=1 2=3e37
Convolution conv0 1 1 large conv0 0=32 1=3 4=1 5=0 6=9216 9=1
Convolution conv1 1 1 conv0 conv1 0=32 1=3 4=1 5=0 6=9216 9=1
BinaryOp scaled 1 1 conv1 scaled 0=2 1=1 2=$1
InnerProduct fc 1 1 scaled fc 0=5 1=1 2=23040
END
    $SINTER convert net.param --bin seed:1 -o start.param -q
}
network 1e20
$SINTER compile start.param --target x86-64-v3 -o overflows -q && grep -q winograd overflows/start.c && echo overflows
network 3e-38
$SINTER compile start.param --target x86-64-v3 -o differs -q 2>&1 | grep -o "output 'fc'.*: element"
ls differs 2>&1 | grep -o "No such file"
--- out
overflows
output 'fc' is another than the interpreter's, though no step is wrong by itself: element
No such file
