# Parts of a slice that nobody reads any more are results of the optimized file, and inner values of the other.
test cli
--- run
cat > a.param <<'END'
7767517
6 9
Input i 0 1 data 0=6 1=5 2=4
Slice s 1 3 data a b c -23300=3,-233,-233,-233 1=1
Split sp 1 2 a a0 a1
Concat k 3 1 a0 b c cat 0=1
ReLU r 1 1 cat out
Sigmoid g 1 1 a1 out2
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
$SINTER verify a.param b.param --bin-a seed:1 -q; echo "code $?"
$SINTER verify b.param a.param --bin-b seed:1 -q; echo "code $?"
--- out
code 0
code 0
