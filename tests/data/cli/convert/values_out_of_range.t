# A deconvolution cuts by numbers where one pad is positive, also where others are codes of SAME: no more is cut off behind than there is, and in front nothing can be. A Packing does not use its types.
test cli
--- run
printf '\0\0\200\077\0\0\0\100\0\0\100\100\0\0\200\100' > in.raw
net() {
    printf '7767517\n2 2\nInput in 0 1 x 0=1 1=4 2=1\n%s\n' "$1" > a.param
    printf '\0\0\0\0\0\0\200\077' > a.bin
    $SINTER convert a.param -o b.param -q && cmp a.param b.param
    $SINTER optimize a.param -o b.param -q && cmp a.param b.param
    $SINTER run a.param --interpret --text --input-file in.raw; echo "code $?"
}
net 'Deconvolution d 1 1 x y 0=1 1=1 6=1 14=1 16=-233'
net 'Deconvolution d 1 1 x y 0=1 1=1 6=1 14=1 16=-234 20=1 21=2'
net 'Deconvolution d 1 1 x y 0=1 1=1 6=1 16=1 15=-1'
net 'Deconvolution d 1 1 x y 0=1 1=1 6=1 14=-233 16=1'
printf '7767517\n2 2\nInput in 0 1 x 0=1 1=4 2=1\nPacking p 1 1 x y 0=4 2=6 3=-1\n' > a.param
$SINTER convert a.param -o b.param --bin seed:1 -q && cmp a.param b.param; echo "code $?"
--- out
y 1,3,1
2
3
4
code 0
y 1,3,1
2
3
4
code 0
y 1,3,1
1
2
3
code 0
sinter: warning: a.param: conv_transpose 'd': pads of -233 and 1 on axis h, at least 0 expected; the network is written as it is
sinter: a.param: conv_transpose 'd': pads of -233 and 1 on axis h, at least 0 expected
sinter: a.param: conv_transpose 'd': pads of -233 and 1 on axis h, at least 0 expected
code 5
code 0
