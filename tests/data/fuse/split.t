# Parts of a value are read where they lie.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"p", "q" = split("a") {sizes=[4,-1]} name="split1"
"y" = sigmoid("q") name="y"
output("p", "y")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is injective
split1(move): a -> p q: it is a result
y(point): q -> y: it is a result
--- full
conv1(anchor): x -> a: there is nothing beside it
split1(move): a -> p q; 16384 bytes less; in slices: parts lie where they belong: nothing is left to do
y(point): q -> y: its operand is a part of another value
--- refused
elementwise: split1, y: its operand is a part of another value
