# A batch: where weights are more than what lies between layers, each layer is done for all images; in front of that, image by image.
test plan
--- in
"x" = input : f32[3,64,64]
"a" = conv("x", @"v") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="wide"
"b" = conv("a", @"w") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="wider"
"c" = max_pool("b") {kernel=[4,4], stride=[4,4]} name="pool"
"d" = reshape("c") {shape=["8192"]} name="flat"
"e" = linear("d", @"u") name="fc"
output("e")
@"v" = f32[64,3,3,3] seed 1
@"w" = f32[512,64,3,3] seed 1
@"u" = f32[100,8192] seed 1
--- batch
4
--- full
0   stem  wide: p 3x64x64 @in0, _ -> b 64x32x32 @529472
1 | direct  wider: b 64x32x32 @529472, _ -> b 512x16x16 @0
2 | pool  pool: b 512x16x16 @0 -> b 512x4x4 @529472
3 | move : b 512x4x4 @529472 -> p 512x4x4 @image+793216
4 | linear  fc: p 8192 @image+793216, _ -> p 100 @out0
steps 0 to 3: image by image
steps 4 to 4: each for all images
workspace: 793216 bytes, 954880 without sharing
and for 4 images 132160 bytes
