# What init takes on other processors, whose level is pretended here, where only init runs: the best that there is, or an error. What all targets share has no instructions but those of every processor.
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
$SINTER compile face.param --bin seed:1 --target x86-64-v3+x86-64-v4+x86-64-v4-vnni --input 3,9,20 -o face -q 2> log
cat > told.c <<'C'
#include "face.h"
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    size_t bytes = face_workspace_bytes(1);
    face_net *net = NULL;
    static _Alignas(64) char weights[FACE_WEIGHTS_BYTES];
    FILE *f = fopen("face.weights", "rb");
    if (fread(weights, 1, sizeof weights, f) != sizeof weights) return 1;
    int code = face_init(&net, aligned_alloc(64, (bytes + 63) / 64 * 64), bytes, 1, weights, sizeof weights);
    puts(code ? face_error(code) : face_targets[face_target(net)]);
    face_close(net);
    for (int i = 0; i < FACE_N_TARGETS; i++)
        printf(" %d", face_init_target(&net, i, malloc(bytes), 0, 1, weights, sizeof weights) == FACE_E_TARGET);
    puts("");
    return 0;
}
C
cd face; sed -n 's/^ \*\( Build:\|       \) \(cc .* -c face.*\)/\2/p' face.h | sh -e
for level in 1 2 3 4 5; do
    sed "s/= processor_level();/= $level;/; s/> processor_level())/> $level)/" face.c > other.c
    cc -std=c11 -O1 -Wall -Wextra -Werror -I. other.c ../told.c face_x86*.o -lm -lpthread -o other && echo "level $level: $(./other)"
done
wide() { objdump -d $1 | grep -c -e '%[yz]mm' -e '	v[a-z0-9]* .*%xmm'; }
common=$(sed -n 's/^ \*        \(cc .*\) face.c .*/\1/p' face.h)
for f in face face_selftest main; do $common -c $f.c; echo "$f: $(wide $f.o)"; done
for f in face_x86_64_v3_0 face_x86_64_v4_0; do [ $(wide $f.o) -gt 50 ] && echo "$f: many"; done
echo "face_x86_64_v3_0: $(objdump -d face_x86_64_v3_0.o | grep -c %zmm) of 512 bits"
--- out
level 1: this processor lacks the instructions that the network was compiled for
 1 1 1
level 2: this processor lacks the instructions that the network was compiled for
 1 1 1
level 3: x86-64-v3
 1 1 0
level 4: x86-64-v4
 1 0 0
level 5: x86-64-v4-vnni
 0 0 0
face: 0
face_selftest: 0
main: 0
face_x86_64_v3_0: many
face_x86_64_v4_0: many
face_x86_64_v3_0: 0 of 512 bits
