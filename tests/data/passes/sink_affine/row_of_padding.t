# A row of padding alone is 0, and a rounding when a shift was moved across it: no difference.
test optimize
--- in
"x" = input : f32[1,1]
"v1" = ncnn.power("x") {scale=0.70710677, shift=0.5075425} name="n1"
"v2" = pad("v1") {pads=[1,0,0,0]} name="n2"
%950 = ncnn.as_rows("v2") {ic=1}
"y" = linear(%950, @"k10") name="n3"
output("y")
@"k10" = f32[6,1] [1,1.1,1.2,1.3,1.4,1.5]
--- remarks
fired: sink_affine: n1 + n2 + n3 -> n3 (linear)
fired: sink_affine: n2 + n3 -> n3 (linear)
--- out
"x" = input : f32[1,1]
%0 = pad("x") {pads=[1,0,0,0], value=-0.7177735} name="n2" : f32[2,1]
"y" = linear(%0, @"k10", @%0) name="n3" : f32[2,6]
output("y")
@"k10" = f32[6,1] [0.70710677,0.7778175,0.84852815,0.91923875,0.98994946,1.0606601]
@%0 = f32[6] [0.5075425,0.55829674,0.609051,0.65980524,0.7105595,0.76131374]
