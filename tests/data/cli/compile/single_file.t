# --single-file: all in one C file, which builds without a warning, has no thread in it with --no-threads, and computes what a folder does; what WORKSPACE_BYTES says is what the function does.
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
cat > use.c <<'C'
#include <stdio.h>
#include "net.h"
static NET_ALIGNED unsigned char workspace[NET_WORKSPACE_BYTES];
static float data[NET_INPUT_0_SIZE], out[NET_OUTPUT_0_SIZE];
int main(void)
{
    net_net *net;
    const float *in[] = {data};
    float *to[] = {out}, *test[] = {data};
    if (net_workspace_bytes(1) != sizeof workspace || net_workspace_bytes(2) > sizeof workspace) return 1;
    if (net_init(&net, workspace, sizeof workspace - 64, 1, NULL, 0) != NET_E_WORKSPACE) return 2;
    if (net_init(&net, workspace, sizeof workspace, 2, NULL, 0) != NET_E_ARGUMENT) return 3;
    if (net_init(&net, workspace, sizeof workspace, 1, data, 64) == NET_OK) return 4;
    if (net_init(&net, workspace, sizeof workspace, 1, NULL, 0)) return 5;
    if (net_run(net, in, to)) return 6;
    printf("%d\n", net_selftest(net, test, to, NULL, NULL));
    net_close(net);
    return 0;
}
C
$SINTER compile net.param --bin seed:1 -o one --prefix net --target generic --single-file --no-threads > summary
sed -n '/^weights/p; /^written/p; /^checked/p' summary
ls one
cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 '-DNET_WEIGHTS_SECTION=__attribute__((section(".qspi")))' -c one/net.c -o net.o && cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Ione use.c net.o -lm -o use && ./use; echo "code $?"
objdump -h net.o | awk '$2 == ".qspi" { print "weights in their section:", ($3 == "00000000" ? "none" : "all") }'
grep -c 'pthread\|atomic\|NO_THREADS' one/net.c one/net.h
nm -u net.o | sed 's/^ *U //' | sort | tr '\n' ' '; echo
sed -n '2,4p' one/net.h
$SINTER compile net.param --bin seed:1 -o less --prefix net --target generic --single-file --no-threads --no-selftest -q
grep -c selftest less/net.c
$SINTER compile net.param --bin seed:1 -o many --prefix net --target generic --single-file -q
cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -c many/net.c && grep -c 'include <pthread' many/net.c
$SINTER compile net.param --bin seed:1 -o sets --prefix net --target generic --single-file --no-threads -q --batch 1,3
cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -c sets/net.c && ls sets
echo "== where several files were"
$SINTER compile net.param --bin seed:1 -o several --prefix net -q
$SINTER compile net.param --bin seed:1 -o several --prefix net --single-file; echo "code $?"
--- out
weights   0 B beside those in the code
checked   each step computes what the interpreter does
written   one: net.h, net.c
net.c
net.h
0
code 0
weights in their section: all
one/net.c:0
one/net.h:0
memcpy strstr 
 *
 * The network as plain C: net.c and this header, without libraries beside memcpy and memset of libc.
 *
0
1
net.c
net.h
== where several files were
sinter: several: sinter wrote a network as several files there, which a single file does not replace; give another folder, or delete them
code 2
