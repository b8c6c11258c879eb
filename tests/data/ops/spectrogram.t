# Power.
test run
--- in
"x" = input name="x"
"out" = ncnn.spectrogram("x") {n_fft=8, hoplen=4, window_type=hann, power=energy} name="l"
output("out")
--- feed
x 16
--- results
out 5,5: 4.48986 7.09689 0.00958895 0.0375313 0.164795 0.36715 1.06718 3.19077 0.119753 0.150374 0.81 0.647813 5.08616 1.05205 1.01155 6.70773 5.24079 5.86506 6.81915 6.2963 18.3778 12.6167 1.45945 2.93687 5.09834
