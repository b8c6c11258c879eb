# Case 15: a LayerNorm of as many elements as a row normalises rows of an image.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
LayerNorm norm 1 1 x out 0=4 1=0.001 2=0
--- feed
x 2,3,4
--- results
out 2,3,4: 1.36012 -0.953917 0.556638 -0.962845 1.51655 -1.14713 0.209011 -0.578427 -0.323708 1.08742 -1.48142 0.717713 -0.249219 0.0938457 1.47605 -1.32068 -1.19017 1.57153 -0.320087 -0.0612641 -1.61936 0.741291 -0.0253289 0.903395
