# A function is printed once for all files of a network, under one name; steps that do the same at other places are one function, too, and small inline functions stay where they are. Targets share nothing.
test cli
--- run
# Functions that two files have, or that two names have, but for inline ones: bodies without names.
same() {
    awk '/^[a-zA-Z_].*\(/ && !/^static inline/ && !/;$/ && !/^typedef/ {
             inside = 1; text = ""
             sub(/__attribute__\(\(noinline\)\) /, ""); sub(/^static /, "")
             name = $0; sub(/\(.*/, "", name); sub(/.* /, "", name); sub(name "\\(", "(")
         }
         inside { text = text "\n" $0 }
         inside && /^}/ {
             inside = 0
             if (text ~ /^\nSTEP/) gsub(/(WORK|WEIGHTS) \+ [0-9]+/, "AT", text)
             if (length(text) < 700) next # a step that is worth none is one itself
             if (text in seen) print name " is " seen[text]
             seen[text] = name
         }' "$@"
}
$SINTER zoo mobilenet_v2 -o mb.param -q
$SINTER compile mb.param -o mb --target x86-64-v3 --check=off --no-selftest -q
ls mb/mb_[0-9].c
same mb/mb_[0-9].c
grep -c '_at(n, first, last, scratch, base);' mb/mb_0.c
grep -q '[^_]mb_part_tile_[0-9a-z_]*(' mb/mb_steps.h && echo declared
for f in mb/mb_[0-9].c; do grep -c 'static inline vf finish_1(' $f; done
grep -c 'static __attribute__' mb/mb_0.c > static; grep -q '^0$' static || echo some stay in their file
$SINTER zoo vit -o vit.param -q
$SINTER compile vit.param -o vit --target x86-64-v3+x86-64-v4 --check=off --no-selftest -q
same vit/vit_x86_64_v3_*.c
same vit/vit_x86_64_v4_*.c
grep -l x86_64_v4_ vit/vit_x86_64_v3*; grep -l x86_64_v3_ vit/vit_x86_64_v4*; echo nothing of each other
--- out
mb/mb_0.c
mb/mb_1.c
17
declared
1
1
some stay in their file
nothing of each other
