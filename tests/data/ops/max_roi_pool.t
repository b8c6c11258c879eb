# Regions of two images, whose corners are rounded; bins that share pixels, one that is partly outside, one that has no pixel; a region that ends before it begins is a pixel large.
test run
--- in
"a" = max_roi_pool(@"x", @"r", @"b") {output_height=2, output_width=2}
"h" = max_roi_pool(@"x", @"r", @"b") {output_height=1, output_width=3, spatial_scale=0.5}
output("a", "h")
@"x" = f32[2,1,3,4] [0,1,2,3,4,5,6,7,8,9,10,11,-20,-21,-22,-23,-24,-25,-26,-27,-28,-29,-30,-31]
@"r" = f32[3,4] [0,0,2.4,1.5,2,1,7,4,3,2,1,0]
@"b" = i64[3] [0,-1,1]
--- results
a 3,1,2,2: 5 6 9 10 -26 0 0 0 -31 -31 -31 -31
h 3,1,1,3: 4 5 5 -25 -26 -27 -26 -26 -26
