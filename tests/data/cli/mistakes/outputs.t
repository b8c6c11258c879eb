# Results and values that there are not.
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
for a in "--output prob" "--keep cc" "--output c --keep prob"; do
    $SINTER optimize net.param --bin seed:1 -q $a
    echo "code $?"
done
--- out
sinter: no value is called 'prob'
code 2
sinter: no value is called 'cc'; did you mean 'c'?
code 2
sinter: no value is called 'prob'
code 2
