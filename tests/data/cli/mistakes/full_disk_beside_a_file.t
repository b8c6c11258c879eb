# The network is written, whole, when its summary does not arrive: the code tells of the summary.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input in 0 1 x 0=4
Dropout d 1 1 x u
ReLU r 1 1 u y
END
echo old > b.param
echo old > c.param
$SINTER optimize a.param -o b.param > /dev/full; echo "code $?"
$SINTER convert a.param -o c.param --json > /dev/full; echo "code $?"
cat b.param
cmp a.param c.param && echo the same
ls
$SINTER optimize a.param -o b.param -q > /dev/full; echo "code $?"
--- out
sinter: standard output: No space left on device
code 3
sinter: standard output: No space left on device
code 3
7767517
2 2
Input in 0 1 x 0=4
ReLU                     r                        1 1 x y
the same
a.param
b.bin
b.param
c.bin
c.param
code 0
