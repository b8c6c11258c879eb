# Names of files, layers and values that would be C if they were not escaped.
test cli
--- run
cat > '*
#error "x.param' <<'NET'
7767517
3 3
Input    a*/#error/*  0 1 "d??/
ReLU     *//*\  1 1 "d??/ int\x;
Sigmoid  ??/      1 1 int\x; %s%n${p}"};#error\
NET
for o in '' --embed-weights; do
  $SINTER compile '*
#error "x.param' -o out --input 4,5,6 $o -q --target generic
  ls out
  (cd out && cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only *.c && echo gcc is content)
  rm -r out
done
printf '%480s' '' > in
$SINTER run '*
#error "x.param' --input 4,5,6 --input-file in
--- out
CMakeLists.txt
error_x.c
error_x.h
error_x_selftest.c
main.c
gcc is content
CMakeLists.txt
error_x.c
error_x.h
error_x_selftest.c
main.c
gcc is content
%s%n${p}"};#error\  4,5,6  min 0.5  mean 0.5  max 0.5 at 0
