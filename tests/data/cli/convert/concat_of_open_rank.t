# A part whose rank the file does not say stands between others: how long the result is, is open until it is known.
test cli
--- run
cat > a.param <<'ENDS'
7767517
4 5
MemoryData               m                        0 1 k 0=1 1=1 2=1
Split                    s                        1 2 k k0 k1
Input                    in                       0 1 a
Concat                   c                        3 1 k0 a k1 y 0=-2
ENDS
$SINTER convert a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same bytes
$SINTER show a.param --bin seed:1 --text | grep concat
--- out
same bytes
"y" = concat("k0", "a", "k1") {axis=1} name="c" : f32[1,_,1]
