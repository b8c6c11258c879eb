# The sign of a small filter, in one of two layers that were joined and are cut apart behind it: what is cut off counts as computed there.
test cli
--- run
cat > a.param <<'ENDS'
7767517
7 8
Input        x  0 1 x 0=3 1=3 2=2
Split        s  1 2 x xa xb
Convolution  i  1 1 xa i 0=4 1=1 6=8
Convolution  j  1 1 xb j 0=4 1=1 6=8
Softmax      f  1 1 i f 0=0 1=1
Softmax      g  1 1 j g 0=0 1=1
BinaryOp     o  2 1 f g out 0=0
ENDS
sed 's/ i  1 1 xa i / k  1 1 xa k /; s/ j  1 1 xb j / l  1 1 xb l /; s/ 1 1 i f/ 1 1 k f/; s/ 1 1 j g/ 1 1 l g/' a.param > b.param
one='\000\000\200\077' two='\000\000\000\100' none='\000\000\000\000'
bin() { printf "$none$one$two$two$one$one$one$two$two$none$two$one$two$one$one$one$1$1"; }
bin '\314\274\214\053' > a.bin
bin '\314\274\214\253' > b.bin
$SINTER optimize b.param --fuse-siblings always -o joined.param -q
grep -c Convolution joined.param
$SINTER verify a.param joined.param 2>&1 | grep -E '^(sinter|same)'
--- out
1
sinter: whether a.param and joined.param compute the same could not be decided: inside, 'l' agrees with 'j' of the first network but in 1 of 4 channels
