# Weights that are read once are fetched while the tiles before go over theirs, all of them: 49 pixels are 5 tiles of up to 10, so each fetches
# a fifth of 32 lines for 16 inputs; 16 tiles of Winograd's 14x14 are 3 passes of a third; with many tiles of pixels one line does.
test cli
--- run
layer() {
  printf '7767517\n2 2\nInput data 0 1 data 0=%s 1=%s 2=%s\nConvolution c 1 1 data out 0=%s 1=%s 4=%s 6=%s\n' "$2" "$2" "$1" "$3" "$4" "$(($4 / 2))" "$(($1 * $3 * $4 * $4))" > "$5.param"
  $SINTER compile "$5.param" --bin seed:1 -o "$5" --target "$6" --exact -q 2> /dev/null
}
layer 512 7 1024 1 small x86-64-v4
grep -o 'void tile_[0-9]x[0-9]*[a-z_0-9]*' small/small.c
layer 64 56 128 1 large x86-64-v4
grep -o 'void tile_[0-9]x[0-9]*[a-z_0-9]*' large/large.c
layer 512 7 512 3 direct x86-64-v4
grep -o 'fetch[0-9]*[a-z_0-9]*(const' direct/direct.c
printf '7767517\n2 2\nInput data 0 1 data 0=14 1=14 2=256\nConvolution c 1 1 data out 0=256 1=3 4=1 6=589824\n' > winograd.param
$SINTER compile winograd.param --bin seed:1 -o winograd --target x86-64-v4 -q
grep -o 'fetch[0-9]*[a-z_0-9]*(const' winograd/winograd.c | sort -u
grep -c 'next + ' winograd/winograd.c
--- out
void tile_2x10_fetch7
void tile_2x9_fetch7
void tile_4x6_fetch1
void tile_4x5_fetch1
fetch7(const
fetch5(const
fetch16(const
fetch24(const
40
