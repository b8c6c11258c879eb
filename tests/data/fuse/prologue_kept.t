# What a residual sum, a pooling and a sum of inputs make is read by others, too: it is stored, and batch norm and ReLU behind it are the prologue of the convolution that reads them. What two convolutions read, what is a result, and what others read on the way goes on behind the sum; so does what nobody else reads the operand of.
test fuse
--- in
"x" = input : f32[32,28,28]
"z" = input : f32[32,28,28]
"c1" = conv("x", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"a1" = add("c1", "z") name="add1"
"n1" = batch_normalization("a1", @"s", @"t") name="norm1"
"r1" = relu("n1") name="relu1"
"c2" = conv("r1", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"a2" = add("c2", "a1") name="add2"
"p" = max_pool("a2") {nd=2, kernel=[3,3], stride=[1,1], pad_begin=[1,1], pad_end=[1,1]} name="pool"
"g" = sigmoid("p") name="sigmoid"
"m" = mul("p", "g") name="mul"
"c3" = conv("m", @"c11") name="conv3"
"a3" = add("x", "z") name="add3"
"r3" = relu("a3") name="relu3"
"c4" = conv("r3", @"c11") name="conv4"
"c5" = conv("x", @"c11") name="conv5"
"r5" = relu("c5") name="two"
"c6" = conv("r5", @"c11") name="conv6"
"c7" = conv("r5", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="conv7"
"c8" = conv("z", @"c11") name="conv8"
"r8" = relu("c8") name="result"
"c9" = conv("r8", @"c11") name="conv9"
"c10" = conv("z", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="conv10"
"r10" = relu("c10") name="way"
"e10" = abs("r10") name="abs"
"c11" = conv("e10", @"c11") name="conv11"
"q10" = exp("r10") name="beside"
"c12" = conv("z", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="conv12"
"r12" = relu("c12") name="alone"
"c13" = conv("r12", @"c11") name="conv13"
output("a2", "p", "c3", "a3", "c4", "c5", "c6", "c7", "c8", "r8", "c9", "c10", "c11", "q10", "c13")
@"c33" = f32[32,32,3,3] seed 1
@"c11" = f32[32,32,1,1] seed 2
@"s" = f32[32] seed 4
@"t" = f32[32] seed 5
--- full
conv1(anchor) add1(point): x z -> a1; 200704 bytes less: epilogue
norm1(prologue) relu1(prologue) conv2(anchor) add2(point): a1 -> a2; 602112 bytes less: epilogue, elementwise, prologue
pool(anchor): a2 -> p: the value is stored for others, and this is done to it as it is read
sigmoid(prologue) mul(prologue) conv3(anchor): p -> c3; 401408 bytes less: elementwise, prologue
add3(point): x z -> a3: the value is stored for others, and this is done to it as it is read
relu3(prologue) conv4(anchor): a3 -> c4; 200704 bytes less: prologue
conv5(anchor) two(point): x -> c5 r5; 100352 bytes less: epilogue
conv6(anchor): r5 -> c6: it is complex, and needs many elements of the value at once
conv7(anchor): r5 -> c7: it is complex, and needs many elements of the value at once
conv8(anchor) result(point): z -> c8 r8; 100352 bytes less: epilogue
conv9(anchor): r8 -> c9: it is complex, and needs many elements of the value at once
conv10(anchor) way(point) beside(point): z -> c10 r10 q10; 200704 bytes less: epilogue
abs(prologue) conv11(anchor): r10 -> c11; 200704 bytes less: prologue
conv12(anchor) alone(point): z -> r12; 200704 bytes less: epilogue
conv13(anchor): r12 -> c13: it is complex, and needs many elements of the value at once
--- tvm
conv1(anchor) add1(point): x z -> a1; 200704 bytes less: elementwise on the output of a conv
norm1(point) relu1(point): a1 -> r1; 200704 bytes less: elementwise
conv2(anchor) add2(point): r1 a1 -> a2; 200704 bytes less: elementwise on the output of a conv
pool(anchor): a2 -> p: it is a result
sigmoid(point) mul(point): p -> m; 200704 bytes less: elementwise
conv3(anchor): m -> c3: it is a result
add3(point): x z -> a3: it is a result
relu3(point): a3 -> r3: it is elementwise, and an edge on the way there is complex
conv4(anchor): r3 -> c4: it is a result
conv5(anchor): x -> c5: it is a result
two(point): c5 -> r5: its readers meet nowhere
conv6(anchor): r5 -> c6: it is a result
conv7(anchor): r5 -> c7: it is a result
conv8(anchor): z -> c8: it is a result
result(point): c8 -> r8: it is a result
conv9(anchor): r8 -> c9: it is a result
conv10(anchor): z -> c10: it is a result
way(point): c10 -> r10: its readers meet nowhere
abs(point): r10 -> e10: it is elementwise, and an edge on the way there is complex
conv11(anchor): e10 -> c11: it is a result
beside(point): r10 -> q10: it is a result
conv12(anchor) alone(point): z -> r12; 200704 bytes less: elementwise on the output of a conv
conv13(anchor): r12 -> c13: it is a result
--- refused
epilogue: add1, norm1: the value is stored for others, and this is done to it as it is read
epilogue: add1, add2: it is complex, and so is another operand, which is there later
epilogue: pool, sigmoid: the value is stored for others, and this is done to it as it is read
epilogue: pool, mul: the value is stored for others, and this is done to it as it is read
elementwise: add3, relu3: the value is stored for others, and this is done to it as it is read
epilogue: way, abs: the value is stored for others, and this is done to it as it is read
no rule: add2, pool: it is complex, and needs many elements of the value at once
no rule: two, conv6: it is complex, and needs many elements of the value at once
no rule: two, conv7: it is complex, and needs many elements of the value at once
no rule: result, conv9: it is complex, and needs many elements of the value at once
no rule: alone, conv13: it is complex, and needs many elements of the value at once
