# Results that cannot be written: no such folder, a folder in the way, a full disk. Nothing is left behind, and what was there stays.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER optimize net.param --bin seed:1 -q -o nowhere/y.param
echo "code $?"
mkdir y.param
$SINTER optimize net.param --bin seed:1 -q -o y.param
echo "code $?"
echo old > z.bin
$SINTER convert net.param --bin seed:1 -q -o nowhere/z.param --out-bin z.bin
echo "code $?"
cat z.bin
ls
--- out
sinter: nowhere/y.bin: a temporary file beside it cannot be created: No such file or directory
code 3
sinter: y.param: is a folder, expected a file
code 3
sinter: nowhere/z.param: a temporary file beside it cannot be created: No such file or directory
code 3
old
net.param
y.param
z.bin
