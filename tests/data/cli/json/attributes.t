# Parameters as numbers, lists and words; a weight is where `offset` says, behind its tag; one element alone is shown.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input         data 0 1 data 0=4 1=4 2=1
Convolution   conv 1 1 data c 0=1 1=1 5=1 6=1 9=3 -23310=2,0.0,6.0
InnerProduct  fc   1 1 c f 0=2 1=0 2=32
Softmax       sm   1 1 f prob
END
$SINTER convert net.param -o with.param --bin seed:1 -q
$SINTER show with.param --json > shown.json
tr -d ' \n' < shown.json | grep -oE '"attributes":\{[^}]*\}'
tr -d ' \n' < shown.json | grep -oE '"(bytes|offset)":[0-9]+,"(offset|largest)":[0-9]+'
tr -d ' \n' < shown.json | grep -oE '"largest":[0-9.]+,"single":[-0-9.]+' | sed -E 's/"largest":([0-9.]+),"single":-?\1/the largest is the only one/'
od -An -t x4 -N 4 with.bin | tr -d ' '
--- out
"attributes":{"rank":3,"hint":[1,4,4]}
"attributes":{"nd":2,"group":1,"stride":[1,1],"dilation":[1,1],"pad_mode":"explicit","pad_begin":[0,0],"pad_end":[0,0],"pad_value":0,"axis":0,"act":"clip(0,6)"}
"attributes":{"shape":[-1]}
"attributes":{"act":"none"}
"attributes":{"axis":0}
"bytes":4,"offset":4
"bytes":4,"offset":8
"bytes":128,"offset":16
the largest is the only one
the largest is the only one
00000000
