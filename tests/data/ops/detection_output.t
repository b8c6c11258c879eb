# Two classes, four boxes, of which two overlap.
test run
--- in
"p" = constant(@"p.data") name="p"
"c" = constant(@"c.data") name="c"
"x" = input name="x"
"out" = ncnn.detection_output("x", "c", "p") {num_class=2, nms_threshold=0.45, nms_top_k=10, keep_top_k=5, confidence_threshold=0.2, variances=[0.1,0.1,0.2,0.2]} name="l"
output("out")
@"p.data" = f32[2,16] [0.1,0.1,0.4,0.4,0.12,0.1,0.42,0.4,0.5,0.5,0.9,0.9,0.2,0.6,0.4,0.8,0.1,0.1,0.2,0.2,0.1,0.1,0.2,0.2,0.1,0.1,0.2,0.2,0.1,0.1,0.2,0.2]
@"c.data" = f32[8] [0.1,0.9,0.2,0.8,0.3,0.7,0.9,0.1]
--- feed
x 16
--- results
out 2,6: 1 0.9 0.126974 0.0932953 0.432546 0.310705 1 0.7 0.548254 0.508923 0.864546 1.03396
