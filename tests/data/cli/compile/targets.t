# One folder for several instruction sets: init takes the best that the processor has, another can be asked for, and each gives the bits of the folder for it alone, in a run and step by step.
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
#include <string.h>

static float in[FACE_INPUT_0_SIZE], out[FACE_OUTPUT_0_SIZE];
static const float *ins[] = {in};
static float *outs[] = {out};
static char *weights, *work;
static size_t bytes;

static void *block(size_t n) { return aligned_alloc(64, (n + 63) / 64 * 64); }

static void keep(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "%s.out", name);
    FILE *f = fopen(path, "wb");
    fwrite(out, 4, FACE_OUTPUT_0_SIZE, f);
    fclose(f);
}

#ifdef FACE_N_TARGETS
static void run_target(int i)
{
    static float again[FACE_OUTPUT_0_SIZE];
    float *outs_again[] = {again};
    const struct sinter_module *m = &face_target_modules[i];
    face_net *net = NULL;
    void *any = NULL;
    int code = face_init_target(&net, i, work, bytes, 2, weights, FACE_WEIGHTS_BYTES);
    if (code) {
        if (code != FACE_E_TARGET || net) puts("another error is expected");
        if (m->init(&any, work, bytes, 2, weights, FACE_WEIGHTS_BYTES) != code) puts("init differs");
        return;
    }
    if (face_target(net) != i) puts("another target was taken");
    face_run(net, ins, outs);
    face_close(net);
    keep(face_targets[i]);
    m->init(&any, work, bytes, 2, weights, FACE_WEIGHTS_BYTES);
    for (int k = 0; k < m->n_steps; k++)
        m->step(any, k, (const void *const *)ins, (void *const *)outs_again);
    m->close(any);
    if (m->n_steps < 2 || memcmp(out, again, sizeof out)) puts("steps give something else");
}
#endif

int main(void)
{
    weights = block(FACE_WEIGHTS_BYTES);
    FILE *f = fopen("face.weights", "rb");
    if (fread(weights, 1, FACE_WEIGHTS_BYTES, f) != FACE_WEIGHTS_BYTES) return 1;
    for (int i = 0; i < FACE_INPUT_0_SIZE; i++) in[i] = (float)(i % 17 - 8) / 8;
    face_net *net = NULL;
    bytes = face_workspace_bytes(2);
    work = block(bytes);
    int code = face_init(&net, work, bytes, 2, weights, FACE_WEIGHTS_BYTES);
    if (code) return code;
    face_run(net, ins, outs);
    keep("taken");
#ifdef FACE_N_TARGETS
    printf("%s\n", face_targets[face_target(net)]);
    face_close(net);
    for (int i = 0; i < FACE_N_TARGETS; i++) run_target(i);
    net = NULL;
    code = face_init_target(&net, FACE_N_TARGETS, work, bytes, 2, weights, FACE_WEIGHTS_BYTES);
    printf("%s, %s\n", face_error(code), net ? "but a net" : "no net");
    code = face_init_target(&net, -2, work, bytes, 2, weights, FACE_WEIGHTS_BYTES);
    if (code != FACE_E_TARGET) puts("another error is expected");
    if (face_target_modules[FACE_N_TARGETS].abi || face_module.n_steps) puts("no end");
#else
    face_close(net);
#endif
    return 0;
}
C
# the commands in the head of the header, for another program than the example
build() { sed -n '/Build: /,/example$/s/^ \*\( Build:\|       \) //p' face.h | sed "s/^cc /cc -Wall -Wextra -Wpedantic -Werror $2 /; s|main.c|$1|" | sh -e; }
$SINTER compile face.param --bin seed:1 --target x86-64-v3+x86-64+x86-64-v4 --input 3,9,20 -o face | grep -e targets -e x86-64: -e written
cd face; build ../user.c -I. && ./face_example > said; sed 1d said
best=$(sed -n 1p said)
for t in x86-64-v4 x86-64-v3 x86-64; do
    [ -e $t.out ] || continue
    [ "$best" ] && { [ $best = $t ] && cmp $t.out taken.out || echo "$best was taken, $t is better"; best=; }
    $SINTER compile ../face.param --bin seed:1 --target $t --input 3,9,20 -o ../$t -q --prefix face
    (cd ../$t; build ../user.c -I. && ./face_example; cmp taken.out ../face/$t.out || echo "$t: not the bits of its own folder")
done
[ -e x86-64.out ] && echo "the least of them runs everywhere"
build main.c && for t in "" "--target x86-64"; do ./face_example --selftest -t 2 $t | sed 's/: not tested.*/: fine/; s/: all [0-9]* steps .*/: fine/; s/(.*)/(TIME)/'; done
./face_example --target x86-64 | cut -d' ' -f1-3; ./face_example --target x86-64-v2; echo "code $?"
cc -std=c11 -Wall -Wextra -Wpedantic -Werror -DFACE_NO_THREADS -DFACE_PROFILE -c face.c && cc -std=c11 -Wall -Wextra -Wpedantic -Werror -DFACE_NO_SELFTEST -c main.c && echo builds
cd .. && cmake -S face -B built > log && cmake --build built >> log && (cd built && ctest 2>&1 | grep 'tests passed')
--- out
targets   x86-64-v4: 3 steps, 101 KFLOP, 18.2 KB of workspace
          x86-64: 3 steps, 101 KFLOP, 14.8 KB of workspace
weights   3.25 KB, 3.12 KB of them for some targets alone
written   face: face.h, face_steps.h, face_x86_64_v4.h, face_x86_64_v4_0.c, face_x86_64_v3.h, face_x86_64_v3_0.c, face_x86_64.h, face_x86_64_0.c, face.c, face.weights, face_selftest.c, main.c, CMakeLists.txt
this processor lacks the instructions that the network was compiled for, no net
the least of them runs everywhere
x86-64-v4: fine
x86-64-v3: fine
x86-64: fine
all 3 steps compute what they should (TIME)
out  10,4,10
face_example: --target x86-64-v2: the network was compiled for x86-64-v4, x86-64-v3, x86-64
code 1
builds
100% tests passed, 0 tests failed out of 1
