# JSON says how much memory init wants, for the threads that were asked for; the header speaks of weights as they are.
test cli
--- run
cat > net.param <<'NET'
7767517
3 3
Input       data 0 1 data 0=20 1=20 2=8
Convolution conv 1 1 data c 0=16 1=3 5=1 6=1152
Softmax     soft 1 1 c out 0=0
NET
cat > size.c <<'END'
#include "net.h"
#include <stdio.h>
int main(void) { printf("%zu\n%zu\n", net_workspace_bytes(1), net_workspace_bytes(3)); return 0; }
END
for how in '' --embed-weights; do
    (for n in 1 3; do
        $SINTER compile net.param --bin seed:1 -o out$how --threads $n --json --target generic $how | python3 -c 'import json, sys; print(json.load(sys.stdin)["workspace_bytes"])'
    done) > said
    cc -std=c11 -Wall -Wextra -Werror -Iout$how size.c out$how/net*.c -lm -lpthread -o size && ./size > wanted
    cmp said wanted && echo the same
    for define in NET_NO_THREADS NET_PROFILE; do cc -std=c11 -Wall -Wextra -Werror -D$define -Iout$how -c out$how/net.c; done
    grep -n weights out$how/net.h | head -8
done
sed -i '/Convolution/d; s/^3 3/2 2/; s/ c out/ data out/' net.param
$SINTER compile net.param -o none --target generic -q && grep -n weights none/net.h | head -6
--- out
the same
5: *     void *weights = (net.weights in memory, aligned to 64 bytes: a mapping, or, faster, read onto large pages as in main.c);
9: *     int code = net_init(&net, workspace, bytes, threads, weights, weights_bytes);
17: * own, can run at the same time and share the weights; one net is for one caller at a time.
74:    size_t weights_bytes; /* of the weights file; 0: there is none */
76:    int (*init)(void **net, void *workspace, size_t bytes, int n_threads, const void *weights,
77:                size_t weights_bytes);
96:#define NET_WEIGHTS_BYTES 18560 /* of net.weights */
115:    NET_E_ALIGNMENT, /* workspace and weights are aligned to 64 bytes */
the same
5: *     The weights are in net_weights.c, a part of the program.
17: * own, can run at the same time and share the weights; one net is for one caller at a time.
22: * Build: cc -std=c11 -O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-tree-vectorize net.c net_weights.c net_selftest.c main.c -lm -lpthread -o net_example
74:    size_t weights_bytes; /* of the weights file; 0: there is none */
76:    int (*init)(void **net, void *workspace, size_t bytes, int n_threads, const void *weights,
77:                size_t weights_bytes);
96:#define NET_WEIGHTS_BYTES 0 /* there is no file of weights */
108:/* Where the weights stand, as __attribute__((section(".qspi"))); anywhere, unless it is defined. */
5: *     The network has no weights.
17: * own, can run at the same time and share the weights; one net is for one caller at a time.
74:    size_t weights_bytes; /* of the weights file; 0: there is none */
76:    int (*init)(void **net, void *workspace, size_t bytes, int n_threads, const void *weights,
77:                size_t weights_bytes);
96:#define NET_WEIGHTS_BYTES 0 /* there is no file of weights */
