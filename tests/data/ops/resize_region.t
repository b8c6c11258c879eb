# A region that lies partly outside.
test run
--- in
"x" = constant(@"k")
"out" = resize("x") {mode=linear, sizes=[2,3], coordinate_transformation_mode=tf_crop_and_resize, roi=[0,0.25,1,1.5], extrapolation_value=-7} name="l"
output("out")
@"k" = f32[3,3] [0.125,0.5,1.125,2,3.125,4.5,6.125,8,10.125]
--- results
out 2,3: 0.3125 0.96875 -7 7.0625 9.59375 -7
