# Networks whose names are those of headers or of a build's own targets: their files hide nothing, and CMake takes them.
test cli
--- run
cat > test.param <<'NET'
7767517
2 2
Input data 0 1 data 0=2 1=2 2=1
ReLU  relu 1 1 data out
NET
for name in main time string m; do
    cp test.param $name.param
    $SINTER compile $name.param --bin seed:1 -o $name -q && ls $name/*.h
done
$SINTER compile test.param --bin seed:1 -o test -q && ls test
$SINTER compile test.param --bin seed:1 -o other --prefix math; echo "code $?"
--- out
main/main_net.h
time/time_net.h
string/string_net.h
m/m_net.h
CMakeLists.txt
main.c
test_net.c
test_net.h
test_net_selftest.c
sinter: prefix 'math': a letter, then letters, digits and _ are expected, at most 40 characters, and no name of the C library's or a build's own, like math or test
code 2
