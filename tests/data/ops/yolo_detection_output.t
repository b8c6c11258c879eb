# One box a cell, two classes.
test run
--- in
"x" = input name="x"
"out" = ncnn.yolo_detection_output("x") {num_class=2, num_box=1, confidence_threshold=0.2, biases=[1.5,2]} name="l"
output("out")
--- feed
x 7,2,3
--- results
out 3,6: 1 0.492706 0.472161 0.382826 0.628591 0.853307 1 0.307718 0.142755 0.490149 1.30558 1.30561 2 0.254016 -0.0037024 0.557809 0.114761 1.29863
