# sums of each channel
test run
--- in
"dy" = input : f32[3,5,7,3]
"x" = input : f32[3,5,7,3]
"mean" = input : f32[5]
"s", "p" = channel_sums("dy", "x", "mean") {axis=1} name="l"
"t", "q" = channel_sums("dy", "x") {axis=2} name="k"
output("s", "p", "t", "q")
--- feed
dy 3,5,7,3
x 3,5,7,3
mean 5
--- results
s 5: -7.046 7.806 -7.572 -10.412 -7.416
p 5: 6.57455 -7.24656 -20.8655 -30.7633 14.1952
t 7: -13.244 -12.904 -1.704 3.048 6.414 3.164 -9.414
q 7: 8.62925 -6.83999 -4.94558 -15.4467 2.73291 -1.48142 2.72052
