# Pads count only where one of them is positive: a -233 on one side alone is nothing. A deconvolution is cut to a size only with a word for SAME, and a word for SAME alone cuts nothing. They are written as they were read.
test ncnn load
--- param
7767517
6 6
Input data 0 1 data 0=6 1=6 2=2
Convolution a 1 1 data a 0=2 1=3 4=-233 15=0 14=0 16=0 6=36
Deconvolution b 1 1 a b 0=2 1=3 4=-233 6=36
Deconvolution c 1 1 b c 0=2 1=3 3=2 4=-234 18=12 19=12 6=36
Unfold d 1 1 c d 1=3 4=-233 15=0 14=0 16=0
ReLU r 1 1 d r
--- out
7767517
6 6
Input data 0 1 data 0=6 1=6 2=2
Convolution a 1 1 data a 0=2 1=3 4=-233 15=0 14=0 16=0 6=36
Deconvolution b 1 1 a b 0=2 1=3 4=-233 6=36
Deconvolution c 1 1 b c 0=2 1=3 3=2 4=-234 18=12 19=12 6=36
Unfold d 1 1 c d 1=3 4=-233 15=0 14=0 16=0
ReLU r 1 1 d r
