# Weights that all sets read are in the file once; where another kernel is chosen for a size, what it has packed in its own way is counted.
test cli
--- run
cat > net.param <<'NET'
7767517
3 3
Input        data 0 1 data
Convolution  conv 1 1 data c 0=64 1=3 4=1 5=1 6=36864
Convolution  last 1 1 c out 0=16 1=1 5=1 6=1024
NET
bytes() { $SINTER compile net.param --bin seed:1 -o out --target x86-64-v3 --check=off --no-selftest --json "$@" | python3 -c 'import json, sys; r = json.load(sys.stdin); print(r["weights_bytes"], r.get("apart_weights_bytes"))'; }
one=$(bytes --input 64,40,40 | cut -d' ' -f1); other=$(bytes --input 64,48,40 | cut -d' ' -f1)
set -- $(bytes --input 64,40,40 --input 64,48,40); test $1 = $one && test $1 = $other && echo "packed alike: the file of one, $2 bytes for some alone"
small=$(bytes --input 64,4,1 | cut -d' ' -f1)
set -- $(bytes --input 64,40,40 --input 64,4,1); test $1 -gt $one && test $2 -gt 0 && test $1 -lt $((one + small)) && test $(($1 - $2)) -gt 64 && echo "another kernel: more than the file of one, less than two"
$SINTER compile net.param --bin seed:1 -o array --target generic --input 64,40,40 --input 64,4,1 --embed-weights -q && ls array
cc -std=c11 -Wall -Wextra -Werror -O1 array/net*.c array/main.c -lm -lpthread -o example && ./example --selftest | sed 's/(.*)/(TIME)/'
--- out
packed alike: the file of one, 0 bytes for some alone
another kernel: more than the file of one, less than two
CMakeLists.txt
main.c
net.c
net.h
net_selftest.c
net_weights.c
64,40,40: all 1 steps compute what they should (TIME)
64,4,1: all 1 steps compute what they should (TIME)
