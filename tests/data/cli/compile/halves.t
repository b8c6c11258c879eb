# Code that reads halves has nothing in it that a compiler which converts them itself, or one that does not, finds unused.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input        data 0 1 data 0=40
InnerProduct fc 1 1 data out 0=24 1=1 2=960
NET
$SINTER convert net.param --bin seed:1 --fp16 -o half.param -q
$SINTER compile half.param -o half -q; echo "code $?"
grep -c v_load_half half/half.c > n; test $(cat n) -gt 1 && echo reads halves
for cc in clang gcc; do
    command -v $cc > /dev/null || continue
    $cc -std=c11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -march=native half/half.c
    $cc -std=c11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror half/half.c -Wno-psabi
done
--- out
code 0
reads halves
