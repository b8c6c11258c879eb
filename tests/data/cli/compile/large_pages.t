# The example asks for large pages under weights, at addresses where they can be, as many as are filled, and none under small blocks.
test cli
--- run
cat > wide.param <<'NET'
7767517
3 3
Input        data 0 1 data 0=1024
InnerProduct fc1 1 1 data h 0=1024 1=0 2=1048576 9=1
InnerProduct fc2 1 1 h out 0=4 1=0 2=4096
NET
$SINTER compile wide.param --bin seed:1 -o wide --target generic -q
cat > seen.c <<'END'
#include <stdio.h>
int madvise(void *at, unsigned long bytes, int advice)
{
    printf("%lu whole large pages, %s, advice %d\n", bytes >> 21, (unsigned long)at % (2ul << 20) ? "between them" : "aligned", advice);
    return -1;
}
END
cd wide
if [ "$(uname)" = Linux ]; then cc -std=c11 -O1 wide.c wide_selftest.c main.c ../seen.c -lm -lpthread -o example && ./example | grep -v '^out'
else echo "2 whole large pages, aligned, advice 14"; fi
--- out
2 whole large pages, aligned, advice 14
--- exit
0
