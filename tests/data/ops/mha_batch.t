# Each image of a batch attends to its own keys: as two runs of one, with a mask for each head, and with one for all.
test run
--- in
"q" = input name="q"
"k" = input name="k"
"v" = input name="v"
"m" = input name="m"
"a" = input name="a"
"y" = multi_head_attention("q", "k", "v", @"l.wq", @"l.bq", @"l.wk", @"l.bk", @"l.wv", @"l.bv", @"l.wo", @"l.bo", "m") {embed_dim=4, num_heads=2, kdim=3, vdim=2, scale=0.70710677, batch_axes=1} name="l"
"q0" = slice("q") {starts=[0], ends=[1], axes=[0]}
"q.0" = squeeze("q0") {axes=[0]}
"k0" = slice("k") {starts=[0], ends=[1], axes=[0]}
"k.0" = squeeze("k0") {axes=[0]}
"v0" = slice("v") {starts=[0], ends=[1], axes=[0]}
"v.0" = squeeze("v0") {axes=[0]}
"m0" = slice("m") {starts=[0], ends=[1], axes=[0]}
"m.0" = squeeze("m0") {axes=[0]}
"y0" = multi_head_attention("q.0", "k.0", "v.0", @"l.wq", @"l.bq", @"l.wk", @"l.bk", @"l.wv", @"l.bv", @"l.wo", @"l.bo", "m.0") {embed_dim=4, num_heads=2, kdim=3, vdim=2, scale=0.70710677} name="one0"
"q1" = slice("q") {starts=[1], ends=[2], axes=[0]}
"q.1" = squeeze("q1") {axes=[0]}
"k1" = slice("k") {starts=[1], ends=[2], axes=[0]}
"k.1" = squeeze("k1") {axes=[0]}
"v1" = slice("v") {starts=[1], ends=[2], axes=[0]}
"v.1" = squeeze("v1") {axes=[0]}
"m1" = slice("m") {starts=[1], ends=[2], axes=[0]}
"m.1" = squeeze("m1") {axes=[0]}
"y1" = multi_head_attention("q.1", "k.1", "v.1", @"l.wq", @"l.bq", @"l.wk", @"l.bk", @"l.wv", @"l.bv", @"l.wo", @"l.bo", "m.1") {embed_dim=4, num_heads=2, kdim=3, vdim=2, scale=0.70710677} name="one1"
"z" = multi_head_attention("q", "k", "v", @"l.wq", @"l.bq", @"l.wk", @"l.bk", @"l.wv", @"l.bv", @"l.wo", @"l.bo", "a") {embed_dim=4, num_heads=2, kdim=3, vdim=2, scale=0.70710677, batch_axes=1} name="n"
output("y", "y0", "y1", "z")
@"l.wq" = f32[4,4] [-0.27,-0.22,-0.3,0.12,0.29,0.31,-0.3,-0.01,-0.06,0.82,-0.05,0.02,0.22,0.15,-0.64,0.17]
@"l.bq" = f32[4] [0.05,0.58,-0.59,-0.26]
@"l.wk" = f32[4,3] [-0.47,0.59,-0.61,0.38,-0.78,0.67,-0.47,0.52,-0.61,-0.75,0.11,0.79]
@"l.bk" = f32[4] [-0.05,-0.29,0.02,0.57]
@"l.wv" = f32[4,2] [-0.98,-0.69,-0.41,0.52,-0.37,0.19,0.25,0.12]
@"l.bv" = f32[4] [0.01,-0.47,0.6,-0.06]
@"l.wo" = f32[4,4] [-0.77,-0.73,-0.01,0.66,-0.37,-0.85,0.88,-0.77,0.01,-0.16,-0.86,0.85,0.53,-0.62,0.47,0.14]
@"l.bo" = f32[4] [-0.06,0.49,-0.61,0.32]
--- feed
q 2,2,4
k 2,3,3
v 2,3,2
m 2,2,2,3
a 2,3
--- results
y 2,2,4: -0.484931 1.43876 -1.61258 1.03692 -0.0747386 1.46275 -1.42037 0.859632 -0.681121 1.37708 -1.79185 0.695525 -1.71987 1.10919 -1.69785 1.87632
y0 2,4: -0.484931 1.43876 -1.61258 1.03692 -0.0747386 1.46275 -1.42037 0.859632
y1 2,4: -0.681121 1.37708 -1.79185 0.695525 -1.71987 1.10919 -1.69785 1.87632
z 2,2,4: 0.124662 1.61479 -1.62485 0.44496 1.25178 1.77835 -1.27612 -0.208741 -0.473065 1.2025 -1.72177 0.573164 -0.142947 1.16768 -1.61706 0.225548
