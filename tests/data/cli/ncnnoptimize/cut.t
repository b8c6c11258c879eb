# Cutting is refused; nothing is written.
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
./ncnnoptimize net.param null out.param out.bin 0 c
echo "code $?"
./ncnnoptimize net.param null out.param out.bin 0 c b
echo "code $?"
ls
--- out
sinter: cutstart 'c': cutting a part out is not supported in this version; nothing was written. 'sinter optimize --output NAME' ends a network at a value
code 1
sinter: cutstart 'c': cutting a part out is not supported in this version; nothing was written. 'sinter optimize --output NAME' ends a network at a value
code 1
ncnnoptimize
net.param
