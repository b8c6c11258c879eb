# A layer with two results, one of them so small that the softmax does not show its sign: it is seen without names, too.
test cli
--- run
cat > a.param <<'ENDS'
7767517
3 3
Input        x 0 1 x 0=3
InnerProduct i 1 1 x i 0=2 1=0 2=6
Softmax      s 1 1 i out
ENDS
sed 's/ i 1 1 x i / k 1 1 x k /; s/ 1 1 i out/ 1 1 k out/' a.param > c.param
one='\000\000\200\077' two='\000\000\000\100' none='\000\000\000\000'
small='\314\274\214\053' less='\314\274\214\253'
printf "$none$one$two$one$small$small$small" > a.bin
printf "$none$one$two$one$less$less$less" > c.bin
$SINTER verify a.param c.param 2>&1 | grep ^sinter
cp a.bin c.bin
$SINTER verify a.param c.param -q && echo "the same"
--- out
sinter: whether a.param and c.param compute the same could not be decided: inside, 'k' agrees with 'i' of the first network but in 1 of 2 channels
the same
