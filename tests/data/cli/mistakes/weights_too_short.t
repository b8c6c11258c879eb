# The weight file ends too early: what was read, what is missing.
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
head -c 100 /dev/zero > net.bin
$SINTER optimize net.param -o y.param
echo "code $?"
ls
--- out
sinter: net.bin: weight of net.param:4: Convolution 'conv': found 100 bytes at byte 0, expected 436
code 4
net.bin
net.param
