# Regions of two images; the second region is partly outside of its image, and what is more than a pixel outside counts as 0. The largest of a bin is that of weighted pixels.
test run
--- in
"a" = roi_align(@"x", @"r", @"b") {output_height=2, output_width=2, sampling_ratio=2, coordinate_transformation_mode=output_half_pixel}
"h" = roi_align(@"x", @"r", @"b") {sampling_ratio=1, spatial_scale=0.5}
"m" = roi_align(@"x", @"r", @"b") {mode=max, sampling_ratio=1, output_width=2, coordinate_transformation_mode=output_half_pixel}
output("a", "h", "m")
@"x" = f32[2,1,3,4] [0,1,2,3,4,5,6,7,8,9,10,11,20,21,22,23,24,25,26,27,28,29,30,31]
@"r" = f32[2,4] [0,0,2,2,2,1,7,4]
@"b" = i64[2] [0,-1]
--- results
a 2,1,2,2: 2.5 3.5 6.5 7.5 29.5625 0 15.4062 0
h 2,1,1,1: 0 24.75
m 2,1,1,2: 2.5 3 31 0
