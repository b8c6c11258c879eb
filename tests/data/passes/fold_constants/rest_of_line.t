test optimize
--- in
"v1" = constant(@"k12") name="n1"
"v2" = ncnn.reduction("v1") {coeff=0.5} name="n2"
"v3" = ncnn.reduction("v2") {operation=sumsq, coeff=0.5} name="n3"
"v33_0" = ncnn.eltwise("v3", "v3") name="n4"
output("v33_0")
@"k12" = f32[1] [0]
--- remarks
fired: fold_constants: n2 -> n2 (constant)
fired: fold_constants: n2 -> n2 (constant)
fired: fold_constants: n2 -> n2 (constant)
fired: fold_constants: n3 -> n3 (constant)
fired: fold_constants: n3 -> n3 (constant)
fired: fold_constants: n3 -> n3 (constant)
fired: fold_constants: n4 -> n4 (constant)
--- out
"v33_0" = constant(@%0) name="n4" : f32[1]
output("v33_0")
@%0 = f32[1] [0]
