# A layer type that nobody knows needs --weights-of if it may have weights, and the weight file must end exactly.
test cli
--- run
cat > net.param <<'END'
7767517
2 2
Input data 0 1 data
MyOp  mine 1 1 data out 0=3
END
printf 'aaaabbbb' > net.bin
for w in MyOp=R2 MyOp=R3 MyOp=R1 MyOp=X2 MyOp= R2 Other=R2; do
    $SINTER convert net.param -o y.param -q --weights-of $w
    echo "code $?"
done
$SINTER convert net.param -o y.param -q
echo "code $?"
$SINTER convert net.param -o y.param -q --weights-of MyOp=R2 && cmp net.param y.param && cmp net.bin y.bin
--- out
code 0
sinter: net.bin: custom0 of net.param:4: MyOp 'mine': found 8 bytes at byte 0, expected 12
code 4
sinter: net.bin: 4 bytes are left behind the last weight: the descriptions of --weights-of TYPE=LOADS do not fit this file
code 4
sinter: weights of 'MyOp=X2': found 'X2', expected loads like R4,T16 (R: raw floats, T: tagged)
code 2
sinter: net.bin: 8 bytes are left behind the last weight: the descriptions of --weights-of TYPE=LOADS do not fit this file
code 4
sinter: weights of 'R2': expected TYPE=LOADS
code 2
sinter: warning: net.param:4: ncnn has no layer 'MyOp'; it is kept as it is
sinter: net.bin: 8 bytes are left behind the last weight: layers of type 'MyOp' seem to have weights, say which: --weights-of MyOp=LOADS
code 4
sinter: warning: net.param:4: ncnn has no layer 'MyOp'; it is kept as it is
sinter: net.bin: 8 bytes are left behind the last weight: layers of type 'MyOp' seem to have weights, say which: --weights-of MyOp=LOADS
code 4
