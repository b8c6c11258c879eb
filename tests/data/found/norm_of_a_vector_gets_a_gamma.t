# The norm is recognised before the number of channels is known, so without a size; the factors that come later bring it.
test optimize
--- in
"in0" = input {hint=[3,3,3]} : f32[_,2,2]
"v1" = global_max_pool("in0") {keepdims=false} name="n1"
"v2" = global_max_pool("in0") {keepdims=false} name="n2"
"v3" = reshape("v2") {shape=[2,1,1]} name="n3"
"v4" = pow("v1", @"k5") name="n4"
"v5" = ncnn.reduction("v4") {operation=mean} name="n5"
"v6" = sub("v5", @"k6") name="n6"
"v7" = sqrt("v6") name="n7"
"v8" = div("v1", "v7") name="n8"
"v21_0" = mul(@"k7", "v8") name="n9"
%950 = ncnn.as_rows("v3") {ic=2}
"v27_0" = linear(%950, @%0, _) name="n10"
output("v27_0", "v21_0")
@"k5" = f32[] [2]
@"k6" = f32[] [-0.01]
@"k7" = f32[2] [1,2]
@%0 = f32[2,2] [0,0,0,0]
--- norun
--- remarks
fired: recognise_norm: n4 + n5 + n6 + n7 + n8 -> n8 (rms_normalization)
fired: merge_duplicates: n1 + n2 -> n1 (global_max_pool)
fired: merge_views: n3 -> n3 (reshape)
fired: drop_implied_views: n3 + n10 -> n10 (linear)
fired: recognise_norm: n8 + n9 -> n9 (rms_normalization)
--- out
"in0" = input {hint=[3,3,3]} : f32[2,2,2]
"v1" = global_max_pool("in0") {keepdims=false} name="n1" : f32[2]
"v21_0" = rms_normalization("v1", @%0) {epsilon=0.01} name="n9" : f32[2]
"v27_0" = linear("v1", @%1, _) name="n10" : f32[2]
output("v27_0", "v21_0")
@%0 = f32[2] [1,2]
@%1 = f32[2,2] [0,0,0,0]
