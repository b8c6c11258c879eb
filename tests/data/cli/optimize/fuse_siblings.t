# Layers that read one value: by cost 40 channels are not joined with 8, as the result is cut apart again; a concat is always
# done away with, but for never.
test cli
--- run
cat > heads.param <<E
7767517
4 5
Input in 0 1 x 0=4 1=4 2=3
Split split1 1 2 x xa xb
Convolution conv1 1 1 xa a 0=40 1=1 6=120
Convolution conv2 1 1 xb b 0=8 1=1 6=24
E
cat > cat.param <<E
7767517
5 6
Input in 0 1 x 0=4 1=4 2=3
Split split1 1 2 x xa xb
Convolution conv1 1 1 xa a 0=40 1=1 6=120
Convolution conv2 1 1 xb b 0=8 1=1 6=24
Concat cat1 2 1 a b y
E
for net in heads cat; do for how in cost always never; do
echo "== $net $how"
$SINTER optimize $net.param --bin seed:1 -o out.param --fuse-siblings=$how -q
cat out.param
done; done
echo ==
$SINTER optimize cat.param --bin seed:1 --fuse-siblings=often
--- out
== heads cost
7767517
4 5
Input in 0 1 x 0=4 1=4 2=3
Split split1 1 2 x xa xb
Convolution conv1 1 1 xa a 0=40 1=1 6=120
Convolution conv2 1 1 xb b 0=8 1=1 6=24
== heads always
7767517
3 4
Input in 0 1 x 0=4 1=4 2=3
Convolution              conv1                    1 1 x conv1 0=48 1=1 6=144
Slice                    conv1_split              1 2 conv1 a b -23300=2,40,8
== heads never
7767517
4 5
Input in 0 1 x 0=4 1=4 2=3
Split split1 1 2 x xa xb
Convolution conv1 1 1 xa a 0=40 1=1 6=120
Convolution conv2 1 1 xb b 0=8 1=1 6=24
== cat cost
7767517
2 2
Input in 0 1 x 0=4 1=4 2=3
Convolution              conv1                    1 1 x y 0=48 1=1 6=144
== cat always
7767517
2 2
Input in 0 1 x 0=4 1=4 2=3
Convolution              conv1                    1 1 x y 0=48 1=1 6=144
== cat never
7767517
5 6
Input in 0 1 x 0=4 1=4 2=3
Split split1 1 2 x xa xb
Convolution conv1 1 1 xa a 0=40 1=1 6=120
Convolution conv2 1 1 xb b 0=8 1=1 6=24
Concat cat1 2 1 a b y
==
sinter: --fuse-siblings: 'often' is not one of cost|always|never
usage: sinter optimize IN [-o OUT] [options]
--- exit
2
