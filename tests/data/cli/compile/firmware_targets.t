# Targets of microcontrollers and small processors: what the head of the header builds with; the code is compared on this machine, where it is plain C, or vectors that any compiler knows.
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
for target in cortex-m4 cortex-m7 cortex-m55 riscv64 armv7; do
    $SINTER compile net.param --bin seed:1 -o out --prefix net --target $target --single-file | grep '^checked'
    sed -n 's/^ \* Build: //p' out/net.h
    rm -r out
done
$SINTER compile net.param --bin seed:1 -o out --prefix net --target cortex-m7 -q
sed -n 's/^ \* Build: //p' out/net.h; ls out
$SINTER tune --list | grep -c 'Cortex-M\|Cortex-A7 \|U74'
--- out
checked   each step computes what the interpreter does
arm-none-eabi-gcc -std=c11 -O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-tree-vectorize -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard -c net.c
checked   each step computes what the interpreter does
arm-none-eabi-gcc -std=c11 -O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-tree-vectorize -mcpu=cortex-m7 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard -c net.c
checked   each step computes what the interpreter does
arm-none-eabi-gcc -std=c11 -O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-tree-vectorize -mcpu=cortex-m55 -mthumb -mfloat-abi=hard -c net.c
checked   each step computes what the interpreter does
riscv64-linux-gnu-gcc -std=c11 -O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-tree-vectorize -march=rv64gc -mabi=lp64d -c net.c
checked   each step computes what the interpreter does
arm-linux-gnueabihf-gcc -std=c11 -O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-tree-vectorize -march=armv7-a -mfpu=neon-vfpv4 -mfloat-abi=hard -funsafe-math-optimizations -fno-associative-math -fno-reciprocal-math -fsigned-zeros -c net.c
arm-none-eabi-gcc -std=c11 -O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-tree-vectorize -mcpu=cortex-m7 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard -c net.c net_selftest.c
CMakeLists.txt
main.c
net.c
net.h
net.weights
net_selftest.c
5
