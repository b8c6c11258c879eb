# A query whose summands are all -inf gives 0, whether or not the keys fill lanes.
test run
--- in
"q" = input name="q"
"k" = input name="k"
"w" = input name="w"
"y" = attention("q", "k", "k", @"few") {scale=1} name="y"
"z" = attention("q", "w", "w", @"many") {scale=1} name="z"
output("y", "z")
@"few" = f32[2,3] [-inf,-inf,-inf,0,-inf,1]
@"many" = f32[2,16] [-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-inf]
--- feed
q 1,1,2,2
k 1,1,3,2
w 1,1,16,2
--- results
y 1,1,2,2: 0 0 0.618605 -1.529
z 1,1,2,2: 0 0 0.241651 -0.982287
