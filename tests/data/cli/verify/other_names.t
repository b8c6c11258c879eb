# Networks with other inputs or outputs are not compared by position.
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
sed 's/data/image/g' net.param > image.param
sed 's/ out$/ prob/' net.param > prob.param
for f in image prob; do
    $SINTER verify net.param $f.param --bin-a seed:1 --bin-b seed:1
    echo "code $?"
done
--- out
sinter: input 'data' is missing in the second network, which has image; --map NAME_IN_A=NAME_IN_B says what stands for it
code 2
sinter: output 'out' is missing in the second network, which has prob; --map NAME_IN_A=NAME_IN_B says what stands for it
code 2
