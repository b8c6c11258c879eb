# Neither the network nor its weights are there.
test cli
--- run
for c in "optimize x.param -o y.param" "convert x.param -o y.param" "show x.param" "verify x.param x.param"; do
    $SINTER $c
    echo "code $?"
done
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER optimize net.param -o y.param
echo "code $?"
$SINTER optimize net.param --bin other.bin -o y.param
echo "code $?"
ls
--- out
sinter: x.param: cannot be opened: No such file or directory
code 3
sinter: x.param: cannot be opened: No such file or directory
code 3
sinter: x.param: cannot be opened: No such file or directory
code 3
sinter: x.param: cannot be opened: No such file or directory
code 3
sinter: net.bin: there is no such file, and net.param:4: Convolution 'conv' has weights (weights from 'seed:1' are made up)
code 3
sinter: other.bin: cannot be opened: No such file or directory
code 3
net.param
