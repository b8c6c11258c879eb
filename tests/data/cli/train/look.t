# A step is looked at as show, fuse, bench and draw look at a network, without data: the graph, what is compiled image by image and once for all, and its picture.
test cli
--- run
cat > net.param <<'NET'
7767517
6 6
Input data 0 1 data 0=6 1=6 2=2
Convolution conv 1 1 data c 0=4 1=3 4=1 5=1 6=72
BatchNorm bn 1 1 c n 0=4
ReLU relu 1 1 n r
Pooling gap 1 1 r p 0=1 4=1
InnerProduct fc 1 1 p out 0=2 1=1 2=8
NET
t() { $SINTER train net.param --bin seed:1 --input data=2,6,6 --loss softmax_cross_entropy --batch 4 --target generic --threads 1 "$@"; }
t --show > show; head -13 show; tail -16 show | grep -v peak
t --show --text | sed -n '1,4p;$p'
echo
for bn in fused split plain; do
    t --fuse --bn $bn > fuse
    echo "$bn:"
    grep -E '^group |^ +[0-9]+ +(conv|bn|relu) ' fuse | sed 's/#[0-9]*/#N/g; s/   */  /g'
    grep '^steps' fuse > steps
    t --bn $bn --no-selftest -o $bn | sed -n 's/^a step  *\([0-9]*\) kernels.*/steps     \1/p' | cmp - steps && echo as many as compiled
done
t --fuse --explain -q --without sum | grep 'conv -> moments' | sed 's/#[0-9]*/#N/g'
t --draw step.dot | sed 's/(.*)/(SIZE)/'
t --draw groups.dot --groups -q
grep -c cluster_g step.dot; grep -q cluster_g groups.dot && grep -o '"each_image' groups.dot | head -1
t --show --json > show.json; t --fuse --json > fuse.json; t --draw step.dot --json > draw.json
t --bench --rounds 2 --json > bench.json
t --bench --rounds 2 | grep -oE '(forward, up to the loss|backward, and update|.*, 1 thread)$' | sed 's/.* of 2/2 rounds/'
cat > report.py <<'PY'
import json
show, fuse, draw = (json.load(open(n + ".json")) for n in ("show", "fuse", "draw"))
print(sorted(show), show["command"], show["inputs"][-1]["name"], show["outputs"][0]["name"])
print(sorted(fuse), fuse["fusion"])
print(sorted(draw), sorted(draw["picture"]))
bench = json.load(open("bench.json"))
times = [s["seconds"] for s in bench["steps"]]
forward, backward = bench["forward_seconds"], bench["backward_seconds"]
print(bench["batch"], bench["threads"], bench["rounds"], bench["checked"])
print(abs(forward + backward - sum(times)) < 1e-9, 0 < forward < sum(times))
layers = [s["layers"] for s in bench["steps"]]
upto = [sum(times[:i]) <= forward + 1e-12 for i in range(len(times) + 1)].count(True) - 1
print("fc" in layers[:upto], "conv_weight_gradient" in layers[upto:])
PY
python3 report.py
--- out
at data=4,2,6,6 target=4 learning_rate=scalar

 #  layer          op                    output   weights    MACs  params
 0  data           input                 4,2,6,6
 1  target         input                 4
 2  learning_rate  input                 scalar
 3  conv           conv                  4,4,6,6       76  10.4 K  3x3 p1 axis=1
 4                 moments               2 x 4                     axis=1
 5                 add                   4              1
 6                 sqrt                  4
 7                 div                   4              4
 8  bn             batch_normalization   4,4,6,6        4          axis=1 epsilon=1
 9  relu           relu                  4,4,6,6
input   data = 4,2,6,6
input   target = 4
input   learning_rate = scalar
output  loss = scalar
output  bn.mean = 4
output  bn.var = 4
output  conv.weight = 4,2,3,3
output  conv.bias = 4
output  bn.scale = 4
output  bn.bias = 4
output  fc.weight = 2,4
output  fc.bias = 2
layers  77
weights 119, 480 B
MACs    20.8 K
"data" = input name="data" : f32[4,2,6,6]
"target" = input {rank=1} name="target" : i32[4]
"learning_rate" = input {rank=0} name="learning_rate" : f32[]
"c" = conv("data", @"conv.weight", @"conv.bias") {stride=[1,1], dilation=[1,1], pad_begin=[1,1], pad_end=[1,1], axis=1} name="conv" : f32[4,4,6,6]
@%15 = f32[] ...

fused:
group  layers  kernel  outputs  saved  why
  4  conv + moments #N  move + direct  3  576 B  sum
  14  bn + relu  map  1  1.12 KB  elementwise
  34  bn + relu + where_le #N + channel_sums #N  map  3  2.81 KB  elementwise, sum
as many as compiled
split:
group  layers  kernel  outputs  saved  why
  4  conv  move + direct  1  -  what lies between them needs the one and is needed by the other
  13  bn + relu  map  1  1.12 KB  elementwise
as many as compiled
plain:
group  layers  kernel  outputs  saved  why
  4  conv  move + direct  1  -  an opaque operator is computed alone
  13  bn  map  1  -  both are complex
  14  relu  map  1  -  both are complex
as many as compiled
  conv -> moments #N: sum: the rule is switched off
written   step.dot (SIZE)
0
"each_image
forward, up to the loss
backward, and update
2 rounds, 1 thread
['command', 'file', 'format', 'inputs', 'layers', 'outputs', 'sizes', 'totals'] train learning_rate loss
['command', 'edges', 'file', 'format', 'fusion', 'groups', 'memory', 'remarks', 'steps'] full
['command', 'format', 'picture'] ['bytes', 'path']
4 1 2 True
True True
True True
