# Mean and variance, and the sums over a gradient, are taken of what maps and convolutions store, but
# of one operator alone, and not where a map is only read on, or the kernel takes none.
test fuse
--- in
"i" = input : f32[16,30,41]
"pa" = lrn("i") {axis=0, alpha=0.1}
"qa" = lrn("pa") {axis=0, alpha=0.2}
"a" = concat("pa", "qa") {axis=0}
"y" = exp("a")
"m", "v" = moments("y")
"c" = conv("y", @"wc", @"bc") {nd=2}
"mc", "vc" = moments("c")
"sc", "qc" = channel_sums("c", "y", "m")
"d" = conv("c", @"wd", @"bd") {nd=2, group=32, pad_begin=[1,1], pad_end=[1,1]}
"sd", "qd" = channel_sums("d", "y", "mc")
"e" = conv("d", @"we", @"be") {nd=2, pad_begin=[1,1], pad_end=[1,1]}
"me", "ve" = moments("e")
"r" = exp("e")
@"wc" = f32[32,32,1,1] seed 1
@"bc" = f32[32] seed 2
@"wd" = f32[32,1,3,3] seed 1
@"bd" = f32[32] seed 2
@"we" = f32[8,32,3,3] seed 1
@"be" = f32[8] seed 2
output("m","v","mc","vc","sc","qc","sd","qd","me","ve","r")
--- out
--- tvm
lrn(anchor): i -> pa: it is complex, and an edge on the way there is complex
lrn(anchor): pa -> qa: it is complex, and an edge on the way there is injective
concat(move) exp(point): pa qa -> y; 314880 bytes less: elementwise and moves
moments(reduce): y -> m v: it is a result
conv(anchor): y -> c: its readers meet nowhere
moments(reduce): c -> mc vc: it is a result
channel_sums(reduce): c y m -> sc qc: it is a result
conv(anchor): c -> d: its readers meet nowhere
channel_sums(reduce): d y mc -> sd qd: it is a result
conv(anchor): d -> e: its readers meet nowhere
moments(reduce): e -> me ve: it is a result
exp(point): e -> r: it is a result
--- full
lrn(anchor): i -> pa: both are complex
lrn(anchor): pa -> qa: both are complex
concat(move): pa qa -> a; 314880 bytes less; in slices: parts lie where they belong: nothing is left to do
exp(point) moments(sum): a -> y m v; 157440 bytes less: sum
conv(anchor) moments(sum): y -> c mc vc; 157440 bytes less: sum
channel_sums(reduce): c y m -> sc qc: the map is summed up by another operator already
conv(anchor) channel_sums(sum): c y mc -> d sd qd; 157440 bytes less: sum
conv(anchor) moments(sum): d -> e me ve; 39360 bytes less: sum
exp(point): e -> r: it is summed up by channel as it is stored
--- refused
elementwise: concat, exp: its operand is put together from parts
sum: conv, channel_sums: the map is summed up by another operator already
epilogue: conv, exp: it is summed up by channel as it is stored
no rule: lrn, lrn: both are complex
no rule: exp, conv: it is complex, and needs many elements of the value at once
no rule: exp, channel_sums: a reduction is computed alone
no rule: moments, channel_sums: a reduction is computed alone
no rule: conv, conv: both are complex
no rule: exp, channel_sums: a reduction is computed alone
no rule: moments, channel_sums: a reduction is computed alone
no rule: conv, conv: both are complex
