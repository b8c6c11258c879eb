# The weights of a recurrent layer are in the file once: 4 gates of 8 cells, 5 + 8 columns and two biases, after a head of 64 bytes.
test cli
--- run
cat > lstm.param <<'NET'
7767517
2 2
Input data 0 1 data 0=5 1=3
LSTM l 1 1 data y 0=8 1=160 2=0
NET
$SINTER compile lstm.param --bin seed:1 -o lstm --target generic --check=off -q
echo $((($(wc -c < lstm/lstm.weights) - 64) / 4)) of $((32 * (5 + 8 + 2)))
--- out
480 of 480
