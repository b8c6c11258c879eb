# A target of sizes of an input whose batch is what is left: the input's rank is known before its channels are, and the line is written as it was.
test cli
--- run
cat > a.param <<'ENDS'
7767517
5 5
Input                    i                        0 1 a 0=5 1=2 2=1
Scale                    c                        1 1 a b 0=1 1=1
Squeeze                  s                        1 1 b c -23303=1,0
Reshape                  v                        1 1 c d 0=5 1=1 11=2 2=-1
Reshape                  w                        1 1 d e 6="*(0h,0w),0d,0c"
ENDS
$SINTER convert a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same bytes
--- out
same bytes
