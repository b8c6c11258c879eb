# A network is not written over weights that were read, nor weights over a network; in place is meant. Links do not hide it.
test cli
--- run
ln -s $SINTER ncnnoptimize
cat > net.param <<'END'
7767517
2 2
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
END
$SINTER convert net.param --bin seed:1 -q -o net.param
cp net.param old.param; cp net.bin old.bin; ln -s net.bin link.param; ln net.param hard.bin
./ncnnoptimize net.param net.bin net.bin other.bin 0
echo "code $?"
./ncnnoptimize net.param net.bin other.param net.param 0
echo "code $?"
$SINTER convert net.param -q -o link.param --out-bin other.bin
echo "code $?"
$SINTER convert net.param -q -o hard.param
echo "code $?"
cmp net.param old.param && cmp net.bin old.bin
$SINTER convert net.param -q -o net.param
echo "code $?"
$SINTER convert net.param --bin net.bin -q -o ./net.param --out-bin ./net.bin
echo "code $?"
cmp net.param old.param && cmp net.bin old.bin
ls
--- out
sinter: net.bin: the network would be written over the file that the weights were read from
code 2
sinter: net.param: the weights would be written over the file that the network was read from
code 2
sinter: link.param: the network would be written over the file that the weights were read from
code 2
sinter: hard.bin: the weights would be written over the file that the network was read from
code 2
code 0
code 0
hard.bin
link.param
ncnnoptimize
net.bin
net.param
old.bin
old.param
