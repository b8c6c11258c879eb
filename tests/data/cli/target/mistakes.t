# A release that is none is said so, with one that is near.
test cli
--- run
printf '7767517\n2 2\nInput in 0 1 in\nReLU r 1 1 in out\n' > net.param
: > net.bin
for tag in 20210125 20170101 2021 newest ncnn:20210124 ncnn '' 20990101; do
    $SINTER convert net.param -o out.param -q --target-version "$tag"; echo "status $?"
done
--- out
sinter: ncnn 20210125: no release that is known; the last before it is 20210124
status 2
sinter: ncnn 20170101: 20180314 is the oldest release that can be aimed at
status 2
sinter: '2021': a release of ncnn is expected, like 20260526
status 2
sinter: 'newest': a release of ncnn is expected, like 20260526
status 2
status 0
status 0
sinter: --target-version: TAG is expected, found nothing
usage: sinter convert IN -o OUT [options]
status 2
sinter: ncnn 20990101: no release that is known; the last before it is 20260526
status 2
