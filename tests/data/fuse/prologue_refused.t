# No prologue: an operator that nobody reads, which would be the last one; more constants than a function should take; calls that double.
test fuse
--- in
"x" = input : f32[16,20,20]
"z" = input : f32[16,20,20]
"r" = relu("x") name="relu"
"e" = exp("r") name="unread"
"y" = conv("r", @"c") name="first"
"b1" = batch_normalization("z", @"s", @"s", @"s", @"s") name="n1"
"b2" = batch_normalization("b1", @"s", @"s", @"s", @"s") name="n2"
"b3" = batch_normalization("b2", @"s", @"s", @"s", @"s") name="n3"
"b4" = batch_normalization("b3", @"s", @"s", @"s", @"s") name="n4"
"b5" = batch_normalization("b4", @"s", @"s", @"s", @"s") name="n5"
"u" = conv("b5", @"c") name="second"
"m1" = mul("z", "z") name="m1"
"m2" = mul("m1", "m1") name="m2"
"m3" = mul("m2", "m2") name="m3"
"m4" = mul("m3", "m3") name="m4"
"m5" = mul("m4", "m4") name="m5"
"m6" = mul("m5", "m5") name="m6"
"v" = conv("m6", @"c") name="third"
output("y", "u", "v")
@"c" = f32[24,16,1,1] seed 2
@"s" = f32[16] seed 4
--- full
relu(point) unread(point): x -> r; 25600 bytes less: elementwise
first(anchor): r -> y: others read values on the way, too
n1(point) n2(point) n3(point) n4(point) n5(point): z -> b5; 204800 bytes less: elementwise
second(anchor): b5 -> u: it would be too much for one formula
m1(point) m2(point) m3(point) m4(point) m5(point) m6(point): z -> m6; 384000 bytes less: elementwise
third(anchor): m6 -> v: it would be too much for one formula
--- tvm
relu(point): x -> r: its readers meet nowhere
unread(point): r ->: its readers meet nowhere
first(anchor): r -> y: it is a result
n1(point) n2(point) n3(point) n4(point) n5(point): z -> b5; 204800 bytes less: elementwise
second(anchor): b5 -> u: it is a result
m1(point) m2(point) m3(point) m4(point) m5(point) m6(point): z -> m6; 384000 bytes less: elementwise
third(anchor): m6 -> v: it is a result
--- refused
prologue: relu, first: others read values on the way, too
prologue: n5, second: it would be too much for one formula
prologue: m6, third: it would be too much for one formula
