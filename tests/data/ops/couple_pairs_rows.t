# Of many rows each is what it is alone.
test run
--- in
"v" = mul(@"rows", @"tenth")
"all" = couple_pairs("v")
"last" = slice("all") {axes=[0], starts=[129], ends=[130]}
"row" = slice("v") {axes=[0], starts=[129], ends=[130]}
"alone" = couple_pairs("row")
output("last", "alone")
@"rows" = f32[130,3] seed 1
@"tenth" = f32[] [0.1]
--- results
last 1,3: 0.0468474 0.00767061 0.945482
alone 1,3: 0.0468474 0.00767061 0.945482
