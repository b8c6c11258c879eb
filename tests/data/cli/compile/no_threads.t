# --no-threads: no thread, no pthread and no more than one, in a folder of several files, too, in a batch, at several sizes; asking for more is refused.
test cli
--- run
cat > net.param <<'NET'
7767517
10 10
Input                data  0 1 data 0=30 1=30 2=20
Convolution          c3    1 1 data a 0=36 1=3 4=1 5=1 6=6480 9=1
Convolution          c1    1 1 a b 0=64 1=1 5=1 6=2304
ConvolutionDepthWise dw    1 1 b c 0=64 1=3 4=1 3=2 5=1 6=576 7=64
Pooling              p     1 1 c d 0=0 1=3 2=2
Convolution          c2    1 1 d e 0=12 1=2 2=1 5=1 6=3072
Reshape              r     1 1 e f 0=-1
InnerProduct         fc    1 1 f g 0=20 1=1 2=8640
Reshape              r2    1 1 g g2 0=5 1=4
Softmax              sm    1 1 g2 h 0=0
NET
try() { $SINTER "$@" > log 2>&1; code=$?; grep -v usage log; echo "code $code"; }
for options in '' '--batch 4' '--batch 1,4' '--target x86-64+x86-64-v3' '--small --embed-weights'; do
    target='--target generic'; case $options in *target*) target=;; esac
    rm -rf net
    $SINTER compile net.param --bin seed:1 -o net --no-threads $target $options -q && grep -l 'pthread\|atomic_' net/*
    cmake -S net -B built -DCMAKE_C_FLAGS='-Wall -Wextra -Wpedantic -Werror' > log 2>&1 && cmake --build built >> log 2>&1 && (cd built && ctest | grep 'tests passed') || cat log
    built/net_example -w net/net.weights -t 2 2>&1 | sed 's/  *.*memory.*//'
    rm -rf built
done
try compile net.param --bin seed:1 -o net --no-threads --threads 2
try compile net.param --bin seed:1 -o net --no-threads --threads 1 --target generic -q
try compile net.param --bin seed:1 -o net --single-file --target x86-64+x86-64-v3
$SINTER compile net.param --bin seed:1 -o m4 --prefix net --target cortex-m4 -q; grep -c pthread m4/net.c
$SINTER compile net.param --bin seed:1 -o m4 --prefix net --target cortex-m4 --threads 2 -q; grep -c '#include <pthread' m4/net.c
--- out
100% tests passed, 0 tests failed out of 1
net_example: net_init: a null pointer, or a number of threads that is not supported
100% tests passed, 0 tests failed out of 1
net_example: net_init: a null pointer, or a number of threads that is not supported
100% tests passed, 0 tests failed out of 1
net_example: net_init: a null pointer, or a number of threads that is not supported
100% tests passed, 0 tests failed out of 1
net_example: net_init: a null pointer, or a number of threads that is not supported
100% tests passed, 0 tests failed out of 1
net_example: net_init: a null pointer, or a number of threads that is not supported
sinter: code without threads, tuned for 2 threads: one is expected
code 2
code 0
sinter: a single file for 2 targets: the steps of each are files with flags of their own, so one target is expected
code 2
0
1
