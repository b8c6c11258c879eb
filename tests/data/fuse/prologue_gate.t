# Factors of the channels that are worked out of the value itself, with ReLU behind them: the prologue of a convolution of several pixels, and of a 1x1 one, which takes the product alone as a factor of its weights.
test fuse
--- in
"x" = input : f32[32,28,28]
"c" = conv("x", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="conv"
"p" = global_average_pool("c") {nd=2, keepdims=true} name="mean"
"g" = sigmoid("p") name="gate"
"m" = mul("c", "g") name="scale"
"r" = relu("m") name="relu"
"y" = conv("r", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="window"
"m2" = mul("c", "g") name="scale2"
"r2" = relu("m2") name="relu2"
"z" = conv("r2", @"c11") name="point"
"m3" = mul("c", "g") name="scale3"
"w" = conv("m3", @"c11") name="weights"
"q" = conv("c", @"cq") {stride=[28,1]} name="row"
"m4" = mul("c", "q") name="scale4"
"v" = conv("m4", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="not"
output("y", "z", "w", "v")
@"c33" = f32[32,32,3,3] seed 1
@"c11" = f32[32,32,1,1] seed 2
@"cq" = f32[32,32,28,1] seed 3
--- full
conv(anchor): x -> c: no kernel sums up as it stores
mean(anchor) gate(point): c -> g; 256 bytes less: epilogue
scale(prologue) relu(prologue) window(anchor): c g -> y; 401408 bytes less: elementwise, prologue
scale2(prologue) relu2(prologue) point(anchor): c g -> z; 401408 bytes less: elementwise, prologue
scale3(factor) weights(anchor): c g -> w; 200704 bytes less: factor
row(anchor): c -> q: there are more results than elements of the value, which would be computed again for each
scale4(point): c q -> m4: there are more results than elements of the value, which would be computed again for each
not(anchor): m4 -> v: no kernel multiplies weights instead
--- tvm
conv(anchor): x -> c: its readers meet nowhere
mean(anchor) gate(point): c -> g; 256 bytes less: elementwise on the output of a global_average_pool
scale(point) relu(point): c g -> r; 200704 bytes less: elementwise
window(anchor): r -> y: it is a result
scale2(point) relu2(point): c g -> r2; 200704 bytes less: elementwise
point(anchor): r2 -> z: it is a result
scale3(point): c g -> m3: it is broadcast, and an edge on the way there is complex
weights(anchor): m3 -> w: it is a result
row(anchor): c -> q: it is complex, and an edge on the way there is broadcast
scale4(point): c q -> m4: it is broadcast, and an edge on the way there is complex
not(anchor): m4 -> v: it is a result
--- refused
sum: conv, mean: no kernel sums up as it stores
epilogue: gate, scale: there are more results than elements of the value, which would be computed again for each
epilogue: conv, scale: what lies between them needs the one and is needed by the other
epilogue: gate, scale2: there are more results than elements of the value, which would be computed again for each
epilogue: conv, scale2: what lies between them needs the one and is needed by the other
epilogue: gate, scale3: there are more results than elements of the value, which would be computed again for each
epilogue: conv, scale3: what lies between them needs the one and is needed by the other
epilogue: row, scale4: there are more results than elements of the value, which would be computed again for each
epilogue: conv, scale4: what lies between them needs the one and is needed by the other
factor: scale4, not: no kernel multiplies weights instead
no rule: conv, row: both are complex
