# The folder tests itself: a step that was broken by hand is named, with its layers; so are those behind it. It can be left out.
test cli
--- run
cat > face.param <<'NET'
7767517
4 4
Input        data 0 1 data 0=20 1=9 2=3
Convolution  conv1 1 1 data c 0=10 1=3 4=1 5=1 6=270
Pooling      pool 1 1 c p 0=0 1=2 2=2
Softmax      last 1 1 p out
NET
$SINTER compile face.param --bin seed:1 -o face --target generic --as-is -q
cd face
build="cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2"
$build face*.c main.c -lm -lpthread -o example && ./example --selftest -t 2 | sed 's/(.*)/(TIME)/'; echo "code $?"
sed 's/k < n_rows; k++, r += row/k < n_rows; k += 2, r += row/' face.c > broken.c
cmp -s face.c broken.c && echo nothing was broken
$build broken.c face_selftest.c main.c -lm -lpthread -o broken && ./broken --selftest > said; echo "code $?"
sed 's/: [-0-9].*/: ../' said
$build -DFACE_NO_SELFTEST face*.c main.c -lm -lpthread -o without && ./without --selftest; echo "code $?"
cat > user.c <<'C'
#include "face.h"
#include <stdlib.h>
int main(void)
{
    static float in[FACE_INPUT_0_SIZE], out[FACE_OUTPUT_0_SIZE];
    static _Alignas(64) char weights[4096];
    float *ins[] = {in}, *outs[] = {out};
    (void)weights;
    return face_selftest(NULL, ins, outs, NULL, NULL) == -FACE_E_ARGUMENT ? 0 : 1;
}
C
$build face.c face_selftest.c user.c -lm -lpthread -o user && ./user; echo "code $?"
cd ..
cmake -S face -B built > log && cmake --build built >> log && (cd built && ctest 2>&1 | grep 'tests passed')
for how in "" --no-selftest; do $SINTER compile face.param --bin seed:1 -o small --prefix face --target generic --check=off --json $how | grep selftest; done
$SINTER compile face.param --bin seed:1 -o small --prefix face --target generic --no-selftest --check=off --as-is | grep -e checked -e written
cd small && $build face.c main.c -lm -lpthread -o example && ./example --selftest; echo "code $?"
--- out
all 3 steps compute what they should (TIME)
code 0
code 1
wrong: pool: ..
wrong: last: ..
wrong: output out: ..
3 differ; the first is where to look
face_example: --selftest: is none of -w WEIGHTS, -t THREADS, -n RUNS; beside these there are files, one for each input
code 1
code 0
100% tests passed, 0 tests failed out of 1
    "face_selftest.c",
  "selftest": true,
  "selftest": false,
checked   no: not asked for
written   small: face.h, face.c, face.weights, main.c, CMakeLists.txt
face_example: --selftest: is none of -w WEIGHTS, -t THREADS, -n RUNS; beside these there are files, one for each input
code 1
