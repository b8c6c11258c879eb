# A Cast between types that ncnn does not know runs, and leaves its result as memory was: it is kept as it is.
test cli
--- run
printf '7767517\n3 3\nInput in 0 1 x 0=4\nCast c 1 1 x y 0=9 1=7\nReLU r 1 1 y z\n' > a.param
$SINTER convert a.param --bin seed:1 -o b.param -q; cmp a.param b.param && echo the same
$SINTER show a.param --bin seed:1 | sed -n 3,6p
--- out
sinter: warning: a.param:4: Cast 'c': type_from is 9, 0 to 4 expected; the layer is kept as it is
sinter: warning: a.param:4: Cast 'c': type_from is 9, 0 to 4 expected; the layer is kept as it is
the same
sinter: warning: a.param:4: Cast 'c': type_from is 9, 0 to 4 expected; the layer is kept as it is
#  layer  op      output  weights  MACs  params
0  in     input   4
1  c      opaque  ?                   ?  type="Cast" args="0=9 1=7"
2  r      relu    ?                   ?
