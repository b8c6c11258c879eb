# A table of angles as wide as x: whether the halves of a row have angles of their own depends on ncnn's release. Of neighbours, and of a table of another width, the first half is read.
test cli
--- run
for case in "0 6" "0 4" "1 6"; do
    set -- $case
    cat > a.param <<END
7767517
4 4
Input x 0 1 x
Input cos 0 1 cos 0=$2 1=1
Input sin 0 1 sin 0=$2 1=1
RotaryEmbed r 3 1 x cos sin y 0=$1
END
    : > a.bin
    head -c 24 /dev/zero > x.raw
    head -c $(($2 * 4)) /dev/zero > angles.raw
    $SINTER optimize a.param -o b.param -q --input x=1,1,6 && cmp a.param b.param && echo the same
    $SINTER run a.param --interpret -q -o out --input-file x=x.raw --input x=1,1,6 --input-file cos=angles.raw --input-file sin=angles.raw; echo "code $?"
done
--- out
sinter: warning: a.param: RotaryEmbed 'r' is kept as it is: table has a column for each element of a row, and whether only the first half is read depends on the release
sinter: warning: a.param: RotaryEmbed 'r' is kept as it is: table has a column for each element of a row, and whether only the first half is read depends on the release
the same
sinter: warning: a.param: RotaryEmbed 'r' is kept as it is: table has a column for each element of a row, and whether only the first half is read depends on the release
sinter: warning: a.param: RotaryEmbed 'r' is kept as it is: table has a column for each element of a row, and whether only the first half is read depends on the release
sinter: RotaryEmbed 'r': it cannot be evaluated: table has a column for each element of a row, and whether only the first half is read depends on the release
code 6
the same
code 0
the same
code 0
