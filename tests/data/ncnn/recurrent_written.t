# Recurrent layers of a vector, a matrix, an image and what has no known rank are written as they were read.
test ncnn load
--- param
7767517
12 17
Input in0 0 1 v 0=3
Input in1 0 1 m 0=3 1=5
Input in2 0 1 i 0=3 1=5 2=1
Input in3 0 1 j 0=3 1=5 2=2
Input in4 0 1 u
Input in5 0 1 h 0=2 1=2
RNN a 1 1 v a 0=2 1=6
GRU b 2 2 m h b bh 0=2 1=36 2=2
LSTM c 1 1 i c 0=2 1=24 2=1
LSTM d 1 3 j d dh dc 0=2 1=24
GRU e 1 1 u e 0=2 1=18
LSTM f 1 1 a f 0=1 1=24 3=3
--- out
7767517
12 17
Input in0 0 1 v 0=3
Input in1 0 1 m 0=3 1=5
Input in2 0 1 i 0=3 1=5 2=1
Input in3 0 1 j 0=3 1=5 2=2
Input in4 0 1 u
Input in5 0 1 h 0=2 1=2
RNN a 1 1 v a 0=2 1=6
GRU b 2 2 m h b bh 0=2 1=36 2=2
LSTM c 1 1 i c 0=2 1=24 2=1
LSTM d 1 3 j d dh dc 0=2 1=24
GRU e 1 1 u e 0=2 1=18
LSTM f 1 1 a f 0=1 1=24 3=3
