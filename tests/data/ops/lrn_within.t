# Within a channel.
test run
--- in
"x" = input name="x"
"out" = ncnn.lrn("x") {region_type=within_channel, local_size=3, alpha=0.5} name="l"
output("out")
--- feed
x 1,3,3
--- results
out 1,3,3: 0.786597 -1.1807 0.0755268 -1.22407 0.442871 -1.23854 -0.383679 -0.862898 0.137253
