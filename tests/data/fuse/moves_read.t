# Two moves are one, unless others read what lies between them.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = transpose("x") {perm=[1,2,0]} name="t1"
"c" = channel_shuffle("a") {groups=2, axis=0} name="sh"
"d" = transpose("x") {perm=[2,1,0]} name="t3"
"e" = channel_shuffle("d") {groups=2, axis=0} name="sh2"
output("c", "d", "e")
--- tvm
t1(move) sh(move): x -> c; 16384 bytes less: elementwise and moves
t3(move): x -> d: it is a result
sh2(move): d -> e: it is a result
--- full
t1(move) sh(move): x -> c; 16384 bytes less: moves
t3(move): x -> d: others read the value as it is
sh2(move): d -> e: others read the value as it is
--- refused
moves: t3, sh2: others read the value as it is
