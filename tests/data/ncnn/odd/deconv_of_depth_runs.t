# A 2-D deconvolution of a value with depth: the first plane of each channel.
test ncnn run
--- param
7767517
2 2
Input in0 0 1 x
Deconvolution c 1 1 x out 0=1 1=2 3=2 6=8
--- feed
x 2,2,1,2
--- results
out 1,2,4: -1.16412 -0.102877 2.24109 0.593231 0.688507 -1.03885 -1.08846 1.84823
