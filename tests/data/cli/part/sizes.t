# Sizes of the part's inputs: given, as far as the network that it was cut from allows; once.
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
for i in b=4,5,7 4,5,7 "data=3,10,10" b=3,5,7 b=4,5 data=3,9,9 "b=4,5,7 b=4,5,7" "4,5,7 b=4,5,7" "b=4,5,7 s=4,5,7"; do
    args=
    for k in $i; do args="$args --input $k"; done
    $SINTER optimize net.param --bin seed:1 -q -o part.param --from b --to s $args && grep '^Input' part.param
    echo "code $?"
    rm -f part.param
done
$SINTER convert net.param --bin seed:1 -q -o part.param --input 3,8,8
echo "code $?"
--- out
Input                    b                        0 1 b 0=7 1=5 2=4
code 0
Input                    b                        0 1 b 0=7 1=5 2=4
code 0
Input                    b                        0 1 b 0=8 1=8 2=4
code 0
sinter: 'b' has sizes 4,?,? in the network that it was cut from
code 5
sinter: 'b' has sizes 4,?,? in the network that it was cut from
code 5
Input                    b                        0 1 b 0=7 1=7 2=4
code 0
sinter: --input: sizes of 'b' are given twice; several sets of sizes are for 'compile'
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: --input 4,5,7: the only input is meant, but --input is given twice; several sets of sizes are for 'compile'
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: no input is called 's'; the network has data
code 2
sinter: --input says sizes of a part, or those that another format is written for; --from or --to is missing
usage: sinter convert IN -o OUT [options]
code 2
