# What a picture becomes: channels apart, top row first, resized between centres of pixels, (v - mean) * scale.
test cli
--- run
cat > id.param <<'NET'
7767517
2 2
Input data 0 1 data
ReLU  relu 1 1 data out
NET
printf 'BM\106\0\0\0\0\0\0\0\066\0\0\0\050\0\0\0\002\0\0\0\002\0\0\0\001\0\030\0\0\0\0\0\020\0\0\0' > a.bmp
printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\001\002\003\012\024\036\0\0\377\200\100\020\040\060\0\0' >> a.bmp
$SINTER run id.param --interpret --image a.bmp --text
$SINTER run id.param --interpret --image data=a.bmp --text --bgr --mean 1,2,3 --scale 1,1/2,2
$SINTER run id.param --interpret --image a.bmp --resize 3x1 --text
$SINTER run id.param --interpret --image a.bmp -o res -q
$SINTER run id.param --interpret --input-file res/out.npy
$SINTER run id.param --interpret --image id.param; echo "code $?"
$SINTER run id.param --interpret --image a.bmp --resize 3; echo "code $?"
$SINTER run id.param --interpret --image a.bmp --scale 1/0; echo "code $?"
$SINTER run id.param --interpret --image a.bmp --scale 1e37,1e39,1; echo "code $?"
$SINTER run id.param --interpret --image a.bmp --mean 1e300; echo "code $?"
$SINTER run id.param --interpret --mean 3; echo "code $?"
--- out
out 3,2,2
64 48
3 30

128 32
2 20

255 16
1 10
out 3,2,2
254 15
0 9

63 15
0 9

122 90
0 54
out 3,1,3
34 36 39

65 46 26

128 71 13
out  3,2,2  min 1  mean 50.75  max 255 at 8
sinter: id.param: cannot be read as a picture: unknown image type (JPEG, PNG and BMP can)
code 4
sinter: --resize 3: width x height is expected, like 320x240
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
sinter: --scale 1/0: a number like 127.5 or 1/128 is expected, or three with commas between
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
sinter: --mean and --scale make 2.55e+39 of a pixel that is 255, which is beyond f32
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
sinter: --mean and --scale make -1e+300 of a pixel that is 0, which is beyond f32
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
sinter: --mean is for a picture; --image is missing
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
