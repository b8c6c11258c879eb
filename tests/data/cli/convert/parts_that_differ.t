# Parts of more channels than the first: ncnn drops what is more. Where single channels are read of packs of four, that is out of bounds, and so it is where what reads the result needs more channels than the first part has.
test cli
--- run
net() {
    cat > a.param <<END
7767517
3 3
MemoryData a 0 1 a 0=2 1=3 2=$1
MemoryData b 0 1 b 0=2 1=3 2=$2
Concat c 2 1 a b y 0=2
END
}
optimize() {
    $SINTER optimize a.param --bin seed:1 -o b.param -q; echo $?
}
net 1 3
optimize && cmp a.param b.param && echo same
net 4 5
optimize && cmp a.param b.param && echo same
net 3 4
optimize
net 2 1
optimize
net 1 3
sed -i '2s/.*/4 4/' a.param
echo 'Convolution v 1 1 y z 0=2 1=1 6=8' >> a.param
optimize
--- out
sinter: warning: a.param: ncnn.concat 'c' is kept as it is: input 1 is 3,3,2, where the first is 1,3,2, and what it leaves out depends on how the runtime packs channels
0
same
sinter: warning: a.param: ncnn.concat 'c' is kept as it is: input 1 is 5,3,2, where the first is 4,3,2, and what it leaves out depends on how the runtime packs channels
0
same
sinter: a.param: concat 'c': axis 0 of input 1 is 4, 3 expected
5
sinter: a.param: concat 'c': axis 0 of input 1 is 1, 2 expected
5
sinter: a.param: conv 'v': number of input channels is 1, 4 expected: the runtime would read out of bounds
5
