# A value without a namesake that is off beside two values of the first network: it is reported beside the one that it has most in common with.
test cli
--- run
cat > a.param <<'ENDS'
7767517
7 8
Input        x  0 1 x 0=1
Split        s  1 2 x xa xb
InnerProduct i  1 1 xa i 0=8 1=1 2=8
InnerProduct j  1 1 xb j 0=8 1=1 2=8
ReLU         p  1 1 i p
ReLU         q  1 1 j q
BinaryOp     o  2 1 p q out 0=0
ENDS
sed 's/ i  1 1 xa i / k  1 1 xa k /; s/ p  1 1 i p/ p  1 1 k p/; s/ j  1 1 xb j / l  1 1 xb l /; s/ q  1 1 j q/ q  1 1 l q/' a.param > b.param
one='\000\000\200\077' two='\000\000\000\100' none='\000\000\000\000' dead='\312\362\111\361' deader='\312\362\311\361'
row() { printf "$none$one$two$one$two$one$two$one$one"; }
bin() { row; printf "$none$none$none$none$none$none$none$1"; row; printf "$none$none$none$none$none$none$two$dead"; }
bin $dead > a.bin
bin $deader > b.bin
$SINTER verify a.param b.param 2>&1 | grep '^sinter'
--- out
sinter: whether a.param and b.param compute the same could not be decided: inside, 'k' agrees with 'i' of the first network but in 1 of 8 channels
