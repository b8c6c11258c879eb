# One scale, one box a cell, two classes.
test run
--- in
"x" = input name="x"
"out" = ncnn.yolov3_detection_output("x") {num_class=2, num_box=1, confidence_threshold=0.2, biases=[15,20], mask=[0], anchors_scale=[32]} name="l"
output("out")
--- feed
x 7,2,3
--- results
out 2,6: 1 0.567952 0.542476 0.770464 0.905859 1.0253 1 0.53295 0.525934 0.544554 0.574818 0.691579
