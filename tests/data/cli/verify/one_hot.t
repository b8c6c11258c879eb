# A filter that is 0 before a softmax that always picks another class: what comes out is the same, what goes in is not, with names and without.
test cli
--- run
cat > a.param <<'ENDS'
7767517
4 4
Input        x  0 1 x 0=3
InnerProduct i  1 1 x i 0=3 1=1 2=9
BinaryOp     m  1 1 i m 0=2 1=1 2=1000.0
Softmax      s  1 1 m prob 0=0 1=1
ENDS
sed 's/ i  1 1 x i / k  1 1 x k /; s/ i m 0=2/ k l 0=2/; s/ m prob/ l prob/' a.param > b.param
cp a.param c.param
one='\000\000\200\077' two='\000\000\000\100' none='\000\000\000\000' bias='\312\362\111\161'
bin() { printf '\000\000\000\000'; printf "$one$two$one$two$1$1$one$one$two$bias$none$none"; }
bin $two > a.bin
bin $none > b.bin
cp b.bin c.bin
mask() { sed -E 's/[-0-9.]+e[-+][0-9]+/#/g; s/element .*/.../; s/  +/ /g'; }
for n in b c; do
    $SINTER verify a.param $n.param 2>&1 | mask
done
--- out
prob 3 0

inconclusive worst distance 0, 12 runs at x=3
 'prob before its softmax' differs: ...
sinter: whether a.param and b.param compute the same could not be decided: 'prob before its softmax' differs: ...
prob 3 0

inconclusive worst distance 0, 12 runs at x=3
 'prob before its softmax' differs: ...
sinter: whether a.param and c.param compute the same could not be decided: 'prob before its softmax' differs: ...
