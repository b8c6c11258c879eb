# Back to a signal.
test run
--- in
"x" = input name="x"
"a" = ncnn.spectrogram("x") {n_fft=8, hoplen=4, window_type=hann} name="l"
"out" = ncnn.inverse_spectrogram("a") {n_fft=8, hoplen=4, window_type=hann, returns=real} name="b"
output("out")
--- feed
x 16
--- results
out 16: 0.992 -1.6 0.0920001 -1.61 0.624 -1.568 -0.452 -1.1 0.16 1.786 -1.174 1.36 -0.578 -0.302 0.81 -1.44
