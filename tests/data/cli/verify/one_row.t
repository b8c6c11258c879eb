# Of a constant that is a single row each element is compared: the sign of one that is too small for any result to show.
test cli
--- run
cat > a.param <<'ENDS'
7767517
4 4
Input      x 0 1 x 0=4 1=2
MemoryData c 0 1 c 0=4 1=1
BinaryOp   p 2 1 x c p 0=0
TanH       t 1 1 p out
ENDS
one='\000\000\200\077' two='\000\000\000\100' small='\314\274\214\053' less='\314\274\214\253'
printf "$one$two$small$one" > a.bin
printf "$one$two$less$one" > b.bin
cp a.param b.param
$SINTER verify a.param b.param 2>&1 | grep ^sinter
cp a.bin b.bin
$SINTER verify a.param b.param -q && echo "the same"
--- out
sinter: whether a.param and b.param compute the same could not be decided: 1 of 4 filters of 'p' differ from those of 'p' of the first network, and no output reveals it
the same
