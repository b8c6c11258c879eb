# Infinities that a network always has, as in a mask, excuse no difference.
test cli
--- run
net() {
    cat <<NET
7767517
6 7
Input x 0 1 x 0=16
MemoryData m 0 1 m 0=16
Split s 1 2 x xa xb
BinaryOp a 2 1 xa m am 0=0
Softmax f 1 1 am out1 0=0 1=1
Clip c 1 1 xb out2 0=-1000.0 1=$1
NET
}
net 6.0 > a.param
net 7.0 > b.param
python3 -c "import struct; open('a.bin', 'wb').write(struct.pack('<16f', *[0.0] * 12, *[float('-inf')] * 4))"
cp a.bin b.bin
$SINTER verify a.param b.param > said; echo "code $?"
$SINTER verify a.param a.param > said; echo "code $?"
--- out
sinter: a.param and b.param compute different results
code 8
code 0
