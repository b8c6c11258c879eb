# Nine boxes a cell.
test run
--- in
"i" = constant(@"i.data") name="i"
"s" = input name="s"
"d" = input name="d"
"out", "score" = ncnn.proposal("s", "d", "i") {pre_nms_topN=20, after_nms_topN=4, nms_thresh=0.5, min_size=4} name="l"
output("out", "score")
@"i.data" = f32[3] [50,60,1]
--- feed
s 18,2,2
d 36,2,2
--- results
out 4,1,4: 0 0 59 7.67175 0 0 59 49 0 0 19.317 49 0 26.9437 59 49
score 4,1,1: 1.336 1.3 -0.906 -1.01
