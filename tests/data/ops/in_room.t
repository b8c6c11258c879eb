# What compiled code makes of operators of which only the data tells how much they find: as much as there is room for, and how much of that was found.
test run
--- in
"a", "na" = non_zero_in_room(@"x") {room=7}
"b", "nb" = compress_in_room(@"x", @"told") {axis=1, room=3}
"c", "ci", "cv", "cc", "nc" = unique_in_room(@"x") {room=6, sorted=false}
"d", "di", "dv", "dc", "nd" = unique_in_room(@"x") {axis=0, room=2}
"e", "ne" = non_max_suppression_in_room(@"boxes", @"scores", @"most") {room=4}
output("a", "na", "b", "nb", "c", "ci", "cv", "cc", "nc", "d", "di", "nd", "e", "ne")
@"x" = f32[2,3] [0,-1,2,0,-1,2]
@"told" = bool[3] [1,0,1]
@"boxes" = f32[1,3,4] [0,0,1,1,0,0,1,1,2,2,3,3]
@"scores" = f32[1,1,3] [0.5,0.75,0.25]
@"most" = i64[1] [3]
--- results
a 2,7: 0 0 1 1 -1 -1 -1 1 2 1 2 -1 -1 -1
na : 4
b 2,3: 0 2 0 0 2 0
nb : 2
c 6: 0 -1 2 0 0 0
ci 6: 0 1 2 -1 -1 -1
cv 6: 0 1 2 0 1 2
cc 6: 2 2 2 -1 -1 -1
nc : 3
d 2,3: 0 -1 2 0 0 0
di 2: 0 -1
nd : 1
e 4,3: 0 0 1 0 0 2 -1 -1 -1 -1 -1 -1
ne : 2
