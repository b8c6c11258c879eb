# Code for one thread has a map of its memory in the header, and a bound of the stack, which is above what gcc says of any function; -DNET_NO_HASH leaves out the check of a weights file.
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
$SINTER compile net.param --bin seed:1 -o net --target generic --no-threads -q
sed -n '/^\/\* Memory map/,$p' net/net.h | sed '/^#endif/d'
bound=$(sed -n 's/^#define NET_STACK_BYTES //p' net/net.h)
cd net && gcc -std=c11 -O2 -fstack-usage -c net.c -o net.o
awk -F'\t' -v bound=$bound '$2 > bound { print "too low:", bound, $0 } $3 != "static" { print }' net.su
cc -std=c11 -O1 net.c net_selftest.c main.c -lm -o checked && cc -std=c11 -O1 -DNET_NO_HASH net.c net_selftest.c main.c -lm -o unchecked
printf x | dd of=net.weights bs=1 seek=100 conv=notrunc 2> log
./checked; echo "code $?"
./unchecked | cut -d' ' -f1-3; echo "code $?"
--- out
/* Memory map. Tensors that are not needed at the same time share memory. The step
 * numbers are those of the functions in the C file.
 *
 * Weights, behind the head where they are a file: offset, bytes, what it is
 *          0        144  c3: operand of what is done to the result
 *        192     103680  c3: transformed weights [group][part][position][ic][oc]
 *     103872        256  c1: operand of what is done to the result
 *     104128       9216  c1: weights [group][ic][oc of the group]
 *     113344        256  dw: operand of what is done to the result
 *     113600       2304  dw: depthwise weights [c/lanes][tap][lanes]
 *     115904         48  c2: operand of what is done to the result
 *     115968      12288  c2: weights [group][part][ic][ky][kx][oc]
 *     128256         80  fc: operand of what is done to the result
 *     128384      34560  fc: weights [panel][ic][oc of the panel]
 *
 * Workspace of 362304 bytes: offset, bytes, steps that need it, what it is
 *          0        128  all       the net itself
 *     231616     129600    0 - 1   a
 *        128     230400    1 - 2   b
 *     231616      57600    2 - 3   c
 *        128      12544    3 - 4   d
 *      13760       1728    4 - 5   e
 *        128         80    5 - 6   g
 *        128     186624    0 - 0   for what the step works out
 *     187840      29952    0 - 0   for what the step works out
 */

net_example: net_init: no weights file, or one of another length or version, or damaged
code 1
h  4,5
code 0
