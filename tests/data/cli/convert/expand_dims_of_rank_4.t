# ncnn has four axes: ExpandDims that would make a fifth hands x on, and is written back as it was.
test cli
--- run
cat > a.param <<'END'
7767517
2 2
Input in 0 1 in 0=3 1=2 11=2 2=4
ExpandDims e 1 1 in out -23303=1,3
END
$SINTER convert a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same
$SINTER show a.param --bin seed:1 --text
--- out
same
"in" = input {rank=4, hint=[4,2,2,3]} name="in" : f32[_,_,_,_]
"out" = identity("in") name="e" : f32["in".0,"in".1,"in".2,"in".3]
output("out")
