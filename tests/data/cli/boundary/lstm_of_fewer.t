# Recurrent layers of fewer elements than they have weights for stay.
test cli
--- run
cat > a.param <<'END'
7767517
6 8
Input in0 0 1 x 0=7 1=4
Split s 1 3 x x0 x1 x2
Dropout d 1 1 x0 xd
LSTM a 1 1 xd a 0=4 1=160 2=0
GRU b 1 1 x1 b 0=4 1=120 2=0
RNN c 1 1 x2 c 0=4 1=40 2=0
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
cat b.param
$SINTER show a.param --bin seed:1 -q > /dev/null && $SINTER convert a.param --bin seed:1 -o c.param -q
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: LSTM 'a' is kept as it is: width of x is 7, where 10 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: GRU 'b' is kept as it is: width of x is 7, where 10 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: RNN 'c' is kept as it is: width of x is 7, where 10 are expected, and what is left out depends on the runtime's settings
7767517
5 7
Input in0 0 1 x 0=7 1=4
Split                    s                        1 3 x x1 x2 x_splitncnn_2
LSTM                     a                        1 1 x_splitncnn_2 a 0=4 1=160 2=0
GRU b 1 1 x1 b 0=4 1=120 2=0
RNN c 1 1 x2 c 0=4 1=40 2=0
sinter: warning: a.param: LSTM 'a' is kept as it is: width of x is 7, where 10 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: GRU 'b' is kept as it is: width of x is 7, where 10 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: RNN 'c' is kept as it is: width of x is 7, where 10 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: LSTM 'a' is kept as it is: width of x is 7, where 10 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: GRU 'b' is kept as it is: width of x is 7, where 10 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: RNN 'c' is kept as it is: width of x is 7, where 10 are expected, and what is left out depends on the runtime's settings
the same
