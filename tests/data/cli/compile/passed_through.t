# An input that is a result, and a constant that is one: the sizes that the file hints at are used though nothing is computed.
test cli
--- run
printf '7767517\n1 1\nInput data 0 1 data 0=4 1=2 2=3\n' > input.param
printf '7767517\n2 2\nInput data 0 1 data 0=4 1=2 2=3\nMemoryData k 0 1 out 0=5\n' > constant.param
printf '7767517\n3 4\nInput data 0 1 data 0=2 1=2 2=1\nSplit s 1 2 data a b\nReLU r 1 1 a out\n' > both.param
for net in input constant both; do
    $SINTER compile $net.param --bin seed:1 -o $net --target generic | grep -v code
    (cd $net && cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O1 $net.c ${net}_selftest.c main.c -lm -lpthread -o example && ./example | cut -d' ' -f1-3)
done
--- out
steps     1, 0 FLOP
weights   0 B
workspace 576 B
checked   each step computes what the interpreter does
written   input: input.h, input.c, input_selftest.c, main.c, CMakeLists.txt
data  3,2,4
steps     2, 5 FLOP
weights   128 B
workspace 576 B
checked   each step computes what the interpreter does
written   constant: constant.h, constant.c, constant.weights, constant_selftest.c, main.c, CMakeLists.txt
data  3,2,4
out  5
steps     2, 4 FLOP
weights   0 B
workspace 576 B
checked   each step computes what the interpreter does
written   both: both.h, both.c, both_selftest.c, main.c, CMakeLists.txt
b  1,2,2
out  1,2,2
