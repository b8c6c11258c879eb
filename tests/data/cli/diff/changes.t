# Every kind of change: names, params, operators, wiring, weights, results.
test cli
--- run
cat > a.param <<'END'
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
sed -e '/^7767517/,$s/^Softmax     sm  /Softmax     smx /' -e 's/b_1 r$/b_1 r 0=0.1/' -e 's/l r s 0=0/l r s 0=2/' a.param > b.param
echo "== params, an operator, the name of a layer"
$SINTER diff a.param b.param --bin-a seed:1 --bin-b seed:1
sed -e 's/1 1 s prob/1 1 l prob/' a.param > b.param
echo "== wiring; a second result"
$SINTER diff a.param b.param --bin-a seed:1 --bin-b seed:1
sed -e 's/1 1 b_0 l 0=4 1=1 6=16/1 1 b_0 l 0=4 1=1 5=1 6=16/' -e 's/sm   1 1 s prob/sm   1 1 s scores/' a.param > b.param
echo "== weights; the name of a result"
$SINTER diff a.param b.param --bin-a seed:1 --bin-b seed:2 | sed -E 's/up to [^ ;]* apart/up to X apart/g'
echo "== weights left out"
$SINTER diff a.param b.param --bin-a none --bin-b none
echo "== storage"
$SINTER convert a.param --bin seed:1 -q -o b.param --fp16
$SINTER diff a.param b.param --bin-a seed:1 | sed -E 's/up to [^ ;]* apart/up to X apart/g'
sed -e 's/^\([A-Z][A-Za-z]* *\)\([a-z]*\)/\1\2_2/' -e 's/ c\b/ cc/;s/ b\b/ bb/' -e 's/ b_0/ p/;s/ b_1/ q/' -e 's/ l\b/ ll/;s/ r\b/ rr/;s/ s\b/ ss/' a.param > b.param
echo "== all names"
$SINTER diff a.param b.param --bin-a seed:1 --bin-b seed:1
--- out
== params, an operator, the name of a layer
~ relu  relu     op: relu -> leaky_relu
~ add   add      op: add -> mul
~ sm    softmax  name: sm -> smx

layers    4 the same, 3 changed, 0 only in A (<), 0 only in B (>)
== wiring; a second result
~ sm  softmax  input x: s -> l
> s   result

layers    6 the same, 1 changed, 0 only in A (<), 0 only in B (>)
== weights; the name of a result
~ conv    conv                 weight: up to X apart; bias: up to X apart
~ bn      batch_normalization  scale: up to X apart; bias: up to X apart; mean: up to X apart; var: up to X apart
~ left    conv                 weight: up to X apart; bias: none -> f32[4]
~ sm      softmax              output 0: prob -> scores
< prob    result
> scores  result

layers    3 the same, 4 changed, 0 only in A (<), 0 only in B (>)
== weights left out
~ left    conv     bias: none -> f32[4]
~ sm      softmax  output 0: prob -> scores
< prob    result
> scores  result

layers    5 the same, 2 changed, 0 only in A (<), 0 only in B (>)
== storage
~ conv  conv  weight: f32[4,3,3,3] -> f32[4,3,3,3] as f16, up to X apart
~ left  conv  weight: f32[4,4,1,1] -> f32[4,4,1,1] as f16, up to X apart

layers    5 the same, 2 changed, 0 only in A (<), 0 only in B (>)
== all names
~ data  input                name: data -> data_2
~ conv  conv                 name: conv -> conv_2; output 0: c -> cc
~ bn    batch_normalization  name: bn -> bn_2; output 0: b -> bb
~ left  conv                 name: left -> left_2; output 0: l -> ll
~ relu  relu                 name: relu -> relu_2; output 0: r -> rr
~ add   add                  name: add -> add_2; output 0: s -> ss
~ sm    softmax              name: sm -> sm_2

layers    0 the same, 7 changed, 0 only in A (<), 0 only in B (>)
--- exit
1
