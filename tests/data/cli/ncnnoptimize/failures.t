# Where the original goes on with what it could not read or write, this ends with a code.
test cli
--- run
ln -s $SINTER ncnnoptimize
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
./ncnnoptimize missing.param null out.param out.bin 0
echo "code $?"
./ncnnoptimize net.param missing.bin out.param out.bin 0
echo "code $?"
./ncnnoptimize net.param null nowhere/out.param out.bin 0
echo "code $?"
ls
--- out
sinter: missing.param: cannot be opened: No such file or directory
code 3
sinter: missing.bin: cannot be opened: No such file or directory
code 3
sinter: nowhere/out.param: a temporary file beside it cannot be created: No such file or directory
code 3
ncnnoptimize
net.param
