# Boxes of two corners in any order, in two batches of two classes; of centres; nothing is asked for; a threshold of scores.
test run
--- in
"a" = non_max_suppression(@"x", @"s", @"two", @"half") name="a"
"b" = non_max_suppression(@"c", @"t", @"two", @"half") {center_point_box=true} name="b"
"d" = non_max_suppression(@"c", @"t") name="d"
"e" = non_max_suppression(@"c", @"t", @"two", @"half", @"half") {center_point_box=true} name="e"
output("a", "b", "d", "e")
@"x" = f32[2,3,4] [0,0,1,1,1,1.1,0,0.1,0,10,1,11,0,0,1,1,5,5,6,6,0,0,1,0.5]
@"s" = f32[2,2,3] [0.9,0.8,0.1,0.1,0.9,0.2,0.3,0.2,0.9,0.3,0.3,0.3]
@"c" = f32[1,2,4] [0.5,0.5,1,1,0.5,1,1,1]
@"t" = f32[1,1,2] [0.4,0.6]
@"two" = i64[] [2]
@"half" = f32[1] [0.5]
--- results
a 8,3: 0 0 0 0 0 2 0 1 1 0 1 2 1 0 2 1 0 0 1 1 0 1 1 1
b 2,3: 0 0 1 0 0 0
d 0,3:
e 1,3: 0 0 1
