# What cannot be drawn: a missing Graphviz, one that fails, a name that is no picture, too many layers; nothing is left behind.
test cli
--- run
cat > net.param <<'END'
7767517
8 9
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
END
try() { $SINTER draw "$@"; echo "code $?"; }
mkdir empty bin
(PATH=$PWD/empty; try net.param --bin seed:1 -o a.svg)
printf '#!/bin/sh\necho "no such layout" >&2\necho half of a picture\nexit 3\n' > bin/dot
chmod +x bin/dot
(PATH=$PWD/bin:$PATH; try net.param --bin seed:1 -o a.svg)
printf '#!/bin/sh\necho "<svg>"\ngrep -c "label="\n' > bin/dot
(PATH=$PWD/bin:$PATH; try net.param --bin seed:1 -o a.svg)
cat a.svg
try net.param --bin seed:1 -o a.png
try net.param --bin seed:1 -o none/a.dot
try net.param --bin seed:1 --skip fold_affine
try net.param --bin seed:1 --after --before-after
{ echo 7767517; echo 1601 1601; echo Input in 0 1 v0; i=0
  while [ $i -lt 1600 ]; do echo "ReLU r$i 1 1 v$i v$((i + 1))"; i=$((i + 1)); done; } > long.param
try long.param --bin none -o a.svg
$SINTER draw long.param --bin none -q -o a.dot && wc -l < a.dot
(PATH=$PWD/bin:$PATH; try long.param --bin none -o b.svg --from v100 --to v120)
cat b.svg
ls
--- out
sinter: Graphviz is needed to make an SVG, and its program 'dot' is not there: install the package graphviz, or write the text for it with -o NAME.dot
code 6
sinter: Graphviz failed: no such layout
code 6
written   a.svg (9 B)
code 0
<svg>
18
sinter: -o a.png: a name that ends in .svg or .dot is expected
usage: sinter draw IN [-o OUT.svg|OUT.dot] [options]
code 2
sinter: none/a.dot: a temporary file beside it cannot be created: No such file or directory
code 3
sinter: --passes and --skip say how to optimize; --after or --before-after is missing
usage: sinter draw IN [-o OUT.svg|OUT.dot] [options]
code 2
sinter: --after and --before-after exclude each other
usage: sinter draw IN [-o OUT.svg|OUT.dot] [options]
code 2
sinter: the picture would have 1601 layers, 1500 at most are drawn: draw a part with --from and --to, or write the text for Graphviz with -o NAME.dot
code 6
3208
written   b.svg (9 B)
code 0
<svg>
43
a.dot
a.svg
b.svg
bin
empty
long.param
net.param
