# No command writes over a file that it reads: a network and its weights are replaced together, or neither is; links and other spellings do not hide it.
test cli
--- run
cat > net.param <<'END'
7767517
3 3
Input       data 0 1 data 0=9 1=9 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
ReLU        relu 1 1 c r
END
$SINTER convert net.param --bin seed:1 -q -o net.param
cp net.param old.param; cp net.bin old.bin; ln -s net.bin link.bin; ln net.bin hard.bin; cp net.bin w.bin; mkdir sub; ln -s . here
for bin in net.bin ./net.bin here/net.bin link.bin hard.bin "$PWD/net.bin"; do
    $SINTER optimize net.param -q -o other.param --out-bin $bin 2>&1 | sed "s|$PWD/||"
done
$SINTER optimize net.param --bin w.bin -q -o net.param; echo "code $?"
$SINTER convert net.param -q -o net.param --out-bin other.bin; echo "code $?"
$SINTER convert net.param -q -o net.param --out-bin none; echo "code $?"
cmp net.param old.param && cmp net.bin old.bin && ls *.param *.bin
ln net.param sub/net.param; ln net.bin sub/net.bin
$SINTER convert net.param -q -o sub/net.param --fp16 && cmp net.param old.param && cmp net.bin old.bin && ! cmp -s net.bin sub/net.bin && echo "links to both: these names alone"
mkdir c && cp net.bin c/net.weights
$SINTER compile net.param --bin c/net.weights -o c -q; echo "code $?"
cmp net.bin c/net.weights
mkdir r && (printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 9, 9), }"; printf '%243s' '') > r/c.npy
cp r/c.npy in.npy
$SINTER run net.param --input-file r/c.npy -o r -q --interpret; echo "code $?"
cmp in.npy r/c.npy
cp net.bin x.dot; ln -s ../x.dot sub/x.dot
$SINTER draw net.param --bin x.dot -o sub/x.dot; echo "code $?"
cp net.bin 001-fuse_activation.txt
$SINTER optimize net.param --bin 001-fuse_activation.txt --dump-after all; echo "code $?"
--- out
sinter: net.bin: the weights that 'net.param' reads would be written over; another place for the weights is expected
sinter: ./net.bin: the weights that 'net.param' reads would be written over; another place for the weights is expected
sinter: here/net.bin: the weights that 'net.param' reads would be written over; another place for the weights is expected
sinter: link.bin: the weights that 'net.param' reads would be written over; another place for the weights is expected
sinter: hard.bin: the weights that 'net.param' reads would be written over; another place for the weights is expected
sinter: net.bin: the weights that 'net.param' reads would be written over; another place for the weights is expected
sinter: net.param: the network that reads 'w.bin' would be written over, and these weights not; both or none are expected
code 2
sinter: net.param: the network that reads 'net.bin' would be written over, and these weights not; both or none are expected
code 2
sinter: net.param: the network that reads 'net.bin' would be written over, and these weights not; both or none are expected
code 2
hard.bin
link.bin
net.bin
net.param
old.bin
old.param
w.bin
links to both: these names alone
sinter: c/net.weights: a file that the network was read from would be written over
code 2
code 0
sinter: sub/x.dot: would be written over the file that is read as x.dot
code 2
sinter: ./001-fuse_activation.txt: would be written over the file that is read as 001-fuse_activation.txt
code 2
