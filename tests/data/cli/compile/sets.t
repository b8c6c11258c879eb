# One folder for several sizes: a program finds the set by its sizes, runs each in one net, and gets the bits of the folder of that size alone; sizes that are in no set are an error.
test cli
--- run
cat > face.param <<'NET'
7767517
6 7
Input        data 0 1 data
Convolution  conv1 1 1 data c1 0=10 1=3 4=1 5=1 6=270
Split        s 1 2 c1 a b
Sigmoid      sig 1 1 a g
BinaryOp     mul 2 1 b g m 0=2
Pooling      pool 1 1 m out 0=1 1=3 2=2
NET
cat > user.c <<'C'
#include "face.h"
#include <stdio.h>
#include <stdlib.h>

static void *block(size_t bytes) { return aligned_alloc(64, (bytes + 63) / 64 * 64); }

int main(int argc, char **argv)
{
    static float in[FACE_INPUT_0_SIZE], out[FACE_OUTPUT_0_SIZE];
    const float *ins[] = {in};
    float *outs[] = {out};
    char *weights = block(FACE_WEIGHTS_BYTES);
    FILE *f = fopen(argv[1], "rb");
    if (fread(weights, 1, FACE_WEIGHTS_BYTES, f) != FACE_WEIGHTS_BYTES) return 1;
    fclose(f);
    face_net *net;
    const size_t bytes = face_workspace_bytes(2);
    int code = face_init(&net, block(bytes), bytes, 2, weights, FACE_WEIGHTS_BYTES);
    for (int i = 0; i < FACE_INPUT_0_SIZE; i++) in[i] = (float)(i % 17 - 8) / 8;
    for (int i = 2; i < argc && !code; i++) {
        long sizes[3];
        sscanf(argv[i], "%ld,%ld,%ld", sizes, sizes + 1, sizes + 2);
        int set = face_set_of(sizes, 3);
        code = face_run(net, set, ins, outs);
        if (code) break;
        const struct sinter_tensor *t = face_sets[set].outputs;
        printf("set %d: %s %ld,%ld,%ld", set, t->name, t->shape[0], t->shape[1], t->shape[2]);
        for (size_t k = 0; k < t->bytes / 4; k++) printf(" %a", (double)out[k]);
        puts("");
    }
    if (code) puts(face_error(code));
    face_close(net);
    return code;
}
C
build="cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2"
$SINTER compile face.param --bin seed:1 -o both --target generic --input 3,9,20 --input 3,17,31 --prefix face | grep -v code
$build -Iboth user.c both/face*.c -lm -lpthread -o user && ./user both/face.weights 3,9,20 3,17,31 3,9,20 > said
cut -d' ' -f1-5 said
sed -n 1p said > first; sed -n 3p said | cmp - first && echo the same again
./user both/face.weights 3,17,31 3,17,32 | cut -d' ' -f1-5
./user both/face.weights 3,17,32; echo "code $?"
for sizes in 3,9,20 3,17,31; do
    $SINTER compile face.param --bin seed:1 -o one --target generic --input $sizes --prefix face -q
    sed 's/int set = .*/int set = 0;/; s/face_run(net, set,/face_run(net,/; s/face_sets\[set\]\.outputs/face_outputs/; /long sizes/d; /sscanf/d' user.c > alone.c
    $build -Ione alone.c one/face*.c -lm -lpthread -o alone && ./alone one/face.weights $sizes | sed 's/.*face//' > expected
    grep -c face_sets one/face.h
    cut -d' ' -f3- expected > wanted; grep " $(cut -d' ' -f4 expected) " said | head -1 | cut -d' ' -f3- | cmp - wanted && echo "$sizes: the bits of its own folder"
done
cd both
$build face*.c main.c -lm -lpthread -o example && ./example --selftest -t 2 | sed 's/(.*)/(TIME)/'
./example -s 3,17,31 | cut -d' ' -f1-3; ./example | cut -d' ' -f1-3
./example -s 3,17,32; echo "code $?"
head -c 2160 face.h > small.raw; ./example small.raw | cut -d' ' -f1-3; ./example -s 3,17,31 small.raw; ./example small.raw -s 3,17,31
$build -DFACE_NO_THREADS -DFACE_PROFILE -c face.c && $build -DFACE_NO_SELFTEST -c main.c && echo builds
cd ..; cmake -S both -B built > log && cmake --build built >> log && (cd built && ctest 2>&1 | grep 'tests passed')
--- out
sets      0: data=3,9,20; 2 steps, 101 KFLOP, 11.6 KB of workspace
          1: data=3,17,31; 2 steps, 295 KFLOP, 29.6 KB of workspace
weights   1.25 KB, 64 B of them for some sets alone
workspace 29.6 KB
checked   each step computes what the interpreter does
written   both: face.h, face.c, face.weights, face_selftest.c, main.c, CMakeLists.txt
set 0: out 10,4,10 0x1.474428p-1
set 1: out 10,8,15 0x1.30b562p-4
set 0: out 10,4,10 0x1.474428p-1
the same again
set 1: out 10,8,15 0x1.30b562p-4
the network was not compiled
the network was not compiled for these sizes
code 7
0
3,9,20: the bits of its own folder
0
3,17,31: the bits of its own folder
3,9,20: all 2 steps compute what they should (TIME)
3,17,31: all 2 steps compute what they should (TIME)
out  10,8,15
out  10,4,10
face_example: -s 3,17,32: the network was compiled for 3,9,20 and 3,17,31
code 1
out  10,4,10
face_example: small.raw: 2160 bytes of elements, input 'data' has 6324
face_example: -s: stands in front of the files that it is for
builds
100% tests passed, 0 tests failed out of 1
