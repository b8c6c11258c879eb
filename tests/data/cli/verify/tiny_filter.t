# The sign of a filter so small that no result shows it: seen in the weights, also where the layer took in what stood behind it.
test cli
--- run
cat > a.param <<'ENDS'
7767517
4 4
Input        x  0 1 x 0=3
InnerProduct i  1 1 x i 0=4 1=1 2=12
BatchNorm    n  1 1 i n 0=4
TanH         t  1 1 n out
ENDS
one='\000\000\200\077' two='\000\000\000\100' none='\000\000\000\000'
rows() { printf "$one$two$one$two$one$two$1$1$1$one$one$two"; }
bin() { printf "$none"; rows "$1"; printf "$one$one$one$one$two$two$one$one$none$none$none$none$one$one$one$one$none$none$none$one"; }
bin '\140\102\242\015' > a.bin
bin '\140\102\242\215' > b.bin
cp a.param b.param
sed 's/ i  1 1 x i / k  1 1 x k /; s/ n  1 1 i n / l  1 1 k l /; s/ 1 1 n out/ 1 1 l out/' a.param > c.param
cp b.bin c.bin
mask() { sed -nE 's/ \(rounding.*//; s/[-0-9.]+e[-+][0-9]+/#/g; s/  +/ /g; /^sinter|^same/p'; }
$SINTER optimize b.param -o folded.param -q
$SINTER optimize c.param -o renamed.param -q
$SINTER optimize a.param -o good.param -q
for n in b c folded renamed good; do
    $SINTER verify a.param $n.param 2>&1 | mask
done
--- out
sinter: whether a.param and b.param compute the same could not be decided: 1 of 4 filters of 'i' differ from those of 'i' of the first network, and no output reveals it
sinter: whether a.param and c.param compute the same could not be decided: 1 of 4 filters of 'k' differ from those of 'i' of the first network, and no output reveals it
sinter: whether a.param and folded.param compute the same could not be decided: 1 of 4 filters of 'i' differ from those of 'i' of the first network, and no output reveals it
sinter: whether a.param and renamed.param compute the same could not be decided: 1 of 4 filters of 'k' differ from those of 'i' of the first network, and no output reveals it
same worst distance 0, 6 runs at x=3
